"""Targets that build all products of whole games; a fault is anything that would end a build in a traceback.

An input has all files of a game, one after another, each below a line ``=== path``.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final
from unittest import mock

from files import png_seeds
from world import FILES, FOLDER, ROOT, STOCK, WORKSPACE, Own, put, write_small_game

import punchboard.load as loading
from punchboard.build_result import BuildResult
from punchboard.checks.severities import is_always_error
from punchboard.load import font_files, liblouis
from punchboard.model.print_options import PrintOptions
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import BuildHooks, build
from punchboard.pipeline.publish import OutputTarget, PendingFiles, Progress
from punchboard.problem import Problem, ProblemsFound

_OPTIONS: Final = BuildOptions(
    WORKSPACE,
    WORKSPACE / "output",
    papers=("a4",),
    formats=("pdf", "svg"),
    print_options=PrintOptions(everything=True, dpi=50),
)

_HEAD: Final = re.compile(r"^=== ([a-z0-9_./-]{1,60})\n", re.MULTILINE)
_SUFFIXES: Final = frozenset({".yaml", ".csv", ".md", ".json", ".txt"})

MOST: Final = 12
"""The most files of a game in an input."""


def _cells(_table: str, lines: list[str]) -> list[str]:
    """Return lines in cells, in place of liblouis: what is fuzzed starts no other program."""
    return ["".join(chr(0x2800 + ord(character) % 64) for character in line) for line in lines]


class BuildCount:
    """The number of games built with the open fonts, whose caches grow with each."""

    uses = 0


@cache
def _stock() -> Path:
    """Return all built-in layouts, with the faces of the tests' small set of layouts."""
    folder = WORKSPACE / "stock"
    Own.writing = True
    try:
        shutil.copytree(ROOT / "layouts", folder / "layouts")
        shutil.copytree(STOCK / "layouts" / "faces", folder / "layouts" / "faces", dirs_exist_ok=True)
        (folder / "layouts" / "theme.yaml").write_text(FILES["layouts/theme.yaml"])
    finally:
        Own.writing = False
    return folder


def games() -> tuple[bytes, ...]:
    """Return the small game, and the tests' games for each check."""
    tiny = {**FILES, "rulebook.md": FILES["rulebook.md"] + "\nRoll the die.\n"}
    folders = sorted(path.parent for path in (ROOT / "tests" / "games" / "good").glob("*/game.yaml"))
    return tuple(_as_one(files) for files in (tiny, *map(_texts, folders)))


def _texts(folder: Path) -> Mapping[str, str]:
    found = sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES)
    return {path.relative_to(folder).as_posix(): path.read_text() for path in found}


def _as_one(files: Mapping[str, str]) -> bytes:
    return "".join(f"=== {path}\n{text.rstrip()}\n" for path, text in files.items()).encode()


def game(data: bytes) -> None:
    """Build all products of the game whose files are the input; only these files are written."""
    parts = _HEAD.split(data.decode(errors="surrogateescape"))[1 : 2 * MOST + 1]
    _cleared()
    for path, text in zip(parts[0::2], parts[1::2], strict=True):
        if ".." not in path and Path(path).suffix in _SUFFIXES:
            put(path, text.encode(errors="surrogateescape"))
    for name in ("a", "alder"):
        put(f"art/{name}.png", png_seeds()[0])
    try:
        with mock.patch.object(liblouis, "_output", _cells):
            _build("de" if any(path.startswith("locale/de/") for path in parts[0::2]) else "")
    finally:
        _cleared()
        write_small_game()


def _cleared() -> None:
    Own.writing = True
    try:
        shutil.rmtree(FOLDER)
    finally:
        Own.writing = False


def _build(locale: str) -> None:
    BuildCount.uses += 1
    if BuildCount.uses % 500 == 0:
        font_files._opened.cache_clear()
    own, loading.builtin_folder = loading.builtin_folder, _stock
    try:
        built = build("tiny", _OPTIONS._replace(locale=locale), BuildHooks(filter_problems=_severe, publish=_nowhere))
    finally:
        loading.builtin_folder = own
    torn = [str(problem) for problem in built.problems if problem.rule.startswith("PROOF")]
    assert not torn, torn[0]
    if not built.files:
        raise ProblemsFound(built.problems)


def _severe(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return the problems that no game may suppress; it may suppress all others and be built."""
    return tuple(problem for problem in problems if is_always_error(problem.rule))


def _nowhere(game: str, output: OutputTarget, work: PendingFiles, progress: Progress) -> BuildResult:
    """Make every file and the summary, and return the file records."""
    del output, progress
    files = [one for _, one in work.stream({})]
    told = work.summary()
    problems: Sequence[Problem] = (
        *told.problems,
        *(problem for one in files for problem in one.problems),
    )
    return BuildResult(game, files=tuple(one.record for one in files), problems=tuple(problems))
