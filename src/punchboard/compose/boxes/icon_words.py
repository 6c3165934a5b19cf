"""Icons found by the words of a card: ``Keeper of the Mill`` shows the icon for a keeper or a mill, if there is one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]+")

_ENDINGS: Final = (("ies", "y"), ("ves", "f"), ("es", ""), ("s", ""), ("men", "man"))
"""Endings of English plurals, with those of the singular."""


class IconWords:
    """Finds icons by words.

    Args:
        meanings: icons by the words that they picture, in lower case.
        icons: the names of all icons. An icon whose name is no value of ``meanings`` is also found by its name.
    """

    def __init__(self, meanings: Mapping[str, str], icons: Collection[str]) -> None:
        self._meanings, self._icons = meanings, icons
        self._find = lru_cache(maxsize=4096)(self._found)

    def find(self, texts: Iterable[str]) -> str:
        """Return the icon for the first text that has one; empty if none has.

        A text may itself be the name of an icon. Of its words the last one counts most: a stone wolf is a wolf.
        """
        return next(filter(None, map(self._find, texts)), "")

    def _found(self, text: str) -> str:
        if text in self._icons or (":" in text.strip(": ") and " " not in text):
            return text
        words = [word.lower() for word in _WORD.findall(text)]
        forms = (form for word in reversed(words) for form in _forms(word))
        return next((self._meanings[form] for form in forms if form in self._meanings), "")


def _forms(word: str) -> Iterator[str]:
    yield word
    for ending, single in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            yield word.removesuffix(ending) + single
