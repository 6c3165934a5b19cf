"""Conditions compiled to Python functions of a world, where their syntax allows it; that is faster than Jinja2."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Protocol

from punchboard.engine.simulator.world import World

Term = Callable[[World], Any]


class Counter(Protocol):
    """Returns the function that counts matching components of a pile."""

    def __call__(
        self, name: str, only: str | None, fields: Mapping[str, Any], *, everywhere: bool
    ) -> Callable[[World], int]:
        """Return the function that counts components of a selection with certain fields, for all seats or for one."""
        ...


_OPERATORS: Final[Mapping[type, Callable[[Any, Any], Any]]] = MappingProxyType(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.FloorDiv: operator.floordiv,
        ast.Mod: operator.mod,
        ast.Eq: operator.eq,
        ast.NotEq: operator.ne,
        ast.Lt: operator.lt,
        ast.LtE: operator.le,
        ast.Gt: operator.gt,
        ast.GtE: operator.ge,
        ast.In: lambda one, other: one in other,
        ast.NotIn: lambda one, other: one not in other,
    }
)

_CONSTANTS: Final = MappingProxyType({"true": True, "false": False, "none": None})


class UnsupportedTermError(Exception):
    """The expression uses syntax that is not compiled here."""


def compile_term(text: str, constants: Mapping[str, Any], names: tuple[str, ...], counter: Counter) -> Term | None:
    """Return the function for a condition; None for one that only the expression language can evaluate.

    ``constants`` are values that never change, ``names`` the values that a world may have.
    """
    try:
        return _Terms(constants, names, counter).of(_parsed(text))
    except (SyntaxError, UnsupportedTermError):
        return None


@lru_cache(maxsize=1024)
def _parsed(text: str) -> ast.expr:
    return ast.parse(" ".join(text.split()), mode="eval").body


class _Terms:
    def __init__(self, constants: Mapping[str, Any], names: tuple[str, ...], counter: Counter) -> None:
        self._constants, self._names, self._counter = constants, names, counter

    def of(self, node: ast.expr) -> Term:
        compile_node = getattr(self, f"_{type(node).__name__.lower()}", None)
        if compile_node is None:
            raise UnsupportedTermError
        found: Term = compile_node(node)
        return found

    def fixed(self, node: ast.expr) -> Any:
        """Return a value that never changes."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.List | ast.Tuple):
            return [self.fixed(one) for one in node.elts]
        if isinstance(node, ast.Name) and node.id in _CONSTANTS:
            return _CONSTANTS[node.id]
        if isinstance(node, ast.Name) and node.id in self._constants and node.id not in self._names:
            return self._constants[node.id]
        owner = self.fixed(node.value) if isinstance(node, ast.Attribute | ast.Subscript) else None
        key = node.attr if isinstance(node, ast.Attribute) else None
        key = self.fixed(node.slice) if isinstance(node, ast.Subscript) else key
        if isinstance(owner, Mapping) and key in owner:
            return owner[key]
        raise UnsupportedTermError

    def _constant(self, node: ast.expr) -> Term:
        value = self.fixed(node)
        return lambda _world: value

    _list = _tuple = _attribute = _subscript = _constant

    def _name(self, node: ast.Name) -> Term:
        if node.id in self._names:
            name = node.id
            return lambda world: world.values[name]
        return self._constant(node)

    def _call(self, node: ast.Call) -> Term:
        if not isinstance(node.func, ast.Name) or node.func.id not in {"count", "count_all"}:
            raise UnsupportedTermError
        given = [self.fixed(one) for one in node.args]
        fields = {one.arg: self.fixed(one.value) for one in node.keywords if one.arg is not None}
        if not 1 <= len(given) <= 2 or len(fields) < len(node.keywords) or "only" in fields:
            raise UnsupportedTermError
        only = given[1] if len(given) > 1 else None
        return self._counter(str(given[0]), only, fields, everywhere=node.func.id == "count_all")

    def _binop(self, node: ast.BinOp) -> Term:
        return self._two(type(node.op), self.of(node.left), self.of(node.right))

    def _compare(self, node: ast.Compare) -> Term:
        if len(node.ops) > 1:
            raise UnsupportedTermError
        return self._two(type(node.ops[0]), self.of(node.left), self.of(node.comparators[0]))

    @staticmethod
    def _two(operator_type: type, left: Term, right: Term) -> Term:
        if operator_type not in _OPERATORS:
            raise UnsupportedTermError
        operation = _OPERATORS[operator_type]
        return lambda world: operation(left(world), right(world))

    def _boolop(self, node: ast.BoolOp) -> Term:
        terms = [self.of(one) for one in node.values]
        if isinstance(node.op, ast.And):
            return lambda world: all(term(world) for term in terms)
        return lambda world: any(term(world) for term in terms)

    def _unaryop(self, node: ast.UnaryOp) -> Term:
        one = self.of(node.operand)
        if isinstance(node.op, ast.Not):
            return lambda world: not one(world)
        if isinstance(node.op, ast.USub):
            return lambda world: -one(world)
        raise UnsupportedTermError

    def _ifexp(self, node: ast.IfExp) -> Term:
        test, then, other = self.of(node.test), self.of(node.body), self.of(node.orelse)
        return lambda world: then(world) if test(world) else other(world)
