"""Games for testing the rules, written as lines of ``game.yaml`` after a header without faults."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from punchboard.load import load_game
from punchboard.model.game.game import Game

HEAD = """\
title: The Grove
version: 0.1.0
players: {range: 2-4, stated: Players}
lists:
  realm: {stated: Realms, entries: {ember: {name: Ember}, tide: {name: Tide}}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    id: "{{ realm }}-{{ rank }}"
    stated: Components
    fields: {realm: {one of: realm}, rank: {type: integer}, special: {type: boolean, default: false}}
    for each: realm
    rows: [{rank: 1}, {rank: 2, copies: 3, special: true}]
  pawn:
    name: Pawn
    shape: circle 20mm
    face: card
    id: pawn
    stated: Components
    rows: [{copies: 4}]
"""
LINES = HEAD.count("\n")
"""Lines before those of a test."""


@pytest.fixture
def game(tmp_path) -> Callable[[str], Game]:
    """Load a game from the lines that follow the header."""

    def game(text: str = "") -> Game:
        folder = tmp_path / "catalog" / "grove"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "game.yaml").write_text(HEAD + text)
        return load_game(folder, tmp_path)

    return game


@pytest.fixture
def found(game) -> Callable[..., list[tuple[int, str]]]:
    """Return what a rule finds: the line, counted after the header, and the message."""

    def found(rule, text: str) -> list[tuple[int, str]]:
        problems = list(rule.check(game(text)))
        assert {problem.rule for problem in problems} <= {rule.ID}
        return [(problem.place.line - LINES, problem.message) for problem in problems]

    return found


@pytest.fixture(scope="session")
def grove_of(tmp_path_factory) -> Callable[[str], Game]:
    """Load a game from the lines that follow the header, once per session for each text."""

    @cache
    def grove_of(text: str) -> Game:
        folder = tmp_path_factory.mktemp("workspace") / "catalog" / "grove"
        folder.mkdir(parents=True)
        (folder / "game.yaml").write_text(HEAD + text)
        return load_game(folder, folder.parents[1])

    return grove_of
