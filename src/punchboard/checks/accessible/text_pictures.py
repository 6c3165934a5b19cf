"""READ002: a picture of a text has no alternative text.

What: the brackets of a Markdown picture are empty. The alternative text is what a screen reader reads, in the PDF and
on the web page of the rulebook. The caption does not replace it: it is read as well.

Why: a player who listens to the rules hears nothing where the others see an example.

Bad: ``![](art/bridge.png "A bridge")``.

Good: ``![Two paths meet at a bridge](art/bridge.png "A bridge")``.

If the picture shows nothing that a player needs, mark it on its line or the line before:
``<!-- right: READ002 decoration -->``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.english.parsed_text import Text
from punchboard.problem import Place, Problem, Severity

ID: Final = "READ002"


def check(text: Text) -> Iterator[Problem]:
    """Yield a warning for each picture without alternative text."""
    for picture in text.pictures:
        if not picture.alt:
            message = f"picture {picture.path!r} has no alternative text"
            hint = f"write between the brackets what it shows: ![...]({picture.path})"
            yield Problem(ID, Place(text.file, picture.line), message, hint, Severity.WARNING)
