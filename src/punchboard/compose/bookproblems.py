"""What can be wrong with a composed book: text that does not fit, icons and characters that do not exist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from punchboard.compose.contents import Leaf
from punchboard.compose.inline import Setter
from punchboard.problem import Place, Problem, ProblemsFound, fail

_TOLERANCE = 0.05
"""Mm that rounding may add."""


def unfit(pages: Sequence[Leaf], most: int | None, place: Place) -> Iterator[Problem]:
    """Yield a problem for what is higher than a page or wider than its column."""
    hint = "shorten it, or give it more room in the book's layout"
    if most is not None and len(pages) > most:
        message = f"the text is {len(pages)} pages long; there is room for {most}"
        yield Problem("FIT001", place, message, hint)
    for number, column in ((number, column) for number, leaf in enumerate(pages, 1) for column in leaf):
        if column.overfull > _TOLERANCE:
            message = f"a piece of the text is {column.overfull:.1f} mm higher than a page (body page {number})"
            yield Problem("FIT001", place, message, hint)
        if column.wide > _TOLERANCE:
            message = f"a word is {column.wide:.1f} mm wider than its column (body page {number})"
            yield Problem("FIT001", place, message, hint)


def no_icon(name: str, text: str, place: Place) -> ProblemsFound:
    """Return the problem of an icon that does not exist, at the first line that asks for it."""
    line = next((number for number, line in enumerate(text.split("\n"), 1) if f":{name}:" in line), 0)
    return fail("REF001", place._replace(line=line), f"there is no icon {name!r}", "put it among the layouts' icons")


def unset(text: str, setter: Setter, place: Place) -> Iterator[Problem]:
    """Yield a problem for each word with a character that no font has."""
    for word in setter.missing_in(text):
        hint = "name a font that has it under 'fallback' of the theme's font"
        yield Problem("GLYPH001", place, f"no font has every character of {word!r}", hint)
