"""ACCESS005: many sentences of the rules are in the passive voice.

What: more than a fifth of the sentences of a text are passive, such as ``ten cards are dealt``. The message has the
first three. A text of fewer than ten sentences is not checked. The rule knows English verbs by their form and may take
an adjective for a passive; single sentences are therefore not reported. Only ``check --accessible`` and
``checks.html`` report it.

Why: the passive hides who acts, and at the table that is the question. The Plain English Campaign asks for the active
voice in 80 to 90 per cent of sentences.

Bad: ``Ten cards are dealt to each player. The first trick is led.``

Good: ``Deal ten cards to each player. The Host leads the first trick.``
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.accessible.subject import MAX_PASSIVE, Subject, measured_sentences, passive_verb
from punchboard.problem import Problem, Severity

ID: Final = "ACCESS005"

_MIN_SENTENCES: Final = 10
_SHOWN: Final = 3


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a warning for each text with too large a share of passive sentences."""
    reading = subject.reading
    for text in reading.texts if reading is not None else ():
        sentences = tuple(measured_sentences(text))
        passive = [(measured, verb) for measured in sentences if (verb := passive_verb(measured.sentence.text))]
        if len(sentences) >= _MIN_SENTENCES and len(passive) > MAX_PASSIVE * len(sentences):
            examples = ", ".join(f"'{verb}' (line {measured.block.line})" for measured, verb in passive[:_SHOWN])
            share = f"{len(passive)} of {len(sentences)} sentences ({len(passive) / len(sentences):.0%})"
            message = f"{share} are in the passive voice; the maximum is {MAX_PASSIVE:.0%}"
            place = passive[0][0].block.place(passive[0][0].sentence.start)
            hint = f"name the player who acts: {examples}"
            yield Problem(ID, place, message, hint, Severity.WARNING)
