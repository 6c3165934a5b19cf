"""Choice of a built-in layout for a kind, and the boxes of layouts that take the colours of a list."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.profile import ColumnProfile
from punchboard.model.layout.trim import Trim

SLOTS: Final = (
    "title",
    "type",
    "cost",
    "value",
    "attack",
    "defence",
    "move",
    "icon",
    "picture",
    "text",
    "flavour",
    "footer",
)

CARD_LAYOUTS: Final = frozenset({"framed", "clean", "wordy", "picture", "item", "event"})
"""The card layouts; they have space for a text."""

WORDY_MEAN: Final = 45
"""Average number of words from which texts need the layout ``wordy``."""

LONG_TEXT: Final = 70
"""Number of words from which a text is long; if more than one in five is, the layout is ``wordy``."""

ICON_MEAN: Final = 32
"""Average number of words up to which a card without a picture can show its icon large."""

BRIEF_MEAN: Final = 25
"""Average number of words up to which a card without a picture stays mostly empty."""

PICTURE_MEAN: Final = 14
"""Average number of words up to which the picture can fill the card."""


BACK_LABELS: Final = MappingProxyType({"back": "label", "back-hex": "title", "back-square": "title"})
"""The box of each built-in back that can show a label."""


class ColouredBoxes(NamedTuple):
    """The boxes of a layout that are filled with a list's colour, and those whose text stands on that colour."""

    fills: tuple[str, ...]
    inks: tuple[str, ...] = ()


COLOURED_BOXES: Final[Mapping[str, ColouredBoxes]] = MappingProxyType(
    {
        "framed": ColouredBoxes(("type-plate",), ("type", "icon")),
        "clean": ColouredBoxes(("spine", "edge"), ("cost", "icon")),
        "wordy": ColouredBoxes(("rule", "rule-thin")),
        "picture": ColouredBoxes(("panel-line", "title-plate"), ("title", "icon")),
        "item": ColouredBoxes(("cost-plate",), ("cost",)),
        "event": ColouredBoxes(("banner", "icon-plate"), ("title", "type", "icon")),
        "counter": ColouredBoxes(("band",), ("title",)),
        "token": ColouredBoxes(("ring",), ("title", "value", "icon")),
    }
)
"""Coloured boxes by layout. Each layout shows the colour on every card, with the words for it beside it."""

_BY_FORM: Final = MappingProxyType(
    {"hex": "tile-hex", "square": "tile-square", "circle": "token", "triangle": "tile-triangle", "pawn": "standee"}
)
_BACKS: Final = MappingProxyType(
    {
        "hex": "back-hex",
        "square": "back-square",
        "circle": "back-token",
        "triangle": "back-triangle",
        "pawn": "standee-back",
    }
)


def back_for(trim: Trim) -> str:
    """Return the built-in back for a shape."""
    return _BACKS.get(trim.form, "back")


def layout_for(trim: Trim, slots: Mapping[str, ColumnProfile]) -> tuple[str, str]:
    """Return the built-in layout that suits the columns for its slots, and the reason."""
    if trim.form in _BY_FORM:
        return _BY_FORM[trim.form], f"the layout for a {trim.form}"
    text = slots.get("text")
    words = text.mean_words if text is not None else 0.0
    long = sum(count >= LONG_TEXT for count in text.words) if text is not None else 0
    if text is not None and (words >= WORDY_MEAN or 5 * long > len(text.values)):
        return "wordy", f"its texts are long: {words:.0f} words on average, {max(text.words)} at most"
    return _pictured(words) if "picture" in slots else _unpictured(slots, words)


def _pictured(words: float) -> tuple[str, str]:
    if words <= PICTURE_MEAN:
        return "picture", f"a picture and few words: {words:.0f}"
    return "framed", f"a picture and {words:.0f} words"


def _unpictured(slots: Mapping[str, ColumnProfile], words: float) -> tuple[str, str]:
    if "icon" in slots and words <= ICON_MEAN:
        return "item", "no picture: its icon stands large in the middle"
    if {"cost", "value"} <= slots.keys() and words <= BRIEF_MEAN:
        return "item", "a cost, a value and few words"
    if not slots.keys() & {"cost", "value", "icon"}:
        return "event", "a title and a text, no numbers and no picture"
    if words <= BRIEF_MEAN:
        return "framed", f"few words: {words:.0f}, with a drawing" if words else "no text: a drawing fills the space"
    return "clean", "numbers and words, no picture"
