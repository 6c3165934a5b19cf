"""What of the tables is not printed, or not as an icon, is not finished, or looks like a slip, a line each."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from punchboard.importer.advice import AGAIN, Advice, chosen
from punchboard.importer.columns.column_names import name_score, normalised_name
from punchboard.importer.columns.left_out_rows import FOR_NOTHING
from punchboard.importer.columns.private_columns import NUMBERS_ROWS, ORIGIN
from punchboard.importer.columns.profile import MOST_COPIES, PICTURE, ColumnProfile, copies_of
from punchboard.importer.columns.roles import IGNORED, PRIVATE
from punchboard.importer.columns.shapes import OF_ALL
from punchboard.importer.columns.symbols import FoundSymbol
from punchboard.importer.draft import KindDraft, face_name
from punchboard.importer.kinds.slots import HIDDEN, left_over
from punchboard.importer.table_analysis import AnalysedTable, SourceTable
from punchboard.load.picture_names import picture_name
from punchboard.load.tables.copies import UNDECIDED
from punchboard.load.tables.data_table import Table
from punchboard.model.layout.icon_set import badge_label

MIN_COUNTS: Final = 3
MOST_LIKELY_COPIES: Final = 12
"""Fewest numbers that may be numbers of copies under an unknown name, and the highest of them."""


MOST_PRIVATE: Final = 12
"""At most this many columns that are not printed are named."""


def private_line(tables: Sequence[AnalysedTable]) -> Iterator[str]:
    """Yield a line for each reason why columns are not printed: notes, row numbers, who made all of it."""
    private = {
        repr(column.name): table.roles[column.name].reason
        for table in tables
        for column in table.columns
        if table.role(column.name) == PRIVATE
    }
    for reason, (one, several) in _LINES.items():
        names = [name for name, why in private.items() if (why if why in _LINES else "") == reason]
        if names:
            verb, pronoun = (one, "it") if len(names) == 1 else (several, "one")
            fix = f" To print {pronoun}, take it from 'ignore' in game.yaml, and add a field and a box for it."
            more = f" and {len(names) - MOST_PRIVATE} more" if len(names) > MOST_PRIVATE else ""
            yield Advice(f"{', '.join(names[:MOST_PRIVATE])}{more} {verb} not printed.", fix, chosen(pronoun))


_LINES: Final[Mapping[str, tuple[str, str]]] = {
    "": ("is a note of yours and", "are notes of yours and"),
    OF_ALL: ("is the shape of all pieces and", "are the shape of all pieces and"),
    NUMBERS_ROWS: ("numbers the rows and is", "number the rows and are"),
    ORIGIN: (
        "says who made cards or where they are from and is",
        "say who made cards or where they are from and are",
    ),
}

"""The words for one column and for several that are not printed, by the reason; those of no other are notes."""


def badge_line(symbols: Sequence[FoundSymbol]) -> Iterator[str]:
    """Yield one line that names the symbols without an icon."""
    names = [one.token for one in symbols if not one.icon and not badge_label(one.token).isdigit()]
    if names:
        what = "1 symbol prints as a badge" if len(names) == 1 else f"{len(names)} symbols print as badges"
        fix = " For an icon, write its name for null under 'symbols' in game.yaml; `punchboard icons find` lists icons."
        yield Advice(f"{what} with letters: {', '.join(names)}.", fix, "")


def player_lines(tables: Sequence[AnalysedTable]) -> Iterator[str]:
    """Yield a line for each table that names its columns for numbers of players."""
    for table in tables:
        if table.per_players.columns:
            yield table.per_players.line(table.copies.name if table.copies else "")


def language_line(tables: Sequence[AnalysedTable]) -> Iterator[str]:
    """Yield one line that names the columns in further languages."""
    others = {name: language for table in tables for name, language in table.translated.others.items()}
    if others:
        printed = next(table.translated.language for table in tables if table.translated.others) or "the first language"
        verb = "is" if len(others) == 1 else "are"
        codes = ", ".join(dict.fromkeys(filter(None, others.values()))) or "LANGUAGE"
        fix = f" `punchboard translate` with the game and {codes} makes a file for the translated texts."
        what = f"{', '.join(map(repr, others))} {verb} in another language and not printed: {printed} is."
        yield Advice(what, fix, chosen("it too" if len(others) == 1 else "one too"))


def empty_lines(sources: Sequence[SourceTable], tables: Sequence[AnalysedTable]) -> Iterator[str]:
    """Yield a line that names the cells that a program filled for nothing, and one for odd numbers of copies."""
    cells = [
        (f"{row[name]!r} ({source.table.cell(number, name)})", row[name] in FOR_NOTHING)
        for source, table in zip(sources, tables, strict=True)
        for number, row in enumerate(source.table.rows)
        for name, values in table.empty.items()
        if row[name] in values and table.role(name) not in IGNORED
    ]
    for is_nothing in (True, False):
        named_cells = [cell for cell, of_nothing in cells if of_nothing == is_nothing]
        if named_cells:
            more = f" and {len(named_cells) - MAX_NAMED} more" if len(named_cells) > MAX_NAMED else ""
            named = f"{', '.join(named_cells[:MAX_NAMED])}{more}"
            yield (_nothing if is_nothing else _odd_copies)(len(named_cells), named)


def _nothing(count: int, named: str) -> str:
    cells_are, pronoun = ("1 cell is", "it") if count == 1 else (f"{count} cells are", "one")
    what = f"{cells_are} read as empty, because a program wrote for nothing: {named}."
    fix = f" To print {pronoun}, take its value from 'empty' in game.yaml."
    return Advice(what, fix, f" To print {pronoun}, write another word for it in the table, {AGAIN}.")


def _odd_copies(count: int, named: str) -> str:
    what = "is no number of copies" if count == 1 else "are no numbers of copies"
    cards = "that card is" if count == 1 else "those cards are"
    return f"{named} {what} from 0 to {MOST_COPIES}: {cards} printed once until you write one"


def left_out_line(sources: Sequence[SourceTable], tables: Sequence[AnalysedTable]) -> Iterator[str]:
    """Yield one line that names the rows that are no components, and what would print them."""
    named = [
        f"{source.table.places[row]} ({why})"
        for source, table in zip(sources, tables, strict=True)
        for row, why in table.left_out.rows.items()
    ]
    if named:
        more = f" and {len(named) - MAX_NAMED} more" if len(named) > MAX_NAMED else ""
        count, pronoun = ("1 row is", "it") if len(named) == 1 else (f"{len(named)} rows are", "one")
        fix = f" To print {pronoun}, take its value from 'unless' in game.yaml."
        page = f" To print {pronoun}, change its row in the table, {AGAIN}."
        yield Advice(f"{count} left out: {', '.join(named[:MAX_NAMED])}{more}.", fix, page)


def table_warnings(table: Table, columns: Sequence[ColumnProfile], copies: ColumnProfile | None) -> Iterator[str]:
    """Yield a line for each suspicious column or row."""
    likely = _may_be_copies(columns) if copies is None else ""
    for column in columns:
        yield from _pictures(column)
        if column.name == likely:
            what = f"no column is called copies, so each row is printed once. If {column.name!r} counts them, "
            yield Advice(
                what, f"write {_AS_COPIES.format(column.name)}.", "choose \u201cHow many of each\u201d for it."
            )
        if column is copies:
            yield from _undecided(table, column)
    yield from _dates(table, columns)


MOST_ODD: Final = 4
"""At most this many cells that are no numbers of copies are named."""


def _undecided(table: Table, column: ColumnProfile) -> Iterator[str]:
    """Yield a line that names the cells whose number of copies is not known yet."""
    open_rows = [number for number, value in enumerate(column.values) if value.casefold() in UNDECIDED]
    if open_rows:
        cells = ", ".join(str(table.cell(row, column.name)) for row in open_rows[:MOST_ODD])
        more = f" and {len(open_rows) - MOST_ODD} more" if len(open_rows) > MOST_ODD else ""
        what = "that card is" if len(open_rows) == 1 else "those cards are"
        yield f"{column.name!r} is not decided in {cells}{more}: {what} printed once until then"


_RANGE: Final = re.compile(r"\d{1,2}(?: ?[-\u2013\u2212/] ?\d{1,2})?\+?")
_MONTH: Final = (
    r"(?:jan|feb|f\u00e9v|mar|m\u00e4r|mrz|apr|avr|abr|may|mai|maj|mei|mag|jun|jui|giu|jul|lug|aug|ao\u00fb|ago|sep|set"
    r"|oct|okt|out|ott|nov|dec|dez|d\u00e9c|dic)[^\W\d]{0,6}\.?"
)
_DATE: Final = re.compile(
    rf"\d{{1,2}}[-./ ]{{1,2}}{_MONTH}(?:[-./ ]\d{{2,4}})?|{_MONTH}[-./ ]\d{{1,4}}|\d{{4}}-\d\d-\d\d"
    r"|\d{1,2}([./-])\d{1,2}\1\d{4}",
    re.IGNORECASE,
)


def _dates(table: Table, columns: Sequence[ColumnProfile]) -> Iterator[str]:
    """Yield one line about dates in columns of ranges, fractions and numbers: a spreadsheet made 2-Feb of 2-2."""
    cells = []
    for column in columns:
        dates = [row for row, value in enumerate(column.values) if _DATE.fullmatch(value)]
        others = [value for value in column.filled if not _DATE.fullmatch(value)]
        if dates and others and all(map(_RANGE.fullmatch, others)):
            cells += [f"{column.values[row]!r} ({table.cell(row, column.name)})" for row in dates]
    if cells:
        more = f" and {len(cells) - MOST_ODD} more" if len(cells) > MOST_ODD else ""
        what = f"a spreadsheet seems to have made dates of ranges or fractions: {', '.join(cells[:MOST_ODD])}{more}. "
        yield Advice(f"{what}Format the column as text, and type them again", "", f", {AGAIN}")


_AS_COPIES: Final = '`copies: "{}"` below its table in game.yaml'
_OTHER_NUMBERS: Final = ("stat", "value", "cost", "id")
_COUNTED: Final = frozenset(
    ["deck", "decks", "set", "box", "pack", "print", "prints", "starter", "stapel", "paquet", "mazo"]
)
"""Words in the name of a column that may count cards; another one has empty cells, or noughts."""


def _may_be_copies(columns: Sequence[ColumnProfile]) -> str:
    """Return the column that may be the number of copies without being called so; empty for none."""
    for column in columns:
        counts = [copies_of(value) for value in column.filled]
        if len(counts) < MIN_COUNTS or any(count is None or count > MOST_LIKELY_COPIES for count in counts):
            continue
        is_other = any(name_score(column.name, role) for role in _OTHER_NUMBERS)
        may_count = _COUNTED & {*normalised_name(column.name).split()} or (column.index > 0 and not column.is_complete)
        if not is_other and may_count and {*counts} - {0, 1}:
            return column.name
    return ""


def _first_of_several(cell: str) -> str:
    """Return the first of several files that a cell lists; empty if it does not."""
    first, *others = re.split(r"\s*[,;|\n]\s*", cell)
    return picture_name(first) if any(PICTURE.fullmatch(picture_name(other)) for other in others) else ""


def _pictures(column: ColumnProfile) -> Iterator[str]:
    then, again = ", and set its type to 'picture'", f", name the new files in the table, {AGAIN}"
    if column.has_unprintable_pictures:
        yield Advice(f"the pictures in {column.name!r} cannot be printed: save them as PNG or JPEG", then, again)
    elif column.has_pictures and any(picture_name(value) == _first_of_several(value) for value in column.filled):
        yield f"{column.name!r} names several pictures in a cell: the first is printed"
    elif column.has_addresses and name_score(column.name, "picture") and not column.has_pictures:
        what = f"the pictures in {column.name!r} are on the web: save them beside the table, name the files"
        yield Advice(what, then, f" in the table, {AGAIN}")


MAX_NAMED: Final = 6
"""The highest number of columns that the warning names."""


def unprinted_warning(kinds: Sequence[KindDraft]) -> Iterator[str]:
    """Yield one line that names the columns that no card shows, and where the lines are that would print them."""
    left = {kind.key: [field.column for field in left_over(kind.fields, kind.boxes)] for kind in kinds}
    names = list(dict.fromkeys(_column_of(name, kind, kinds, left) for kind in kinds for name in left[kind.key]))
    if not names:
        return
    more = f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else ""
    verb = "column is" if len(names) == 1 else "columns are"
    hidden = [kind for kind in kinds if any(name.startswith(HIDDEN) for name in kind.slots) and left[kind.key]]
    where = " and ".join(f"layouts/faces/{face_name(kind, kinds)}.yaml" for kind in hidden[:2])
    fix = f"remove the # before its box in {where}" if where else "give a box of the face another text"
    what = f"{len(names)} {verb} not printed: {', '.join(names[:MAX_NAMED])}{more}."
    yield Advice(what, f" To print: {fix}.", chosen("it" if len(names) == 1 else "one"))


def _column_of(name: str, kind: KindDraft, kinds: Sequence[KindDraft], left: Mapping[str, Sequence[str]]) -> str:
    """Return the name of a column that a kind does not show, with the kind if another one shows it."""
    is_shown = any(_has(other, name) and name not in left[other.key] for other in kinds)
    return f"{name!r} of {kind.name}" if is_shown else repr(name)


def _has(kind: KindDraft, column: str) -> bool:
    return any(field.column == column for field in kind.fields)


UNFINISHED: Final = UNDECIDED | {"todo", "to do", "wip", "fixme"}
"""What stands, in small letters, for what is not decided yet."""

MOST_NAMED: Final = 6
"""At most this many cells or cards are named."""

_NOT_PRINTED: Final = frozenset({"copies", "id", "picture", "icon", "alt", *IGNORED})
"""Roles whose values are not printed as they are."""

_NO_CONTENT: Final = frozenset({"title", "type", *_NOT_PRINTED})
"""Roles of values that a card without a text may have."""


def unfinished_lines(tables: Sequence[AnalysedTable]) -> Iterator[str]:
    """Yield a line that names the cells that are not decided, and one that names the cards without a text."""
    cells = [cell for table in tables for cell in _unfinished(table)]
    if cells:
        verb = "1 cell is" if len(cells) == 1 else f"{len(cells)} cells are"
        yield f"{verb} not decided yet and printed as written: {_named(cells)}"
    cards = [card for table in tables for card in _without_text(table)]
    if cards:
        verb, name = ("1 card has", "its name") if len(cards) == 1 else (f"{len(cards)} cards have", "their names")
        yield f"{verb} no text yet, only {name}: {_named(cards)}"


def _named(places: Sequence[str]) -> str:
    more = f" and {len(places) - MOST_NAMED} more" if len(places) > MOST_NAMED else ""
    return f"{', '.join(places[:MOST_NAMED])}{more}"


def _unfinished(table: AnalysedTable) -> Iterator[str]:
    """Yield each cell that is not decided, in columns that mostly have other values."""
    source = table.source_table.table
    for column in table.columns:
        rows = [row for row, value in enumerate(column.values) if value.strip(" .!").casefold() in UNFINISHED]
        if table.role(column.name) not in _NOT_PRINTED and 2 * len(rows) < len(column.filled):
            yield from (f"{column.values[row]!r} ({source.cell(row, column.name)})" for row in rows)


def _without_text(table: AnalysedTable) -> Iterator[str]:
    """Yield each card that has a name and nothing else to print, in a table in which most have a text."""
    by_role = {table.role(column.name): column for column in table.columns}
    title, text = by_role.get("title"), by_role.get("text")
    if title is None or text is None or 2 * len(text.filled) < len(text.values):
        return
    content = [
        column for column in table.columns if table.role(column.name) not in _NO_CONTENT and not column.is_marked
    ]
    for row, name in enumerate(title.values):
        if name and not any(column.values[row] for column in content):
            yield f"{name!r} ({table.source_table.table.places[row]})"
