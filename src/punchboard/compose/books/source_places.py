"""Places of problems of a composed text: the word in the file as written, before its templates were filled."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeVar

from punchboard.problem import Problem, ProblemsFound

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
