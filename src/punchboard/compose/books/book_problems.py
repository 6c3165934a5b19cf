"""Problems of composed books: text that does not fit, missing icons, pictures and characters."""

from collections.abc import Iterable, Iterator, Sequence

from punchboard.compose.books.contents import PageColumns
from punchboard.compose.text.inline import Typesetter
from punchboard.fonts.script_table import missing_letters_hint
from punchboard.model.layout.icon_set import icon_hint
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, fail

TOLERANCE = 0.05
"""Tolerance for rounding, in mm."""

_NARROWER = {
    "scene": "give it a 'width' of at most that of the column, or move its items and labels together",
    "anatomy": "make its 'scale' smaller, or put its legend 'below'",
}


def overflow_problems(pages: Sequence[PageColumns], max_pages: int | None, place: Place) -> Iterator[Problem]:
    """Yield problems of a text that has too many pages, is higher than a page or is wider than its column.

    Args:
        pages: the composed pages.
        max_pages: the most pages that the layout allows; None for any number.
        place: where the text is.
    """
    hint = "shorten the text, or change the book's layout to make space"
    if max_pages is not None and len(pages) > max_pages:
        message = f"text needs {len(pages)} pages, but this sheet has {max_pages}"
        yield Problem("FIT001", place, message, hint)
    for number, column in ((number, column) for number, leaf in enumerate(pages, 1) for column in leaf):
        if column.overflow_height > TOLERANCE:
            message = f"a block of text is {column.overflow_height:.1f} mm higher than the page (body page {number})"
            yield Problem("FIT001", place, message, hint)
        if column.overflow_width > TOLERANCE:
            message = f"a word is {column.overflow_width:.1f} mm wider than its column (body page {number})"
            yield Problem("FIT001", place, message, hint)


def wide_figure(name: str, over: float, column: float, place: Place) -> Problem:
    """Return the problem of a figure that is wider than its column."""
    message = f"the figure of {name!r} is {over:.1f} mm wider than its column of {column:.0f} mm"
    hint = _NARROWER.get(name, "make it narrower")
    return Problem("FIT001", place, message, hint)


def missing_icon(error: KeyError, text: str, place: Place) -> ProblemsFound:
    """Return the problem of a missing icon, at the first line that uses it."""
    name = str(error.args[0])
    line = next((number for number, line in enumerate(text.split("\n"), 1) if f":{name}:" in line), 0)
    hint = icon_hint(error) or "add it to the icons in layouts/icons"
    return fail("REF001", place._replace(line=line), f"there is no icon {name!r}", hint)


def missing_picture(path: str, known: Iterable[str], place: Place) -> Problem:
    """Return the problem of a missing picture."""
    hint = did_you_mean(path, known)
    hint = hint if hint.startswith("did") else "add the file to the game's folder; the path is relative to it"
    return Problem("PICT001", place, f"{path!r} is missing", hint)


def missing_glyph_problems(text: str, setter: Typesetter, place: Place) -> Iterator[Problem]:
    """Yield a problem for each word with a character that none of its fonts has."""
    for word in setter.words_without_glyphs(text):
        message = f"no font has every character of {word!r}"
        yield Problem("GLYPH001", place, message, missing_letters_hint((word,)))
