"""What layouts are compiled with."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from punchboard.compose.boxes.drawing import Values
from punchboard.compose.boxes.tools import Tools
from punchboard.compose.faces.edition_mark import EditionMark
from punchboard.geometry import Rect
from punchboard.model.layout.face import DrawnBox, Fault
from punchboard.model.values import LayoutSource


class CompileContext(NamedTuple):
    """What layouts are compiled with: tools, the drawing of nested layouts, the edition mark, the layout's source."""

    tools: Tools
    draw_nested: Callable[[str, dict[str, str], Rect], tuple[DrawnBox, tuple[Fault, ...]]]
    mark: EditionMark | None = None
    source: LayoutSource | None = None
    """Where the layout is written."""
    cards: Callable[[str], Iterable[Values]] = lambda _layout: ()
    """Function that returns the values of all cards with a layout."""
    labels: Callable[[str], Mapping[str, str]] = lambda _layout: MappingProxyType({})
    """Function that returns the labels of fields with short values on a layout, for reading aloud."""
