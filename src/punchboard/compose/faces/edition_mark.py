"""The mark of the edition: small type in the margin between safe area and trim, alike on every face."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from punchboard.compose.boxes.background_colour import background_colour
from punchboard.compose.boxes.placement import FaceArea, box_area
from punchboard.compose.boxes.text import text_in_box
from punchboard.compose.boxes.tools import Tools
from punchboard.compose.inks.greys import contrast
from punchboard.compose.text.layout.paragraphs import styled_lines
from punchboard.compose.text.style import TextStyle
from punchboard.expression import ExpressionError
from punchboard.geometry import Rect, rounded_rectangle
from punchboard.model.layout.face import EDITION_BOX, DrawnBox
from punchboard.model.layout.layout import Box, EditionPlace
from punchboard.model.layout.trim import Trim
from punchboard.problem import Place, Problem, Severity
from punchboard.scene import Item, Shape
from punchboard.units import MM_PER_POINT

TYPE_SIZE: Final = 5.0
"""Type size in points."""

CLEARANCE: Final = 0.7
"""Mm that the mark keeps from the trim."""

_BAND: Final = 3.0
"""The margin in mm of faces whose safe area reaches to the trim."""

_HIGHEST: Final = 8.0
"""How far up in mm from the lower edge a mark may stand on a shape that is narrow there."""

_LEGIBLE: Final = 4.5
"""Contrast of the mark to what lies beneath it."""

_PAD: Final = 0.35
"""Mm by which a plate is larger than the mark on it."""


class EditionMark:
    """The mark of a game's edition.

    Args:
        words: what it says.
        tools: what it is set with.
        place: where the game asks for it.
    """

    def __init__(self, words: str, tools: Tools, place: Place) -> None:
        self._words, self._tools, self._place = words, tools, place
        self._styles: dict[str, TextStyle] = {}

    def draw(
        self,
        items: Sequence[Item],
        room: FaceArea,
        place: EditionPlace | Literal[False] | None,
        problems: list[Problem],
    ) -> DrawnBox:
        """Return the mark on a face that has these items already; nothing where there is no room for it.

        Args:
            items: what is drawn on the face.
            room: the face's trim and margins.
            place: where the layout wants it, if it says so.
            problems: what is wrong is added to these.
        """
        where = place if isinstance(place, EditionPlace) else EditionPlace.model_validate({})
        area = self._area(room, where)
        if area is None:
            message = f"the mark {self._words!r} finds no room on {room.trim.name!r}"
            hint = "make the mark shorter, or switch it off with 'edition: false' in the layout"
            problems.append(Problem("EDITION001", self._place, message, hint, Severity.WARNING))
            return DrawnBox((), ())
        return self._set(area, self._inked(items, area, where.colour))

    def _area(self, room: FaceArea, where: EditionPlace) -> Rect | None:
        """Return where the mark stands: the place that the layout gives, or the first in the margin with room."""
        style = self._style("ink")
        width = styled_lines(self._tools.setter.plain_atoms(self._words, style), 1e4, style, self._tools.setter).widest
        size = (round(width * style.size + 0.1, 3), round(style.height(1) + 0.01, 3))
        if where.at is not None:
            return box_area(Box.model_construct(at=where.at, from_=where.from_, size=size), room)
        return next((area for area in _places(room, *size) if _holds(room.trim, area.grow(CLEARANCE))), None)

    def _style(self, paint: str) -> TextStyle:
        """Return the style of sheet labels at the mark's size, in a colour."""
        found = self._styles.get(paint)
        if found is None:
            label = self._tools.styles.get("label", self._tools.palette.colour(paint), "centre")
            found = self._styles[paint] = label.at_size(TYPE_SIZE * MM_PER_POINT)
        return found

    def _inked(self, items: Sequence[Item], area: Rect, wish: str | None) -> tuple[str, str | None]:
        """Return the paint of the mark, and that of the plate that it needs, if any."""
        if wish is not None:
            return wish, None
        ground = background_colour(items, area)
        for paint in ("ink", "paper", "#000000", "#ffffff") if ground is not None else ():
            try:
                if contrast(self._tools.palette.colour(paint), ground or "") >= _LEGIBLE:
                    return paint, None
            except ExpressionError:
                continue  # a theme need not have colours of these names
        return "#000000", "#ffffff"

    def _set(self, area: Rect, paints: tuple[str, str | None]) -> DrawnBox:
        paint, plate = paints
        box = Box.model_construct(size=tuple(area.size), text=self._words, style="label", overlaps=True)
        drawn = text_in_box(EDITION_BOX, box, area, self._words, self._style(paint), self._tools.setter)
        if plate is None:
            return drawn
        under = Shape(rounded_rectangle(area.grow(_PAD), _PAD), fill=self._tools.palette.fill(plate))
        return DrawnBox((under, *drawn.items), drawn.boxes)


def _places(room: FaceArea, width: float, height: float) -> Iterator[Rect]:
    """Yield the places for the mark: bottom right in the margin, then in the middle, from the lower edge upwards."""
    whole = room.trim.frame()
    margin = max(room.safe, _BAND)
    y = whole.height - max((margin + height) / 2, height + CLEARANCE)
    yield Rect(whole.width - margin - width, y, width, height)
    yield Rect(margin, y, width, height)
    for step in range(int(_HIGHEST / 0.25)):
        yield Rect((whole.width - width) / 2, y - step * 0.25, width, height)


def _holds(trim: Trim, area: Rect) -> bool:
    """Tell whether an area lies within a trim."""
    whole = trim.frame()
    corners = [(x, y) for x in (area.x, area.right) for y in (area.y, area.bottom)]
    within = _WITHIN.get(trim.form, _in_frame)
    middle = whole.centre
    return all(within(abs(x - middle.x) / whole.width * 2, abs(y - middle.y) / whole.height * 2) for x, y in corners)


def _in_frame(across: float, down: float) -> bool:
    return across <= 1 and down <= 1


_WITHIN: Final[Mapping[str, Callable[[float, float], bool]]] = MappingProxyType(
    {
        "circle": lambda across, down: across**2 + down**2 <= 1,
        "hex": lambda across, down: across <= 1 and down <= 1 - across / 2,
    }
)
"""Whether a point lies in a form, by how far it is from the middle in parts of half the width and half the height."""
