"""PROSE005: a term on a card that no rule explains.

What: a card has a word that stands for a rule (as a sentence of its own, in bold, or in a column of such words) or a
capitalised name, and the text does not mention it. If the text explains some keywords in headings, in emphasis or at
the beginning of a line, it must explain all of them in this way.

Why: the player who draws the card looks the word up and does not find it.

Bad::

    # cards.csv: Hedgehog,Shy.

Good::

    **Shy**: scores nothing beside a Beast.

If a term needs no rule, name it in a comment anywhere in the text: ``<!-- right: PROSE005 Shy -->``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.prose.claims.terms import Term, terms
from punchboard.checks.prose.reading.reading import Reading
from punchboard.problem import Problem

ID: Final = "PROSE005"
HINT: Final = "explain it in the text, or use a word that the text explains"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each term that the texts do not explain."""
    columns: dict[tuple[str, str], list[Term]] = {}
    for term in terms(reading) if reading.is_complete else ():
        columns.setdefault((term.kind, term.column), []).append(term)
    for (kind, _column), found in columns.items():
        for term in _unexplained_keywords(reading, found) if kind == "keyword" else _unmentioned(reading, found, kind):
            if reading.name_matcher.nearest_to_word(term.name) is None:  # else PROSE001 reports it
                yield Problem(ID, term.place, f"no rule explains {term.name!r}", HINT)


def _unexplained_keywords(reading: Reading, found: Sequence[Term]) -> Iterator[Term]:
    """Yield the keywords without an explanation. If no keyword has one, a mention is enough."""
    explained = {term for term in found if reading.defined_words.is_explained(term.name)}
    for term in found:
        if term not in explained and (explained or not reading.defined_words.is_mentioned(term.name)):
            yield term


def _unmentioned(reading: Reading, found: Sequence[Term], kind: str) -> Iterator[Term]:
    """Yield the names that the texts do not mention, except in a column of which they mention less than half."""
    missing = [term for term in found if not reading.defined_words.is_mentioned(term.name)]
    if kind == "name" or 2 * len(missing) <= len(found):
        yield from missing
