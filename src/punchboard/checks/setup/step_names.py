"""The names in a step of a script, each with the names that are valid there."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

from punchboard.checks.counts.expectations import field_names
from punchboard.checks.traversal import is_pile, pile_name, pile_names, reads_play, steps
from punchboard.engine.moves.conditions import COUNTS, SHUFFLE_IN
from punchboard.engine.script import TURNS
from punchboard.expression import ExpressionError
from punchboard.model.game.amounts import PLAYERS, formula_names, is_formula
from punchboard.model.game.game import Game
from punchboard.model.game.game_file import Pile
from punchboard.model.game.selection import selected_components
from punchboard.model.game.setup import EVERY_SEAT, Step
from punchboard.model.values import Path

SEATS: Final = EVERY_SEAT | {"each other player"}
"""The players that can act in every game."""

DOER: Final = "the doer"
"""The player who names another one."""

OTHERWISE: Final = frozenset({"set aside", "shuffle back", "may shuffle back", "discard"})
"""What can happen to components that a step draws but does not keep."""

IF_SHORT: Final = frozenset({"stop", "end", "shuffle in <pile>"})
"""What can happen if a pile does not hold enough."""


class NameUse(NamedTuple):
    """A name in a step: its kind, the name, the valid names, and the key that it is given for."""

    noun: str
    name: str
    valid_names: Collection[str]
    key: str
    hint: str = ""
    """What to write where no valid name is like it."""


def names_in(game: Game, step: Step, path: Path) -> Iterator[NameUse]:
    """Yield every name in one step, without those in nested steps."""
    yield from _actors(game, step)
    if step.sequence:
        has_turns = path[0] in {"round", "sequences"}
        known = {*game.file.sequences, *({TURNS} if has_turns else ())}
        hint = "only a line of 'round' can be {do: turns}" if step.sequence in {"turn", TURNS} else ""
        yield NameUse("sequence", step.sequence, known, step.verb, hint)
    yield from _things(game, step)
    yield from _ways(game, step)


def _choice_fields(game: Game) -> frozenset[str]:
    """Return the names of all fields with ``one of``."""
    kinds = game.file.kinds.values()
    return frozenset(name for kind in kinds for name, field in kind.fields.items() if field.one_of is not None)


def _actors(game: Game, step: Step) -> Iterator[NameUse]:
    """Yield who acts, and what is rolled or counted."""
    if step.who is not None:
        yield NameUse("seat", step.who, {*SEATS, *game.file.seats}, step.verb)
    if step.excepting is not None:
        yield NameUse("seat", step.excepting, {DOER, *game.file.seats}, "not")
    if step.traits.operand == "die":
        yield NameUse("die", step.operand, game.file.dice, step.verb)
    elif step.traits.operand == "seat":
        yield NameUse("seat", step.operand, game.file.seats, step.verb)
    if reads_play(game, step.formula):
        return  # it is read as a condition
    if step.amount is not None:
        yield from names_in_amount(game, step.amount.number, step.verb, game.kinds)
    if step.times is not None:
        yield from names_in_amount(game, step.times, "times")


_AMOUNTS: Final = (
    "write 3, 'all', 'half', 'half rounded up', 'up to 3', 'until 7', or the name of a number, of a die or of a kind"
)


def names_in_amount(game: Game, amount: object, key: str, more: Iterable[str] = ()) -> Iterator[NameUse]:
    """Yield the name that stands for a number, or those in a formula; it can be one of ``more`` too."""
    if is_formula(amount):
        known = {*game.file.numbers, PLAYERS, *((*game.file.dice, *COUNTS) if more else ())}
        for name in sorted(formula_names(str(amount))):
            hint = "this formula is calculated before the game begins" if name in {*_numbers(game), *COUNTS} else ""
            yield NameUse("number", name, known, key, hint)
    elif isinstance(amount, str):
        yield NameUse("number", amount, {*_numbers(game), *more}, key, _AMOUNTS if more else "")


def names_in_pile(game: Game, pile: Pile) -> Iterator[NameUse]:
    """Yield the names that say how many piles there are: those of an amount, and of a field."""
    yield from names_in_amount(game, pile.many, "many")
    if pile.for_each is not None and pile.contains is not None:
        with suppress(ExpressionError):  # EXPR001 reports it
            held = selected_components(game, pile.contains)
            fields = [{name for name, value in component.values.items() if value is not None} for component in held]
            valid = set[str]().union(*fields).intersection(*fields)
            yield NameUse("field of all that it contains", pile.for_each, valid, "for each")


def _things(game: Game, step: Step) -> Iterator[NameUse]:
    """Yield the piles and the kinds or groups of components that a step moves."""
    named = [("from", step.source), ("to", step.target)]
    if step.traits.passes:
        own = game.file.each_player_has
        yield from (NameUse("pile that each player has", pile, own, step.verb) for pile in step.piles)
    else:
        named += ((step.verb, pile) for pile in step.piles)
    yield from (_pile(game, pile, key) for key, pile in named if pile is not None)
    yield from (_sort(game, sort, key) for key, sort in ((step.verb, step.kind), ("of", step.of)) if sort is not None)
    if step.same is not None:
        yield NameUse("field", step.same, field_names(game), "same")
    if step.each is not None:
        yield NameUse("field with 'one of'", step.each, _choice_fields(game), "each")


def _ways(game: Game, step: Step) -> Iterator[NameUse]:
    """Yield what happens to refused components, and what happens if a pile runs short."""
    if isinstance(step.otherwise, str):
        yield NameUse("'otherwise' action", step.otherwise, OTHERWISE, "otherwise")
    for rule in step.otherwise if isinstance(step.otherwise, tuple) else ():
        yield from (_pile(game, pile, "otherwise") for key, pile in rule.items() if key == "to")
        yield from (_sort(game, sort, "otherwise") for key, sort in rule.items() if key == "of")
    for way in (step.if_short,) if isinstance(step.if_short, str) else step.if_short or ():
        if way.startswith(SHUFFLE_IN):
            yield _pile(game, way.removeprefix(SHUFFLE_IN), "if short")
        else:
            yield NameUse("'if short' action", way, IF_SHORT, "if short")


def _pile(game: Game, name: str, key: str) -> NameUse:
    pile = pile_name(name)
    hint = f"for a new one, add '{pile}: {{name: the {pile}, shows: faces}}' under 'piles'"
    return NameUse("pile", pile, {pile} if is_pile(game, pile) else pile_names(game), key, hint)


def _sort(game: Game, name: str, key: str) -> NameUse:
    return NameUse("kind or group", name, {*game.kinds, *game.file.groups}, key)


def _numbers(game: Game) -> set[str]:
    """Return the names that can stand for a number: numbers, dice, results of earlier lines, and of the players."""
    called = {step.called for step, _path in steps(game) if step.called}
    return {*game.file.numbers, *game.file.dice, *called, PLAYERS}
