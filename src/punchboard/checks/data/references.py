"""REF001: an unknown name.

What: a deck, an expectation, a variant, a step of a script or a condition names a kind, group, list, field, variant,
pile, die, number, seat or sequence that the game does not have. Or a condition compares a field with a value that no
component has. Or ``sources`` names a table that no kind reads. Or a layout, a text or an option
names a style, colour, icon, font, face, paper or product that does not exist.

Why: a misspelt name would be printed as it is, and nothing would be counted or drawn for it.

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

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from punchboard.checks.counts.expectations import field_names
from punchboard.checks.setup.conditions import unknown_in_condition
from punchboard.checks.setup.step_names import NameUse, names_in, names_in_pile
from punchboard.checks.traversal import conditions, declared_piles, expectations, is_unknown_name, selections, steps
from punchboard.engine.script import TURNS
from punchboard.model.game.expectations import ENTRIES_OF
from punchboard.model.game.game import Game
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.model.game.selection import ALL, is_named_selection, pile_contents
from punchboard.model.values import Path, closest_word, did_you_mean
from punchboard.problem import Problem

ID: Final = "REF001"


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each unknown name."""
    groups = {ALL, *game.kinds, *game.file.groups}
    for text, path in selections(game):
        if text in declared_piles(game) and not is_named_selection(game, text) and not pile_contents(game, text):
            hint = "add 'contains' with what it holds at the start"
            yield Problem(ID, game.place_of(*path), f"the pile {text!r} does not say what it holds", hint)
        elif is_unknown_name(game, text):
            yield _unknown(game, "kind or group", text, groups, path)
    yield from _sources(game)
    yield from _expectations(game)
    yield from _lists(game)
    for number, variant in enumerate(game.file.variants):
        for name in variant.numbers.keys() - game.file.numbers.keys():
            yield _unknown(game, "number", name, game.file.numbers, ("variants", number, "numbers", name))
    for step, path in steps(game):
        yield from _uses(game, names_in(game, step, path), path)
    for pile, path in declared_piles(game).values():
        yield from _uses(game, names_in_pile(game, pile), path)
    yield from _ends(game)
    for condition, path in conditions(game):
        for message, hint in unknown_in_condition(game, condition):
            yield Problem(ID, game.place_of(*path), message, hint)


def _ends(game: Game) -> Iterator[Problem]:
    """Yield a problem for each end that is to be tested after turns, where there are none."""
    has_turns = game.file.turn or any(step.sequence == TURNS for step, _path in steps(game))
    for name, end in game.file.end.items():
        if end.check == "turn" and not has_turns:
            path = ("end", name, "check")
            yield Problem(ID, game.place_of(*path), "no 'turn': the game has rounds only", "write 'check: round'")
        elif end.then is not None and end.then != "one more round" and not has_turns:
            hint = "write 'then: one more round', or leave it out"
            yield Problem(ID, game.place_of("end", name, "then"), f"no 'turn' for {end.then!r}", hint)


def _sources(game: Game) -> Iterator[Problem]:
    """Yield a problem for each link of a table that no kind reads."""
    rows = [kind.rows for kind in game.file.kinds.values()]
    known = {of.table if isinstance(of, RowsFile) else of for of in rows if not isinstance(of, tuple)}
    for table in game.file.sources:
        if table not in known:
            yield _unknown(game, "kind reads the table", table, known, ("sources", table))


def _unknown(game: Game, noun: str, name: str, known: Collection[str], path: Path) -> Problem:
    return Problem(ID, game.place_of(*path), f"no {noun} {name!r}", did_you_mean(name, known))


def _lists(game: Game) -> Iterator[Problem]:
    """Yield a problem for each die that names an unknown list."""
    for name, die in game.file.dice.items():
        if isinstance(die.faces, dict) and die.faces["one of"] not in game.lists:
            yield _unknown(game, "list", die.faces["one of"], game.lists, ("dice", name, "faces"))


def _expectations(game: Game) -> Iterator[Problem]:
    """Yield a problem for each unknown field and list in an expectation."""
    known = field_names(game)
    for expectation, path in expectations(game):
        for key, field in expectation.fields:
            if field not in known:
                yield _unknown(game, "field", field, known, (*path, key))
        listed = expectation.selection.removeprefix(ENTRIES_OF)
        if listed != expectation.selection and listed not in game.lists:
            yield _unknown(game, "list", listed, game.lists, (*path, "count"))


def _uses(game: Game, uses: Iterable[NameUse], path: Path) -> Iterator[Problem]:
    """Yield a problem for each unknown name."""
    for use in uses:
        if use.name not in use.valid_names:
            problem = _unknown(game, use.noun, use.name, use.valid_names, (*path, use.key))
            is_like = closest_word(use.name, use.valid_names)
            yield problem._replace(hint=use.hint) if use.hint and not is_like else problem
