"""The symbols of a game: tokens in its texts, such as ``[coin]`` or ``{T}``, that print as icons or lettered badges."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final

from punchboard.expression import as_written

_BEGIN, _END = "\ufdd0", "\ufdd1"
"""Noncharacters around the number of a protected symbol: no text contains them, and Markdown takes them for letters."""

PROTECTED: Final = re.compile(f"{_BEGIN}(\\d+){_END}")
"""A protected symbol."""

_STRAY: Final = re.compile(f"{_BEGIN}(?:(\\d{{1,4}}){_END})?")
"""The beginning of a protected symbol, wherever it comes from."""

_BRACKETS: Final = re.compile(r"[\[({<:]+(.+?)[\])}>:]+")


class Symbols:
    """The icons of a game's symbols by token.

    Args:
        icons: the name of each token's icon; empty for a token that prints as a lettered badge.
    """

    def __init__(self, icons: Mapping[str, str] = MappingProxyType({})) -> None:
        self.icons = icons
        self._tokens = tuple(icons)

    def __bool__(self) -> bool:
        """Return whether the game has symbols."""
        return bool(self._tokens)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """A pattern for all tokens, as written and with the backslashes of `as_written`, the longest first."""
        forms = {form for token in self._tokens for form in (token, as_written(token))}
        return re.compile("|".join(map(re.escape, sorted(forms, key=lambda form: (-len(form), form)))))

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        numbered = {token: number for number, token in enumerate(self._tokens)}
        return {as_written(token): number for token, number in numbered.items()} | numbered

    def occur_in(self, text: str) -> bool:
        """Return whether a text contains a symbol."""
        return bool(self._tokens) and self._pattern.search(text) is not None

    def tokens_in(self, text: str) -> tuple[str, ...]:
        """Return the tokens in a text, in order."""
        if not self._tokens:
            return ()
        return tuple(self._tokens[self._numbers[found]] for found in self._pattern.findall(text))

    def protect(self, text: str) -> str:
        """Return a text with each symbol as `PROTECTED`, which no parser takes for markup; those already so stay."""
        if _BEGIN in text:
            text = _STRAY.sub(lambda match: match[0] if self._is_number(match[1]) else "", text)
        if not self._tokens:
            return text
        return self._pattern.sub(lambda match: f"{_BEGIN}{self._numbers[match[0]]}{_END}", text)

    def _is_number(self, number: str | None) -> bool:
        return number is not None and int(number) < len(self._tokens)

    def restore(self, text: str) -> str:
        """Return a text with each protected symbol as its token."""
        if _BEGIN not in text:
            return text
        return PROTECTED.sub(lambda match: self.token(match[1]), text)

    def token(self, number: str) -> str:
        """Return the token of a protected symbol, given its number."""
        return self._tokens[int(number)]


NO_SYMBOLS: Final = Symbols()


def badge_label(token: str) -> str:
    """Return the letters on the badge of a token: ``T`` for ``{T}``, ``credit`` for ``[credit]``."""
    inner = _BRACKETS.fullmatch(token)
    return (inner[1] if inner else token).strip().removesuffix("\u20e3").removesuffix("\ufe0f")
