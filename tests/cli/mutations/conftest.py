"""A new game for mutations, and the problems that `check` reports then."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from punchboard.manual import pages
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import check
from punchboard.problem import Problem, ProblemsFound

RICH_FACE = """\
ground: "{{ role.ink }}"
continues: text
boxes:
  sky: {area: bleed, ornament: {kind: guilloche, seed: "{{ id }}", colours: [accent, "{{ role.colour }}"]}}
  title: {at: [6, 6], size: [51, 8], text: "{{ name }}", style: title, one line: true, fit: shrink to 7pt}
  cost: {at: [50, 6], size: [8, 8], shape: circle, fill: "{{ role.colour }}", text: "{{ cost }}", when: cost > 1}
  pips: {at: [6, 20], size: [4, 4], icon: star, repeat: {each: "range(cost)", step: [5, 0]}}
  badge: {at: [30, 30], size: [20, 10], layout: badge, with: {word: "{{ role.name }}!"}}
  text: {sides: {left: 6, right: 6, bottom: 12, height: fit, most: 40}, markdown: "{{ text or '' }}"}
  foot: {sides: {left: 6, right: 6, above: text + 2, bottom: 6, height: 5}, text: "{{ part }}/{{ parts }}"}
"""
BADGE = "boxes: {word: {at: [1, 1], size: [18, 8], text: '{{ word }}'}}\n"


class MutatedGame:
    """A fresh game whose files tests change, and the problems that `check` reports."""

    def __init__(self, start: Path, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(start, folder)
        self.workspace, self.folder = folder, folder / "catalog" / "cave"

    def write(self, file: str, text: str) -> None:
        """Write a file; invalid Unicode is written as a faulty program would."""
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))

    def change(self, file: str, old: str, new: str) -> None:
        """Replace a text, which must exist."""
        text = (self.folder / file).read_text("utf-8")
        assert old in text, (file, old)
        self.write(file, text.replace(old, new, 1))

    def check(self) -> tuple[Problem, ...]:
        """Return all problems, after checking that each has a known code, an existing file and a place in it."""
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
        """Return whether a problem names a line of its file, or the line after the last."""
        path = self.workspace / problem.place.file
        if not path.is_file() or problem.place.sheet:
            return bool(problem.place.file)
        lines = path.read_bytes().decode("utf-8", "replace").count("\n") + 2
        return 0 <= problem.place.line <= lines


@pytest.fixture(scope="session")
def start(tmp_path_factory, forker) -> Path:
    """The workspace of a new game, with a second face that has keys of every kind."""
    path = tmp_path_factory.mktemp("start")
    ran = forker.run(("new", "cave", "--no-build"), path, dict(os.environ))
    assert ran.status == 0, ran.err
    folder = path / "catalog" / "cave"
    (folder / "layouts/faces/rich.yaml").write_text(RICH_FACE)
    (folder / "layouts/faces/badge.yaml").write_text(BADGE)
    game = (folder / "game.yaml").read_text("utf-8")
    (folder / "game.yaml").write_text(game.replace("    back: back\n", "    back: rich\n", 1), "utf-8")
    return path


@pytest.fixture
def fresh(start, tmp_path) -> Callable[[], MutatedGame]:
    """Return a function that replaces the game by a fresh one."""
    return lambda: MutatedGame(start, tmp_path / "spoilt")


@pytest.fixture
def game(fresh) -> MutatedGame:
    """A fresh game."""
    return fresh()
