"""Faces that are drawn when they are looked at, and let go of their drawings where these would be too many.

What a face shows is known long before it is drawn, and takes a tenth of the room. The first faces that are drawn keep
all of it for papers, products and checks. Of those of a deck of many thousands only what is drawn stays, packed: a text
as itself, how it is set and where its lines end.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from punchboard.compose.faces.compiled_layout import FaceProgram, Key, Wish
from punchboard.compose.text.lazy_lines import LaterLines, Manner, set_later
from punchboard.geometry import Rect
from punchboard.model.game.game import Component
from punchboard.model.layout.face import Card, Drawn, Face, Fault, PlacedBox
from punchboard.problem import Place
from punchboard.scene import Item, Symbol, Text

KEPT: Final = 20_000
"""Faces that keep the records of their boxes: checks ask for them again, and a deck of so many takes 70 MB for them."""

PASSING: Final = 64
"""Other faces whose records are at hand: more than lie on a sheet."""

Origin = tuple[FaceProgram, Key]
"""What a face is drawn from: the compiled layout, and what its boxes were asked to show."""

Asker = Component | Card
"""Who asked for a face first: its card is made of a component again when the face is drawn."""


class Drawings:
    """The drawings of the faces of one game that are at hand.

    Args:
        card_of: makes the card of a component.
        kept: how many are kept until the end.
    """

    def __init__(self, card_of: Callable[[Component], Card], kept: int | None = None) -> None:
        self._card_of = card_of
        self._left = KEPT if kept is None else kept
        self._passing: deque[LaterFace] = deque()
        self._unpacked: tuple[LaterFace | None, tuple[Item, ...]] = (None, ())

    def keep_no_more(self) -> None:
        """Let go of each further drawing when some more have been made."""
        self._left = 0

    def unpacked(self, face: "LaterFace", parts: tuple[object, ...]) -> tuple[Item, ...]:
        """Return what is drawn of a face that has let go; whoever draws it asks more than once."""
        if self._unpacked[0] is not face:
            self._unpacked = face, unpacked(parts)
        return self._unpacked[1]

    def draw(self, face: "LaterFace", faults: list[Fault]) -> Drawn:
        """Draw a face, and keep the drawing: for good while there is room, else until some more have been drawn.

        What is wrong with it is added to the faults.
        """
        asker = face.asker
        card = asker if isinstance(asker, Card) else self._card_of(asker)
        face.drawing = drawn = face.program.draw(face.origin[1], card, faults)
        if face.told is None:
            face.told = tuple(faults)
        if self._left > 0:
            self._left -= 1
        else:
            self._passing.append(face)
            if len(self._passing) > PASSING:
                self._passing.popleft().let_go()
        return drawn


class LaterFace(Face):
    """A face whose size and place are known, and whose drawing, boxes and faults are made when they are asked for.

    Args:
        program: its layout for its trim.
        wish: what its boxes were asked to show.
        asker: who asked for it first.
        place: the row of that.
        name: what its symbol is called.
        drawings: what draws it.
    """

    __slots__ = ("_drawings", "_packed", "_wish", "asker", "drawing", "program", "told")
    __setattr__ = object.__setattr__

    def __init__(  # noqa: PLR0917 - what a face is made of; one for each card
        self, program: FaceProgram, wish: Wish, asker: Asker, place: Place, name: str, drawings: Drawings
    ) -> None:
        room, give = program.room, object.__setattr__
        give(self, "layout", program.layout)
        give(self, "trim", program.trim)
        give(self, "bleed", room.bleed)
        give(self, "safe", room.safe)
        give(self, "place", place)
        give(self, "symbol", _LaterSymbol(name, program.frame, self))
        self.program, self.asker, self._wish, self._drawings = program, asker, wish, drawings
        self.drawing: Drawn | None = None
        """What it looks like, while that is at hand."""
        self._packed: tuple[object, ...] | None = None
        self.told: tuple[Fault, ...] | None = None
        """What is wrong with it, when it has been drawn once."""

    def draw(self, *faults: Fault) -> None:
        """Draw it now; some things may be known to be wrong with what asked for it."""
        self._drawings.draw(self, [*faults])

    @property
    def origin(self) -> Origin:
        """What it is drawn from."""
        return self.program, self.program.key(self._wish)

    @property
    def drawn(self) -> Drawn:
        """What it looks like, and what became of its boxes."""
        return self.drawing or self._drawings.draw(self, [])

    @property
    def items(self) -> tuple[Item, ...]:
        """What is drawn."""
        if self.drawing is None and self._packed is not None:
            return self._drawings.unpacked(self, self._packed)
        return self.drawn.items

    def let_go(self) -> None:
        """Let go of the record of the boxes, and pack what is drawn."""
        if self.drawing is not None:
            self._packed = self._packed or packed(self.drawing.items)
            self.drawing = None

    @property
    def boxes(self) -> tuple[PlacedBox, ...]:
        """What became of each box."""
        return self.drawn.boxes

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with it."""
        if self.told is None:
            self.draw()
        return self.told or ()

    @property
    def faults_so_far(self) -> tuple[Fault, ...]:
        """What is known to be wrong: nothing of a face that was never drawn."""
        return self.told or ()


class _LaterSymbol(Symbol):
    """The symbol of a face; its items are made when they are asked for."""

    __slots__ = ("_face",)
    __setattr__ = object.__setattr__

    def __init__(self, name: str, bounds: Rect, face: LaterFace) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "bounds", bounds)
        self._face = face

    @property
    def items(self) -> tuple[Item, ...]:
        """What is drawn."""
        return self._face.items

    @property
    def is_later(self) -> bool:
        """Whether it is drawn when its items are asked for: it is."""
        return True


def packed(items: Iterable[Item]) -> tuple[object, ...]:
    """Return items with each text that is set later as its manner, what it says, and the words of its lines."""
    parts: list[object] = []
    for item in items:
        lines = item.lines if isinstance(item, Text) else None
        if isinstance(item, Text) and isinstance(lines, LaterLines) and lines.sets(item):
            parts += (lines.manner, lines.text, lines.counts)
        else:
            parts.append(item)
    return tuple(parts)


def unpacked(parts: Iterable[object]) -> tuple[Item, ...]:
    """Return the items that were packed."""
    left, items = iter(parts), list[Any]()
    for part in left:
        items.append(set_later(LaterLines(part, next(left), next(left))) if type(part) is Manner else part)  # type: ignore[arg-type]
    return tuple(items)
