"""Rows whose fields have a markup of their own, converted before they are validated."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from punchboard.load.markup.html import read_html
from punchboard.load.markup.writing import html_as_markdown, html_as_text
from punchboard.load.tables.rows import Rows
from punchboard.model.game.game_file import KindFile
from punchboard.model.layout.symbols import Symbols
from punchboard.problem import Problem, Severity

RULE: Final = "MARKUP001"


class _Found(NamedTuple):
    times: int
    row: int
    field: str


class MarkupFields:
    """Converts the fields of a kind that have ``markup``, and counts the unknown tags in them."""

    def __init__(self, kind: KindFile, symbols: Symbols) -> None:
        self._fields = {name: field.type == "markdown" for name, field in kind.fields.items() if field.markup}
        self._symbols = symbols
        self._unknown: dict[str, _Found] = {}

    def converted(self, rows: Rows) -> Rows:
        """Return rows with their HTML as Markdown, or as plain text in fields that are not Markdown."""
        if not self._fields:
            return rows

        def values() -> Iterator[dict[str, Any]]:
            self._unknown.clear()
            return (self._row(row, number) for number, row in enumerate(rows.values()))

        return rows._replace(values=values)

    def _row(self, row: dict[str, Any], number: int) -> dict[str, Any]:
        for name, is_markdown in self._fields.items():
            cell = row.get(name)
            if not isinstance(cell, str):
                continue
            html = read_html(cell, self._symbols)
            text = (html_as_markdown if is_markdown else html_as_text)(html, self._symbols)
            row = {**row, name: text}
            if not text:
                del row[name]
            for tag in html.unknown:
                known = self._unknown.get(tag, _Found(0, number, name))
                self._unknown[tag] = known._replace(times=known.times + 1)
        return row

    def problems(self, rows: Rows) -> Iterator[Problem]:
        """Yield a warning for each unknown tag in the rows read last, with its count and its first place."""
        places = rows.value_places() if self._unknown else {}
        for tag, found in self._unknown.items():
            count = f"{found.times} values" if found.times > 1 else "one value"
            message = f"unknown HTML tag <{tag}> is left out of {count} of {found.field!r}"
            hint = f"its content is kept; if it stands for a symbol, add '<{tag}>' to 'symbols'"
            place = places.get((found.row, found.field), rows.places[found.row])
            yield Problem(RULE, place, message, hint, Severity.WARNING)
