"""Workspaces made of a few files, and the problems that reading them brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from punchboard.problem import Problem, ProblemsFound

GAMES = Path(__file__).parents[1] / "games"

GAME = """\
title: The Grove
version: 0.1.0
players: {range: 2-4, stated: Players}
lists:
  realm: {stated: Realms, entries: {ember: {name: Ember, colour: "#a3282f"}, tide: {name: Tide}}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    id: "{{ realm }}-{{ '%02d' % rank }}"
    stated: Components
    fields:
      realm: {one of: realm}
      rank: {type: integer, min: 1, max: 12}
      text: {type: markdown, default: ""}
    rows: cards.csv
"""

CARDS = "realm,rank,text\nember,1,Burn.\ntide,2,\n"


@pytest.fixture
def stock() -> Path:
    """The folder whose ``layouts/`` holds the smallest set of layouts that a game needs."""
    return GAMES / "stock"


@pytest.fixture
def write(tmp_path) -> Callable[[Mapping[str, str | bytes]], Path]:
    """Write files by their path from the workspace, and return the workspace."""

    def write(files: Mapping[str, str | bytes]) -> Path:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path

    return write


@pytest.fixture
def grove(write) -> Callable[..., Path]:
    """Write the game of the Grove, with files added or changed, and return the workspace."""

    def grove(files: Mapping[str, str | bytes] | None = None, game: str = GAME) -> Path:
        own = {"game.yaml": game, "cards.csv": CARDS, **(files or {})}
        return write({f"catalog/grove/{name}": content for name, content in own.items()})

    return grove


@pytest.fixture
def problems() -> Callable[..., tuple[Problem, ...]]:
    """Return the problems that a call raises."""

    def problems(work: Callable[..., object], *arguments: object) -> tuple[Problem, ...]:
        with pytest.raises(ProblemsFound) as caught:
            work(*arguments)
        return caught.value.problems

    return problems


@pytest.fixture
def problem(problems) -> Callable[..., Problem]:
    """Return the only problem that a call raises."""

    def problem(work: Callable[..., object], *arguments: object) -> Problem:
        (found,) = problems(work, *arguments)
        return found

    return problem
