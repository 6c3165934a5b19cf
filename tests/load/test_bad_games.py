"""Games as designers get them wrong: each folder of ``games/bad`` says on the offending line what is to be found.

``# expect: VALUE001 'three'`` speaks of its own line, ``# expect cards.csv:3: VALUE001 'three'`` of another file's.

The games use the layouts of ``games/stock``. The title box of its face ``card`` holds about 40 letters: a longer name
is also reported as FIT001. Shorten such a name, or give the game a face of its own in ``layouts/faces``.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from punchboard.checks import check_game
from punchboard.checks.decks import check_deck
from punchboard.load import load_game, load_layouts
from punchboard.load.own_deck import read_deck
from punchboard.model.game.game import Game
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import check
from punchboard.problem import Problem, ProblemsFound

BAD = Path(__file__).parents[1] / "games" / "bad"
EXPECTED = re.compile(r"# expect(?: (?P<file>\S+):(?P<line>\d+))?: (?P<rule>[A-Z]+\d{3}) (?P<fragment>.+)$")


@pytest.mark.parametrize("game", sorted(path.name for path in BAD.iterdir()))
def test_bad_game(game, tmp_path, stock, monkeypatch):
    """Exactly the problems that the files announce are found, each at its line."""
    monkeypatch.setattr("punchboard.load.builtin_folder", lambda: stock)
    shutil.copytree(BAD / game, tmp_path / "catalog" / game)
    left, missing = list(all_problems(game, tmp_path, stock)), list[str]()
    for file, line, rule, fragment in announced(tmp_path / "catalog" / game):
        match = (file, line, rule)
        found = [one for one in left if (one.place.file, one.place.line, one.rule) == match and fragment in one.message]
        if found:
            left.remove(found[0])
        else:
            missing.append(f"{file}:{line}: {rule} {fragment}")
    if left or missing:
        lines = (
            *(f"announced, but not found: {one}" for one in missing),
            *(f"found, but not announced: {one}" for one in left),
        )
        pytest.fail("\n".join(lines), pytrace=False)


def test_every_folder_is_named_after_a_rule_that_it_breaks():
    """The name of a folder begins with a rule that its files announce."""
    for folder in BAD.iterdir():
        assert folder.name.partition("-")[0] in {rule for _, _, rule, _ in announced(folder)}


def announced(folder: Path) -> Iterator[tuple[str, int, str, str]]:
    """Yield file, line, rule and a part of the message for each problem that the files announce."""
    base = f"catalog/{folder.name}"
    for path in folder.rglob("*.yaml"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = EXPECTED.search(line)
            if match:
                file = f"{base}/{match['file'] or path.relative_to(folder).as_posix()}"
                yield file, int(match["line"] or number), match["rule"], match["fragment"]


def all_problems(game: str, workspace: Path, stock: Path) -> tuple[Problem, ...]:
    """Return the problems of a game: of its data and, if its layouts load, of its pages."""
    try:
        loaded = load_game(workspace / "catalog" / game, workspace)
    except ProblemsFound as found:
        return found.problems
    try:
        load_layouts(loaded, workspace, stock)
    except ProblemsFound as found:
        return (*check_game(loaded), *found.problems)
    found = check(game, BuildOptions(workspace, workspace / "output", papers=("a4",))).findings.problems
    return (*found, *deck_problems(loaded, workspace / "catalog" / game))


def deck_problems(game: Game, folder: Path) -> Iterator[Problem]:
    """Yield the problems of the players' decks beside a game: ``my-deck.csv``, ``my-deck.txt``."""
    for path in folder.glob("my-deck.*"):
        yield from check_deck(game, read_deck(path, f"catalog/{game.id}/{path.name}"))
