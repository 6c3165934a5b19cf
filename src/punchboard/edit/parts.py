"""Parts of a text that are changed by themselves and put back all at once, so that many changes cost little more."""

from collections.abc import Iterable
from typing import NamedTuple

from punchboard.model.values import Path


class Part(NamedTuple):
    """A part of a text, by its first position and the one behind its last, which is a document of its own.

    ``before`` and ``after`` are what it needs around it for that; ``path`` leads to its value there.
    """

    start: int
    end: int
    before: str = ""
    after: str = ""
    path: Path = ()

    def alone(self, text: str) -> str:
        """Return the part of a text as a document."""
        return self.before + text[self.start : self.end] + self.after

    def inside(self, document: str) -> str:
        """Return what a changed document puts in the place of this part."""
        return document[len(self.before) : len(document) - len(self.after)]


def replaced(text: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """Return a text with new texts from one position to another; what begins within an earlier one goes with it."""
    out, at = list[str](), 0
    for start, end, new in sorted(changes):
        out += (text[at:start], new if start >= at else "")
        at = max(at, end)
    return "".join([*out, text[at:]])
