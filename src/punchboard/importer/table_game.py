"""A new game from tables: the draft with its theme and language, and all files of its folder."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from punchboard.compose.boxes.resources import IconWords
from punchboard.importer.draft import Draft
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.importer.kinds.builtin_layouts import LAYOUT as COUNTER
from punchboard.importer.new_game_options import BackLook, NewGameOptions
from punchboard.importer.own_words import in_own_language
from punchboard.importer.source_tables import as_utf8, read_tables
from punchboard.importer.word_guesses import guess_language, guess_theme, picture_paths
from punchboard.importer.writing.imported_game import imported_files
from punchboard.load.icons.icons import load_icon_words
from punchboard.load.icons.sets import IconNames, IconSets
from punchboard.load.layout_files import SearchPath, game_search_path
from punchboard.load.layouts.raw_layouts import builtin_boxes, theme_words
from punchboard.load.picture_names import FoundPictures, PictureFolder, find_pictures
from punchboard.load.tables import TableSource
from punchboard.load.themes import resolve_theme
from punchboard.model.layout.layout import ThemeFile
from punchboard.problem import Place
from punchboard.workspace import builtin_folder


class Sources(NamedTuple):
    """The files that a game is made from, their tables, and what to say about them."""

    files: tuple[TableSource, ...]
    tables: tuple[SourceTable, ...]
    notes: tuple[str, ...]

    @property
    def cards(self) -> Iterator[Iterable[str]]:
        """The texts of each card."""
        return (row.values() for table in self.tables for row in table.table.rows)

    def printed(self, draft: Draft) -> Iterator[tuple[str, Sequence[str]]]:
        """Yield the heading and the texts of each column that a draft does not ignore."""
        for source, part in zip(self.tables, draft.parts, strict=True):
            for name in source.table.header:
                if name not in part.table.ignored:
                    yield name, [row[name] for row in source.table.rows]


def read_sources(
    given: Iterable[TableSource], sheets: tuple[str, ...] = (), header: str = "", notes: Sequence[str] = ()
) -> Sources:
    """Return the tables of files; ``sheets`` and ``header`` are those of `read_tables`.

    Raises:
        ProblemsFound: as `read_tables`.
    """
    sources, tables, lines = list[TableSource](), list[SourceTable](), list(notes)
    for original in given:
        source, encoding_warnings = as_utf8(original)
        read, sheet_warnings = read_tables(source, sheets, header)
        sources.append(source)
        tables += read
        lines += (*encoding_warnings, *sheet_warnings)
    return Sources(tuple(sources), tuple(tables), tuple(lines))


class Answers(NamedTuple):
    """What a person has said about a table: the theme, and as in `ImportContext` the roles and the names of kinds."""

    theme: str = ""
    roles: Mapping[tuple[str, str], str] = MappingProxyType({})
    kinds: Mapping[tuple[str, str], str] = MappingProxyType({})


class TableGame(NamedTuple):
    """A game that is made from tables, not yet written."""

    sources: Sources
    draft: Draft
    options: NewGameOptions
    pictures: FoundPictures
    search_path: SearchPath

    @property
    def theme(self) -> str:
        """The name of the theme."""
        return self.draft.theme.guess if self.draft.theme else self.options.theme

    def texts(self, codes: Iterable[str]) -> dict[str, bytes]:
        """Return the files that the program writes; problems with some codes are warnings in ``game.yaml``."""
        return {name: text.encode() for name, text in imported_files(self.draft, self.options, codes).items()}

    def files(self, codes: Iterable[str] = ()) -> dict[str, bytes]:
        """Return all files: those of `texts`, the pictures that the table names, and the table."""
        copied = {source.name: source.data for source in self.sources.files}
        return {**self.pictures.files, **self.texts(codes), **copied}


def game_from_tables(
    sources: Sources, options: NewGameOptions, workspace: Path, home: Path, answers: Answers
) -> TableGame:
    """Return the game that tables are guessed to mean.

    Args:
        sources: the tables.
        options: the title, the players and what else was requested.
        workspace: the workspace of the game.
        home: the folder in which the pictures are looked for that the tables name.
        answers: what is not to be guessed.
    """
    search_path = game_search_path(options.name, workspace, builtin_folder())
    draft = draft_game(sources.tables, _context(search_path, options, PictureFolder(home).find, answers))
    has_counters = any(kind.layout == COUNTER for kind in draft.kinds)
    theme = None if answers.theme else guess_theme(sources.cards, theme_words(workspace), counters=has_counters)
    columns = list(sources.printed(draft))
    language = draft.language or guess_language((name for name, _ in columns), (texts for _, texts in columns))
    draft = draft._replace(warnings=(*sources.notes, *draft.warnings), theme=theme, language=language)
    draft = in_own_language(draft)
    pictures = find_pictures(home, picture_paths(draft, [table.table for table in sources.tables]))
    draft = draft._replace(warnings=(*draft.warnings, *pictures.notes))
    game = TableGame(sources, draft, options, pictures, search_path)
    look = resolve_theme(search_path, game.theme, Place("--theme")).validated(ThemeFile)
    return game._replace(options=options._replace(back=_back_look(look)))


def _context(
    search_path: SearchPath, options: NewGameOptions, find_picture: Callable[[str], str], answers: Answers
) -> ImportContext:
    icons = IconNames(search_path.icon_names(), IconSets(search_path))
    words = IconWords(load_icon_words(search_path), icons)
    return ImportContext(
        icons,
        builtin_boxes,
        options.shape,
        options.layout,
        options.title,
        find_picture,
        find_icon=lambda text: words.find([text]),
        chosen=answers.roles,
        kind_names=answers.kinds,
    )


def _back_look(theme: ThemeFile) -> BackLook:
    """Return what the backs of a theme look like."""
    ornaments = theme.ornaments.get("back", ())
    ground, ink = (theme.colours.get(name, "") for name in ("back", "back-ink"))
    return BackLook(ground, ink, ornaments[0].kind if ornaments else "")
