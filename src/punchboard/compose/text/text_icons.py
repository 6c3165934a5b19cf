"""Icons and symbols in texts: recognised as spans, kept beside their numbers, and one drawing for each colour."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from punchboard.compose.text.atoms import Span
from punchboard.fonts import Typeface, Word
from punchboard.geometry import Affine, Outline
from punchboard.model.layout.icon_set import ICON_PATTERN, NO_SYMBOLS, PROTECTED, Symbols
from punchboard.scene import Shape, Symbol, Use

_ICON_OR_SYMBOL: Final = re.compile(f"{PROTECTED.pattern}|{ICON_PATTERN.pattern}")
_NUMBER_BEFORE: Final = re.compile(
    r"(?<![\w.,])(?:[+\u2212\u00b1-]?(?:\d{1,4}|X)[x\u00d7]?|"
    r"(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)) $"
)
_CLOSING: Final = tuple(".,;:!?)\u2019\u201d")
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

    None breaks before an icon that ends a phrase either, as in ``(spend :coin:)``. With ``both``, none breaks between
    an icon and the number after it. Marks of rules change nothing.
    """
    joined = list(spans)
    words, last = "", -1
    for at, span in enumerate(joined):
        if span.marks:
            continue
        if span.icon is None:
            if both and last >= 0 and joined[last].icon is not None and _NUMBER_AFTER.match(span.text):
                joined[at] = span._replace(text=NO_BREAK_SPACE + span.text[1:])
            words = (words + span.text)[-8:]
        else:
            following = next((after for after in joined[at + 1 :] if not after.marks), None)
            ends_phrase = following is not None and following.text.startswith(_CLOSING)
            if last >= 0 and joined[last].text.endswith(" ") and (ends_phrase or _NUMBER_BEFORE.search(words)):
                _join_to_next(joined, last)
            words = ""
        last = at
    return tuple(joined)


def _join_to_next(spans: list[Span], at: int) -> None:
    """Make the space at the end of a span one at which no line breaks; part of the word before it in the same look."""
    span = spans[at]
    word = next((index for index in range(at - 1, -1, -1) if not spans[index].marks), at)
    if span.text == " " and word < at and spans[word]._replace(text=" ") == span:
        spans[word] = span._replace(text=spans[word].text + NO_BREAK_SPACE)
        spans[at] = span._replace(text="")
    else:
        spans[at] = span._replace(text=span.text[:-1] + NO_BREAK_SPACE)


def is_said_beside(spans: Sequence[Span], at: int, name: str) -> bool:
    """Tell whether the words beside the icon at an index say its name, so that it need not be read aloud."""
    before = "".join(span.text for span in spans[:at]).rstrip(" \n:").casefold()
    after = "".join(span.text for span in spans[at + 1 :]).lstrip().casefold()
    return before.endswith(name.casefold()) or after.startswith(name.casefold())


def reading_word(token: str, face: Typeface, width: float) -> Word:
    """Return a word of one glyph, to be stretched to a width in em, that is copied from a PDF as a token.

    The glyph has an outline where the font has one: some viewers skip a text of blank glyphs only.
    """
    drawn = face.word(_OUTLINED) if face.has_glyph(_OUTLINED) else face.space
    return Word(token, drawn.glyphs[:1], drawn.advances[:1], (token,), width)


MAX_CACHED_SYMBOLS: Final = 4096
"""How many symbols of icons are cached."""

_MARGIN: Final = 1.0
"""Margin around an icon, in units of its grid: renderers clip a symbol at its bounds, which they may round."""


def icon_use(outline: Outline, colour: str, place: Affine) -> Use:
    """Return an icon on its 512-unit grid, filled with a colour (``#rrggbb``), with a transform to mm."""
    return Use(_symbol(outline, colour), place)


@lru_cache(maxsize=MAX_CACHED_SYMBOLS)
def _symbol(outline: Outline, colour: str) -> Symbol:
    return Symbol("icon", outline.bounds.grow(_MARGIN), (Shape(outline, colour),))
