"""Icons and symbols in texts: recognised as spans, kept beside their numbers, and read as written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.compose.text.atoms import Span
from punchboard.fonts import Typeface, Word
from punchboard.model.layout.icon_set import ICON_PATTERN, NO_SYMBOLS, PROTECTED, Symbols

_ICON_OR_SYMBOL: Final = re.compile(f"{PROTECTED.pattern}|{ICON_PATTERN.pattern}")
_NUMBER_BEFORE: Final = re.compile(r"(?<![\w.,])[+\u2212\u00b1-]?(?:\d{1,4}|X)[x\u00d7]? $")
_NUMBER_AFTER: Final = re.compile(r" (?=[+\u2212\u00b1-]?\d{1,4}(?![\w]))")
NO_BREAK_SPACE: Final = "\u00a0"
_OUTLINED: Final = "x"


def spans_with_icons(text: str, symbols: Symbols = NO_SYMBOLS) -> Iterator[Span]:
    """Yield the text as spans, each ``:name:`` and each protected symbol as an icon span."""
    end = 0
    for match in _ICON_OR_SYMBOL.finditer(text):
        if match.start() > end:
            yield Span(text[end : match.start()])
        if match[1] is None:
            yield Span("", icon=match[2])
        else:
            token = symbols.token(match[1])
            yield Span("", icon=symbols.icons[token], token=token)
        end = match.end()
    if end < len(text):
        yield Span(text[end:])


def beside_numbers(spans: Sequence[Span], *, both: bool) -> tuple[Span, ...]:
    """Return spans in which no line breaks between a number and the icon after it, as in ``2 :coin:``.

    With ``both``, none breaks between an icon and the number after it either. Marks of rules change nothing.
    """
    found = list(spans)
    words, last = "", -1
    for at, span in enumerate(found):
        if span.marks:
            continue
        if span.icon is None:
            if both and last >= 0 and found[last].icon is not None and _NUMBER_AFTER.match(span.text):
                found[at] = span._replace(text=NO_BREAK_SPACE + span.text[1:])
            words = (words + span.text)[-8:]
        else:
            if last >= 0 and found[last].text.endswith(" ") and _NUMBER_BEFORE.search(words):
                found[last] = found[last]._replace(text=found[last].text[:-1] + NO_BREAK_SPACE)
            words = ""
        last = at
    return tuple(found)


def is_said_beside(spans: Sequence[Span], at: int, name: str) -> bool:
    """Tell whether the words beside the icon at an index say its name, so that it need not be read aloud."""
    before = "".join(span.text for span in spans[:at]).rstrip().casefold()
    after = "".join(span.text for span in spans[at + 1 :]).lstrip().casefold()
    return before.endswith(name.casefold()) or after.startswith(name.casefold())


def reading_word(token: str, face: Typeface, width: float) -> Word:
    """Return a word of one glyph, to be stretched to a width in em, that is copied from a PDF as a token.

    The glyph has an outline where the font has one: some viewers skip a text of blank glyphs only.
    """
    drawn = face.word(_OUTLINED) if face.has_glyph(_OUTLINED) else face.space
    return Word(token, drawn.glyphs[:1], drawn.advances[:1], (token,), width)
