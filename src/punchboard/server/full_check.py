"""What a helper does with the whole of a game: draws all faces, composes books and sheets, checks and shows them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.build.checking import composed_problems, played_problems
from punchboard.checks import check_game
from punchboard.checks.faces import check_faces
from punchboard.checks.severities import apply_overrides
from punchboard.compose.faces.faults import fault_problems
from punchboard.load import load
from punchboard.load.layouts.lazy_layouts import lazy_layout_problems
from punchboard.model.layout.face import Face
from punchboard.problem import Problem, ProblemsFound
from punchboard.products import PRODUCTS, ComposedGame, Product
from punchboard.render import render
from punchboard.render.svg.html_drawings import insert_drawings
from punchboard.server.state import PreviewDocument, Stage

PAPERS: Final = ("a4", "letter")
"""The papers whose sheets are shown when none is asked for: those that a build makes."""

SHEETS: Final = ("sheets", "boards", "nets", "boxes")
BOOKS: Final = ("rulebook", "reference", "set-up", "score", "playtest")
HTML: Final = "rulebook.html"
"""What the rulebook as HTML is asked for by; no document of pages has a dot in its name."""
_ON_SHEETS: Final = "print-and-play/"


class CheckJob(NamedTuple):
    """Wanted: what is wrong with a game, and its documents."""

    workspace: Path
    game: str
    snapshot_number: int
    locale: str = ""
    papers: tuple[str, ...] = PAPERS


class PageJob(NamedTuple):
    """Wanted: a page of a document, numbered from 1."""

    check_job: CheckJob
    name: str
    number: int


class PlayJob(NamedTuple):
    """Wanted: what playing a game through shows."""

    workspace: Path
    game: str
    locale: str = ""


class StageProblems(NamedTuple):
    """What a check found."""

    stage: Stage
    problems: tuple[Problem, ...]


class DocumentListing(NamedTuple):
    """The documents that a game has; whether its rulebook can be had as HTML."""

    documents: tuple[PreviewDocument, ...]
    has_html: bool = False


class _Whole:
    """A game composed, for one reading of its files."""

    def __init__(self, look: CheckJob) -> None:
        self.look = look
        self.composed = ComposedGame(load(look.game, look.workspace, locale=look.locale), look.papers)

    @cached_property
    def _made(self) -> tuple[Product, ...]:
        return tuple(product for name in (*SHEETS, *BOOKS) for product in PRODUCTS[name].make(self.composed))

    @cached_property
    def documents(self) -> Mapping[str, Product]:
        """The documents of pages by name: the files' own, without folder and ending."""
        return {Path(one.path).stem: one for one in self._made if one.format == "pdf"}

    def html(self) -> bytes | None:
        """Return the rulebook as a page of HTML; None when there is none."""
        made = next((one for one in self._made if one.format == "html"), None)
        return None if made is None else insert_drawings(made.data, made.document.pages)

    def listing(self) -> DocumentListing:
        """Return what documents there are."""
        html = any(one.format == "html" for one in self._made)
        return DocumentListing(tuple(self._papers(name) for name in self.documents), html)

    def _papers(self, name: str) -> PreviewDocument:
        product = self.documents[name]
        size, _, kind = name.partition("-")
        paper = self.composed.papers.get(size) if product.path.startswith(_ON_SHEETS) else None
        title = (kind if paper else name).replace("-", " ")
        called = (paper.name or size) if paper else ""
        return PreviewDocument(name, len(product.document.pages), f"{title[:1].upper()}{title[1:]}", called)

    def page(self, name: str, number: int) -> bytes | None:
        """Return a page as SVG, or the rulebook by the name of `HTML`; None when there is none."""
        if name == HTML:
            return self.html()
        product = self.documents.get(name)
        if product is None or not 0 < number <= len(product.document.pages):
            return None
        return render("svg", product.document._replace(pages=(product.document.pages[number - 1],)))


_last: dict[tuple[Path, str], _Whole] = {}
"""The last state of each game that could be read, in the process of a helper."""


def run_full_check(job: CheckJob | PageJob) -> Iterator[StageProblems | DocumentListing | bytes | None]:
    """Do what is wanted: yield what is found and the documents, or the page."""
    if isinstance(job, PageJob):
        yield _page(job)
        return
    try:
        whole = _last[job.workspace, job.game] = _Whole(job)
        sides = dict.fromkeys(side for _, *both in whole.composed.drawn_cards for side in both if side is not None)
        yield StageProblems("faces", (*check_game(whole.composed.game), *_told(sides)))
        yield StageProblems("books", tuple(_books(whole.composed, sides)))
        yield whole.listing()
    except ProblemsFound as found:
        yield StageProblems("faces", ())
        yield StageProblems("books", found.problems)


def _page(job: PageJob) -> bytes | None:
    """Return a page of the newest state, or of the last one that could be read."""
    look = job.check_job
    whole = _last.get((look.workspace, look.game))
    if whole is None or whole.look.snapshot_number != look.snapshot_number:
        with suppress(ProblemsFound):
            whole = _last[look.workspace, look.game] = _Whole(look)
    return whole.page(job.name, job.number) if whole is not None else None


def _told(faces: Iterable[Face]) -> tuple[Problem, ...]:
    """Return what faces tell themselves, and what the checks find on them."""
    known = tuple(faces)
    return (*fault_problems(fault for face in known for fault in face.faults), *check_faces(known))


def _books(composed: ComposedGame, sides: Collection[Face]) -> Iterator[Problem]:
    """Yield what is wrong with all that is not the side of a component, and with the whole."""
    others = [face for face in composed.all_faces if face not in sides]
    yield from _told(others)
    yield from composed.book_problems
    yield from composed_problems(composed, [spec for spec in composed.sides if composed.draw(spec).faults])
    yield from lazy_layout_problems(composed.loaded.layouts.lazy_mappings)


def run_play_check(job: PlayJob) -> Iterator[StageProblems]:
    """Yield what playing set-up and turns through shows; nothing when the data have errors."""
    try:
        game = load(job.game, job.workspace, books=False, locale=job.locale).game
        problems = apply_overrides(game, check_game(game), is_complete=False).problems
        yield StageProblems("played", tuple(played_problems(game, problems)))
    except ProblemsFound:
        yield StageProblems("played", ())
