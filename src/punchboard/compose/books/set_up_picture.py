"""The picture of the table after the set-up, placed from the set-up's own data: no pile needs coordinates."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from math import ceil, fsum
from typing import Final, Literal, NamedTuple

from punchboard.compose.books.figures import picture_height, side_face
from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.books.setup_tables import pile_name
from punchboard.compose.books.table_scenes import label_room
from punchboard.compose.faces.composer import FaceComposer
from punchboard.engine.proof import leftovers, setup_ends
from punchboard.engine.states.table import BOX, all_steps
from punchboard.expression import ExpressionError
from punchboard.model.game.directives import SceneDirective, SceneItem, SetUpPictureDirective
from punchboard.model.game.game import Component, Game
from punchboard.model.game.selection import pile_contents, selected_components
from punchboard.model.layout.face import Face

_WIDTH: Final = 104.0
"""Width in mm of the picture, before it is scaled to its column."""

_CARDS: Final = (15.0, 13.0, 11.0, 9.5, 8.0)
"""Widths in mm of the widest component that is not a board: the first with which all piles fit the height.

Places where nothing lies are left out where all fit without them.
"""

_BOARD, _TALLEST = 70.0, 125.0
"""The width of a component that is a board if it is wider, and the height that the picture keeps to, in mm."""

_GAP, _ZONE_GAP, _UNDER, _LINE = 5.0, 3.0, 3.6, 3.5
"""Space between piles, between zones and below a row, and the height of a line of a label, in mm."""

_LETTER: Final = 1.45
"""The width in mm of a letter of a label, about."""

_FAN: Final = 5
"""The most components of a pile that are shown side by side."""

_OVERLAP: Final = 0.42
"""How far apart neighbours in a fan lie, as a part of their width."""

_STACK: Final = 0.55
"""How far apart in mm the components of a stack are shown."""


class _Shown(NamedTuple):
    """A pile as it is drawn: its label, the steps that fill it, and its faces; none for an empty place."""

    label: str
    steps: tuple[int, ...]
    is_per_seat: bool
    components: tuple[Component, ...]
    face: Face | None
    side: Literal["front", "back"]
    is_spread: bool

    def width(self, scale: float) -> float:
        """The width in mm at which one of its components is drawn; an empty place has room for each word."""
        longest = max(map(len, self.label.split()))
        return float(self.face.trim.size.width * scale) if self.face else max(63.5 * scale, _LETTER * longest + 2.5)

    def step(self, scale: float) -> float:
        """How far apart in mm its components lie."""
        return self.width(scale) * _OVERLAP if self.is_spread else _STACK

    def ink(self, scale: float) -> float:
        """The width in mm of what is drawn."""
        return self.width(scale) + self.step(scale) * max(0, len(self.components) - 1)

    def whole(self, scale: float) -> float:
        """The width in mm of the whole pile, with room for its label."""
        ink = self.ink(scale)
        return max(ink, min(_LETTER * len(self.label), label_room(ink))) if self.face else ink

    def lines(self, scale: float) -> int:
        """The lines that its label takes below it; none inside an empty place."""
        return ceil(_LETTER * len(self.label) / label_room(self.ink(scale))) if self.face else 0

    def height(self, scale: float) -> float:
        """The height in mm of the pile."""
        width = self.width(scale)
        return picture_height(self.face, width) if self.face else max(88.9 * scale, _LINE * len(self.label.split()) + 2)


def set_up_picture(
    model: SetUpPictureDirective, game: Game, composer: FaceComposer, words: Mapping[str, Mapping[str, str]]
) -> SceneDirective:
    """Return the table after the set-up as a scene: the shared piles in rows, then those of each player.

    Raises:
        ExpressionError: for a number of players that the game is not for, or a pile that it does not have.
    """
    piles = [*_shown_piles(model, game, composer, StepWriter(game, words), words)]
    widest = max((min(pile.face.trim.size.width, _BOARD) for pile in piles if pile.face), default=_CARDS[0])
    filled = [pile for pile in piles if pile.face]
    for card, drawn in product(_CARDS, (piles, filled)):
        items, height = _placed(drawn, min(card / widest, 1.0))
        if height <= _TALLEST:
            break
    whole = {"size": (_WIDTH, height), "width": _WIDTH, "items": items, "caption": model.caption}
    return SceneDirective.model_validate(whole)


def _placed(piles: Sequence[_Shown], scale: float) -> tuple[list[SceneItem], float]:
    """Return what is drawn of all piles at a scale, and the height in mm that they take."""
    items, y = list[SceneItem](), 3.0
    for _, zone in groupby(piles, lambda pile: pile.is_per_seat):
        for row in _rows(tuple(zone), scale):
            tall = max(pile.height(scale) for pile in row)
            x = max(0.0, (_WIDTH - fsum(pile.whole(scale) for pile in row) - _GAP * (len(row) - 1)) / 2)
            for pile in row:
                items += _items(pile, scale, x, y + (tall - pile.height(scale)))
                x += pile.whole(scale) + _GAP
            y += tall + _UNDER + _LINE * max(pile.lines(scale) for pile in row)
        y += _ZONE_GAP
    return items, max(y - _ZONE_GAP, 10.0)


def _rows(piles: Sequence[_Shown], scale: float) -> Iterator[list[_Shown]]:
    """Yield piles in rows that fit the picture; a wider pile has a row of its own."""
    row, used = list[_Shown](), 0.0
    for pile in piles:
        if row and used + pile.whole(scale) > _WIDTH - 6:
            yield row
            row, used = [], 0.0
        row.append(pile)
        used += pile.whole(scale) + _GAP
    if row:
        yield row


def _items(pile: _Shown, scale: float, x: float, y: float) -> Iterator[SceneItem]:
    """Yield what is drawn of a pile whose room begins at (x, y): one label below all of it."""
    width = pile.width(scale)
    left = x + (pile.whole(scale) - pile.ink(scale)) / 2
    if not pile.components:
        yield SceneItem(place=(width, pile.height(scale)), at=(left, y), label=pile.label, step=pile.steps)
    for index, component in enumerate(pile.components):
        at = (left + index * pile.step(scale), y if pile.is_spread else y - index * _STACK)
        yield SceneItem(show=component.id, at=at, width=width, side=pile.side, group=pile.label, step=pile.steps)


def _shown_piles(
    model: SetUpPictureDirective,
    game: Game,
    composer: FaceComposer,
    writer: StepWriter,
    words: Mapping[str, Mapping[str, str]],
) -> Iterator[_Shown]:
    """Yield the piles of the game as they are drawn: first those that all players share."""
    counts = game.file.players.seat_counts
    players = counts[-1] if model.players is None else model.players
    if players not in counts:
        raise ExpressionError(f"the game is not for {players} players")
    walks = [end for end in setup_ends(game) if not end.variant and end.players == players]
    rows = [row for row in leftovers(walks, with_empty=True) if row.pile not in {BOX, *model.without}]
    steps, file = _steps(game, writer), game.file
    for row in sorted(rows, key=lambda row: row.is_per_seat):
        (size,) = row.sizes
        number = size[1] if size else 1
        pile = file.each_player_has.get(row.pile) or file.decks.get(row.pile) or file.piles.get(row.pile)
        shows = pile.shows if pile and pile.shows else "backs" if row.pile in file.decks else "faces"
        is_spread = shows == "owner" or (shows == "faces" and row.pile not in file.decks)
        components = _components(game, row.pile) if number else ()
        shown = components[: min(number, _FAN)] if is_spread else components[:1] * min(number, 3)
        side: Literal["front", "back"] = "back" if shows == "backs" else "front"
        face = side_face(composer, shown[0], side) if shown else None
        label = pile_name(row, words, writer)
        yield _Shown(label, steps.get(row.pile, ()), row.is_per_seat, shown, face, side, is_spread)


def _steps(game: Game, writer: StepWriter) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the printed steps that fill each pile."""
    numbers: dict[str, list[int]] = {}
    printed = [step for step in game.file.setup if writer.is_carried_out(step)]
    for number, step in enumerate(printed, 1):
        for filled in dict.fromkeys(inner.target for inner in all_steps((step,)) if inner.target):
            numbers.setdefault(filled, []).append(number)
    return {pile: tuple(found[:3]) for pile, found in numbers.items()}


def _components(game: Game, pile: str, depth: int = 4) -> tuple[Component, ...]:
    """Return components that a pile may hold: what it contains, or what the steps of the set-up put into it."""
    declared = game.file.each_player_has.get(pile) or game.file.piles.get(pile)
    contents = pile_contents(game, pile) or (declared.may_hold if declared else None)
    if contents:
        return selected_components(game, contents)
    for step in all_steps(game.file.setup):
        if step.target == pile and depth:
            chosen = step.kind or step.of or step.only
            if chosen and (chosen in game.kinds or chosen in game.file.groups):
                return selected_components(game, chosen)
            if step.source and step.source != pile and (found := _components(game, step.source, depth - 1)):
                return found
    return game.components if pile == BOX else ()
