"""ACCESS003: a component is too small to be picked up easily.

What: a token, a tile, a card or a standee is narrower or lower than 11.6 mm, the 44 pixels that WCAG 2.2 asks for
where a finger must hit (criterion 2.5.5). Or a board has spaces, drawn by a box with ``repeat``, that lie closer
together than the smallest token is wide. Only ``check --accessible`` and ``checks.html`` report it.

Why: small pieces are hard to hold with stiff or trembling fingers, and pieces that overlap are pushed out of place.

Bad: ``coin: {shape: circle 9mm, ...}``.

Good: ``coin: {shape: circle 14mm, ...}``.
"""

from collections.abc import Iterator
from itertools import combinations
from math import dist
from typing import Final, NamedTuple

from punchboard.checks.accessible.subject import MIN_TOKEN, Subject, use_of
from punchboard.geometry import Rect
from punchboard.model.game.game import Game, Kind
from punchboard.model.layout.face import Face
from punchboard.problem import Problem, Severity

ID: Final = "ACCESS003"

MIN_SPACES: Final = 3
"""A box that is drawn at least this often on a board shows spaces for tokens."""


class Spaces(NamedTuple):
    """The spaces of a board: its layout, their box, and the least distance between two of their centres, in mm."""

    face: Face
    box: str
    pitch: float


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a warning for each kind that is too small, and for each row of spaces that is too tight for the tokens."""
    game = subject.game
    for name, kind in game.kinds.items():
        size = shorter_side(kind)
        if size < MIN_TOKEN:
            message = f"kind {name!r} is {size:g} mm across; the minimum for fingers is {MIN_TOKEN:g} mm"
            yield Problem(
                ID, game.place_of("kinds", name, "shape"), message, "give it a larger shape", Severity.WARNING
            )
    token = smallest_token(game)
    if token is None:
        return
    width = shorter_side(token)
    for spaces in board_spaces(subject):
        if spaces.pitch < width:
            message = (
                f"spaces {spaces.box!r} of face {spaces.face.layout!r} lie {spaces.pitch:.1f} mm apart;"
                f" the smallest token, {token.id!r}, is {width:g} mm wide"
            )
            hint = "move the spaces apart with a larger 'repeat: {step: ...}'"
            yield Problem(ID, subject.box_place(spaces.face, spaces.box), message, hint, Severity.WARNING)


def shorter_side(kind: Kind) -> float:
    """Return the shorter side of a kind's shape, in mm."""
    return min(kind.trim.size)


def smallest_token(game: Game) -> Kind | None:
    """Return the smallest kind of tokens; None for a game without tokens."""
    tokens = [kind for kind in game.kinds.values() if use_of(kind.trim) == "token"]
    return min(tokens, key=shorter_side, default=None)


def board_spaces(subject: Subject) -> Iterator[Spaces]:
    """Yield the rows of spaces on boards and mats."""
    for side in subject.sides:
        if side.use != "board" or not side.component:
            continue
        areas: dict[str, list[Rect]] = {}
        for placed in side.face.boxes:
            if placed.box.repeat is not None and placed.box.drawn_shape:
                areas.setdefault(placed.name, []).append(placed.area)
        for name, rects in areas.items():
            if len(rects) >= MIN_SPACES:
                pitch = min(dist(space.centre, other.centre) for space, other in combinations(rects, 2))
                yield Spaces(side.face, name, pitch)
