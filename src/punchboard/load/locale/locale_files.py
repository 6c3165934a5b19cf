"""The files of one language in a game's ``locale/`` folder: the table of texts and the Markdown files."""

from pathlib import Path
from typing import Final, NamedTuple

from punchboard.load.files.paths import display_path, read_text, resolve_inside
from punchboard.load.layout_files.search_path import SearchPath
from punchboard.load.locale.text_table import FILE, Row, read_text_table
from punchboard.load.texts import FOLDER as TEXTS
from punchboard.model.game.game import Game
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, fail

FOLDER: Final = "locale"


def locale_names(game: Path) -> tuple[str, ...]:
    """Return the languages that a game has translations for: the names of the folders in its ``locale/``."""
    folder = game / FOLDER
    return tuple(sorted(path.name for path in folder.iterdir() if path.is_dir())) if folder.is_dir() else ()


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
        return (search_path.read(beside), search_path.display_path(beside)) if beside.is_file() else None

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
