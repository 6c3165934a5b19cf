"""Large decks in chunks: each chunk draws and checks a share of the faces, and the sheets that they lie on.

No more than one chunk's faces are in memory at once. Chunks do not depend on each other, so any process may work on
one: a number goes in, plain values come out. A small deck is one chunk, and its faces are kept.
"""

import gc
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from math import ceil
from tempfile import TemporaryFile
from typing import IO, Final, NamedTuple

from punchboard.checks.faces import FaceReport, join_reports, report_faces
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.fonts.family import TypefaceNames
from punchboard.load.theme_fonts import typeface_names
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.artifacts import correct_for_printer
from punchboard.problem import ProblemsFound
from punchboard.products import PRODUCTS, ComposedGame
from punchboard.products.game.validation import select_products
from punchboard.render.pdf.drawing.sections import Drawer, PlainSection, Section, from_plain, to_plain
from punchboard.scene import Image


class SectionStore:
    """Sections by the path of their file and their number in it; each can be taken out once.

    A sandboxed build may write no file, so it keeps them in memory.
    """

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        self._spans: dict[tuple[str, int], tuple[int, int]] = {}

    def __del__(self) -> None:
        """Delete the temporary file: a build that fails leaves sections that nobody takes."""
        if self._file is not None:
            self._file.close()

    def __len__(self) -> int:
        """Return how many sections are left."""
        return len(self._spans)

    def add(self, path: str, number: int, section: PlainSection) -> None:
        """Store a section of a file."""
        if self._file is None:
            self._file = _temporary_file()
        start = self._file.seek(0, 2)
        self._spans[path, number] = (start, self._file.write(pickle.dumps(section, pickle.HIGHEST_PROTOCOL)))

    def take(self, path: str, number: int) -> PlainSection | None:
        """Return a section and forget it; None for one that is not stored."""
        span = self._spans.pop((path, number), None)
        if span is None or self._file is None:
            return None
        start, length = span
        self._file.seek(start)
        section: PlainSection = pickle.loads(self._file.read(length))  # noqa: S301 - written by this process
        return section


def _temporary_file() -> IO[bytes]:
    try:
        return TemporaryFile(prefix="punchboard-")
    except OSError:
        return BytesIO()


MAX_CHUNK_FACES: Final = 4096
"""The most faces of a chunk, where no sheets decide how many there are."""

MIN_SPLIT_FACES: Final = 500
"""A deck of fewer faces is never split."""


class ChunkResult(NamedTuple):
    """What came of one chunk: plain values, which can go from one process to another."""

    faces: int
    report: FaceReport
    sections: tuple[tuple[str, int, PlainSection], ...]
    """Each section of a document that is drawn: the path of its file, its number from 0, and its pages."""


MapChunks = Callable[[Callable[[int], ChunkResult], Sequence[int]], Iterable[ChunkResult]]
"""Calls a function with each number and gives the results in order, as the built-in `map` does."""


class DrawnDeck(NamedTuple):
    """All faces of a game drawn and checked, and the sections of long documents that were drawn with them."""

    report: FaceReport
    faulty: frozenset[FaceSpec]
    """The sides that could not be drawn as their components ask."""
    sections: SectionStore
    naming: TypefaceNames

    def section(self, path: str, number: int, _count: int) -> Section | None:
        """Return a section of a file that is already drawn, once; None for any other."""
        plain = self.sections.take(path, number)
        return None if plain is None else from_plain(plain, self.naming.face, _unchanged)


def draw_deck(composed: ComposedGame, options: BuildOptions | None, map_chunks: MapChunks = map) -> DrawnDeck:
    """Draw and check every face of a game, and the sheets of a deck that is too large to be kept in memory.

    Args:
        composed: the game.
        options: what is built; None where faces are only checked.
        map_chunks: calls the function that draws a chunk with the number of each.

    Raises:
        ProblemsFound: when a book, or what else is composed as a whole, cannot be composed.
    """
    naming = typeface_names(composed.loaded.families)
    chunks = _Chunks(composed, options, naming)
    sections, reports = SectionStore(), list[tuple[int, FaceReport]]()
    if chunks.count == 1:
        reports.append((len(composed.sides), report_faces(map(composed.draw, composed.sides))))
    else:
        for result in map_chunks(chunks.draw, range(chunks.count)):
            reports.append((result.faces, result.report))
            for path, number, section in result.sections:
                sections.add(path, number, section)
    report = join_reports([*reports, (0, report_faces(composed.other_faces))])
    faulty = frozenset(composed.sides[at] for at in report.fault_positions if at < len(composed.sides))
    return DrawnDeck(report, faulty, sections, naming)


class _Chunks:
    """The chunks of one game.

    Args:
        composed: the game.
        options: what is built, if anything.
        naming: names typefaces.
    """

    def __init__(self, composed: ComposedGame, options: BuildOptions | None, naming: TypefaceNames) -> None:
        self._composed, self._naming = composed, naming
        self._drawers: tuple[tuple[str, Drawer], ...] = ()
        self.count = 1
        if len(composed.sides) >= MIN_SPLIT_FACES and _can_be_split(composed):
            self._drawers = tuple(_long_documents(composed, options)) if options is not None else ()
            # as many chunks as sections, or faces at the seams would be drawn twice
            sections = [len(drawer.sections) for _, drawer in self._drawers]
            self.count = max(sections) if sections else ceil(len(composed.sides) / MAX_CHUNK_FACES)

    def draw(self, number: int) -> ChunkResult:
        """Draw and check the faces of a chunk, and draw the sections that they lie on."""
        composed, sides = self._composed, self._composed.sides
        share = sides[len(sides) * number // self.count : len(sides) * (number + 1) // self.count]
        try:
            report = report_faces(map(composed.draw, share))
            return ChunkResult(len(share), report, tuple(self._sections(number)))
        finally:
            composed.composer.release()
            gc.collect(1)  # drawn faces hold cycles; what is loaded is old by now, and is not looked through

    def _sections(self, number: int) -> Iterator[tuple[str, int, PlainSection]]:
        for path, drawer in self._drawers:
            count = len(drawer.sections)
            for at in range(count):
                if at * self.count // count == number:
                    yield path, at, to_plain(drawer.section(at), self._naming.name, _unchanged)


def _unchanged(image: Image) -> Image:
    """Return a picture as it is: it is a plain value."""
    return image


def _can_be_split(composed: ComposedGame) -> bool:
    """Return False where something is counted while faces are drawn: the icons of sets, or ink for a press."""
    return not composed.loaded.icon_sets and composed.print_options.profile is None


def _long_documents(composed: ComposedGame, options: BuildOptions) -> Iterator[tuple[str, Drawer]]:
    """Yield the sheets that have several sections, each with the path of its file; none of a game that does not fit."""
    wanted = select_products(composed, everything=composed.print_options.everything)
    if "sheets" not in wanted or "pdf" not in options.formats:
        return
    try:
        products = tuple(PRODUCTS["sheets"].make(composed))
    except ProblemsFound:  # reported when the sheets are made
        return
    for product in products:
        drawer = Drawer(correct_for_printer(product, composed.print_options))
        if len(drawer.sections) > 1:
            yield product.path, drawer
