"""What makes a template cost something is made to pay for it: a pass over the tree that Jinja2 has read.

Loops and macros pay for each turn, texts and lists when they are made. Comparisons and look-ups stay as they are.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sized
from typing import Any, Final

from jinja2 import Undefined, nodes
from jinja2.runtime import Context
from jinja2.utils import pass_context
from jinja2.visitor import NodeTransformer

from punchboard.expression.budget import STEP, charge_value, check_size, spend
from punchboard.expression.errors import ExpressionError

MAX_PLACES: Final = 30
"""Most decimal places that a number is rounded to."""

FREE_SIZE: Final = 20
"""Letters or entries that a filter may be given for nothing: what it makes of them is paid for."""

_PAID, _JOINED, _WEIGHED, _GIVEN = "paid for", "joined text", "weighed", "all given"
"""Filters of our own; the blanks keep templates from naming them."""

_STRANGE: Final = (nodes.Block, nodes.Extends, nodes.FromImport, nodes.Import, nodes.Include)
"""Statements about other templates, of which there are none."""

_NAMING: Final = (nodes.Assign, nodes.AssignBlock, nodes.CallBlock, nodes.For, nodes.Macro, nodes.With)
"""Statements that give a name to a value."""


@pass_context
def _paid(_context: Context, units: int) -> bool:
    """Pay for a turn; it takes the context so that Jinja2 does not work it out once and for all."""
    spend(units)
    return True


def _joined(parts: Iterable[Any]) -> str:
    texts = [str(part) for part in parts]
    check_size(sum(map(len, texts)))
    return str(charge_value("".join(texts)))


def require_defined(parts: Any) -> Any:
    """Return a list, or the keys and values of a mapping, of which none is of an unknown name: that raises."""
    for part in (*parts, *parts.values()) if isinstance(parts, Mapping) else parts:
        if isinstance(part, Undefined):
            str(part)
    return parts


class _Payer(NodeTransformer):
    """Puts the payments into a tree.

    Args:
        keeps: whether the template gives names to values: only then can lists in lists grow beyond what is written.
    """

    def __init__(self, *, keeps: bool) -> None:
        self._keeps = keeps

    def visit_For(self, node: nodes.For) -> nodes.For:
        self.generic_visit(node)
        units = STEP + _letters(node.body)
        node.body.insert(0, nodes.ExprStmt(_payment(units, node.lineno), lineno=node.lineno))
        if node.test is not None:  # a turn that is left out is one, too
            node.test = nodes.And(_payment(STEP, node.lineno), node.test, lineno=node.lineno)
        return node

    def visit_Macro(self, node: nodes.Macro) -> nodes.Macro:
        self.generic_visit(node)
        units = 10 * STEP + _letters(node.body)
        node.body.insert(0, nodes.ExprStmt(_payment(units, node.lineno), lineno=node.lineno))
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:
        self.generic_visit(node)
        return _filtered(nodes.List(node.nodes, lineno=node.lineno), _JOINED)

    def visit_List(self, node: nodes.List) -> nodes.Expr:
        self.generic_visit(node)
        return self._made(node, node.items)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Expr:
        self.generic_visit(node)
        return self._made(node, node.items) if node.ctx == "load" else node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Expr:
        self.generic_visit(node)
        return _filtered(node, _WEIGHED) if isinstance(node.arg, nodes.Slice) else node

    def visit_Compare(self, node: nodes.Compare) -> nodes.Compare:
        self.generic_visit(node)
        if self._keeps:  # in a loop, long texts are compared again and again
            node.expr = _filtered(node.expr, _WEIGHED)
            for one in node.ops:
                one.expr = _filtered(one.expr, _WEIGHED)
        return node

    def visit_Dict(self, node: nodes.Dict) -> nodes.Expr:
        self.generic_visit(node)
        return self._made(node, [part for pair in node.items for part in (pair.key, pair.value)])

    def _made(self, node: nodes.Expr, parts: Iterable[nodes.Expr]) -> nodes.Expr:
        """Return what makes a list of its parts, all of which are to be given."""
        known = all(isinstance(part, nodes.Const) for part in parts)
        node = node if known else _filtered(node, _GIVEN)
        return _filtered(node, _WEIGHED) if self._keeps else node


def meter_template(tree: nodes.Template) -> nodes.Template:
    """Return a tree in which all that costs something is paid for; the tree itself is changed.

    Raises:
        ExpressionError: for statements that would take in other templates.
    """
    strange = next(iter(tree.find_all(_STRANGE)), None)
    if strange is not None:
        raise ExpressionError(f"'{type(strange).__name__.lower()}' is no statement here")
    return _as_template(_Payer(keeps=_keeps(tree)).visit(tree))


def _keeps(tree: nodes.Template) -> bool:
    """Tell whether a template gives names to values; an expression alone names nothing but its result."""
    return not _is_expression(tree) and next(iter(tree.find_all(_NAMING)), None) is not None


def _is_expression(tree: nodes.Template) -> bool:
    return len(tree.body) == 1 and isinstance(tree.body[0], nodes.Assign)


def _as_template(node: Any) -> nodes.Template:
    if not isinstance(node, nodes.Template):
        raise TypeError("a tree has become another")
    return node


def _letters(body: Iterable[nodes.Node]) -> int:
    """Return how many letters a part of a template prints whatever it is given."""
    found = (data for one in body for data in (one, *one.find_all(nodes.TemplateData)))
    return sum(len(data.data) for data in found if isinstance(data, nodes.TemplateData))


def _payment(units: int, line: int) -> nodes.Filter:
    return _filtered(nodes.Const(units, lineno=line), _PAID)


def _filtered(node: nodes.Expr, name: str) -> nodes.Filter:
    return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno)


def metered_filters(filters: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return filters that pay for what they make, and refuse at once what would be too large, with those of our own."""
    known = {name: _weighing(_CHECKS.get(name), work) for name, work in filters.items()}
    return {**known, _PAID: _paid, _JOINED: _joined, _WEIGHED: charge_value, _GIVEN: require_defined}


def public_filters(filters: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the filters that templates can name."""
    return tuple(sorted(name for name in filters if name not in {_PAID, _JOINED, _WEIGHED, _GIVEN}))


def _weighing(check: Callable[..., None] | None, work: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter with its price; what it asks of Jinja2 (``jinja_pass_arg``) goes along."""
    before = int(hasattr(work, "jinja_pass_arg"))

    @functools.wraps(work)
    def paid(*args: Any, **options: Any) -> Any:
        value = args[before] if len(args) > before else None
        if isinstance(value, Sized) and not isinstance(value, Undefined) and len(value) > FREE_SIZE:
            spend(len(value) if isinstance(value, str) else STEP * len(value))
        require_defined((*args[before + 1 :], *options.values()))
        if check is not None:
            check(*args[before:], **options)
        return charge_value(work(*args, **options))

    return paid


def _replaced(text: Any, old: Any = "", new: Any = "", count: Any = None) -> None:
    del count
    check_size(str(text).count(str(old)) * len(str(new)))


def _separated(value: Any, d: Any = "", attribute: Any = None) -> None:
    del attribute
    check_size((len(value) if hasattr(value, "__len__") else 1000) * len(str(d)))


def _wrapped(
    s: Any, width: Any = 79, break_long_words: Any = None, wrapstring: Any = None, *_more: Any, **_: Any
) -> None:
    del width, break_long_words
    check_size(len(str(s)) * len(str(wrapstring or "")))


def _rounded(value: Any, precision: Any = 0, method: Any = "common") -> None:
    del value, method
    if not isinstance(precision, int) or abs(precision) > MAX_PLACES:
        raise ExpressionError(f"a number is rounded to {MAX_PLACES} places at most")


def _summed(iterable: Any, attribute: Any = None, start: Any = 0) -> None:
    del iterable, attribute
    if not isinstance(start, int | float):
        raise ExpressionError("'sum' adds numbers only")


_CHECKS: Final[Mapping[str, Callable[..., None]]] = {
    "join": _separated,
    "replace": _replaced,
    "round": _rounded,
    "sum": _summed,
    "wordwrap": _wrapped,
}
"""What would make much of little; looked at before it is done."""
