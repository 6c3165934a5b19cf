"""A new game that tests spoil, and what `check` says of it then."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from punchboard.build.options import BuildOptions
from punchboard.build.pipeline import check
from punchboard.manual import pages
from punchboard.problem import Problem, ProblemsFound

RICH_FACE = """\
ground: "{{ role.ink }}"
continues: text
boxes:
  sky: {area: bleed, ornament: {kind: guilloche, seed: "{{ id }}", colours: [accent, "{{ role.colour }}"]}}
  title: {at: [6, 6], size: [51, 8], text: "{{ name }}", style: title, one_line: true, fit: shrink to 7pt}
  cost: {at: [50, 6], size: [8, 8], shape: circle, fill: "{{ role.colour }}", text: "{{ cost }}", when: cost > 1}
  pips: {at: [6, 20], size: [4, 4], icon: star, repeat: {each: "range(cost)", step: [5, 0]}}
  badge: {at: [30, 30], size: [20, 10], layout: badge, with: {word: "{{ role.name }}!"}}
  text: {sides: {left: 6, right: 6, bottom: 12, height: fit, most: 40}, markdown: "{{ text or '' }}"}
  foot: {sides: {left: 6, right: 6, above: text + 2, bottom: 6, height: 5}, text: "{{ part }}/{{ parts }}"}
"""
BADGE = "boxes: {word: {at: [1, 1], size: [18, 8], text: '{{ word }}'}}\n"


class Spoilt:
    """A fresh game whose files can be changed, and what `check` says of it."""

    def __init__(self, start: Path, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(start, folder)
        self.workspace, self.folder = folder, folder / "catalog" / "cave"

    def write(self, file: str, text: str) -> None:
        """Write a file; what is no Unicode text is written as a broken program would."""
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))

    def change(self, file: str, old: str, new: str) -> None:
        """Put a text in the place of another one, which is there."""
        text = (self.folder / file).read_text("utf-8")
        assert old in text, (file, old)
        self.write(file, text.replace(old, new, 1))

    def check(self) -> tuple[Problem, ...]:
        """Return what is wrong; each problem has a code, a file that is there and a place in it."""
        try:
            problems = check("cave", BuildOptions(self.workspace, self.workspace / "output")).findings.problems
        except ProblemsFound as found:
            problems = found.problems
        for problem in problems:
            assert problem.rule in pages(), problem
            assert problem.message, problem
            assert self.is_place(problem), problem
        return problems

    def is_place(self, problem: Problem) -> bool:
        """Tell whether a problem stands in a file, on a line that it has, or on the one after its last."""
        path = self.workspace / problem.place.file
        if not path.is_file() or problem.place.sheet:
            return bool(problem.place.file)
        lines = path.read_bytes().decode("utf-8", "replace").count("\n") + 2
        return 0 <= problem.place.line <= lines


@pytest.fixture(scope="session")
def start(tmp_path_factory, forker) -> Path:
    """The workspace of a new game, with a second face that has a key of every sort."""
    path = tmp_path_factory.mktemp("start")
    ran = forker.run(("new", "cave", "--no-build"), path, dict(os.environ), tmp_path_factory.mktemp("prints"))
    assert ran.status == 0, ran.err
    folder = path / "catalog" / "cave"
    (folder / "layouts/faces/rich.yaml").write_text(RICH_FACE)
    (folder / "layouts/faces/badge.yaml").write_text(BADGE)
    game = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(game.replace("    back: back\n", "    back: rich\n", 1), "utf-8")
    return path


@pytest.fixture
def fresh(start, tmp_path) -> Callable[[], Spoilt]:
    """Return the game anew, in the place of the last one."""
    return lambda: Spoilt(start, tmp_path / "spoilt")


@pytest.fixture
def spoilt(fresh) -> Spoilt:
    """A fresh game."""
    return fresh()
