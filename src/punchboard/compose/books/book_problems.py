"""Problems of composed books: text that does not fit, missing icons, pictures and characters.

Their places are those of the words in the file as written, before its templates were filled.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

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


_QUOTED: Final = re.compile(r"'([^']+)'|\"([^\"]+)\"")
_FENCE: Final = re.compile(r"[\s>]*(`{3,}|~{3,})")

Composed = TypeVar("Composed")


class SourcePlaces:
    """Where the lines of one text with filled templates are in its file.

    Args:
        file: the path of the file in messages.
        source: the text as written.
        lines: the line of ``source`` behind each line of the text; the text is the source itself without them.
        following: the places of a text that is set after this one and an empty line, if any.
    """

    def __init__(
        self, file: str, source: str, lines: Sequence[int] = (), following: "SourcePlaces | None" = None
    ) -> None:
        self.file, self._source, self._lines, self._following = file, source.split("\n"), lines, following

    def attempt(self, compose: Callable[[], Composed]) -> Composed:
        """Return what is composed.

        Raises:
            ProblemsFound: with places in the file.
        """
        try:
            return compose()
        except ProblemsFound as error:
            raise ProblemsFound(tuple(self.of(error.problems))) from error

    def of(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """Yield problems at the first word that each message quotes; problems of other files as they are."""
        yield from (self._of(one) if one.place.file == self.file else one for one in problems)

    def line(self, number: int) -> int:
        """Return the line of the file behind a line of the text; 0 stays 0."""
        return self._lines[number - 1] if 0 < number <= len(self._lines) else number

    def _of(self, problem: Problem) -> Problem:
        place, end = problem.place, len(self._lines)
        if self._following is not None and place.line > end + 1:
            place = place._replace(file=self._following.file, line=place.line - end - 1)
            return next(self._following.of([problem._replace(place=place)]))
        line = self.line(place.line)
        if place.column <= 1:  # else the place is that of a word already
            for number in self._block(line) if line else range(1, len(self._source) + 1):
                if column := word_column(self._source[number - 1], problem.message):
                    return problem._replace(place=place._replace(line=number, column=column))
        return problem._replace(place=place._replace(line=line))

    def _block(self, line: int) -> range:
        """Return the lines of a fenced block that begins on a line; only this line where none does."""
        fence = _FENCE.match(self._source[line - 1]) if line <= len(self._source) else None
        if fence is None:
            return range(line, min(line, len(self._source)) + 1)
        below = range(line + 1, len(self._source) + 1)
        return range(line, next((one for one in below if fence[1] in self._source[one - 1]), len(self._source)) + 1)


def word_column(line: str, message: str) -> int:
    """Return the column of the first quoted word of a message in a line, or 0."""
    words = (one or other for one, other in _QUOTED.findall(message))
    matches = (re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line) for word in words)
    return next((match.start() + 1 for match in matches if match), 0)
