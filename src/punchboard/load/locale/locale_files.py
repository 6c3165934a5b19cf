"""The files of one language in ``locale/``: the table of texts, Markdown files, and what layouts lack."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from punchboard.load.files import display_path, is_file, is_folder, read_text, resolve_inside
from punchboard.load.layout_files import SHOP, Root, SearchPath
from punchboard.load.tables.data_table import read_table
from punchboard.load.texts import FOLDER as TEXTS
from punchboard.model.game.game import Game
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, fail

FILE: Final = "texts.csv"

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
"""Characters at the start of a cell that make spreadsheets run it as a formula."""

_REQUIRED_COLUMNS: Final = ("id", "source", "translation")


class Row(NamedTuple):
    """A text and its translation."""

    id: str
    source: str
    """The text that was translated, or the current text."""
    translation: str = ""
    was: str = ""
    """The text that was translated, if it has changed since and nobody has reviewed the translation."""
    note: str = ""
    place: Place = Place("")


HEADER: Final = Row._fields[:-1]


def read_text_table(text: str, file: str) -> tuple[Row, ...]:
    """Return the rows of a table of translations. Columns may be in any order; unknown ones are ignored.

    Raises:
        ProblemsFound: TABLE001 when it is not a table, or lacks a required column.
    """
    table = read_table(text, file)
    for name in _REQUIRED_COLUMNS:
        if name not in table.header:
            hint = f"the columns are {', '.join(HEADER)}"
            raise fail("TABLE001", Place(file, 1), f"there is no column {name!r}", hint)
    return tuple(
        Row._make((row["id"], *(_cell_text(row.get(name, "")) for name in HEADER[1:]), place))
        for row, place in zip(table.rows, table.places, strict=True)
        if row["id"]
    )


def text_table_csv(rows: Iterable[Row]) -> str:
    """Return rows as CSV."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows([_cell(text) for text in row[:-1]] for row in rows)
    return out.getvalue()


def _cell(text: str) -> str:
    """Return a text as a cell that no spreadsheet runs as a formula: ``'=1`` for ``=1``."""
    return f"'{text}" if text.lstrip("'").startswith(_FORMULA_STARTS) else text


def _cell_text(text: str) -> str:
    """Return the text of a cell written by `_cell` or by a translator."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(_FORMULA_STARTS) else text


class TextTable:
    """Translations by id, and by source text."""

    def __init__(self, rows: Iterable[Row], families: Mapping[str, str]) -> None:
        """Index the rows. ``families`` has the family of each known id."""
        self.rows = {row.id: row for row in rows}
        translated = [row for row in reversed(self.rows.values()) if row.translation and row.id in families]
        self._by_text = {(families[row.id], row.source): row for row in translated}

    def find_same_text(self, family: str, text: str) -> Row | None:
        """Return a row that translates the same text in the same family; None when there is none."""
        return self._by_text.get((family, text))


FOLDER: Final = "locale"


def locale_names(game: Path) -> tuple[str, ...]:
    """Return the languages that a game has translations for: the names of the folders in its ``locale/``."""
    folder = game / FOLDER
    return tuple(sorted(path.name for path in folder.iterdir() if is_folder(path))) if is_folder(folder) else ()


class Locale(NamedTuple):
    """One language of a game, and access to its files."""

    language: str
    game: Path
    workspace: Path

    @property
    def folder(self) -> Path:
        """The folder of this language."""
        return self.game / FOLDER / self.language

    @property
    def place(self) -> Place:
        """The place of the table, which may not exist."""
        return Place(display_path(self.folder / FILE, self.workspace))

    def rows(self) -> tuple[Row, ...]:
        """Return the rows of the table; empty when there is no table.

        Raises:
            ProblemsFound: FILE001, FILE002, FILE003, TABLE001.
        """
        if not (self.folder / FILE).exists():
            return ()
        return read_text_table(self._read(FILE), self.place.file)

    def text(self, game: Game, name: str, search_path: SearchPath) -> tuple[str, str] | None:
        """Return the translation of a Markdown file, and its path in messages; None when there is no translation.

        The translation of a shared text is in a folder named after the language, beside the text.

        Raises:
            ProblemsFound: FILE001, FILE002, FILE003.
        """
        path = self.folder / f"{name}.md"
        if path.exists():
            return self._read(f"{name}.md"), display_path(path, self.workspace)
        if name not in game.text_files:
            return None
        beside = search_path.files_by_name(TEXTS, ".md")[name].parent / self.language / f"{name}.md"
        return (search_path.read(beside), search_path.display_path(beside)) if is_file(beside) else None

    def _read(self, name: str) -> str:
        relative = f"{FOLDER}/{self.language}/{name}"
        file = display_path(self.folder / name, self.workspace)
        return read_text(resolve_inside(self.game, relative, Place(file)), Place(file), file)


def open_locale(game: Game, folder: Path, language: str, workspace: Path) -> Locale:
    """Return a language of a game.

    Raises:
        ProblemsFound: REF001 when the game has no translation for it, or is written in this language.
    """
    place, known = Place("--locale"), locale_names(folder)
    if language == game.file.language:
        raise fail("REF001", place, f"{language!r} is the language {game.id} is written in", "omit --locale")
    if language not in known:
        hint = did_you_mean(language, known) or f"to start one, run `punchboard translate {game.id} {language}`"
        raise fail("REF001", place, f"{game.id} has no translation for {language!r}", hint)
    return Locale(language, folder, workspace)


_INSTRUCTIONS: Final = "\nchoose:"
"""The start of a shop's own instructions; a shop without them has those of the shop that it extends."""


class UntranslatedFile(NamedTuple):
    """A file without a translation: its name, its path, and the path that its translation should have."""

    name: str
    source: str
    translation: str


def untranslated_text(game: Game, name: str, locale: Locale) -> UntranslatedFile:
    """Return a shared text that has no translation. Only the game itself can translate an installed one."""
    source = PurePosixPath(game.text_files[name])
    own = PurePosixPath(locale.place.file).with_name(source.name)
    translation = own if source.is_absolute() else source.parent / locale.language / source.name
    return UntranslatedFile(source.name, str(source), str(translation))


def untranslated_shops(search_path: SearchPath, locale: Locale) -> Iterator[UntranslatedFile]:
    """Yield each shop whose instructions have no translation, if the language has those of any shop."""
    shared = _language_folders(search_path.roots[search_path.own_count :], locale)
    if not any(is_folder(folder / SHOP.folder) for folder in shared):
        return
    for name, path in search_path.files_by_name(SHOP.folder).items():
        file = f"{SHOP.folder}/{name}.yaml"
        translations = [folder / file for folder in _translated_folders(search_path, path, locale)]
        is_translated = any(is_file(translation) for translation in translations)
        if not is_translated and _INSTRUCTIONS in f"\n{search_path.read(path)}":
            yield UntranslatedFile(file, *map(search_path.display_path, (path, translations[0])))


def _translated_folders(search_path: SearchPath, path: Path, locale: Locale) -> list[Path]:
    """Return the layout folders that may translate a layout: those that come before it on the search path."""
    number = next(number for number, root in enumerate(search_path.roots) if path.is_relative_to(root.folder))
    if number < search_path.own_count:
        return [locale.folder / "layouts"]
    return _language_folders(search_path.roots[search_path.own_count : number + 1], locale)


def _language_folders(roots: Iterable[Root], locale: Locale) -> list[Path]:
    languages = dict.fromkeys((locale.language, locale.language.partition("-")[0]))
    return [root.folder / TEXTS / language for language in languages for root in roots]
