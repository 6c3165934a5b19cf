"""The view: all data of the page as one JSON document. Lengths are in mm; the caller provides the addresses."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from punchboard.checks.faces import check_faces
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.manual import page_of
from punchboard.model.layout.trim import Trim
from punchboard.model.values import capitalized
from punchboard.problem import Place, Problem
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.pictures import CORNER_RADIUS, SideFile, rounded_shape
from punchboard.products.web.components.shown_parts import Part, face_keys, kinds, parts, searchable_text

View = dict[str, Any]
"""Data for the page: dicts, lists, texts, numbers, None."""

Address = Callable[[SideFile, str], str]
"""Returns the URL of the picture of a side, given the side and the key of its content."""

_SHAPES: Final = {"hex": "hex", "circle": "circle", "triangle": "triangle"}
_PLACES: Final = 3


class Addresses(NamedTuple):
    """The URLs of pictures. Without ``low_ink`` the page offers no low-ink view."""

    face: Address
    low_ink: Address | None = None


class PartDescriber(NamedTuple):
    """Describes parts for the page. ``keys`` are the content keys of faces."""

    addresses: Addresses
    keys: Mapping[FaceSpec, str]

    def component(self, part: Part, problems: list[int]) -> View:
        """Return the description of a part. ``problems`` are the numbers of the problems that concern it."""
        return {
            "id": part.id,
            "name": part.name,
            "kind": part.kind,
            "decks": list(part.decks),
            "copies": part.copies,
            "text": searchable_text(part),
            "fields": [{"name": name, "value": value} for name, value in part.fields],
            "front": self._face(part.front),
            "back": None if part.back is None else self._face(part.back),
            "problems": problems,
        }

    def _face(self, side: SideFile) -> View:
        face, key = side.face, self.keys.get(side.face, side.name)
        low = self.addresses.low_ink
        return {
            "src": self.addresses.face(side, key),
            **({} if low is None else {"lowInk": low(side, key)}),
            "key": key,
            **_measures(face.trim, face.bleed, face.safe),
        }


@cache
def _measures(trim: Trim, bleed: float, safe: float) -> View:
    """Return the measurements of a face. They are cached, since most cards share them."""
    frame, size = trim.frame(bleed), trim.size
    corner = CORNER_RADIUS if trim.form not in _SHAPES and rounded_shape(trim) is not None else 0
    return {
        "size": [_mm(frame.width), _mm(frame.height)],
        "trim": [_mm(-frame.x), _mm(-frame.y), _mm(size.width), _mm(size.height)],
        "bleed": bleed,
        "safe": safe,
        "shape": _SHAPES.get(trim.form, "rectangle"),
        "corner": corner,
        "turn": 0,
    }


def _mm(length: float) -> float:
    return round(length, _PLACES)


@dataclass(frozen=True)
class DocumentView:
    """A document to print or read: pictures of its pages, if any, its PDF, and the same text as HTML."""

    name: str
    pages: tuple[str, ...] = ()
    file: str = ""
    count: int = 0
    group: str = ""
    html: str | None = None
    about: str = ""
    flip: str = ""
    """The edge on which double-sided sheets are turned over; empty for pages on one side."""


class ViewOptions(NamedTuple):
    """Options of the view, described in `view`."""

    sheets: Sequence[DocumentView] = ()
    books: Sequence[DocumentView] = ()
    checks: str | None = None
    revision: int = 0
    live: bool = False
    stale: bool = False
    newer: int = 0
    games: Sequence[Mapping[str, str]] = ()


def view(
    composed: ComposedGame,
    addresses: Addresses,
    *,
    problems: Sequence[Problem] = (),
    keys: Mapping[FaceSpec, str] | None = None,
    **shown: Any,
) -> View:
    """Return all data of the page for a game.

    Args:
        composed: the game.
        addresses: the URLs of the pictures.
        problems: the problems to show.
        keys: the content key of each face; `face_keys` when None.
        shown: the fields of `ViewOptions`: ``sheets`` and ``books``, each a `DocumentView`; ``checks``, the address of
            checks.html; ``revision``, which grows with each change of a ``live`` page; ``stale``, whether the pictures
            show an older state than the problems; ``newer``, how many of the first problems are of files that are newer
            than the components, where other rows may lie; ``games``, the games to choose from, each with id and title.
    """
    options, listed = ViewOptions(**shown), tuple(parts(composed))
    concerned = components_of_problems(
        [one._replace(place=Place("")) if at < options.newer else one for at, one in enumerate(problems)],
        [part.front.face.place for part in listed],
        _face_messages(composed, listed),
    )
    numbers = defaultdict[int, list[int]](list)
    for number, components in enumerate(concerned):
        for component in components:
            numbers[component].append(number)
    described = PartDescriber(addresses, face_keys(composed) if keys is None else keys)
    names, used = kinds(composed), {part.kind for part in listed}
    file = composed.game.file
    return {
        "game": {
            "id": composed.game.id,
            "title": composed.game.title,
            "version": file.version,
            "tagline": file.tagline,
            "language": file.language,
            "pieces": sum(card.copies for card, _, _ in composed.specs),
        },
        "revision": options.revision,
        "live": options.live,
        "stale": options.stale,
        "lowInk": addresses.low_ink is not None,
        "components": [described.component(part, numbers[at]) for at, part in enumerate(listed)],
        "kinds": [{"id": name, "name": capitalized(plural)} for name, plural in names.items() if name in used],
        "decks": [{"id": name, "name": capitalized(pile.name)} for name, pile in file.decks.items()],
        "sheets": [_document(one) for one in options.sheets],
        "books": [_document(one) for one in options.books],
        "checks": options.checks,
        "games": [dict(one) for one in options.games],
        "problems": [
            problem_view(problem, listed[components[0]].id if components else None)
            for problem, components in zip(problems, concerned, strict=True)
        ],
    }


def _face_messages(composed: ComposedGame, parts: Sequence[Part]) -> Callable[[int], frozenset[tuple[str, str]]]:
    """Return a function that returns the code and message of each problem of a part's faces."""

    @cache
    def messages(number: int) -> frozenset[tuple[str, str]]:
        sides = (parts[number].front, parts[number].back)
        faces = [composed.draw(side.face) for side in sides if side is not None]
        problems = (*(problem for face in faces for problem in face.problems), *check_faces(faces))
        return frozenset((problem.rule, problem.message) for problem in problems)

    return messages


def _document(document: DocumentView) -> View:
    own = {"pages": list(document.pages), "file": document.file or None, "count": document.count or len(document.pages)}
    return asdict(document) | own


def problem_view(problem: Problem, component: str | None) -> View:
    """Return a problem as the page shows it, with the component that it is about."""
    page = page_of(problem.rule)
    return {
        "code": problem.rule,
        "title": page.title if page else "",
        "severity": problem.severity.value,
        "file": problem.place.file,
        "line": problem.place.line,
        "column": problem.place.column,
        "place": str(problem.place),
        "message": problem.message,
        "hint": problem.hint,
        "component": component,
    }


# Assignment of problems to components, by place, or by the messages of faces when components share a place.

FaceMessages = Callable[[int], frozenset[tuple[str, str]]]
"""Returns the (code, message) of each problem of a component's faces, given the component's number."""


def components_of_problems(
    problems: Iterable[Problem],
    places: Sequence[Place],
    face_messages: FaceMessages,
) -> tuple[tuple[int, ...], ...]:
    """Return the numbers of the components that each problem concerns.

    A problem concerns the component at the same column, else the one on the same line. If one row became several
    components (``for each``), it concerns those whose faces have this problem, or all of them if none has. A problem of
    a layout concerns all cards that show it.

    Args:
        problems: the problems.
        places: the place of each component.
        face_messages: returns the problems of a component's faces; called only for components that share a place.
    """
    exact, lines = _numbers_by_place(places), _numbers_by_place(map(_line, places))
    concerned = []
    for problem in problems:
        mine, numbers = (problem.rule, problem.message), dict[int, None]()
        for place in (problem.place, *problem.cards):
            near = exact.get(place) or (lines.get(_line(place)) if place.line else None) or []
            own = [one for one in near if mine in face_messages(one)] if len(near) > 1 else ()
            numbers |= dict.fromkeys(own or near)
        concerned.append(tuple(numbers))
    return tuple(concerned)


def _line(place: Place) -> Place:
    return place._replace(column=0)


def _numbers_by_place(places: Iterable[Place]) -> Mapping[Place, list[int]]:
    """Return the numbers of the components at each place."""
    by_place: dict[Place, list[int]] = {}
    for number, place in enumerate(places):
        by_place.setdefault(place, []).append(number)
    return by_place
