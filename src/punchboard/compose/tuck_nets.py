"""A game's tuck boxes: the cards in each, its inner size, and its net with faces."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import radians, tan
from typing import Final, NamedTuple

from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.nets import Fold, Net, Panel, tab_corners
from punchboard.compose.text.phrases import Words, phrase
from punchboard.expression import ExpressionError
from punchboard.geometry import Affine, Outline, Point, Rect, Segment, Size
from punchboard.geometry.shapes import KAPPA
from punchboard.model.game.game import Component, Game, LoadedGame
from punchboard.model.game.selection import selected_components
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import BOX_LAYOUTS, Trim
from punchboard.problem import Place

# Nets of tuck boxes for cards: straight tuck ends, glued along one side. Geometry in mm, seen from the outside.
#
# From left to right: a glue tab, a side, the front, the other side, the back. Lid and floor are attached to the back,
# and each ends in a tongue. Proportions are those of folding cartons: tongues are a little narrower than the lid, and
# the sides of flaps lean in by 15 degrees.

TAB: Final = 11.0
_TONGUE: Final = (11.0, 17.0)
"""Least and greatest depth in mm of a tongue: deep enough to hold, short enough not to press on the cards."""
_FLAP: Final = (9.0, 22.0)
_NOTCH: Final = 9.0
"""Radius in mm of the thumb notch in the front."""

_TONGUE_INSET: Final = 0.5
"""Mm by which a tongue is narrower than its lid, on each side."""
_LEAN: Final = tan(radians(15))
_ROUND: Final = 6.0

CLEARANCE: Final = Size(1.0, 1.5)
"""Mm by which a box is wider and higher inside than its cards."""
_SLEEVE_CLEARANCE: Final = Size(3.0, 4.0)
"""Mm that a sleeve adds to a card's width and height."""
_SHUFFLED_FACTOR: Final = 1.06
"""The thickness of a stack of shuffled cards relative to the sum of its cards' thicknesses."""
_SLACK: Final = 0.6

FRONT, BACK, SIDE, LID, TONGUE_FACE, FLAP_FACE = range(6)
"""The indices of a box's faces, by which panels refer to them."""


class InnerSize(NamedTuple):
    """The inner size of a box in mm: width and height along a card, depth across the deck."""

    width: float
    height: float
    depth: float


def inner_size(card: Size, cards: int, thickness: float, sleeve: float = 0.0) -> InnerSize:
    """Return the inner size of a box for a deck.

    Args:
        card: the size of the largest card, in mm.
        cards: the number of cards.
        thickness: the thickness of one card, in mm.
        sleeve: what a sleeve adds to the thickness of a card, in mm; 0 for cards without sleeves.
    """
    more = _SLEEVE_CLEARANCE if sleeve else Size(0, 0)
    depth = cards * (thickness + sleeve) * _SHUFFLED_FACTOR + _SLACK
    return InnerSize(
        card.width + CLEARANCE.width + more.width, card.height + CLEARANCE.height + more.height, max(depth, 4.0)
    )


def face_sizes(room: InnerSize) -> tuple[Size, ...]:
    """Return the sizes of a box's faces: front, back, side, lid, tongue, flap."""
    width, height, depth = room
    return (
        Size(width, height),
        Size(width, height),
        Size(depth, height),
        Size(width, depth),
        Size(width, _tongue_depth(room)),
        Size(depth, _flap_depth(room)),
    )


def tuck_net(room: InnerSize) -> Net:
    """Return the net of a tuck box with this inner size."""
    width, height, depth = room
    tongue, flap = _tongue_depth(room), _flap_depth(room)
    top, bottom = depth + tongue, depth + tongue + height
    left, front, right, back = TAB, TAB + depth, TAB + depth + width, TAB + 2 * depth + width
    end = back + width
    glue = tab_corners(Point(left, bottom), Point(left, top), TAB)
    panels = (
        Panel(FRONT, Affine.move(front, top)),
        Panel(BACK, Affine.move(back, top)),
        Panel(SIDE, Affine.move(left, top)),
        Panel(SIDE, Affine.move(right, top)),
        *(Panel(LID, _upside_down(Rect(back, y, width, depth))) for y in (tongue, bottom)),
        *(Panel(TONGUE_FACE, Affine.move(back, y)) for y in (0.0, bottom + depth)),
        *(Panel(FLAP_FACE, Affine.move(x, y)) for x in (left, right) for y in (top - flap, bottom)),
    )
    upright = ((x, top, bottom) for x in (left, front, right, back))
    level = ((left, front, top), (right, back, top), (left, front, bottom), (right, back, bottom))
    lids = ((back, end, y) for y in (tongue, top, bottom, bottom + depth))
    folds: tuple[Fold, ...] = (
        *((Point(x, start), Point(x, stop)) for x, start, stop in upright),
        *((Point(start, y), Point(stop, y)) for start, stop, y in (*level, *lids)),
    )
    return Net(
        Size(end, bottom + depth + tongue),
        panels,
        _rim(room, glue),
        folds,
        (Outline((*(("L" if index else "M", tuple(point)) for index, point in enumerate(glue)), ("Z", ()))),),
    )


def _tongue_depth(room: InnerSize) -> float:
    least, most = _TONGUE
    return min(max(room.depth * 0.8, least), most)


def _flap_depth(room: InnerSize) -> float:
    least, most = _FLAP
    return min(max((room.depth + _tongue_depth(room)) / 2, least), most, room.width / 2 - 1)


def _upside_down(area: Rect) -> Affine:
    """Return the transform of a face into an area, upside down, so that it reads upright from the box's front."""
    return Affine.move(area.x, area.y) @ Affine.turn(180, Point(area.width / 2, area.height / 2))


def _rim(room: InnerSize, glue: tuple[Point, ...]) -> Outline:
    """Return the cut line round the whole net, clockwise from the lower end of the glue tab."""
    width, height, depth = room
    tongue = _tongue_depth(room)
    top, bottom = depth + tongue, depth + tongue + height
    left, front, right, back = TAB, TAB + depth, TAB + depth + width, TAB + 2 * depth + width
    pen = _Pen(glue[0])
    for point in glue[1:]:
        pen.line(*point)
    pen.flap(left, front, top, -_flap_depth(room))
    pen.line(front + width / 2 - _NOTCH, top)
    pen.notch(front + width / 2, top)
    pen.line(right, top)
    pen.flap(right, back, top, -_flap_depth(room))
    pen.lid(back, back + width, top, -depth, -tongue)
    pen.line(back + width, bottom)
    pen.lid(back + width, back, bottom, depth, tongue)
    pen.flap(back, right, bottom, _flap_depth(room))
    pen.line(front, bottom)
    pen.flap(front, left, bottom, _flap_depth(room))
    return pen.outline()


class _Pen:
    """Draws the cut line step by step from its current point: lines, flaps, lids and the notch."""

    def __init__(self, start: Point) -> None:
        self._segments: list[Segment] = [("M", tuple(start))]

    def line(self, x: float, y: float) -> None:
        self._segments.append(("L", (x, y)))

    def curve(self, *numbers: float) -> None:
        self._segments.append(("C", numbers))

    def flap(self, start: float, end: float, y: float, depth: float) -> None:
        """Draw a flap on a horizontal edge; both its sides lean inwards."""
        lean = min(abs(depth) * _LEAN, abs(end - start) / 4)
        lean = lean if end > start else -lean
        self.line(start, y)
        self.line(start + lean, y + depth)
        self.line(end - lean, y + depth)
        self.line(end, y)

    def lid(self, start: float, end: float, y: float, depth: float, tongue: float) -> None:
        """Draw a lid with its tongue, whose outer corners are rounded."""
        direction = 1 if end > start else -1
        inset, reach = direction * _TONGUE_INSET, y + depth + tongue
        round_x = direction * min(_ROUND, abs(end - start) / 2 - _TONGUE_INSET)
        round_y = min(_ROUND, abs(tongue)) * (1 if tongue > 0 else -1)
        kx, ky = round_x * (1 - KAPPA), round_y * (1 - KAPPA)
        self.line(start, y)
        self.line(start, y + depth)
        first, last = start + inset, end - inset
        self.line(first, y + depth)
        self.line(first, reach - round_y)
        self.curve(first, reach - ky, first + kx, reach, first + round_x, reach)
        self.line(last - round_x, reach)
        self.curve(last - kx, reach, last, reach - ky, last, reach - round_y)
        self.line(last, y + depth)
        self.line(end, y + depth)
        self.line(end, y)

    def notch(self, x: float, y: float) -> None:
        """Draw the thumb notch: a half circle downwards, from its left end to its right end."""
        k = _NOTCH * KAPPA
        self.curve(x - _NOTCH, y + k, x - k, y + _NOTCH, x, y + _NOTCH)
        self.curve(x + k, y + _NOTCH, x + _NOTCH, y + k, x + _NOTCH, y)

    def outline(self) -> Outline:
        return Outline((*self._segments, ("Z", ()))).placed(Affine())


class TuckBox(NamedTuple):
    """A tuck box ready to be drawn: its net, the faces of its panels, its caption, and the place of its definition.

    ``name`` is its key in `game.yaml`; the printed name may differ.
    """

    name: str
    net: Net
    faces: tuple[Face, ...]
    caption: str
    place: Place


CardSides = Mapping[str, Sequence[tuple[Component, FaceSpec, FaceSpec | None]]]
"""The cards of each component by component id, each card with its face and its back."""


def tuck_boxes(loaded: LoadedGame, composer: FaceComposer, sides: CardSides) -> tuple[TuckBox, ...]:
    """Return the tuck boxes of a game, without empty ones, which a check reports.

    Args:
        loaded: the loaded game.
        composer: makes the game's faces.
        sides: the cards of all components.
    """
    contents = {name: box_cards(loaded.game, box.holds) for name, box in loaded.game.file.tuck_boxes.items()}
    return tuple(_box(loaded, composer, name, cards, sides) for name, cards in contents.items() if cards)


def box_cards(game: Game, holds: str) -> tuple[Component, ...]:
    """Return the components that a box's selection picks; empty for an invalid expression, which a check reports."""
    try:
        return selected_components(game, holds)
    except ExpressionError:
        return ()


def box_inner_size(loaded: LoadedGame, name: str, cards: Sequence[Component], count: int | None = None) -> InnerSize:
    """Return the inner size in mm of a box for these cards, in the box's stock and sleeves.

    ``count`` is the number of cards where some components are several cards.
    """
    file = loaded.game.file.tuck_boxes[name]
    thickness = loaded.layouts.stocks[file.stock].thickness
    return inner_size(
        _largest_card(loaded.game, cards), count or sum(card.copies for card in cards), thickness, file.sleeves
    )


def _box(
    loaded: LoadedGame, composer: FaceComposer, name: str, cards: Sequence[Component], sides: CardSides
) -> TuckBox:
    game = loaded.game
    file = game.file.tuck_boxes[name]
    count = sum(one.copies for card in cards for one, _, _ in sides[card.id])
    stock, size = loaded.layouts.stocks[file.stock], box_inner_size(loaded, name, cards, count)
    title = file.name or game.short_title
    place = game.place_of("tuck boxes", name)
    back = _commonest_back(cards, sides)
    values = {
        "name": title,
        "cards": count,
        "backs": back is not None,
        **size._asdict(),
    }
    faces = tuple(
        composer.draw(composer.face_spec(layout, Trim("card", panel, f"box {name}"), values, place))
        for layout, panel in zip(BOX_LAYOUTS, face_sizes(size), strict=True)
    )
    net = tuck_net(size)
    if back is not None:
        art = composer.draw(back)
        under = (Panel(len(faces), _covering(art, net, panel, faces[panel])) for panel in (FRONT, BACK))
        net = net._replace(panels=(*under, *net.panels))
        faces = (*faces, art)
    return TuckBox(name, net, faces, _caption(loaded.layouts.words, title, count, stock.name, size), place)


def _largest_card(game: Game, cards: Sequence[Component]) -> Size:
    """Return the smallest size that holds every card, each turned upright."""
    sizes = [game.kinds[card.kind].trim.size for card in cards]
    upright = [size if size.height >= size.width else size.turned() for size in sizes]
    return Size(max(size.width for size in upright), max(size.height for size in upright))


def _commonest_back(cards: Sequence[Component], sides: CardSides) -> FaceSpec | None:
    """Return the back that most of the cards have; None if no card has a back."""
    backs: Counter[FaceSpec] = Counter()
    for card in cards:
        back = sides[card.id][0][2]
        if back is not None:
            backs[back] += card.copies
    return max(backs, key=lambda back: backs[back], default=None)


def _covering(art: Face, net: Net, face: int, drawn: Face) -> Affine:
    """Return the transform of a card's back onto a panel of the box: upright, centred, large enough to cover it."""
    area = next(panel.transform for panel in net.panels if panel.face == face).bounds(drawn.trim.frame())
    turn = 90 if art.trim.size.width > art.trim.size.height else 0
    rotated = Affine.turn(turn).bounds(art.trim.frame())
    scale = max(area.width / rotated.width, area.height / rotated.height)
    return (
        Affine.move(*area.centre)
        @ Affine.scale(scale)
        @ Affine.turn(turn)
        @ Affine.move(*_negated(art.trim.frame().centre))
    )


def _negated(point: Point) -> Point:
    return Point(-point.x, -point.y)


def _caption(words: Words, title: str, count: int, stock: str, size: InnerSize) -> str:
    width, height, depth = (f"{length:.0f}" for length in size)
    return phrase(words, "box of", name=title, cards=count, stock=stock, size=f"{width} x {height} x {depth} mm")
