"""ACCESS004: a sentence of the rules is long.

What: a sentence of more than 25 words in a text of the game. Headings, tables, captions and quoted examples are not
counted. Only ``check --accessible`` and ``checks.html`` report it.

Why: a reader who must hold 30 words in mind loses the condition at their beginning. Writing for GOV.UK asks to check
sentences of more than 25 words.

Bad: ``If you cannot follow suit, because you have no card of the suit that was led, or because the Gatekeeper bars it,
you may either trump or discard, as you like best.``

Good: ``You may be unable to follow suit. Then trump or discard.``

If a sentence must be long, mark it on its line or the line before: ``<!-- right: ACCESS004 why -->``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.accessible.subject import LENGTH_RULE, MAX_SENTENCE, Subject, measured_sentences
from punchboard.problem import Problem, Severity

ID: Final = LENGTH_RULE

_SHOWN: Final = 48
"""The most letters of a sentence that a message shows."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a warning for each long sentence."""
    reading = subject.reading
    for text in reading.texts if reading is not None else ():
        for measured in measured_sentences(text):
            if measured.length > MAX_SENTENCE and not measured.block.is_quoted:
                beginning = measured.sentence.text[:_SHOWN].rsplit(" ", 1)[0]
                message = f"sentence of {measured.length} words: '{beginning} ...'; the maximum is {MAX_SENTENCE}"
                place = measured.block.place(measured.sentence.start)
                yield Problem(ID, place, message, "divide it into two sentences, or into a list", Severity.WARNING)
