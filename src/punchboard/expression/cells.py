"""Templates in the cells of tables, where people also type braces that mean nothing."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from punchboard.expression import ExpressionError, UnknownNameError, Values, template
from punchboard.expression.errors import source_excerpt

_PIECE: Final = re.compile(r"\{\{((?:(?!\{\{|\}\}).)+)\}\}", re.DOTALL)
_NOT_NAMES: Final = re.compile(r"'[^']*'|\"[^\"]*\"|[|.]\s*[A-Za-z_]\w*")
"""What has letters and is no name of a value: texts, filters, properties."""

_NAME: Final = re.compile(r"[A-Za-z_]\w*")
_ESCAPE: Final = re.compile(r"\\([^\w\s])")
"""What a column of mixed markup writes for a sign that Markdown would read."""

_CALL: Final = re.compile(r"(?<![\w.|])([A-Za-z_]\w*)\(")
_PATH: Final = re.compile(r"\s*[A-Za-z_]\w*(?:\s*\.\s*\w+)*\s*")


class FilledCell(NamedTuple):
    """A cell as it prints, and why some of its braces print as they are written."""

    text: str
    failures: tuple[ExpressionError, ...] = ()


def fill_cell(text: str, values: Values) -> FilledCell:
    """Return a cell with the values of its ``{{ ... }}``; those that name no value print as they are written.

    ``{{ 1/0 }}``, ``{% if %}`` and ``{# #}`` are text.
    """
    failures: list[ExpressionError] = []

    def filled(piece: re.Match[str]) -> str:
        inner = _ESCAPE.sub(r"\1", piece[1])
        try:
            _check_names(inner, values)
            return str(template(f"{{{{{inner}}}}}")(values))
        except ExpressionError as error:
            failures.append(error)
            return piece[0]

    with _one_budget(text):
        return FilledCell(_PIECE.sub(filled, text), tuple(failures))


def _check_names(inner: str, values: Values) -> None:
    """Refuse what names no value, before Jinja2 is asked, and what names a group of values.

    Raises:
        ExpressionError: for such a piece.
    """
    shown = source_excerpt(f"{{{{{inner}}}}}")
    names = _NAME.findall(_NOT_NAMES.sub(" ", inner))
    if not names:
        raise ExpressionError(f"there is no name of a value in {shown!r}")
    if not any(name in values for name in names):
        raise UnknownNameError(f"there is nothing called {names[0]!r} in {shown!r}", names[0], values.keys(), shown)
    called = next((name for name in _CALL.findall(_NOT_NAMES.sub(" ", inner)) if name in values), None)
    if called is not None and not callable(values[called]):
        hint = f"write {{{{ {called} }}}} for the value"
        hint += "; count('...') counts components in the text of a rulebook" if called == "count" else ""
        raise ExpressionError(
            f"parentheses follow {called!r}, which is a value here and no function, in {shown!r}", hint
        )
    if _PATH.fullmatch(inner):
        value: Any = values
        for key in _NAME.findall(inner):
            owner = getattr(value, "properties", value)
            value = owner.get(key) if isinstance(owner, Mapping) else None
        if callable(value) or isinstance(value, Mapping | list | tuple):
            raise ExpressionError(f"{inner.strip()!r} is more than one value in {shown!r}")


@contextmanager
def _one_budget(text: str) -> Iterator[None]:
    """Let all templates of a cell that calculate share one budget of work."""
    if not any(sign in text for sign in "|~(+*"):
        yield
        return
    from punchboard.expression.metering import begin_budget, end_budget  # noqa: PLC0415 - Jinja2 costs 50 ms

    is_begun = begin_budget()
    try:
        yield
    finally:
        if is_begun:
            end_budget()
