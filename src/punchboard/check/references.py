"""REF001: a name stands for nothing.

What: a deck, an expectation, a variant or a step of a script names a kind, group, list, pile, die, number, seat or
sequence that the game does not have; or a layout, a text or an option names a style, colour, icon, font, face, paper or
product that is nowhere.

Why: a name with a slip of the pen would be printed as it stands, and nothing would be counted or drawn.

Bad::

    groups:
      Harbingers: "symbol == 'crown'"
    setup:
      - {draw: 1, from: pakc, only: harbinger}

Good::

    setup:
      - {draw: 1, from: pack, only: Harbingers}
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain
from typing import Final, NamedTuple

from punchboard.check.expectations import known_fields
from punchboard.check.walk import (
    EVERYWHERE,
    Path,
    declared_piles,
    expectations,
    is_lost_name,
    pile_name,
    selections,
    steps,
)
from punchboard.model.expectation import ENTRIES_OF
from punchboard.model.game import Game
from punchboard.model.select import ALL, contained, has_name
from punchboard.model.setup import Step
from punchboard.model.values import did_you_mean
from punchboard.problem import Problem

ID: Final = "REF001"

SEATS: Final = frozenset({"each player", "each other player"})
"""Who can act in every game."""


OTHERWISE: Final = frozenset({"set aside", "shuffle back", "may shuffle back", "discard"})
"""What can become of components that a step draws and does not want."""

IF_SHORT: Final = frozenset({"stop", "end", "shuffle in <pile>"})
"""What can be done when a pile does not hold enough."""

TURNS: Final = frozenset({"turn", "turns"})
"""What a line of ``round`` can call in every game: the turns of all seats."""

SHUFFLE_IN: Final = "shuffle in "


class _Use(NamedTuple):
    """A name in a step: what it should be, the name, what there is, and the key that it stands at."""

    noun: str
    name: str
    known: Collection[str]
    key: str


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each name that stands for nothing."""
    groups = {ALL, *game.kinds, *game.file.groups}
    for text, path in selections(game):
        if text in declared_piles(game) and not has_name(game, text) and not contained(game, text):
            hint = "say what it holds at the start with 'contains'"
            yield Problem(ID, game.place_of(*path), f"what the pile {text!r} holds is not known", hint)
        elif is_lost_name(game, text):
            yield _unknown(game, "kind or group", text, groups, path)
    yield from _expectations(game)
    yield from _lists(game)
    for number, variant in enumerate(game.file.variants):
        for name in variant.numbers.keys() - game.file.numbers.keys():
            yield _unknown(game, "number", name, game.file.numbers, ("variants", number, "numbers", name))
    for step, path in steps(game):
        yield from _step(game, step, path)


def _unknown(game: Game, noun: str, name: str, known: Collection[str], path: Path) -> Problem:
    return Problem(ID, game.place_of(*path), f"no {noun} {name!r}", did_you_mean(name, known))


def _lists(game: Game) -> Iterator[Problem]:
    """Yield a problem for each die that names a list which is not there."""
    for name, die in game.file.dice.items():
        if isinstance(die.faces, dict) and die.faces["one_of"] not in game.lists:
            yield _unknown(game, "list", die.faces["one_of"], game.lists, ("dice", name, "faces"))


def _expectations(game: Game) -> Iterator[Problem]:
    """Yield a problem for each field and list that an expectation names and the game has not."""
    known = known_fields(game)
    for expectation, path in expectations(game):
        for key, field in expectation.fields:
            if field not in known:
                yield _unknown(game, "field", field, known, (*path, key))
        listed = expectation.selection.removeprefix(ENTRIES_OF)
        if listed != expectation.selection and listed not in game.lists:
            yield _unknown(game, "list", listed, game.lists, (*path, "count"))


def choice_fields(game: Game) -> frozenset[str]:
    """Return the names of all fields that are one of a list."""
    kinds = game.file.kinds.values()
    return frozenset(name for kind in kinds for name, field in kind.fields.items() if field.one_of is not None)


def _step(game: Game, step: Step, path: Path) -> Iterator[Problem]:
    """Yield a problem for each name in one step of a script."""
    for use in chain(_actors(game, step), _things(game, step), _ways(game, step)):
        if use.name not in use.known:
            yield _unknown(game, use.noun, use.name, use.known, (*path, use.key))


def _actors(game: Game, step: Step) -> Iterator[_Use]:
    """Yield who acts, and what is rolled or counted."""
    if step.who is not None:
        yield _Use("seat", step.who, {*SEATS, *game.file.seats}, step.verb)
    if step.verb == "roll":
        yield _Use("die", step.operand, game.file.dice, step.verb)
    elif step.verb == "do" and step.operand:
        yield _Use("sequence", step.operand, {*game.file.sequences, *TURNS}, step.verb)
    elif step.amount is not None and isinstance(step.amount.number, str):
        yield _Use("number", step.amount.number, _amounts(game), step.verb)


def _things(game: Game, step: Step) -> Iterator[_Use]:
    """Yield the piles and sorts of components that a step moves."""
    named = [*((step.verb, pile) for pile in step.piles), ("from", step.source), ("to", step.target)]
    yield from (_pile(game, pile, key) for key, pile in named if pile is not None)
    yield from (_sort(game, sort, key) for key, sort in ((step.verb, step.kind), ("of", step.of)) if sort is not None)
    if step.each is not None:
        yield _Use("field with 'one_of'", step.each, choice_fields(game), "each")


def _ways(game: Game, step: Step) -> Iterator[_Use]:
    """Yield what becomes of the components that a step does not want, and what is done when a pile runs short."""
    if isinstance(step.otherwise, str):
        yield _Use("way with refused components", step.otherwise, OTHERWISE, "otherwise")
    for rule in step.otherwise if isinstance(step.otherwise, tuple) else ():
        yield from (_pile(game, pile, "otherwise") for key, pile in rule.items() if key == "to")
        yield from (_sort(game, sort, "otherwise") for key, sort in rule.items() if key == "of")
    for way in (step.if_short,) if isinstance(step.if_short, str) else step.if_short or ():
        if way.startswith(SHUFFLE_IN):
            yield _pile(game, way.removeprefix(SHUFFLE_IN), "if short")
        else:
            yield _Use("way out of a shortage", way, IF_SHORT, "if short")


def _pile(game: Game, name: str, key: str) -> _Use:
    return _Use("pile", pile_name(name), {*declared_piles(game), *EVERYWHERE}, key)


def _sort(game: Game, name: str, key: str) -> _Use:
    return _Use("kind or group", name, {*game.kinds, *game.file.groups}, key)


def _amounts(game: Game) -> set[str]:
    """Return what can stand for a number: numbers, dice, what a line calls its result, and a kind for one of it."""
    called = {step.called for step, _path in steps(game) if step.called}
    return {*game.file.numbers, *game.file.dice, *game.kinds, *called}
