"""What of the tables is not printed, or not as an icon, a line each."""

from collections.abc import Iterator, Sequence

from punchboard.importer.advice import AGAIN, Advice, chosen
from punchboard.importer.columns.roles import NUMBERS_ROWS, PRIVATE
from punchboard.importer.columns.symbols import FoundSymbol
from punchboard.importer.kinds.slots import MAX_NAMED
from punchboard.importer.table_analysis import AnalysedTable, SourceTable
from punchboard.model.layout.icon_set import badge_label


def private_line(tables: Sequence[AnalysedTable]) -> Iterator[str]:
    """Yield one line that names the columns that designers keep for themselves, and one for those with row numbers."""
    private = [
        (repr(column.name), table.roles[column.name].reason == NUMBERS_ROWS)
        for table in tables
        for column in table.columns
        if table.role(column.name) == PRIVATE
    ]
    for of_rows, one, several in (
        (False, "is a note of yours and", "are notes of yours and"),
        (True, "numbers the rows and is", "number the rows and are"),
    ):
        names = dict.fromkeys(name for name, numbers_rows in private if numbers_rows == of_rows)
        if names:
            verb, pronoun = (one, "it") if len(names) == 1 else (several, "one")
            fix = f" To print {pronoun}, take it from 'ignore' in game.yaml, and add a field and a box for it."
            yield Advice(f"{', '.join(names)} {verb} not printed.", fix, chosen(pronoun))


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
