"""The JSON description of each part for the page, with the size of its faces in mm. No face is drawn for it."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.model.layout.trim import Trim
from punchboard.products.component_files import SideFile
from punchboard.products.pictures import CORNER_RADIUS, rounded_shape
from punchboard.products.web.components.shown_parts import Part, searchable_text

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
