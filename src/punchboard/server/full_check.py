"""The full check of a game in a worker: draws all faces, composes books and sheets, checks and shows them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.checks import check_game
from punchboard.checks.faces import check_faces
from punchboard.checks.severities import apply_overrides
from punchboard.compose.faces.faults import fault_problems
from punchboard.load import load
from punchboard.load.layouts.lazy_layouts import lazy_layout_problems
from punchboard.model.game.game import TEXT_SHEETS
from punchboard.model.layout.face import Face
from punchboard.pipeline.build import composed_problems, played_problems
from punchboard.problem import Problem, ProblemsFound
from punchboard.products import PRODUCTS, ComposedGame, Product
from punchboard.render import render
from punchboard.render.svg.html_drawings import insert_drawings
from punchboard.server.source_places import SourcePlace, source_places
from punchboard.server.state import PreviewDocument, Stage

PAPERS: Final = ("a4", "letter")
"""The papers whose sheets are shown when none is requested; a build makes the same."""

SHEETS: Final = ("sheets", "boards", "nets", "boxes")
BOOKS: Final = ("rulebook", "reference", *TEXT_SHEETS)
HTML: Final = "rulebook.html"
"""The name under which the rulebook as HTML is requested; documents with pages have no dot in their name."""
_ON_SHEETS: Final = "print-and-play/"


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
        product = next((one for one in self._products if one.format == "html"), None)
        return None if product is None else insert_drawings(product.data, product.document.pages)

    def listing(self) -> DocumentListing:
        """Return the documents of the game."""
        html = any(one.format == "html" for one in self._products)
        return DocumentListing(tuple(self._document(name) for name in self.documents), html)

    def _document(self, name: str) -> PreviewDocument:
        product = self.documents[name]
        size, _, kind = name.partition("-")
        paper = self.composed.papers.get(size) if product.path.startswith(_ON_SHEETS) else None
        title = (kind if paper else name).replace("-", " ")
        paper_name = (paper.name or size) if paper else ""
        return PreviewDocument(name, len(product.document.pages), f"{title[:1].upper()}{title[1:]}", paper_name)

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
    except ProblemsFound as found:
        yield StageProblems("faces", ())
        yield StageProblems("books", found.problems)


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
    others = [face for face in composed.all_faces if face not in sides]
    yield from _face_problems(others)
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
