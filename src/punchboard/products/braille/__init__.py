"""Braille, by liblouis: a list of all words as BRF, and labels as PDF and STL. Open ``labels`` first."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from punchboard.load.files.liblouis import translate
from punchboard.problem import Problem, ProblemsFound, Severity, fail
from punchboard.products.braille.brf import Block, Translate, brf
from punchboard.products.braille.labels import Label, labels
from punchboard.products.braille.plates import plates
from punchboard.products.braille.sheets import label_sheets
from punchboard.products.braille.word_list import word_list
from punchboard.products.game.component_words import Words, all_words
from punchboard.products.game.composed_game import ComposedGame, Product

NO_TABLE = "BRAILLE002"
UNKNOWN = "BRAILLE003"


class _Braille(NamedTuple):
    """What the files of the product are made from."""

    words: tuple[Words, ...]
    tables: Mapping[int, str]
    """The table of each grade."""
    labels: tuple[Label, ...]
    blocks: tuple[Block, ...]
    """The list of all words."""


def braille(composed: ComposedGame) -> Iterator[Product]:
    """Yield the list of words in each grade, and the labels; nothing where `braille_problems` says why."""
    try:
        made = _braille(composed)
    except ProblemsFound:
        return
    for grade, table in made.tables.items():
        data = brf(made.blocks, _translator(table))
        yield Product(f"braille/labels-grade-{grade}.brf", format="data", data=data)
    yield from label_sheets(composed, made.labels)
    yield from plates(composed, made.labels)


def braille_problems(composed: ComposedGame) -> Iterator[Problem]:
    """Yield a warning if there is no liblouis or no table of the language, and one for each table that lacks letters.

    Raises:
        ProblemsFound: when ``layouts/braille.yaml`` is invalid.
    """
    try:
        made = _braille(composed)
    except ProblemsFound as found:
        for problem in found.problems:
            yield problem._replace(severity=Severity.WARNING)
        return
    texts = tuple(paragraph.text for block in made.blocks for paragraph in block)
    unknown: dict[str, list[str]] = {}
    for table in made.tables.values():
        for character in translate(table, texts).unknown:
            unknown.setdefault(character, []).append(table)
    for character, tables in unknown.items():
        places = (one.component.place for one in made.words if character in "".join((one.name, *one.paragraphs)))
        message = f"{' and '.join(tables)} of liblouis has no Braille for {character!r}, which is left out"
        hint = "write it as a word, or name another table of the language in layouts/braille.yaml"
        yield Problem(UNKNOWN, next(places, composed.game.place), message, hint, Severity.WARNING)


def _braille(composed: ComposedGame) -> _Braille:
    """Return what the files are made from.

    Raises:
        ProblemsFound: BRAILLE001, or BRAILLE002 when there is no table of the language.
    """
    tables, language = _tables(composed), composed.game.file.language
    words = all_words(composed)
    made = labels(words, {grade: _translator(table) for grade, table in tables.items()}, language)
    return _Braille(words, tables, made, word_list(composed, words, made))


def _tables(composed: ComposedGame) -> Mapping[int, str]:
    language, known = composed.game.file.language, composed.loaded.layouts.braille
    for tag in (language, language.partition("-")[0]):
        if tag in known:
            return known[tag].tables
    place, message = composed.game.place_of("language"), f"there is no Braille table for the language {language!r}"
    raise fail(NO_TABLE, place, f"{message}, so no Braille is made", "name a table of liblouis in layouts/braille.yaml")


def _translator(table: str) -> Translate:
    """Return the function that translates by a table."""

    def to_cells(texts: Sequence[str]) -> Sequence[str]:
        return translate(table, tuple(texts)).texts

    return to_cells
