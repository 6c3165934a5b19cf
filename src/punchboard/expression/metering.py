"""Metering of templates: charges for work are inserted into the syntax tree that Jinja2 has parsed.

Loops and macros are charged for each turn, texts and lists when they are created. Comparisons and look-ups are free.

The budget belongs to the outermost template; what that calls (another text, a count of components) spends from it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager
from threading import local
from typing import Any, Final

from jinja2 import Undefined, nodes
from jinja2.runtime import Context
from jinja2.utils import pass_context
from jinja2.visitor import NodeTransformer

from punchboard.expression.errors import ExpressionError

MAX_WORK: Final = 10_000_000
"""The most units that one template may spend, about half a second; a character is one unit, a turn of a loop `STEP`."""

STEP: Final = 20
"""Units for a turn of a loop, a printed value or a filter: about a microsecond."""

MAX_VALUE: Final = 400_000
"""The most characters of a text, or entries of nested lists with their characters, that an expression may create."""


CONTAINERS: Final = (list, tuple, Mapping)


class Budget(local):
    """The units left to a thread, and 1 while a template has a budget; in a list, because it is fast to change."""

    def __init__(self) -> None:
        self.cell = [0, 0]


BUDGET: Final = Budget()


def begin_budget() -> bool:
    """Start a budget and return True; inside another template, return False.

    The caller ends the budget that it has started.
    """
    cell = BUDGET.cell
    if cell[1]:
        return False
    cell[:] = MAX_WORK, 1
    return True


def end_budget() -> None:
    """End the budget."""
    BUDGET.cell[1] = 0


@contextmanager
def no_budget() -> Iterator[None]:
    """Let what a template calls work without its budget; for work that has a limit of its own."""
    cell = BUDGET.cell
    before, cell[1] = cell[1], 0
    try:
        yield
    finally:
        cell[1] = before


def spend(units: int) -> None:
    """Take units from the budget; without a budget nothing is counted.

    Raises:
        ExpressionError: when the budget is spent.
    """
    cell = BUDGET.cell
    cell[0] -= units
    if cell[0] < 0 and cell[1]:
        raise ExpressionError("this takes too much work: its loops run too long, or its texts grow too large")


def check_size(size: int) -> None:
    """Refuse a value before it is created.

    Raises:
        ExpressionError: when it would have more than `MAX_VALUE` characters or entries.
    """
    if size > MAX_VALUE:
        raise ExpressionError(f"a value would have more than {MAX_VALUE} characters or entries")


def charge_value(value: Any) -> Any:
    """Return a value that an expression has created, charged to the budget.

    Raises:
        ExpressionError: when the value is too large, or the budget is spent.
    """
    if isinstance(value, str):
        size = len(value)
        if size > MAX_VALUE:
            check_size(size)
        spend(STEP + size)
    elif isinstance(value, CONTAINERS):
        spend(STEP + 2 * _weight(value))
    return value


def _weight(value: Any) -> int:
    """Return how many entries and characters a value has, counted as often as they would be printed."""
    total, rest = 0, [value]
    while rest:
        part = rest.pop()
        total += len(part) if isinstance(part, str) else 1
        if isinstance(part, list | tuple):
            check_size(total + len(part))
            rest += part
        elif isinstance(part, Mapping):
            check_size(total + 2 * len(part))
            rest += (*part, *part.values())
        check_size(total)
    return total


MAX_PLACES: Final = 30
"""The most decimal places that a number can be rounded to."""

FREE_SIZE: Final = 20
"""The size of a filter's input, in characters or entries, up to which only its output is charged."""

_CHARGED, _JOINED, _CHARGED_VALUE, _DEFINED = "charge for", "joined text", "charged value", "all defined"
"""Internal filters; templates cannot use a name with a space."""

_FORBIDDEN_STATEMENTS: Final = (nodes.Block, nodes.Extends, nodes.FromImport, nodes.Import, nodes.Include)
"""Statements about other templates, which do not exist here."""

_NAMING_STATEMENTS: Final = (nodes.Assign, nodes.AssignBlock, nodes.CallBlock, nodes.For, nodes.Macro, nodes.With)
"""Statements that give a name to a value."""


@pass_context
def _charge(_context: Context, units: int) -> bool:
    """Charge for a turn; it takes the context so that Jinja2 does not evaluate it once and for all."""
    spend(units)
    return True


def _joined(parts: Iterable[Any]) -> str:
    texts = [str(part) for part in parts]
    check_size(sum(map(len, texts)))
    return str(charge_value("".join(texts)))


def require_defined(parts: Any) -> Any:
    """Return a list or mapping; an unknown name in it raises an error."""
    for part in (*parts, *parts.values()) if isinstance(parts, Mapping) else parts:
        if isinstance(part, Undefined):
            str(part)
    return parts


class _Meter(NodeTransformer):
    """Inserts charges into a syntax tree.

    Args:
        binds_names: whether the template gives names to values: only then can nested lists outgrow their source text.
    """

    def __init__(self, *, binds_names: bool) -> None:
        self._binds_names = binds_names

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802 - the names that Jinja2 looks for
        self.generic_visit(node)
        units = STEP + _literal_length(node.body)
        node.body.insert(0, nodes.ExprStmt(_charge_node(units, node.lineno), lineno=node.lineno))
        if node.test is not None:  # a skipped turn is charged, too
            node.test = nodes.And(_charge_node(STEP, node.lineno), node.test, lineno=node.lineno)
        return node

    def visit_Macro(self, node: nodes.Macro) -> nodes.Macro:  # noqa: N802
        self.generic_visit(node)
        units = 10 * STEP + _literal_length(node.body)
        node.body.insert(0, nodes.ExprStmt(_charge_node(units, node.lineno), lineno=node.lineno))
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Expr:  # noqa: N802
        self.generic_visit(node)
        return _filtered(nodes.List(node.nodes, lineno=node.lineno), _JOINED)

    def visit_List(self, node: nodes.List) -> nodes.Expr:  # noqa: N802
        self.generic_visit(node)
        return self._charged_container(node, node.items)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Expr:  # noqa: N802
        self.generic_visit(node)
        return self._charged_container(node, node.items) if node.ctx == "load" else node

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Expr:  # noqa: N802
        self.generic_visit(node)
        return _filtered(node, _CHARGED_VALUE) if isinstance(node.arg, nodes.Slice) else node

    def visit_Compare(self, node: nodes.Compare) -> nodes.Compare:  # noqa: N802
        self.generic_visit(node)
        if self._binds_names:  # a loop may compare long texts many times
            node.expr = _filtered(node.expr, _CHARGED_VALUE)
            for operand in node.ops:
                operand.expr = _filtered(operand.expr, _CHARGED_VALUE)
        return node

    def visit_Dict(self, node: nodes.Dict) -> nodes.Expr:  # noqa: N802
        self.generic_visit(node)
        return self._charged_container(node, [part for pair in node.items for part in (pair.key, pair.value)])

    def _charged_container(self, node: nodes.Expr, parts: Iterable[nodes.Expr]) -> nodes.Expr:
        """Return the expression that charges for a list and checks that all its parts are defined."""
        is_constant = all(isinstance(part, nodes.Const) for part in parts)
        node = node if is_constant else _filtered(node, _DEFINED)
        return _filtered(node, _CHARGED_VALUE) if self._binds_names else node


def meter_template(tree: nodes.Template) -> nodes.Template:
    """Return a tree with charges for everything that costs work; the tree itself is changed.

    Raises:
        ExpressionError: for statements that would load other templates.
    """
    forbidden = next(iter(tree.find_all(_FORBIDDEN_STATEMENTS)), None)
    if forbidden is not None:
        raise ExpressionError(f"the statement '{type(forbidden).__name__.lower()}' is not available")
    metered = _Meter(binds_names=_binds_names(tree)).visit(tree)
    assert isinstance(metered, nodes.Template)
    return metered


def _binds_names(tree: nodes.Template) -> bool:
    """Tell whether a template gives names to values; an expression alone names nothing but its result."""
    is_expression = len(tree.body) == 1 and isinstance(tree.body[0], nodes.Assign)
    return not is_expression and next(iter(tree.find_all(_NAMING_STATEMENTS)), None) is not None


def _literal_length(body: Iterable[nodes.Node]) -> int:
    """Return how many characters a part of a template prints whatever the values are."""
    parts = (data for one in body for data in (one, *one.find_all(nodes.TemplateData)))
    return sum(len(data.data) for data in parts if isinstance(data, nodes.TemplateData))


def _charge_node(units: int, line: int) -> nodes.Filter:
    return _filtered(nodes.Const(units, lineno=line), _CHARGED)


def _filtered(node: nodes.Expr, name: str) -> nodes.Filter:
    return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno)


def metered_filters(filters: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return the filters with charges for their work and checks of their size, together with the internal filters."""
    metered = {name: _metered(_CHECKS.get(name), filter_) for name, filter_ in filters.items()}
    return {**metered, _CHARGED: _charge, _JOINED: _joined, _CHARGED_VALUE: charge_value, _DEFINED: require_defined}


def public_filters(filters: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the filters that templates can use."""
    return tuple(sorted(name for name in filters if name not in {_CHARGED, _JOINED, _CHARGED_VALUE, _DEFINED}))


def _metered(check: Callable[..., None] | None, filter_: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter with its charges; it receives the same context argument (``jinja_pass_arg``)."""
    context_arguments = int(hasattr(filter_, "jinja_pass_arg"))

    @functools.wraps(filter_)
    def metered(*args: Any, **options: Any) -> Any:
        value = args[context_arguments] if len(args) > context_arguments else None
        if isinstance(value, Sized) and not isinstance(value, Undefined) and len(value) > FREE_SIZE:
            spend(len(value) if isinstance(value, str) else STEP * len(value))
        require_defined((*args[context_arguments + 1 :], *options.values()))
        if check is not None:
            check(*args[context_arguments:], **options)
        return charge_value(filter_(*args, **options))

    return metered


# The names of arguments are those of Jinja2's filters, which may be given by name; others are taken as they come.


def _check_replace(text: Any, old: Any = "", new: Any = "", *_: Any, **_more: Any) -> None:
    check_size(str(text).count(str(old)) * len(str(new)))


def _check_join(value: Any, d: Any = "", *_: Any, **_more: Any) -> None:
    check_size((len(value) if hasattr(value, "__len__") else 1000) * len(str(d)))


def _check_wordwrap(
    s: Any, _width: Any = 79, _break: Any = None, wrapstring: Any = None, *_: Any, **_more: Any
) -> None:
    check_size(len(str(s)) * len(str(wrapstring or "")))


def _check_round(_value: Any, precision: Any = 0, *_: Any, **_more: Any) -> None:
    if not isinstance(precision, int) or abs(precision) > MAX_PLACES:
        raise ExpressionError(f"numbers can be rounded to at most {MAX_PLACES} decimal places")


def _check_sum(_iterable: Any, _attribute: Any = None, start: Any = 0, **_more: Any) -> None:
    if not isinstance(start, int | float):
        raise ExpressionError("'sum' can only add numbers")


_CHECKS: Final[Mapping[str, Callable[..., None]]] = {
    "join": _check_join,
    "replace": _check_replace,
    "round": _check_round,
    "sum": _check_sum,
    "wordwrap": _check_wordwrap,
}
"""Checks of filters that could create large values from small ones, run before the filter."""
