"""The full check of a game in a worker: draws all faces, composes books and sheets, finds the places of texts.

The pages know only words. So the first words of each passage are looked for on the pages, from one heading to the next;
headings are known by their anchors. A passage that is filled from data has no place: the one before it stands for it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import fsum
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.checks import check_game
from punchboard.checks.faces import check_faces
from punchboard.checks.severities import apply_overrides
from punchboard.geometry import IDENTITY, Affine, Point
from punchboard.load import load
from punchboard.load.layouts.lazy_layouts import lazy_layout_problems
from punchboard.model.game.game import BOOK_TEXTS, TEXT_SHEETS
from punchboard.model.layout.face import Face, fault_problems
from punchboard.model.values import capitalized
from punchboard.pipeline.build import composed_problems, played_problems
from punchboard.problem import Problem, ProblemsFound
from punchboard.products import PRODUCTS, ComposedGame, Product
from punchboard.products.prints import ON_PAPER, print_of
from punchboard.render import render
from punchboard.render.svg.html_drawings import insert_drawings
from punchboard.scene import Anchor, Document, Group, Item, Text, Use
from punchboard.server.state import PreviewDocument, Stage

_WORDS: Final = 4
"""The first words by which a passage is recognised."""
_SAME_LINE: Final = 0.3
"""Millimetres by which the baselines of one line may differ."""
_GAP: Final = 8.0
"""Millimetres between words from which they stand in different columns or cells."""

_MARKER: Final = re.compile(r"\s*(?:>\s*)*(?:[-*+]|\d+[.)])?\s+|\s*(?:>\s*)+|\s*\|")
_HEADING: Final = re.compile(r"(#{1,4})\s+(.*)")
_FILLED: Final = re.compile(r"\{\{.*?\}\}|\{[{%].*|(?<!\w):[\w:-]+:|\[#[\w-]+\]|\]\([^)]*\)")
_FENCE: Final = re.compile(r"\s*(?:```|~~~)")
_WORD: Final = re.compile(r"[^\W_]+(?:[\u2019'.,-][^\W_]+)*")


class SourcePlace(NamedTuple):
    """A passage: its line in the text, its page from 1, and its point there as shares of width and height."""

    line: int
    page: int
    x: float
    y: float


class _Passage(NamedTuple):
    """A passage: its line, the words that it begins with, and those after the last part that is filled from data."""

    line: int
    words: tuple[str, ...]
    is_heading: bool
    is_filled: bool
    last_words: tuple[str, ...]

    def heads(self, title: tuple[str, ...]) -> bool:
        """Return whether the page may print this heading with these words."""
        if not self.is_heading or not self.is_filled:
            return self.is_heading and title == self.words
        known = len(self.words) + len(self.last_words)
        begins, ends = title[: len(self.words)], title[len(title) - len(self.last_words) :]
        return 0 < known <= len(title) and (begins, ends) == (self.words, self.last_words)


class _Row(NamedTuple):
    page: int
    x: float
    y: float
    words: tuple[str, ...]


def source_places(text: str, document: Document) -> tuple[SourcePlace, ...]:
    """Return the places of a text's passages that are found on the pages of a document, by line."""
    rows, anchors = _rows(document), _headings(document)
    first = anchors[0].page if anchors else 1
    used = set[_Row]()
    places: list[SourcePlace] = []
    passages = tuple(_passages(text))
    for index, passage in enumerate(passages):
        page = places[-1].page if places else first
        at = next((at for at, one in enumerate(anchors) if passage.heads(one.words)), None)
        if at is not None:
            row: _Row | None = anchors[at]
            del anchors[: at + 1]
        else:
            last = _last_page(passages[index + 1 :], anchors, document)
            there = (one for one in rows if passage.words and page <= one.page <= last and one not in used)
            row = next((one for one in there if _is(one, passage.words)), None)
        if row is not None:
            used.add(row)
            size = document.pages[row.page - 1].size
            places.append(
                SourcePlace(passage.line, row.page, round(row.x / size.width, 4), round(row.y / size.height, 4))
            )
    return tuple(places)


def _last_page(rest: Iterable[_Passage], anchors: Sequence[_Row], document: Document) -> int:
    """Return the page of the next heading, or the last page."""
    pages = {one.words: one.page for one in reversed(anchors)}
    heading_pages = (pages[one.words] for one in rest if one.is_heading and one.words in pages)
    return next(heading_pages, len(document.pages))


def _is(row: _Row, words: tuple[str, ...]) -> bool:
    """Return whether a row begins with these words, perhaps after a number; a row may end within them."""
    for start in (0, 1):
        shown = row.words[start : start + min(len(words), _WORDS)]
        enough = len(shown) == min(len(words), _WORDS) or (len(shown) > 1 and start + len(shown) == len(row.words))
        if enough and all(map(str.startswith, words, shown)) and shown[:-1] == words[: len(shown) - 1]:
            return len(words) > 1 or len(row.words) == start + 1
    return False


def _passages(text: str) -> Iterator[_Passage]:
    """Yield the passages of a text that have words of their own."""
    begins, fenced, front = True, False, text.startswith("---\n")
    for number, line in enumerate(text.split("\n"), 1):
        if front:
            front = number == 1 or line.rstrip() != "---"
            continue
        if _FENCE.match(line):
            fenced, begins = not fenced, True
            continue
        heading = _HEADING.match(line)
        marker = _MARKER.match(line)
        if not fenced and line.strip() and (begins or heading or marker):
            text_line = _FILLED.sub("\0", heading[2] if heading else line[marker.end() if marker else 0 :])
            words = () if heading and text_line.startswith("\0") else _plain(text_line)
            last_words = _plain(text_line.rsplit("\0", 1)[-1])
            if words or (heading and last_words):
                yield _Passage(number, words, heading is not None, "\0" in text_line, last_words)
        begins = not line.strip() or heading is not None


def _plain(text: str) -> tuple[str, ...]:
    """Return the words before the first part that is filled, in lower case."""
    head = text.lstrip("\0* ").split("\0", 1)[0]
    return tuple(word.lower() for word in _WORD.findall(head.replace("*", "")))


def _headings(document: Document) -> list[_Row]:
    """Return the headings of all pages in their order."""
    headings = []
    for number, page in enumerate(document.pages, 1):
        for item, transform in _placed(page.items, IDENTITY):
            if isinstance(item, Anchor) and item.title:
                headings.append(_Row(number, *transform.apply(item.at), _plain(item.title)))
    return headings


def _rows(document: Document) -> tuple[_Row, ...]:
    """Return the words of all pages, line by line: the lines of a page from the left column to the right."""
    return tuple(row for number, page in enumerate(document.pages, 1) for row in _page_rows(number, page.items))


def _page_rows(number: int, items: Iterable[Item]) -> Iterator[_Row]:
    pieces: list[tuple[Point, float, str]] = []
    for item, transform in _placed(items, IDENTITY):
        if isinstance(item, Text):
            for line in item.lines:
                width = fsum(word.width for word in line.words) * item.size
                pieces.append((transform.apply(Point(line.x, line.y)), width, line.text))
    pieces.sort(key=lambda piece: (round(piece[0].y / _SAME_LINE), piece[0].x))
    rows: list[list[tuple[Point, float, str]]] = []
    for piece in pieces:
        last = rows[-1][-1] if rows else None
        is_same = last is not None and abs(last[0].y - piece[0].y) <= _SAME_LINE
        if last is not None and is_same and piece[0].x - last[0].x - last[1] < _GAP:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    for row in sorted(rows, key=lambda row: (round(row[0][0].x / 25), row[0][0].y)):
        words = tuple(word for _, _, text in row for word in _plain(text))
        if words:
            yield _Row(number, *row[0][0], words)


def _placed(items: Iterable[Item], transform: Affine) -> Iterator[tuple[Item, Affine]]:
    """Yield the items of a page and of all that is placed on it, each with the transform to the page."""
    for item in items:
        match item:
            case Group():
                yield from _placed(item.items, transform @ item.transform)
            case Use():
                yield from _placed(item.symbol.items, transform @ item.transform)
            case _:
                yield item, transform


PAPERS: Final = ("a4", "letter")
"""The papers whose sheets are shown when none is requested; a build makes the same."""

SHEETS: Final = ("sheets", "boards", "nets", "boxes")
BOOKS: Final = (*BOOK_TEXTS, "reference", *TEXT_SHEETS)
HTML: Final = "rulebook.html"
"""The name under which the rulebook as HTML is requested; documents with pages have no dot in their name."""


class CheckJob(NamedTuple):
    """A request to check a game and list its documents."""

    workspace: Path
    game: str
    snapshot_number: int
    locale: str = ""
    papers: tuple[str, ...] = PAPERS


class PageJob(NamedTuple):
    """A request for a page of a document, numbered from 1."""

    check_job: CheckJob
    name: str
    number: int


class PlacesJob(NamedTuple):
    """A request for the places of a text on the pages of the document that it is the text of."""

    check_job: CheckJob
    name: str


class PlayJob(NamedTuple):
    """A request to play a game's set-up and turns."""

    workspace: Path
    game: str
    locale: str = ""


class StageProblems(NamedTuple):
    """The problems that one stage of the checks found."""

    stage: Stage
    problems: tuple[Problem, ...]


class DocumentListing(NamedTuple):
    """The documents of a game, and whether its rulebook is available as HTML."""

    documents: tuple[PreviewDocument, ...]
    has_html: bool = False


class _ComposedGame:
    """A composed game, for one snapshot of its files."""

    def __init__(self, job: CheckJob) -> None:
        self.job = job
        self.composed = ComposedGame(load(job.game, job.workspace, locale=job.locale), job.papers)

    @cached_property
    def _products(self) -> tuple[Product, ...]:
        return tuple(product for name in (*SHEETS, *BOOKS) for product in PRODUCTS[name].make(self.composed))

    @cached_property
    def documents(self) -> Mapping[str, Product]:
        """The documents with pages by name: their file names without folder and suffix."""
        return {Path(one.path).stem: one for one in self._products if one.format == "pdf"}

    def html(self) -> bytes | None:
        """Return the rulebook as an HTML page; None when there is none."""
        product = next((one for one in self._products if one.path == HTML), None)
        return None if product is None else insert_drawings(product.data, product.document.pages)

    def listing(self) -> DocumentListing:
        """Return the documents of the game."""
        html = any(one.path == HTML for one in self._products)
        return DocumentListing(tuple(self._document(name) for name in self.documents), html)

    def _document(self, name: str) -> PreviewDocument:
        product = self.documents[name]
        size, title = name.partition("-")[0], name.replace("-", " ")
        paper = self.composed.papers.get(size) if product.path.startswith(ON_PAPER) else None
        if paper is not None:
            title = print_of(self.composed, product.path).title
        paper_name = (paper.name or size) if paper else ""
        return PreviewDocument(name, len(product.document.pages), capitalized(title), paper_name)

    def page(self, name: str, number: int) -> bytes | None:
        """Return a page as SVG, or the rulebook for the name `HTML`; None when there is none."""
        if name == HTML:
            return self.html()
        product = self.documents.get(name)
        if product is None or not 0 < number <= len(product.document.pages):
            return None
        return render("svg", product.document._replace(pages=(product.document.pages[number - 1],)))

    def places(self, name: str) -> tuple[SourcePlace, ...]:
        """Return the places of a text on its pages; none when it has no pages."""
        text, product = self.composed.game.texts.get(name), self.documents.get(name)
        return () if text is None or product is None else source_places(text, product.document)


_last_composed: dict[tuple[Path, str], _ComposedGame] = {}
"""The last valid state of each game, in the worker process."""


def run_full_check(
    job: CheckJob | PageJob | PlacesJob,
) -> Iterator[StageProblems | DocumentListing | bytes | tuple[SourcePlace, ...] | None]:
    """Yield the results of a job: problems and documents, or the page."""
    if not isinstance(job, CheckJob):
        shown = _shown(job.check_job)
        if isinstance(job, PageJob):
            yield shown.page(job.name, job.number) if shown is not None else None
        else:
            yield shown.places(job.name) if shown is not None else ()
        return
    try:
        composed_game = _ComposedGame(job)
        composed = composed_game.composed
        sides = dict.fromkeys(side for _, *both in composed.drawn_cards for side in both if side is not None)
        yield StageProblems("faces", (*check_game(composed.game), *_face_problems(sides)))
        yield StageProblems("books", tuple(_book_problems(composed, sides)))
        listing = composed_game.listing()
        _last_composed[job.workspace, job.game] = composed_game
        yield listing
    except ProblemsFound as error:
        yield StageProblems("faces", ())
        yield StageProblems("books", error.problems)


def _shown(check_job: CheckJob) -> _ComposedGame | None:
    """Return the newest state of a game whose documents can be made; an older one stands for one with a problem."""
    name = check_job.workspace, check_job.game
    last = _last_composed.get(name)
    if last is not None and last.job.snapshot_number == check_job.snapshot_number:
        return last
    try:
        composed_game = _ComposedGame(check_job)
        composed_game.listing()
    except ProblemsFound:
        if last is not None:
            last.job = check_job
        return last
    _last_composed[name] = composed_game
    return composed_game


def _face_problems(faces: Iterable[Face]) -> tuple[Problem, ...]:
    """Return the problems that faces record themselves, and those that the checks find on them."""
    all_faces = tuple(faces)
    return (*fault_problems(fault for face in all_faces for fault in face.faults), *check_faces(all_faces))


def _book_problems(composed: ComposedGame, sides: Collection[Face]) -> Iterator[Problem]:
    """Yield the problems of everything except the sides of components, and those of the game as a whole."""
    yield from _face_problems(face for face in composed.all_faces if face not in sides)
    yield from composed.book_problems
    yield from composed_problems(composed, [spec for spec in composed.sides if composed.draw(spec).faults])
    yield from lazy_layout_problems(composed.loaded.layouts.lazy_mappings)


def run_play_check(job: PlayJob) -> Iterator[StageProblems]:
    """Yield the problems found by playing set-up and turns; none when the data have errors."""
    try:
        game = load(job.game, job.workspace, books=False, locale=job.locale).game
        problems = apply_overrides(game, check_game(game), is_complete=False).problems
        yield StageProblems("played", tuple(played_problems(game, problems)))
    except ProblemsFound:
        yield StageProblems("played", ())
