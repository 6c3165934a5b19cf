"""What can be wrong with a composed book: text that does not fit, icons and characters that do not exist."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from punchboard.compose.books.contents import PageColumns
from punchboard.compose.text.inline import Typesetter
from punchboard.model.layout.icon_set import icon_hint
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, fail

_TOLERANCE = 0.05
"""Mm that rounding may add."""


def overflow_problems(pages: Sequence[PageColumns], most: int | None, place: Place) -> Iterator[Problem]:
    """Yield a problem for what is higher than a page or wider than its column."""
    hint = "shorten it, or give it more room in the book's layout"
    if most is not None and len(pages) > most:
        message = f"the text is {len(pages)} pages long; there is room for {most}"
        yield Problem("FIT001", place, message, hint)
    for number, column in ((number, column) for number, leaf in enumerate(pages, 1) for column in leaf):
        if column.overflow_height > _TOLERANCE:
            message = f"a piece of the text is {column.overflow_height:.1f} mm higher than a page (body page {number})"
            yield Problem("FIT001", place, message, hint)
        if column.overflow_width > _TOLERANCE:
            message = f"a word is {column.overflow_width:.1f} mm wider than its column (body page {number})"
            yield Problem("FIT001", place, message, hint)


def missing_icon(error: KeyError, text: str, place: Place) -> ProblemsFound:
    """Return the problem of an icon that does not exist, at the first line that asks for it."""
    name = str(error.args[0])
    line = next((number for number, line in enumerate(text.split("\n"), 1) if f":{name}:" in line), 0)
    hint = icon_hint(error) or "put it among the layouts' icons"
    return fail("REF001", place._replace(line=line), f"there is no icon {name!r}", hint)


def missing_picture(path: str, known: Iterable[str], place: Place) -> Problem:
    """Return the problem of a picture that is not there."""
    hint = did_you_mean(path, known)
    hint = hint if hint.startswith("did") else "put it into the game's folder; its path is read from there"
    return Problem("PICT001", place, f"{path!r} is missing", hint)


def missing_glyph_problems(text: str, setter: Typesetter, place: Place) -> Iterator[Problem]:
    """Yield a problem for each word with a character that no font has."""
    for word in setter.words_without_glyphs(text):
        hint = "name a font that has it under 'fallback' of the theme's font"
        yield Problem("GLYPH001", place, f"no font has every character of {word!r}", hint)
