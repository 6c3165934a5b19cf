"""A game's tuck boxes: the cards in each, its inner size, and its net with faces."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.folding.nets import Net, Panel
from punchboard.compose.folding.tuck_nets import FRONT, InnerSize, face_sizes, inner_size, tuck_net
from punchboard.compose.text.phrases import Words, phrase
from punchboard.expression import ExpressionError
from punchboard.geometry import Affine, Point, Size
from punchboard.model.game.game import Component, Game
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.model.game.selection import selected_components
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.model.layout.tuck_box import BOX_LAYOUTS
from punchboard.problem import Place


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
    count = sum(card.copies * len(sides[card.id]) for card in cards)
    stock, size = loaded.layouts.stocks[file.stock], box_inner_size(loaded, name, cards, count)
    title = file.name or game.short_title
    place = game.place_of("tuck boxes", name)
    values = {
        "name": title,
        "cards": count,
        **size._asdict(),
    }
    faces = tuple(
        composer.draw(composer.face_spec(layout, Trim("card", panel, f"box {name}"), values, place))
        for layout, panel in zip(BOX_LAYOUTS, face_sizes(size), strict=True)
    )
    net, back = tuck_net(size), _commonest_back(cards, sides)
    if back is not None:
        art = composer.draw(back)
        net = net._replace(panels=(Panel(len(faces), _cover_front(art, net, faces[FRONT])), *net.panels))
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


def _cover_front(art: Face, net: Net, front: Face) -> Affine:
    """Return the transform of a card's back onto the box's front: upright, centred, just large enough to cover it."""
    area = next(panel.transform for panel in net.panels if panel.face == FRONT).bounds(front.trim.frame())
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
