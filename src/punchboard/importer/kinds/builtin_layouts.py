"""Choice of a built-in layout for a kind, and the boxes of layouts that take the colours of a list."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.importer.columns.column_names import normalised_name, split_camel_case, texts_by, word_set, word_sets
from punchboard.importer.columns.profile import ColumnProfile
from punchboard.importer.new_game_options import BANKNOTES, CHITS, COINS
from punchboard.model.layout.trim import Trim

SLOTS: Final = (
    "title", "type", "cost", "value", "attack", "defence", "move", "icon", "picture", "text", "flavour", "footer",
)  # fmt: skip

CARD_LAYOUTS: Final = frozenset(
    {"framed", "clean", "wordy", "picture", "item", "event", "tarot", "jumbo", "location", "event-landscape"}
)
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


BACK_LABELS: Final[Mapping[str, str]] = {"back": "label", "back-hex": "title", "back-square": "title"}
"""The box of each built-in back that can show a label."""


LARGE_ICONS: Final = word_set("layouts with a large icon")
"""The layouts whose icon is their picture."""

_BY_NAME: Final = word_sets("layouts by name")
"""Words in the name of a kind for which a layout is made."""

_BY_PIECE: Final = MappingProxyType(
    {("chit", "square"): CHITS, ("coin", "circle"): COINS, ("banknote", "card"): BANKNOTES}
)
"""Words in the name of a kind of pieces, by their layout and its shape."""

SAME_ON_BOTH_SIDES: Final = frozenset(layout for layout, _ in _BY_PIECE)
"""The layouts whose back is the same face."""

_BY_SIZE: Final[Mapping[str, str]] = {"tarot": "tarot", "jumbo": "jumbo", "mini": "mini", "mini-euro": "mini"}
"""The layouts that are made for a size of card."""

_BY_FORM: Final = texts_by("layouts by form")
_BACKS: Final = texts_by("backs")


def back_for(trim: Trim) -> str:
    """Return the built-in back for a shape."""
    return _BACKS.get(trim.form, "back")


def layout_for(
    trim: Trim, slots: Mapping[str, ColumnProfile], name: str = "", fields: Collection[str] = ()
) -> tuple[str, str]:
    """Return the built-in layout that suits the columns for its slots, and the reason.

    Args:
        trim: the shape and size of the kind.
        slots: the columns by their slots.
        name: the name of the kind.
        fields: the names of its fields.
    """
    text = slots.get("text")
    words = text.mean_words if text is not None else 0.0
    return (
        _by_piece(trim, name)
        or _by_shape_or_fields(trim, fields, text)
        or _wordy(text)
        or _by_name_or_size(trim, name)
        or (_pictured(words) if "picture" in slots else _unpictured(slots, words))
    )


def _by_piece(trim: Trim, name: str) -> tuple[str, str] | None:
    words = {*normalised_name(name).split()}
    layouts = (layout for (layout, form), known in _BY_PIECE.items() if form == trim.form and known & words)
    return next(((layout, f"it is called {name!r}") for layout in layouts), None)


def _by_shape_or_fields(trim: Trim, fields: Collection[str], text: ColumnProfile | None) -> tuple[str, str] | None:
    if trim.form in _BY_FORM:
        return _BY_FORM[trim.form], f"the layout for a {trim.form}"
    if text is None and {"top", "bottom"} <= {*fields}:
        return "domino", "columns for two ends: top and bottom"
    return ("split", "columns for a second half") if "title_2" in fields else None


def _wordy(text: ColumnProfile | None) -> tuple[str, str] | None:
    if text is None:
        return None
    long = sum(count >= LONG_TEXT for count in text.words)
    if text.mean_words >= WORDY_MEAN or 5 * long > len(text.values):
        return "wordy", f"its texts are long: {text.mean_words:.0f} words on average, {max(text.words)} at most"
    return None


def _by_name_or_size(trim: Trim, name: str) -> tuple[str, str] | None:
    words = {*normalised_name(name).split()}
    named = next((layout for layout, known in _BY_NAME.items() if known & words), None)
    if named is not None:
        return named, f"it is called {name!r}"
    if trim.size.width > trim.size.height:
        return "event-landscape", "the card is wider than high"
    return (_BY_SIZE[trim.name], f"the layout for {trim.name} cards") if trim.name in _BY_SIZE else None


def _pictured(words: float) -> tuple[str, str]:
    if words <= PICTURE_MEAN:
        return "picture", f"a picture and few words: {words:.0f}"
    return "framed", f"a picture and {words:.0f} words"


def _unpictured(slots: Mapping[str, ColumnProfile], words: float) -> tuple[str, str]:
    if "icon" in slots and words <= ICON_MEAN:
        return "item", "no picture: its icon stands large in the middle"
    if {"cost", "value"} <= slots.keys() and words <= BRIEF_MEAN:
        return "item", "a cost, a value and few words"
    if not slots.keys() & {"cost", "value", "icon"} and words:
        return "event", "a text, no numbers and no picture"
    if words <= BRIEF_MEAN:
        return "framed", f"few words: {words:.0f}, with a drawing" if words else "no text: a drawing fills the space"
    return "clean", "numbers and words, no picture"


LAYOUT: Final = "counter"
SHAPE: Final = "square 25mm"
"""An inch: print shops stock counters of this size, and long names fit on it."""

BACK: Final = "counter-back"
"""The layout of the weaker side."""

MAX_WORDS: Final = 4
"""The highest average number of words in texts that fit on a counter."""

_KINDS: Final = word_set("counters")
"""Words in the name of a kind of counters."""

_STATS: Final = word_sets("numbers of a counter")
"""The names of columns for each number of a counter."""

_WEAKER: Final = word_set("weaker")
"""Words in the name of a column for the weaker side; a second column of the same name has a 2."""

_STRONGER: Final = frozenset({"front", "full", "strong", "fresh", "side", "step", "1", "a", "vorderseite", "recto"})
"""Words in the name of a column that may stand beside those of a number."""


_WITHOUT_BRACKETS: Final = str.maketrans("()", "  ")
"""Replaces brackets: what they hold counts, as in `Attack (2)`."""


class CounterNumbers(NamedTuple):
    """The slots of a counter's numbers by column: those of its front, and those of its weaker side."""

    front: Mapping[str, str]
    back: Mapping[str, str]

    @property
    def columns(self) -> frozenset[str]:
        """The columns with a number of either side."""
        return frozenset({*self.front, *self.back})


NO_NUMBERS: Final = CounterNumbers({}, {})
"""Those of other components."""


def counter_numbers(name: str, columns: Iterable[ColumnProfile], text: ColumnProfile | None) -> CounterNumbers:
    """Return the slot of each column with a number of a counter; none if a kind is not one of counters.

    Args:
        name: the name of the kind.
        columns: its columns.
        text: the column with its texts, which must be short.
    """
    front: dict[str, str] = {}
    back: dict[str, str] = {}
    for column in columns:
        words = normalised_name(split_camel_case(column.name.translate(_WITHOUT_BRACKETS))).split()
        side = back if _WEAKER & {*words} else front
        word = " ".join(word for word in words if word not in _WEAKER | _STRONGER)
        slot = next((slot for slot, known in _STATS.items() if word in known), None)
        if slot and slot not in side.values() and column.is_integer:
            side[column.name] = slot
    is_named = bool(_KINDS & set(normalised_name(name).split()))
    is_brief = text is None or text.mean_words <= MAX_WORDS
    is_unit = bool(front) and (is_named or (len(front) > 1 and "move" in front.values()))
    return CounterNumbers(front, back) if is_brief and is_unit else NO_NUMBERS
