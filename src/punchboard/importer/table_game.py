"""A new game from tables: the draft, and all files of its folder.

The words of the tables say its language, its theme, and the pictures that it refers to.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.compose.boxes.resources import IconWords
from punchboard.fonts.script_table import SCRIPTS, script_of
from punchboard.importer.columns.heading_languages import ENGLISH, languages_of_headings
from punchboard.importer.draft import Draft, Note
from punchboard.importer.guess import ImportContext, SourceTable, draft_game
from punchboard.importer.kinds.builtin_layouts import LAYOUT as COUNTER
from punchboard.importer.new_game_options import BackLook, NewGameOptions
from punchboard.importer.own_words import in_own_language
from punchboard.importer.source_tables import as_utf8, read_tables
from punchboard.importer.writing.imported_game import imported_files
from punchboard.load.icons.icons import load_icon_words
from punchboard.load.icons.sets import IconNames, IconSets
from punchboard.load.layout_files import SearchPath, game_search_path
from punchboard.load.layouts.raw_layouts import builtin_boxes, theme_words
from punchboard.load.picture_names import FoundPictures, PictureFolder, find_pictures
from punchboard.load.tables import TableSource
from punchboard.load.tables.data_table import Table
from punchboard.load.themes import resolve_theme
from punchboard.model.layout.layout import ThemeFile
from punchboard.problem import Place
from punchboard.system.yaml_parser import own_data
from punchboard.workspace import builtin_folder

MIN_LANGUAGE_SHARE: Final = 0.5
"""The share of all letters that must be of a script that is read from right to left."""

MIN_LANGUAGE_WORDS: Final = 6
"""Fewest frequent words of a language that show it; with fewer, the headings alone do."""

MIN_DIFFERENT_WORDS: Final = 4
"""Fewest different ones among them: ``do``, ``as`` and ``per`` are English words, too, and a song has many ``la``."""

CLEARLY: Final = 1.5
"""How many times as many frequent words a language has than English."""

_SCRIPT_LANGUAGES: Final = {"Hira": "ja", "Kana": "ja", "Hang": "ko", "Hani": "zh"}
"""The languages of the scripts of East Asia; Japanese and Korean texts have Chinese characters, too."""

_LANGUAGE_WORD: Final = re.compile(r"[^\W\d_]+")


def guess_language(headings: Iterable[str], cards: Iterable[Iterable[str]]) -> Note | None:
    """Return the language of a game, with the reason; None for English and for languages that are not known.

    Args:
        headings: the headings of all tables.
        cards: the texts of each card.
    """
    headings, texts = list(headings), list(chain.from_iterable(cards))
    by_script = _by_script(texts if any(texts) else headings)
    return by_script or _by_words([*headings, *texts]) or _by_headings(headings, texts)


def _by_script(texts: Iterable[str]) -> Note | None:
    counts = Counter(chain.from_iterable(texts))
    letters = Counter[str]()
    for character, count in counts.items():
        if character.isalpha():
            letters[script_of(character)] += count
    for script in SCRIPTS:
        if script.rtl_language and letters[script.codes[0]] > MIN_LANGUAGE_SHARE * letters.total():
            because = f"most letters are {script.name}, read from right to left; write the tag of another language here"
            return Note("language", script.rtl_language, because)
    languages = [language for code, language in _SCRIPT_LANGUAGES.items() if letters[code]]
    if languages and sum(letters[code] for code in _SCRIPT_LANGUAGES) > MIN_LANGUAGE_SHARE * letters.total():
        return Note("language", languages[0], "the script of most letters; write the tag of another language here")
    return None


def _points(texts: Iterable[str]) -> tuple[Counter[str], dict[str, int]]:
    """Return how often each word is in texts, and how many frequent words each language has there."""
    words = Counter(word for text in texts for word in _LANGUAGE_WORD.findall(text.casefold()))
    return words, {language: sum(words[word] for word in known) for language, known in _frequent_words().items()}


def _by_headings(headings: Sequence[str], texts: Iterable[str]) -> Note | None:
    """Return the language of the headings of a table whose texts are not in English."""
    languages, (_, points) = languages_of_headings(headings), _points(texts)
    best = max(languages, key=lambda language: points[language], default=ENGLISH)
    is_alone = all(points[other] < points[best] for other in languages if other != best)
    if best == ENGLISH or not is_alone or points[ENGLISH] >= max(MIN_LANGUAGE_WORDS, points[best]):
        return None
    return Note("language", best, "the headings of the table; write the tag of another language here")


def _by_words(texts: Iterable[str]) -> Note | None:
    words, points = _points(texts)
    best = max(points, key=lambda language: points[language])
    seen = sorted(_frequent_words()[best] & words.keys(), key=lambda word: (-words[word], word))
    if best == ENGLISH or len(seen) < MIN_DIFFERENT_WORDS:
        return None
    if points[best] < max(MIN_LANGUAGE_WORDS, CLEARLY * points[ENGLISH]):
        return None
    return Note(
        "language", best, f"words such as {', '.join(map(repr, seen[:3]))}; write the tag of another language here"
    )


@cache
def _frequent_words() -> Mapping[str, frozenset[str]]:
    return {language: frozenset(map(str, known)) for language, known in own_data("importer/languages.yaml").items()}


NEUTRAL_THEME: Final = "minimal"
"""The theme of a table whose words point nowhere."""

COUNTER_THEME: Final = "wargame"
"""The theme of counters with numbers for attack and movement whose words point nowhere."""

MIN_CARDS: Final = 3
"""How many cards must have a word of the theme, or all cards if there are fewer."""

MIN_THEME_SHARE: Final = 0.08
"""The share of the cards that must have a word of the theme."""

MIN_THEME_WORDS: Final = 2
"""How many different words of the theme must occur: one alone may be the name of a card type."""

SHOWN_WORDS: Final = 4
"""How many of the words are given as the reason."""

MAX_ROWS: Final = 2000
"""How many rows are read, evenly chosen from all."""

_THEME_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def guess_theme(
    cards: Iterable[Iterable[str]], themes: Mapping[str, Collection[str]], *, counters: bool = False
) -> Note:
    """Return the theme that most cards have words of, with these words as the reason.

    Args:
        cards: the texts of each card.
        themes: the words of each theme, in lower case.
        counters: whether the table has counters of a wargame.
    """
    texts = [" ".join(card) for card in cards]
    texts = texts[:: max(1, len(texts) // MAX_ROWS)]
    words = [_words(text) for text in texts]
    hits = {theme: Counter(word for card in words for word in sorted(card & {*own})) for theme, own in themes.items()}
    cards_with = {theme: sum(bool(card & {*own}) for card in words) for theme, own in themes.items()}
    best = max(themes, key=lambda theme: (cards_with[theme], len(hits[theme])), default="")
    needed = max(min(MIN_CARDS, len(texts)), MIN_THEME_SHARE * len(texts))
    if not best or cards_with[best] < needed or len(hits[best]) < MIN_THEME_WORDS:
        if counters and COUNTER_THEME in themes:
            return Note("theme", COUNTER_THEME, "its units are counters with numbers for attack and movement")
        return Note("theme", NEUTRAL_THEME, "no words of another theme in the table")
    named = ", ".join(f"'{word}'" for word, _ in hits[best].most_common(SHOWN_WORDS))
    return Note("theme", best, f"{named} in {cards_with[best]} of {len(texts)} rows")


def _words(text: str) -> set[str]:
    """Return the words of a text in lower case, and the singular of plurals."""
    words = {match.lower() for match in _THEME_WORD.findall(text)}
    return words | {word.removesuffix("s") for word in words if len(word) > 3}


def picture_paths(draft: Draft, tables: Sequence[Table]) -> tuple[str, ...]:
    """Return the picture paths in the tables of a draft, each once, as they are written there."""
    paths: dict[str, None] = {}
    for part, table in zip(draft.parts, tables, strict=True):
        fields = (field for kind in part.kinds for field in kind.fields)
        columns = dict.fromkeys(field.column for field in fields if field.type == "picture")
        paths |= dict.fromkeys(row[column] for column in columns for row in table.rows if row[column])
    return tuple(paths)


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
