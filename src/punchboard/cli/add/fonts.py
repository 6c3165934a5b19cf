"""``punchboard fonts add``: brings a font into a game or the workspace, as the last fallback of every font."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from punchboard.cli.add.font_source import FontSource, font_source
from punchboard.cli.add.target import known_game_folder
from punchboard.cli.exit_status import PROBLEMS, SUCCESS, USAGE_ERROR
from punchboard.cli.output.display_paths import display_path
from punchboard.cli.output.report import print_line, show_json, show_problems
from punchboard.load import workspace_root
from punchboard.problem import Problem, ProblemsFound


def run_add(sources: Sequence[str], workspace: Path, game: str, *, as_json: bool) -> int:
    """Add fonts from npm or files; return the exit status."""
    added: list[dict[str, Any]] = []
    problems: list[Problem] = []
    for source in sources:
        try:
            root = known_game_folder(game, workspace) if game else workspace_root(workspace)
            font = font_source(source)
            folder = root / "layouts" / "fonts" / font.key
            is_new = not folder.exists()
            _write(font, folder)
        except ProblemsFound as found:
            problems += found.problems
            continue
        added.append(_described(font, folder))
        if not as_json:
            for line in _report(font, folder, is_new=is_new):
                print_line(line)
    show_problems(problems)
    if as_json:
        show_json({"added": added})
    if any(problem.place.file.startswith("--") for problem in problems):
        return USAGE_ERROR
    return PROBLEMS if problems else SUCCESS


def _write(font: FontSource, folder: Path) -> None:
    from punchboard.write.atomic_file import write_atomically  # noqa: PLC0415 - only when there is a font

    for name, file in font.files.items():
        write_atomically(folder / name, file.data)
    if font.licence_text:
        write_atomically(folder / "LICENSE.txt", font.licence_text.encode())
    write_atomically(folder / "CREDITS.txt", "".join(f"{line}\n" for line in _credits(font)).encode())


def _credits(font: FontSource) -> Iterator[str]:
    first = next(iter(font.files.values()))
    yield f"{first.name}, from {font.origin}"
    if first.copyright:
        yield first.copyright
    yield f"Licence: {font.licence or 'not named in the font'}" + ("; see LICENSE.txt" if font.licence_text else "")
    how = (
        "outlines converted to TrueType"
        if first.converted
        else "file format changed to TrueType, outlines as they were"
    )
    yield f"Written by punchboard fonts add: {how}."


def _described(font: FontSource, folder: Path) -> dict[str, Any]:
    return {
        "name": font.key,
        "folder": display_path(folder),
        "files": sorted(font.files),
        "scripts": _scripts(font),
        "licence": font.licence,
    }


def _scripts(font: FontSource) -> list[str]:
    return list(dict.fromkeys(script.name for file in font.files.values() for script in file.scripts))


def _report(font: FontSource, folder: Path, *, is_new: bool) -> Iterator[str]:
    first = next(iter(font.files.values()))
    weights = ", ".join(map(str, sorted({file.weight for file in font.files.values()})))
    word = "weights" if "," in weights else "weight"
    yield f"{'added' if is_new else 'replaced'} {first.name}: {word} {weights}, {display_path(folder)}/"
    scripts = _scripts(font)
    if scripts:
        yield f"letters: {', '.join(scripts)}"
    else:
        yield "it has no letters of another script than Latin: punchboard fonts find shows fonts that have"
    if font.licence or font.licence_text:
        yield (
            f"licence: {font.licence[:80] or 'see its text'}"
            + ("; LICENSE.txt and " if font.licence_text else "; ")
            + "CREDITS.txt lie beside it"
        )
    else:
        yield "the font names no licence: ask its makers before you publish a game with it"
    yield "letters that no font of a theme has are now set in it, in the weight and the size of the letters around them"
