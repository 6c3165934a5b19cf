"""What the parts of a symbol say, for places where it is drawn as one picture."""

from weakref import WeakKeyDictionary

from punchboard.model.layout.spoken import flat_parts, spoken_parts
from punchboard.scene import Symbol

_texts: WeakKeyDictionary[Symbol, str] = WeakKeyDictionary()


def spoken(symbol: Symbol) -> str:
    """Return the texts of the parts that a symbol shows, in the order in which they are read; empty if it has none.

    A text without a mark at its end gets a full stop.
    """
    found = _texts.get(symbol)
    if found is None:
        parts = sorted(flat_parts(spoken_parts(symbol.items)), key=lambda part: part.element.order)
        texts = dict.fromkeys(filter(None, (part.whole_text for part in parts)))
        found = _texts[symbol] = " ".join(text if text[-1] in ".!?:;,…" else f"{text}." for text in texts)
    return found
