"""Tiny games for the prover, in steps as a designer writes them, and the oracle that checks its results."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from punchboard.load import load_game
from punchboard.model.game.game import Component, Game
from punchboard.model.game.setup import Step

HEAD = """\
title: The Grove
version: 0.1.0
players: {range: 1-4, stated: Players}
lists:
  realm: {stated: Realms, entries: {ember: {name: Ember}, tide: {name: Tide}}}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    id: "card-{{ realm }}"
    stated: Components
    fields: {realm: {one of: realm}}
    for each: realm
    rows: [{copies: 1}]
  pawn:
    name: Pawn
    shape: circle 20mm
    face: card
    id: "pawn-{{ realm }}"
    fields: {realm: {one of: realm}}
    stated: Components
    for each: realm
    rows: [{copies: 1}]
numbers: {few: {value: 1, stated: Components}}
variants: [{name: Rich, text: There is more of all., numbers: {few: 2}, stated: Variants}]
sequences:
  anew: [{shuffle: [discard pile, pack], to: pack}, {draw: few, from: pack, to: out, when: "count('pack') >= 2"}]
groups: {ember pieces: "realm == 'ember'"}
piles:
  discard pile: {name: Discard Pile}
  out: {name: pile of those out of the game}
  part: {name: part, many: {1: 2, 2: 3, 3: 2, 4: 2}}
each player has:
  hand: {name: hand}
  own: {name: own pile}
seats: {chosen one: {name: the Chosen One}}
dice: {luck: {name: Luck Die, faces: [1, 2, 3], stated: Components}}
"""

DECKS = {
    "all in one": "decks: {pack: {name: pack, contains: all}}\n",
    "a deck a kind": "decks: {pack: {name: pack, contains: card}, pool: {name: pool, contains: pawn}}\n",
    "a deck and the box": "decks: {pack: {name: pack, contains: card}}\n",
    "a stall for each realm": (
        "decks: {pack: {name: pack, contains: card}, stall: {name: stall, contains: pawn, for each: realm}}\n"
    ),
}
"""The contents of the decks at the start."""

COPIES = {"card-ember": 2, "card-tide": 2, "pawn-ember": 1, "pawn-tide": 1}


@pytest.fixture(scope="session")
def oracle() -> ModuleType:
    """The module that enumerates every physical component, every order and every choice."""
    folder = Path(__file__).with_name("oracle")
    spec = spec_from_file_location("oracle", folder / "__init__.py", submodule_search_locations=[str(folder)])
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def grove(tmp_path_factory) -> Callable[..., Game]:
    """Return the Grove with some of its decks and a number of copies of each row; rows with no copies do not exist."""
    workspace = tmp_path_factory.mktemp("grove")
    games = {}
    for name, decks in DECKS.items():
        folder = workspace / "catalog" / name.replace(" ", "-")
        folder.mkdir(parents=True)
        (folder / "game.yaml").write_text(HEAD + decks)
        games[name] = load_game(folder, workspace)

    def grove(decks: str = "all in one", copies: Mapping[str, int] = COPIES) -> Game:
        game = games[decks]
        return replace(
            game, components=tuple(_copied(row, copies[row.id]) for row in game.components if copies[row.id])
        )

    return grove


def _copied(component: Component, copies: int) -> Component:
    return replace(component, copies=copies, values={**component.values, "copies": copies})


@pytest.fixture(scope="session")
def script() -> Callable[[Sequence[Mapping[str, Any]]], tuple[Step, ...]]:
    """Return the steps of lines written as in ``game.yaml``."""

    def script(lines: Sequence[Mapping[str, Any]]) -> tuple[Step, ...]:
        return tuple(Step.model_validate(line) for line in lines)

    return script


@pytest.fixture
def boxed(tmp_path) -> Callable[..., Game]:
    """Return a game from the rows of its kinds (fields as plain values, and copies) and the rest of its file."""

    def boxed(kinds: Mapping[str, Sequence[Mapping[str, Any]]], players: str = "2-4", **rest: Any) -> Game:
        file = {
            "title": "Boxed",
            "version": "1.0.0",
            "players": {"range": players, "stated": "Players"},
            "kinds": {name: _kind(name, rows) for name, rows in kinds.items()},
            **{key.replace("_", " "): value for key, value in rest.items()},
        }
        folder = tmp_path / "catalog" / "boxed"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "game.yaml").write_text(json.dumps(file))  # JSON is YAML
        return load_game(folder, tmp_path)

    return boxed


def _kind(name: str, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    fields = {field: value for row in rows for field, value in row.items() if field != "copies"}
    types = {field: {"type": "integer" if isinstance(value, int) else "text"} for field, value in fields.items()}
    number = f"{name}-{{{{ name }}}}" if "name" in fields else name
    about = {"name": name, "shape": "poker", "face": "card", "id": number, "stated": "Components"}
    return {**about, "fields": types, "rows": [*rows]}


@pytest.fixture(scope="session")
def by_name() -> Callable[[Any], dict[str, tuple[int, int]]]:
    """Return the least and the most of each pile that is not empty; the sizes of one seat stand for all seats."""

    def by_name(sizes: Mapping[tuple[str, int | None], tuple[int, int]]) -> dict[str, tuple[int, int] | int]:
        found = {name: size for (name, seat), size in sizes.items() if size != (0, 0) and seat in {None, 0}}
        return {name: low if low == high else (low, high) for name, (low, high) in found.items()}

    return by_name
