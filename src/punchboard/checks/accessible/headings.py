"""READ003: a heading skips a level.

What: in a Markdown text, a heading is more than one level below the heading before it, such as ``###`` after ``#``. The
first heading of a text has level 1 or, in a text that others include, 2.

Why: people who listen jump from heading to heading. A missing level sounds as if a section were missing.

Bad::

    # Your turn

    ### Draw

Good::

    # Your turn

    ## Draw

If the levels are right all the same, mark the heading on its line or the line before:
``<!-- right: READ003 why -->``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.english.parsed_text import Text
from punchboard.problem import Problem, Severity

ID: Final = "READ003"

HIGHEST_FIRST: Final = 1
"""The level before the first heading: it may have this level or the next."""


def check(text: Text) -> Iterator[Problem]:
    """Yield a warning for each heading that skips a level."""
    before = HIGHEST_FIRST
    for block in text.blocks:
        if block.kind != "heading":
            continue
        if block.level > before + 1:
            what = f"follows one of level {before}" if block.sections else "is the first of the text"
            message = f"heading {block.text!r} of level {block.level} {what}"
            hint = f"write it as '{'#' * (before + 1)} {block.text}'"
            yield Problem(ID, block.place(), message, hint, Severity.WARNING)
        before = block.level
