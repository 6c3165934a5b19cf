"""Which stock layout suits a kind, and which of its boxes take the colour of a list."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.profile import ColumnProfile
from punchboard.model.layout.trim import Trim

SLOTS: Final = ("title", "type", "cost", "value", "icon", "picture", "text", "flavour", "footer")

CARD_LAYOUTS: Final = frozenset({"framed", "clean", "wordy", "picture", "item", "event"})
"""The layouts of cards, which have room for a text."""

WORDY_MEAN: Final = 45
"""From so many words on average a text has a card of words."""

LONG_TEXT: Final = 70
"""A text of so many words is long for a card with a frame; where one in five is, the card is one of words."""

BRIEF_MEAN: Final = 25
"""A text of up to so many words leaves much of a card without a picture empty."""

PICTURE_MEAN: Final = 14
"""Up to so many words a text leaves the card to its picture."""


BACK_LABELS: Final = MappingProxyType({"back": "label", "back-hex": "title", "back-square": "title"})
"""The box of each stock back that can say what lies beneath it."""


class ColouredBoxes(NamedTuple):
    """The boxes of a layout that take a list's colour as their fill, and those that are read upon them."""

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
        "token": ColouredBoxes(("ring",), ("title", "value", "icon")),
    }
)
"""By layout. A colour is seen on every card, and the words that it stands for are read beside it."""

_BY_FORM: Final = MappingProxyType({"hex": "tile-hex", "square": "tile-square", "circle": "token"})
_BACKS: Final = MappingProxyType({"hex": "back-hex", "square": "back-square", "circle": "back-token"})


def back_for(trim: Trim) -> str:
    """Return the stock back for a shape."""
    return _BACKS.get(trim.form, "back")


def layout_for(trim: Trim, slots: Mapping[str, ColumnProfile]) -> tuple[str, str]:
    """Return the stock layout that suits what a kind has for its slots, and why."""
    if trim.form in _BY_FORM:
        return _BY_FORM[trim.form], f"the one for a {trim.form}"
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
    if {"cost", "value"} <= slots.keys() and words <= BRIEF_MEAN:
        return "item", "a cost, a value and few words"
    if not slots.keys() & {"cost", "value", "icon"}:
        return "event", "a title and a text, no numbers and no picture"
    if words <= BRIEF_MEAN:
        return "framed", f"few words: {words:.0f}, beside a drawing" if words else "no text: a drawing takes its room"
    return "clean", "numbers and words, no picture"
