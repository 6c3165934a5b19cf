"""Tables of any designer as the checker of rulebooks reads them: names, copies, kinds, numbers and printed texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from punchboard.checks.prose.english.parsed_text import fold
from punchboard.checks.prose.reading.tables import Columns, ComponentTable, are_amounts
from punchboard.checks.prose.reading.vocabulary import GENERIC, MATERIALS, TYPES_TOO, forms
from punchboard.importer.columns.column_names import name_score, normalised_name
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.columns.roles import PRIVATE
from punchboard.importer.kinds.kind_names import is_descriptive, kind_name
from punchboard.importer.table_analysis import AnalysedTable, ImportContext, SourceTable, analyse_table
from punchboard.load.markup import html_from_mixed, markdown_from_html

KNOWN: Final = 2
"""The name of a column with a higher score is known as a whole, not only a word of it."""

RARE: Final = 2
"""A column of sentences with a name that says nothing is flavour if the text fills this many times as many rows."""

_ASIDE: Final = ("flavour", "footer", "picture", "alt", "icon", "id", "private")
"""Roles of columns that hold neither rules nor terms of the game."""

_PIECES: Final = frozenset({"component", "piece", "part", "item", "thing", "bit", "what", "object"})
"""Words in the name of a column that says what each row is."""

_SUIT: Final = re.compile(r"suits?")
_RANK: Final = re.compile(r"ranks?|value|number|pips|face")
_SENTENCE: Final = re.compile(r"\S+\s+\S+\s+\S+.*|.*[.!]$", re.DOTALL)


def component_tables(sources: Sequence[SourceTable]) -> tuple[ComponentTable, ...]:
    """Return tables with the importer's analysis of their columns. Each of several sheets is a kind."""
    context = ImportContext((), lambda _layout: {})
    tables = [analyse_table(source, context, (), is_single=len(sources) == 1) for source in sources]
    return tuple(
        ComponentTable(_rows(table), source.places, _columns(table), source.cell, _kind(table))
        for table in tables
        for source in [table.source_table.table]
    )


def _rows(analysed: AnalysedTable) -> Sequence[Mapping[str, str]]:
    """Return the rows, with HTML and mixed markup as Markdown."""
    mixed = {column.name for column in analysed.columns if column.is_mixed}
    html = {column.name for column in analysed.columns if column.html} | mixed
    rows = analysed.source_table.table.rows
    return [
        {
            name: markdown_from_html(html_from_mixed(cell) if name in mixed else cell) if name in html else cell
            for name, cell in row.items()
        }
        if html
        else row
        for row in rows
    ]


def _kind(analysed: AnalysedTable) -> str:
    sheet = analysed.source_table.sheet
    return kind_name(sheet) if sheet is not None and is_descriptive(sheet) else ""


def _columns(analysed: AnalysedTable) -> Columns:
    """Return the role of each column in a game."""
    used = [column for column in analysed.columns if column.filled and not _is_aside(analysed, column)]
    copies = analysed.copies.name if analysed.copies else None
    suit = next((column.name for column in used if _SUIT.fullmatch(normalised_name(column.name))), None)
    rank = next((column.name for column in used if _RANK.fullmatch(normalised_name(column.name))), None)
    name = next((column.name for column in used if analysed.role(column.name) == "title"), None)
    kind = _kind_column(analysed, [column for column in used if column.name not in {name, copies}], suit)
    rest = [column for column in used if column.name not in {name, kind, copies}]
    ranked = rank if suit else None
    numbers = tuple(
        column.name
        for column in rest
        if column.is_integer or (column.name != ranked and are_amounts(column.name, column.filled))
    )
    texts = tuple(column.name for column in rest if column.name not in numbers and _is_text(analysed, column))
    lists = tuple(column.name for column in rest if column.name not in {*numbers, *texts})
    are_makings = any(column.name == kind and _may_be_makings(column) for column in used)
    seats = analysed.per_players.seats
    return Columns(name, copies, kind, lists, numbers, texts, suit, rank, seats, are_makings)


def _kind_column(analysed: AnalysedTable, columns: Sequence[ColumnProfile], suit: str | None) -> str | None:
    """Return the column whose values are kinds of component, such as ``token``, or else the one named for types."""
    typed = [column for column in columns if analysed.role(column.name) == "type" and name_score(column.name, "type")]
    generic = [column for column in columns if _has_component_words(column)]
    generic.sort(key=lambda column: (column not in typed, not column.is_complete))
    return next((column.name for column in (*generic, *typed) if column in generic or column.name != suit), None)


def _has_component_words(column: ColumnProfile) -> bool:
    """Return whether values of a column are words such as ``token``, so that it says what each row is.

    A column of another name with stone and coin in it beside wood and clay says what a card makes or costs.
    """
    words = {fold(value) for value in column.distinct} & GENERIC
    is_sure = words - MATERIALS or name_score(column.name, "type") or 2 * len(words) > len(column.distinct)
    return bool(words and is_sure)


def _may_be_makings(column: ColumnProfile) -> bool:
    """Return whether a column may say what its cards make, cost, hold or show: stone, coin and cube.

    A column of types in which most are other words may say it too: Relic, Weapon, Coin.
    """
    words = {fold(value) for value in column.distinct} & GENERIC
    title = set(map(fold, normalised_name(column.name).split()))
    are_pieces = name_score(column.name, "type") and (words - TYPES_TOO or 2 * len(words) >= len(column.distinct))
    is_named = are_pieces or any(not forms(word).isdisjoint(_PIECES) for word in title)
    return bool(words) and words <= MATERIALS and not is_named


def _is_aside(analysed: AnalysedTable, column: ColumnProfile) -> bool:
    """Return whether a column holds no rules. Only its own name says that a text is flavour."""
    if _is_rare(analysed, column):
        return True
    role = analysed.role(column.name)
    if role == PRIVATE:
        return True
    if role in {"title", "copies", "type", "text"} or _has_component_words(column):
        return False
    if column.has_pictures or column.has_unprintable_pictures or column.is_boolean:
        return True
    return any(name_score(column.name, aside) > KNOWN for aside in _ASIDE) or bool(name_score(column.name, "flavour"))


def _is_rare(analysed: AnalysedTable, column: ColumnProfile) -> bool:
    """Return whether a column of a name that says nothing has sentences in few rows, and another has them in many."""
    if name_score(column.name, "text") or not all(" " in value for value in column.filled):
        return False
    others = (
        one
        for one in analysed.columns
        if analysed.role(one.name) != "title" and any(map(_SENTENCE.fullmatch, one.filled))
    )
    return any(RARE * len(column.filled) < len(one.filled) for one in others)


def _is_text(analysed: AnalysedTable, column: ColumnProfile) -> bool:
    """Return whether a column holds sentences."""
    if analysed.role(column.name) == "text" or name_score(column.name, "text") > KNOWN:
        return True
    sentences = sum(bool(_SENTENCE.fullmatch(value)) for value in column.filled)
    spaced, ended = any(" " in value for value in column.filled), any(value.endswith(".") for value in column.filled)
    return 2 * sentences > len(column.filled) and spaced and ended
