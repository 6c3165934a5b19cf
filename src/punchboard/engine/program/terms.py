"""Conditions as terms: tuples of an operator and its operands, which need no expression language to evaluate."""

import ast
from collections.abc import Callable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.engine.moves.conditions import COUNTS
from punchboard.engine.program.parts import Term

OPERATORS: Final[Mapping[type, str]] = MappingProxyType(
    {
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
)
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
                terms = [self._joined(one, *pair) for one, pair in zip(node.ops, sides, strict=True)]
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
        given = [self._fixed(one) for one in node.args]
        fields = {one.arg: self._fixed(one.value) for one in node.keywords if one.arg is not None}
        if not 1 <= len(given) <= 2 or len(fields) < len(node.keywords) or "only" in fields:
            raise UnsupportedTermError
        return self._count(CountCall(str(given[0]), given[1] if len(given) > 1 else None, fields, function))

    def _fixed(self, node: ast.expr) -> Any:
        """Return a value that never changes."""
        match node:
            case ast.Constant():
                return node.value
            case ast.List() | ast.Tuple():
                return [self._fixed(one) for one in node.elts]
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
