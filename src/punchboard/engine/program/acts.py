"""What a step does to piles, as acts, and its conditions as terms, which need no expression language to evaluate."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.engine.moves.conditions import COUNTS, SHUFFLE_IN, shortage_fallbacks
from punchboard.engine.moves.draws import RETURNED_TO_PILE, constant_amount
from punchboard.engine.moves.outcome import Action, entry_masks, part_count, same_value_masks
from punchboard.engine.program.parts import (
    Act,
    Amount,
    ByHand,
    Move,
    Name,
    Pass,
    Refused,
    Roll,
    Sets,
    Shuffle,
    Split,
    Stack,
    Term,
)
from punchboard.engine.states.piles import selection_query
from punchboard.engine.states.table import EACH, Table, UnknownOutcome
from punchboard.model.game.setup import HALVES, Operand, Step


class Maker(NamedTuple):
    """What the acts of a step are made with."""

    table: Table
    """A table on which each component is a class of its own."""
    sets: Sets
    term: Callable[[str, int | None], Term]
    """Writes a condition for a seat; raises an UnknownOutcome if it cannot be written."""


def acts(maker: Maker, step: Step, seat: int | None) -> tuple[Act, ...]:
    """Return the acts of a step without steps of its own, for a seat.

    Raises:
        UnknownOutcome: when the step cannot be carried out.
    """
    return tuple(ACTS[step.traits.operand](maker, step, seat))


def _moves(maker: Maker, step: Step, seat: int | None) -> Iterator[Act]:
    for part in range(part_count(maker.table, step, seat)):
        action = Action(maker.table, step, seat, part)
        for fits in entry_masks(action):
            yield _move(maker, action, list(same_value_masks(action, fits)))


def _move(maker: Maker, action: Action, alternatives: Sequence[Sequence[bool]]) -> Move:
    table, step, seat = action.table, action.step, action.seat
    if step.traits.draws and step.same is not None:
        raise UnknownOutcome("a draw with 'same' is not supported")
    filters = step.traits.draws and not all(all(mask) for mask in alternatives)
    if step.traits.draws and step.needs is not None and step.each is not None:
        raise UnknownOutcome("a draw with both 'each' and 'needs' is not supported")
    return Move(
        draws=step.traits.draws,
        source=table.index[action.source],
        target=table.index[action.target],
        amount=_amount(maker, action),
        sets=tuple(map(maker.sets.place, alternatives)),
        same=step.same is not None,
        refused=_refused(maker, action) if filters else "back",
        needs=None if step.needs is None else maker.term(step.needs, seat),
        short=tuple(_short(action)),
    )


def _amount(maker: Maker, action: Action) -> Amount:
    amount = action.step.amount
    if amount is None:
        return ("exactly", 1)
    if amount.mode in {"all", "as many", *HALVES}:
        return (amount.mode,)
    number = number_term(maker, action.step, amount.number, action.seat)
    return (amount.mode, number) if amount.most is None else (amount.mode, number, amount.most)


def number_term(maker: Maker, step: Step, number: int | str | dict[int, int], seat: int | None) -> Term:
    """Return the number of an amount or of repetitions, or what it is calculated from during play.

    Raises:
        UnknownOutcome: when it cannot be calculated.
    """
    constant = constant_amount(maker.table, number)
    if constant is not None:
        return constant
    return ("value", str(number)) if step.formula is None else maker.term(step.formula, seat)


def _short(action: Action) -> Iterator[int | str]:
    for way in shortage_fallbacks(action.step):
        if way.startswith(SHUFFLE_IN):
            yield action.table.index[action.table.key(way.removeprefix(SHUFFLE_IN), action.seat)]
        elif way in {"stop", "end"}:
            yield way
        else:
            raise UnknownOutcome(f"unknown 'if short: {way}'; use 'stop', 'end' or 'shuffle in ...'")


def _refused(maker: Maker, action: Action) -> Refused:
    otherwise, table = action.step.otherwise, action.table
    if otherwise == "shuffle back":
        return "again"
    if otherwise == "discard":
        return ((None, table.index[action.discard_key]),)
    if not isinstance(otherwise, tuple):
        if otherwise not in RETURNED_TO_PILE:
            raise UnknownOutcome(f"'otherwise: {otherwise}' is not supported")
        return "back"
    everything = (True,) * len(table.classes)
    return tuple(
        (
            maker.sets.place(table.classes.results(selection_query(rule["of"])) if "of" in rule else everything),
            table.index[table.key(rule["to"], action.seat)],
        )
        for rule in otherwise
    )


def _whole_piles(maker: Maker, step: Step, seat: int | None) -> Iterator[Act]:
    if step.traits.passes:
        index = maker.table.index
        yield Pass(tuple((index[key], index[taker]) for key, taker in maker.table.passed(step, seat)))
        return
    make = _split if step.traits.divides else _stack if step.traits.keeps_order else _shuffle
    yield from make(maker, step, seat)


def _shuffle(maker: Maker, step: Step, seat: int | None) -> Iterator[Act]:
    table = maker.table
    places = [table.index[key] for name in step.piles for key in table.keys_of(name, seat)]
    if len(step.piles) == 1 and step.target is None and step.piles[0].startswith(EACH):
        yield Shuffle(tuple(places), None)
        return
    into = table.key(step.target or step.piles[0], seat)  # raises if the name stands for several piles
    yield Shuffle(tuple(places), table.index[into])


def _split(maker: Maker, step: Step, seat: int | None) -> Iterator[Act]:
    table = maker.table
    if len(step.piles) != 1:
        raise UnknownOutcome("only one pile can be split; shuffle several piles into one first")
    source = table.index[table.key(step.piles[0], seat)]
    targets = tuple(table.index[key] for key in table.keys_of(step.target or "", seat))
    if source in targets:
        raise UnknownOutcome("a pile cannot be split into itself")
    yield Split(source, targets)


def _stack(maker: Maker, step: Step, seat: int | None) -> Iterator[Act]:
    table = maker.table
    places = dict.fromkeys(table.index[key] for name in step.piles for key in table.keys_of(name, seat))
    yield Stack(tuple(places), table.index[table.key(step.target or "", seat)])


def _roll(maker: Maker, step: Step, _seat: int | None) -> Iterator[Act]:
    game = maker.table.game
    die = game.file.dice.get(step.operand)
    if die is None:
        raise UnknownOutcome(f"there is no die {step.operand!r}")
    faces = die.faces if isinstance(die.faces, tuple) else tuple(map(str, game.lists[die.faces["one of"]]))
    yield Roll(step.operand, tuple(faces), step.called or step.operand)


def _name(maker: Maker, step: Step, seat: int | None) -> Iterator[Act]:
    if step.operand in maker.table.game.file.seats:
        yield Name(step.operand, seat if step.excepting == "the doer" else step.excepting)


def _say(_maker: Maker, step: Step, _seat: int | None) -> Iterator[Act]:
    yield ByHand(step.operand)


def _empty_group(maker: Maker, step: Step, _seat: int | None) -> Iterator[Act]:
    name, sequences = step.sequence, maker.table.game.file.sequences
    if name and sequences.get(name) != ():
        raise UnknownOutcome(f"{name!r} {'calls itself' if name in sequences else 'is not a sequence of this game'}")
    yield from ()


ACTS: Mapping[Operand, Callable[[Maker, Step, int | None], Iterator[Act]]] = {
    "amount": _moves,
    "piles": _whole_piles,
    "die": _roll,
    "seat": _name,
    "text": _say,
    "steps": _empty_group,
    "choices": _empty_group,
}
"""The acts by what a verb is about. Groups with steps are compiled as blocks."""


OPERATORS: Final[Mapping[type, str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.And: "and",
    ast.Or: "or",
    ast.Not: "not",
}
"""The signs and words that join parts of a condition, as terms have them."""

_CONSTANTS: Final = MappingProxyType({"true": True, "false": False, "none": None})


class CountCall(NamedTuple):
    """A call of one of `COUNTS`: a pile, a selection, and values of fields."""

    pile: str
    only: str | None
    fields: Mapping[str, Any]
    function: str


class UnsupportedTermError(Exception):
    """The condition uses more than terms can say."""


class TermWriter:
    """Writes conditions as terms, for one seat.

    Args:
        constants: names whose values never change.
        values: names whose values steps set.
        count: writes a call of one of `COUNTS`.
    """

    def __init__(
        self, constants: Mapping[str, Any], values: frozenset[str], count: Callable[[CountCall], Term]
    ) -> None:
        self._constants, self._values, self._count = constants, values, count

    def term(self, text: str) -> Term:
        """Return a condition as a term.

        Raises:
            UnsupportedTermError: when it is not a condition of counts, numbers, values and operators.
        """
        try:
            return self._of(ast.parse(" ".join(text.split()), mode="eval").body)
        except SyntaxError as error:
            raise UnsupportedTermError from error

    def _of(self, node: ast.expr) -> Term:  # noqa: PLR0911 - one return for each form
        match node:
            case ast.Name() if node.id in self._values:
                return ("value", node.id)
            case ast.Call(func=ast.Name(id=name)) if name in COUNTS:
                return self._call(node, name)
            case ast.BinOp():
                return self._joined(node.op, self._of(node.left), self._of(node.right))
            case ast.Compare():
                sides = pairwise(self._of(side) for side in (node.left, *node.comparators))
                terms = [self._joined(operator, *pair) for operator, pair in zip(node.ops, sides, strict=True)]
                return terms[0] if len(terms) == 1 else ("and", *terms)
            case ast.BoolOp():
                return self._joined(node.op, *map(self._of, node.values))
            case ast.UnaryOp(op=ast.Not()):
                return self._joined(node.op, self._of(node.operand))
            case ast.UnaryOp(op=ast.USub()):
                return ("-", 0, self._of(node.operand))
            case ast.IfExp():
                return ("if", self._of(node.test), self._of(node.body), self._of(node.orelse))
            case _:
                value = self._fixed(node)
                return ("list", *value) if isinstance(value, list) else value

    @staticmethod
    def _joined(operator: ast.AST, *operands: Term) -> Term:
        if type(operator) not in OPERATORS:
            raise UnsupportedTermError
        return (OPERATORS[type(operator)], *operands)

    def _call(self, node: ast.Call, function: str) -> Term:
        given = [self._fixed(argument) for argument in node.args]
        fields = {keyword.arg: self._fixed(keyword.value) for keyword in node.keywords if keyword.arg is not None}
        if not 1 <= len(given) <= 2 or len(fields) < len(node.keywords) or "only" in fields:
            raise UnsupportedTermError
        return self._count(CountCall(str(given[0]), given[1] if len(given) > 1 else None, fields, function))

    def _fixed(self, node: ast.expr) -> Any:
        """Return a value that never changes."""
        match node:
            case ast.Constant():
                return node.value
            case ast.List() | ast.Tuple():
                return [self._fixed(element) for element in node.elts]
            case ast.Name() if node.id in _CONSTANTS:
                return _CONSTANTS[node.id]
            case ast.Name() if node.id in self._constants and node.id not in self._values:
                return self._constants[node.id]
            case ast.Attribute() | ast.Subscript():
                owner = self._fixed(node.value)
                key = node.attr if isinstance(node, ast.Attribute) else self._fixed(node.slice)
                if isinstance(owner, Mapping) and key in owner:
                    return owner[key]
        raise UnsupportedTermError
