"""The forms of names in languages with many cases, by tables of stems and endings: ``cases.yaml``."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, Final

from punchboard.checks.prose.english.parsed_text import Remembered, is_inflection, without_accents
from punchboard.system.yaml_parser import load_yaml

SHORTEST: Final = 2
"""A stem has at least this many letters."""

LONG: Final = 3
"""A stem of a longer name has at least this many."""

FEWEST: Final = 2
"""A text in a language has at least this many of its words, and one in `RAREST`."""

RAREST: Final = 30


@dataclass(frozen=True, eq=False)
class Cases:
    """The table of a language."""

    words: frozenset[str]
    steps: tuple[tuple[tuple[re.Pattern[str], str], ...], ...]
    endings: re.Pattern[str]

    @cached_property
    def stems(self) -> Remembered[str, frozenset[str]]:
        """Everything that endings can follow in the forms of a folded name, without accents."""
        return Remembered(self._stems_of)

    def is_form(self, word: str, name: str) -> bool:
        """Return whether a folded word is a form of a folded name, or the name."""
        plain = without_accents(word)
        if plain in self.words:
            return False
        return any(plain.startswith(stem) and self.endings.fullmatch(plain, len(stem)) for stem in self.stems[name])

    def are_forms(self, one: str, other: str) -> bool:
        """Return whether two folded words are forms of one, by the table or by the general rule."""
        return self.is_form(one, other) or self.is_form(other, one) or is_inflection(one, other, is_english=False)

    def _stems_of(self, name: str) -> frozenset[str]:
        stems = {without_accents(name)}
        for changes in self.steps:
            stems |= {pattern.sub(new, one) for one in stems for pattern, new in changes}
        shortest = max(SHORTEST, min(LONG, len(name) - 1))
        return frozenset(one for one in stems if len(one) >= shortest)


def cases_of(folded: Sequence[str]) -> Cases | None:
    """Return the table for the language of a text; None if there is none."""
    times = Counter(map(without_accents, folded))
    scores = {cases: sum(times[word] for word in cases.words) for cases in _tables()}
    best = max(scores, key=lambda cases: scores[cases])
    return best if scores[best] >= max(FEWEST, len(folded) / RAREST) else None


@cache
def _tables() -> tuple[Cases, ...]:
    text = files("punchboard.checks.prose.reading").joinpath("cases.yaml").read_text(encoding="utf-8")
    return tuple(map(_table, load_yaml(text).values()))


def _table(data: Mapping[str, Any]) -> Cases:
    changes = ((step, old, new) for step in data["stems"] for old, every in step.items() for new in every)
    steps: dict[int, list[tuple[re.Pattern[str], str]]] = {}
    for step, old, new in changes:
        steps.setdefault(id(step), []).append((re.compile(old), new))
    return Cases(frozenset(data["words"].split()), tuple(map(tuple, steps.values())), re.compile(data["endings"]))
