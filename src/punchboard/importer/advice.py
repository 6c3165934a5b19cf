"""What to know and to do about a table: in a terminal beside its game's files, or on a page before they exist."""

from typing import Final, Self

AGAIN: Final = "and drop the table here again"
"""The end of what is to be changed in a table."""


class Advice(str):
    """A line as a terminal shows it; ``on_page`` is for the page, where a person chooses what each column is."""

    __slots__ = ("on_page",)
    on_page: str

    def __new__(cls, what: str, fix: str, fix_on_page: str) -> Self:
        """Return the line that says ``what``, and how to mend it in files and on the page."""
        line = super().__new__(cls, f"{what}{fix}")
        line.on_page = f"{what}{fix_on_page}"
        return line


def on_page(line: str) -> str:
    """Return a line for the page."""
    return line.on_page if isinstance(line, Advice) else line


def chosen(pronoun: str) -> str:
    """Return how to print a column, on the page."""
    return f" To print {pronoun}, choose its use under \u201cIt is\u201d."
