"""English as rulebooks use it: words and their forms, numbers, sentences, phrases that look like names.

Families of words and patterns of phrases are data: ``english.yaml``.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from punchboard.system.yaml_parser import own_data

_REFERENCE: Final = re.compile(r"\{([a-z_]+)\}")


@cache
def _data() -> Mapping[str, Any]:
    return dict(own_data("checks/prose/english/english.yaml"))


def listed_words(family: str) -> tuple[str, ...]:
    """Return the words of a family, in order."""
    return tuple(_data()["words"][family].split())


def word_set(family: str) -> frozenset[str]:
    """Return the words of a family as a set."""
    return frozenset(listed_words(family))


def irregular_plurals() -> Mapping[str, str]:
    """Return the plurals that follow no rule, by their singulars."""
    return dict(_data()["plurals"])


@cache
def card_synonyms() -> tuple[frozenset[str], ...]:
    """Return the names of each rank or suit of playing cards that has several."""
    return tuple(frozenset(names.split()) for names in _data()["synonyms"])


def statement_forms() -> Mapping[str, Any]:
    """Return the forms of sentences with a number, by what the number states."""
    return dict(_data()["statements"])


class Patterns:
    """The patterns of one group by name, ignoring case. Each is compiled when it is first used.

    A name in braces in a pattern stands for another pattern of its group or of the group ``shared``.
    """

    def __init__(self, group: str) -> None:
        self._texts: Mapping[str, str | list[str]] = _data()["patterns"]["shared"] | _data()["patterns"][group]

    def __getattr__(self, name: str) -> re.Pattern[str]:
        """Return a pattern."""
        pattern = re.compile(self._text(name), re.IGNORECASE)
        setattr(self, name, pattern)  # from now on an ordinary attribute
        return pattern

    def _text(self, name: str) -> str:
        return _REFERENCE.sub(lambda match: self._text(match[1]), "".join(self._texts[name]))
