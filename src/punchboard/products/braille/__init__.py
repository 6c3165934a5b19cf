"""Braille, by liblouis: a list of all words as BRF, and labels as PDF and STL. Open ``labels`` first."""

import struct
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from math import cos, pi, sin
from typing import Final, NamedTuple

from punchboard.compose.net_sheets import arrange_in_rows
from punchboard.compose.text.phrases import phrase
from punchboard.geometry import Point, Rect
from punchboard.load.liblouis import translate
from punchboard.problem import Problem, ProblemsFound, Severity, fail
from punchboard.products.braille.cells import MARBURG, Block, Paragraph, Translate, brf, dots
from punchboard.products.braille.labels import FIRST_DOT, NUMBER_ONLY, Label, label_sheets, labels
from punchboard.products.game.component_words import Words, all_words
from punchboard.products.game.composed_game import ComposedGame, Product

# Solids for 3D printers: a plate with domes as one closed surface, and surfaces as binary STL. Lengths in mm.

Vertex = tuple[float, float, float]
Triangle = tuple[Vertex, Vertex, Vertex]
"""Three corners, counterclockwise seen from outside."""

SIDES: Final = 12
"""The sides of a dome; a multiple of four."""

_RINGS: Final = 3
"""The bands of a dome between its base and its top."""


class Dome(NamedTuple):
    """The shape of a dome: the width of its base, and its height."""

    base: float
    height: float


def plate(area: Rect, thickness: float, domes: Collection[Point], dome: Dome) -> Iterator[Triangle]:
    """Yield the triangles of a plate on the ground with domes on it: a closed surface, each edge in two triangles.

    Its top is a grid of rectangles, in which each dome has a square of its own; its underside is a fan. Y goes up.

    Args:
        area: where the plate lies.
        thickness: its thickness.
        domes: their centres. Two of them have the same x or y, or differ in it by more than ``dome.base``.
        dome: their shape.
    """
    half = dome.base / 2 * 1.1  # a square round a dome is a little larger than the dome
    xs = _cuts({point.x for point in domes}, half, area.x, area.right)
    ys = _cuts({point.y for point in domes}, half, area.y, area.bottom)
    squares = {(point.x - half, point.y - half): point for point in domes}
    for left, right in pairwise(xs):
        for low, high in pairwise(ys):
            corners = ((left, low), (right, low), (right, high), (left, high))
            top = [(x, y, thickness) for x, y in corners]
            centre = squares.get((left, low))
            yield from _flat(top) if centre is None else _domed(top, centre, dome)
    around = [(x, ys[0]) for x in xs] + [(xs[-1], y) for y in ys[1:]]
    around += [(x, ys[-1]) for x in xs[-2::-1]] + [(xs[0], y) for y in ys[-2::-1]]
    middle = (*area.centre, 0.0)
    for (x, y), (to_x, to_y) in pairwise(around):
        yield (to_x, to_y, 0.0), (x, y, 0.0), middle
        yield from _flat([(x, y, 0.0), (to_x, to_y, 0.0), (to_x, to_y, thickness), (x, y, thickness)])


def _cuts(centres: Iterable[float], half: float, start: float, end: float) -> list[float]:
    """Return where the grid is cut: at both ends, and at both sides of each dome."""
    return sorted({start, end, *(side for centre in centres for side in (centre - half, centre + half))})


def _flat(corners: Sequence[Vertex]) -> Iterator[Triangle]:
    """Yield the triangles of a convex face."""
    for second, third in pairwise(corners[1:]):
        yield corners[0], second, third


def _domed(corners: Sequence[Vertex], centre: Point, dome: Dome) -> Iterator[Triangle]:
    """Yield the triangles of a square with a dome in it, an ellipsoid's upper half."""
    ground = corners[0][2]
    rings = [
        [
            (
                centre.x + dome.base / 2 * cos(rise) * cos(angle),
                centre.y + dome.base / 2 * cos(rise) * sin(angle),
                ground + dome.height * sin(rise),
            )
            for angle in (2 * pi * (side - SIDES / 8 - SIDES / 4) / SIDES for side in range(SIDES))
        ]
        for rise in (pi / 2 * ring / _RINGS for ring in range(_RINGS))
    ]
    quarter = SIDES // 4
    for number, corner in enumerate(corners):  # side 0 of the ring points to the first corner
        following = corners[(number + 1) % 4]
        arc = [rings[0][(number * quarter + step) % SIDES] for step in range(quarter + 1)]
        middle = quarter // 2
        for step, (one, next_one) in enumerate(pairwise(arc)):
            yield (corner if step < middle else following), next_one, one
        yield corner, following, arc[middle]
    for lower, upper in pairwise(rings):
        for side in range(SIDES):
            after = (side + 1) % SIDES
            yield from _flat([lower[side], lower[after], upper[after], upper[side]])
    top = (centre.x, centre.y, ground + dome.height)
    for side in range(SIDES):
        yield rings[-1][side], rings[-1][(side + 1) % SIDES], top


def stl(triangles: Iterable[Triangle]) -> bytes:
    """Return a binary STL file: a header of 80 bytes, the number of triangles, and each with its normal."""
    records = [struct.pack("<12fH", *_normal(one), *one[0], *one[1], *one[2], 0) for one in triangles]
    return b"".join((b"Punchboard".ljust(80), struct.pack("<I", len(records)), *records))


def _normal(triangle: Triangle) -> Vertex:
    """Return the direction that a triangle faces, of length 1."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle
    ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = (x * x + y * y + z * z) ** 0.5
    return (x / length, y / length, z / length) if length else (0.0, 0.0, 0.0)


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
    except ProblemsFound as error:
        for problem in error.problems:
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
    return _Braille(words, tables, made, (_introduction(composed, words, made), *_components(composed, words)))


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

_BED: Final = 200.0
"""The width and depth in mm of the area that plates are laid out on; most printers have more."""

GAP: Final = 3.0
"""Mm between plates."""

_THICKNESS: Final = 0.8
"""The thickness of a plate in mm: eight layers of 0.1 mm."""


def plates(composed: ComposedGame, labels: Sequence[Label]) -> Iterator[Product]:
    """Yield as many STL files as needed for a label of each copy of each component."""
    all_labels = [label for label in labels for _ in range(composed.copies(label.words.component))]
    beds = arrange_in_rows([label.size for label in all_labels], Rect(0, 0, _BED, _BED), GAP)
    for number, bed in enumerate(beds, 1):
        data = stl(triangle for index, at in bed for triangle in _label_mesh(all_labels[index], at))
        yield Product(f"braille/labels-{number}{composed.suffix}.stl", format="data", data=data, pieces=len(bed))


def _label_mesh(label: Label, at: Point) -> Iterator[Triangle]:
    """Yield the surface of a label; ``at`` is its top left corner from that of the bed, with y downwards."""
    top = _BED - at.y  # y goes up in solids
    domes = [Point(at.x + x, top - y) for x, y in dots(label.lines, FIRST_DOT)]
    area = Rect(at.x, top - label.size.height, *label.size)
    return plate(area, _THICKNESS, domes, Dome(MARBURG.base, MARBURG.height))


# The list of all words for BRF: number, name and words of each component, by kind.


def _introduction(composed: ComposedGame, words: Sequence[Words], labels: Sequence[Label]) -> Block:
    """Return what comes before the components: what is on the labels."""
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
    """Yield the words of each component, below a heading for its kind."""
    kind = ""
    for entry in words:
        heading: Block = ()
        if entry.component.kind != kind:
            kind = entry.component.kind
            heading = (Paragraph(composed.game.kinds[kind].plural, is_heading=True),)
        name = Paragraph(f"{entry.number} {entry.name}", rest=4)
        yield (*heading, name, *(Paragraph(text, first=2, rest=2) for text in entry.paragraphs))


def ranges(numbers: Sequence[int]) -> tuple[str, ...]:
    """Return rising numbers as text, three and more in a row as ``3-7``."""
    parts: list[str] = []
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        row = [str(number) for _, number in group]
        parts += row if len(row) < 3 else [f"{row[0]}-{row[-1]}"]
    return tuple(parts)
