"""Conditions and formulas of scripts and ends: names in them that mean nothing, and values that nobody can know."""

import ast
import re
from collections.abc import Collection, Hashable, Iterator
from typing import Any, Final, Literal, NamedTuple

from punchboard.checks.counts.expectations import field_names
from punchboard.checks.traversal import is_pile, is_unknown_name, pile_name, pile_names, steps
from punchboard.engine.moves.conditions import COUNTS, condition_nodes, count_calls
from punchboard.engine.program.acts import OPERATORS
from punchboard.engine.states.table import EACH
from punchboard.expression import ExpressionError, expression
from punchboard.model.game.game import Game, list_name
from punchboard.model.game.selection import reads_players
from punchboard.model.values import did_you_mean

_FORMS: Final = (
    *(ast.Name, ast.Constant, ast.Call, ast.BinOp, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.IfExp),
    *(ast.List, ast.Tuple, ast.Attribute, ast.Subscript),
)
"""What conditions are made of."""

_SIGNS: Final = {ast.Div: "'/'", ast.Pow: "'**'", ast.BitOr: "filters", ast.Is: "tests", ast.IsNot: "tests"}

_CONDITIONS_SAY: Final = "conditions count, calculate with + - * // and %, compare, and join with and, or and not"

_COMPARISON: Final = re.compile(r"(?<![=!<>])=[<>]?(?!=)")
_IN_PARENTHESES: Final = re.compile(r"\([^()]*\)")
_VALUES: Final = frozenset({"players", "variant", "numbers", "true", "false", "none"})
"""Names that have a value in every condition."""


class Unknown(NamedTuple):
    """What a condition names that is not there, and a hint."""

    message: str
    hint: str


def unknown_in_condition(game: Game, text: str) -> Iterator[Unknown]:
    """Yield every name in a condition that means nothing: values, piles, groups, fields, variants and faces."""
    if unsupported_in_condition(text):
        return  # another rule says so
    functions = {id(node.func) for node in condition_nodes(text) if isinstance(node, ast.Call)}
    counted = {id(node) for call in count_calls(text) for named in _what_is_counted(call) for node in ast.walk(named)}
    valid = {*_VALUES, *_faces(game), *game.file.numbers, *game.file.seats}
    yield from bare_values(text)
    for node in (node for node in condition_nodes(text) if id(node) not in counted):
        match node:
            case ast.Name() if id(node) not in functions and node.id not in valid:
                yield _unknown_value(game, node.id, valid)
            case ast.Call(func=ast.Name(id=function)) if function not in COUNTS:
                yield Unknown(f"no function {function!r}", did_you_mean(function, COUNTS))
            case ast.Compare():
                yield from _unknown_in_comparison(game, node)
            case ast.Attribute(value=ast.Name(id="numbers")) if node.attr not in game.file.numbers:
                yield Unknown(f"no number {node.attr!r}", did_you_mean(node.attr, game.file.numbers))
    for call in count_calls(text):
        yield from _unknown_in_count(game, call)
        for named in _what_is_counted(call):
            yield from _without_quotes(named, valid)


def bare_values(text: str) -> Iterator[Unknown]:
    """Yield each text of a condition or selection that stands where only a comparison has a meaning."""
    nodes = condition_nodes(text)
    places: list[ast.expr] = [node.body for node in nodes if isinstance(node, ast.Expression)]
    for node in nodes:
        match node:
            case ast.BoolOp():
                places += node.values
            case ast.UnaryOp(op=ast.Not()):
                places.append(node.operand)
            case ast.IfExp():
                places.append(node.test)
    for place in places:
        if isinstance(place, ast.Constant) and isinstance(place.value, str):
            hint = "compare it with something: a text alone always holds"
            yield Unknown(f"the text {place.value!r} is compared with nothing", hint)


def _what_is_counted(call: ast.Call) -> Iterator[ast.expr]:
    """Yield the parts of a count after its pile: a selection, and the values of fields."""
    yield from call.args[1:]
    yield from (keyword.value for keyword in call.keywords)


def _without_quotes(part: ast.expr, valid: Collection[str]) -> Iterator[Unknown]:
    """Yield the slip in a selection or value of a field that is no text or number: forgotten quotes, or ``==``."""
    match part:
        case ast.Compare(left=ast.Name(id=field), ops=[ast.Eq()], comparators=[ast.Constant(value=value)]):
            yield Unknown("a count compares a field with one '='", f"write {field}={value!r}")
        case ast.Name(id=name) if name not in valid:
            yield Unknown(f"{name!r} is written without quotes", f"write '{name}' in quotes")
        case ast.List() | ast.Tuple():
            hint = "write a count for each value, and '+' between them"
            yield Unknown("a count compares a field with one value", hint)
        case _:
            for node in ast.walk(part):
                if isinstance(node, ast.Name) and node.id not in valid:
                    yield Unknown(f"no value {node.id!r}", did_you_mean(node.id, valid))


def comparison_slip(text: str) -> ExpressionError | None:
    """Return what is wrong with a sign of comparison, as in ``players = 2`` and ``players => 2``; None if nothing."""
    match = _COMPARISON.search(_IN_PARENTHESES.sub("", text))
    if match is None:
        return None
    right = {"=": "==", "=>": ">=", "=<": "<="}[match[0]]
    return ExpressionError(f"{match[0]!r} does not compare in {text!r}", f"write {right!r} to compare")


def unsupported_in_condition(text: str, noun: str = "a condition") -> ExpressionError | None:
    """Return an error that names what a condition uses that only a template can, such as a filter; None if nothing."""
    nodes = condition_nodes(text)
    used = next(filter(None, map(_unsupported, nodes)), "") if nodes else "filters and tests"
    hint = "write '//' to divide and round down" if used == _SIGNS[ast.Div] else _CONDITIONS_SAY
    return ExpressionError(f"{noun} cannot use {used}, as in {text!r}", hint) if used else None


def _unsupported(node: ast.AST) -> str:
    match node:
        case ast.Call() if not isinstance(node.func, ast.Name):
            return "functions of values"
        case ast.operator() | ast.unaryop() | ast.cmpop() if type(node) not in {*OPERATORS, ast.USub}:
            return _SIGNS.get(type(node), "this sign")
        case ast.expr() if not isinstance(node, _FORMS):
            return "this form"
    return ""


def _unknown_value(game: Game, name: str, valid: Collection[str]) -> Unknown:
    pile = name.replace("_", " ")
    if pile in pile_names(game):
        own = f", most('{pile}'), or total('{pile}') for all players" if pile in game.file.each_player_has else ""
        return Unknown(f"the pile {name!r} is named without quotes", f"write '{pile}' in quotes: count('{pile}'){own}")
    if any(name in (variant.key, variant.name) for variant in game.file.variants):
        return Unknown(f"the variant {name!r} is named without quotes", f"write variant == '{name}'")
    if name == "count_all":
        return Unknown("no value 'count_all'", "write total('hand') for the piles of all players together")
    return Unknown(f"no value {name!r}", did_you_mean(name, {*valid, *COUNTS}))


def _unknown_in_count(game: Game, call: ast.Call) -> Iterator[Unknown]:
    """Yield what is unknown in one count: its pile, its selection, its fields and their values."""
    pile = call.args[0] if call.args else None
    if isinstance(pile, ast.Constant) and isinstance(pile.value, str):
        yield from _unknown_pile(game, call.func.id if isinstance(call.func, ast.Name) else "", pile.value)
    elif not isinstance(pile, ast.Name) or pile.id in {"players", "variant", "numbers", *game.file.numbers}:
        yield Unknown("a count names no pile", "write count('deck') with the name of one pile in quotes")
    yield from _unknown_selection(game, call)
    for keyword in call.keywords:
        if keyword.arg is not None and keyword.arg not in field_names(game):
            yield Unknown(f"no field {keyword.arg!r}", did_you_mean(keyword.arg, field_names(game)))
        elif keyword.arg is not None and isinstance(keyword.value, ast.Constant):
            noun = "kind" if keyword.arg == "kind" else f"component whose {keyword.arg} is"
            yield from _unknown_constant(noun, keyword.value.value, _values_of(game, keyword.arg))


def _unknown_selection(game: Game, call: ast.Call) -> Iterator[Unknown]:
    """Yield what is wrong with the kind or group that a count selects."""
    texts = [str(argument.value) for argument in call.args if isinstance(argument, ast.Constant)]
    selection = texts[1] if len(texts) > 1 else None
    if len(call.args) > 2 or (len(call.args) == 2 and isinstance(getattr(call.args[1], "value", ""), int | float)):
        hint = "write them in quotes, as in count('deck', 'cards'), and '+' between several counts"
        yield Unknown("a count has one pile and at most one kind or group", hint)
    elif selection is not None and is_unknown_name(game, selection):
        yield Unknown(f"no kind or group {selection!r}", did_you_mean(selection, {*game.kinds, *game.file.groups}))
    if selection is not None and selection not in game.file.groups and reads_players(game, selection):
        hint = "write the selection in 'groups' and its name here"
        yield Unknown("a count cannot select by the number of players", hint)


def _unknown_pile(game: Game, function: str, given: str) -> Iterator[Unknown]:
    """Yield what is wrong with the pile that is counted."""
    name, own = pile_name(given), game.file.each_player_has
    if not is_pile(game, name):
        yield Unknown(f"no pile {given!r}", did_you_mean(given, pile_names(game)))
    elif given.startswith(EACH):
        right = "total" if function == "count" and name in own else function
        yield Unknown(f"'each' has no meaning in {function}({given!r})", f"write {right}('{name}')")
    elif function in {"most", "least"} and name not in own:
        hint = f"write count('{given}'): all players share it"
        yield Unknown(f"no player has a pile {given!r} of their own", hint)


def _unknown_in_comparison(game: Game, node: ast.Compare) -> Iterator[Unknown]:
    """Yield the texts that are no variant or no face of a die, but compared with one."""
    sides = (node.left, *node.comparators)
    names = [side.id for side in sides if isinstance(side, ast.Name)]
    is_calculated = any(isinstance(side, ast.Call | ast.BinOp) for side in sides)
    if is_calculated or not {"players", *game.file.numbers}.isdisjoint(names):
        for side in sides:
            if isinstance(side, ast.Constant) and isinstance(side.value, str):
                yield Unknown(f"a number is compared with the text {side.value!r}", "write it without quotes")
    lists = [side.elts if isinstance(side, ast.List | ast.Tuple) else [side] for side in sides]
    values = [element.value for each in lists for element in each if isinstance(element, ast.Constant)]
    for name in names:
        faces = _faces(game).get(name)
        for value in values:
            if name == "variant":
                yield from _unknown_constant("variant", value, ("", *(variant.key for variant in game.file.variants)))
            elif faces is not None and isinstance(value, str):
                yield from _unknown_constant(f"face of {name!r} that is", value, faces)


def _unknown_constant(noun: str, value: Any, valid: Collection[Any]) -> Iterator[Unknown]:
    if value in valid:
        return
    same = [valid_value for valid_value in valid if str(valid_value) == str(value)]
    hint = f"write {same[0]!r}: it is a number" if same else did_you_mean(str(value), map(str, valid))
    yield Unknown(f"no {noun} {value!r}", hint if any(valid) else "there is none at all")


def _values_of(game: Game, field: str) -> Collection[Any]:
    """Return every value that a field of some component has, or that its list has."""
    if field == "kind":
        return frozenset(game.kinds)
    listed = [kind.fields[field].one_of for kind in game.file.kinds.values() if field in kind.fields]
    entries = [game.lists.get(choices, ()) if isinstance(choices, str) else choices or () for choices in listed]
    known: set[Any] = {str(entry) for each in entries for entry in each}
    values = (component.source_values.get(field) for component in game.components)
    return known.union(value for value in values if isinstance(value, Hashable) and value is not None)


def _faces(game: Game) -> dict[str, tuple[Any, ...]]:
    """Return every name for what a die shows, with its faces."""
    dice: dict[str, tuple[Any, ...]] = {
        name: die.faces if isinstance(die.faces, tuple) else tuple(map(str, game.lists.get(list_name(die), ())))
        for name, die in game.file.dice.items()
    }
    return dice | {step.called: dice.get(step.operand, ()) for step, _path in steps(game) if step.called}


MAX_SEATS: Final = 8
"""At most this many numbers of players are tried if the game sets no limit."""


Wanted = Literal["condition", "number", "amount"]
"""What an expression must give: a truth value, a number, or a whole number of components."""


def condition_error(game: Game, text: str, wanted: Wanted = "condition") -> ExpressionError | None:
    """Return why a condition or formula fails for some number of players and variant, or None if it does not.

    A division by what a pile holds fails only if it always does: it is not known here what is never empty.
    """
    by_zero: list[ExpressionError] = []
    is_known = False
    try:
        evaluate = expression(text)
        if unsupported := unsupported_in_condition(text, "a condition" if wanted == "condition" else "a formula"):
            return unsupported
        for values in _situations(game):
            try:
                value = evaluate(values)
            except ExpressionError as error:
                if not isinstance(error.__cause__, ZeroDivisionError):
                    raise
                by_zero.append(error)
                continue
            if unwanted := _unwanted(text, value, wanted):
                return unwanted
            is_known = True
    except ExpressionError as error:
        return comparison_slip(text) or error
    return by_zero[0] if by_zero and not is_known else None


def _unwanted(text: str, value: object, wanted: Wanted) -> ExpressionError | None:
    """Return why a value is not what an expression must give, or None if it is."""
    if wanted == "condition" and not isinstance(value, bool):
        return ExpressionError(f"{text!r} is no condition", "compare it, as in count('deck') == 0")
    if wanted != "condition" and isinstance(value, bool | str):
        return ExpressionError(f"{text!r} is no number", "count or calculate, as in count('hand') // 2")
    if wanted == "amount" and not isinstance(value, int):
        return ExpressionError(f"{text!r} is no whole number", "write '//' to divide and round down")
    return None


def _situations(game: Game) -> Iterator[dict[str, Any]]:
    low, high = game.file.players.bounds
    results = {
        step.called or step.operand: 1 for step, _path in steps(game) if step.called or step.traits.operand == "die"
    }
    numbers = {name: number.value for name, number in game.file.numbers.items()}
    for variant in ("", *(variant.key for variant in game.file.variants)):
        for seats in range(low, min(high or MAX_SEATS, low + MAX_SEATS) + 1):
            for how_many in (0, 1):
                yield {
                    **numbers,
                    **results,
                    "numbers": numbers,
                    "variant": variant,
                    "players": seats,
                    **dict.fromkeys(COUNTS, lambda *_piles, how_many=how_many, **_fields: how_many),
                }
