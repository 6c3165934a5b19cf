"""Braille, by liblouis: a list of all words as BRF, and labels as PDF and STL. Open ``labels`` first."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from punchboard.compose.folding.sheets import arrange_in_rows
from punchboard.compose.text.phrases import phrase
from punchboard.geometry import Point, Rect
from punchboard.load.files.liblouis import translate
from punchboard.problem import Problem, ProblemsFound, Severity, fail
from punchboard.products.braille.brf import Block, Paragraph, Translate, brf
from punchboard.products.braille.cells import MARBURG, dots
from punchboard.products.braille.labels import FIRST_DOT, NUMBER_ONLY, Label, labels
from punchboard.products.braille.mesh import Dome, Triangle, plate, stl
from punchboard.products.braille.sheets import label_sheets
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


# Labels to print in 3D: thin plates with domes, laid out on the beds of printers, as STL files.

BED: Final = 200.0
"""The width and depth in mm of the area that plates are laid out on; most printers have more."""

GAP: Final = 3.0
"""Mm between plates."""

THICKNESS: Final = 0.8
"""The thickness of a plate in mm: eight layers of 0.1 mm."""


def plates(composed: ComposedGame, labels: Sequence[Label]) -> Iterator[Product]:
    """Yield as many STL files as needed for a label of each copy of each component."""
    all_labels = [label for label in labels for _ in range(composed.copies(label.words.component))]
    beds = arrange_in_rows([label.size for label in all_labels], Rect(0, 0, BED, BED), GAP)
    for number, bed in enumerate(beds, 1):
        data = stl(triangle for index, at in bed for triangle in label_mesh(all_labels[index], at))
        yield Product(f"braille/labels-{number}{composed.suffix}.stl", format="data", data=data, pieces=len(bed))


def label_mesh(label: Label, at: Point) -> Iterator[Triangle]:
    """Yield the surface of a label; ``at`` is its top left corner from that of the bed, with y downwards."""
    top = BED - at.y  # y goes up in solids
    domes = [Point(at.x + x, top - y) for x, y in dots(label.lines, FIRST_DOT)]
    area = Rect(at.x, top - label.size.height, *label.size)
    return plate(area, THICKNESS, domes, Dome(MARBURG.base, MARBURG.height))


# The list of all words for BRF: number, name and words of each component, by kind.


def word_list(composed: ComposedGame, words: Sequence[Words], labels: Sequence[Label]) -> tuple[Block, ...]:
    """Return the list: first what is on the labels, then each component, below a heading for its kind."""
    return (_introduction(composed, words, labels), *_components(composed, words))


def _introduction(composed: ComposedGame, words: Sequence[Words], labels: Sequence[Label]) -> Block:
    phrases = composed.game.words
    labelled = {label.words.number for label in labels}
    lists = {
        "braille numbers": [label.words.number for label in labels if label.grade == NUMBER_ONLY],
        "braille none": [one.number for one in words if one.number not in labelled],
    }
    texts = [phrase(phrases, name, numbers=ranges(numbers)) for name, numbers in lists.items() if numbers]
    return (
        Paragraph(composed.game.title, is_heading=True),
        Paragraph(phrase(phrases, "words of all"), is_heading=True),
        *(Paragraph(text, first=2) for text in (phrase(phrases, "braille list"), *texts)),
    )


def _components(composed: ComposedGame, words: Sequence[Words]) -> Iterator[Block]:
    kind = ""
    for one in words:
        heading: Block = ()
        if one.component.kind != kind:
            kind = one.component.kind
            heading = (Paragraph(composed.game.kinds[kind].plural, is_heading=True),)
        name = Paragraph(f"{one.number} {one.name}", rest=4)
        yield (*heading, name, *(Paragraph(text, first=2, rest=2) for text in one.paragraphs))


def ranges(numbers: Sequence[int]) -> tuple[str, ...]:
    """Return rising numbers as text, three and more in a row as ``3-7``."""
    found: list[str] = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        row = [str(number) for _, number in group]
        found += row if len(row) < 3 else [f"{row[0]}-{row[-1]}"]
    return tuple(found)
