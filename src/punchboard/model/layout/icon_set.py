"""Icon sets with their licences and artists, and the symbols of a game that print as icons or lettered badges."""

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final, NamedTuple

from pydantic import Field

from punchboard.expression import as_written
from punchboard.model.values import Label, Model

ICON_PATTERN: Final = re.compile(
    r"(?:(?<![^\W\d_])|(?=:[a-z0-9:-]+:(?!\w)))"
    r":([a-z][a-z0-9]*(?:-[a-z0-9]+)*(?::(?=[0-9-]*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*)?):"
)
"""An icon in a text: ``:flame:``, or ``:game-icons:sword:`` from a set. The name after a set must contain a letter, so
that ``:fire:2:water:`` stays two icons and a number. Between letters, colons are colons: ``A:b:c``."""


class UnknownIconError(KeyError):
    """Raised for an unknown icon name.

    The hint is computed on demand, because many names are looked up that need not exist.
    """

    def __init__(self, name: str, hint: Callable[[], str]) -> None:
        super().__init__(name)
        self._hint = hint

    @property
    def hint(self) -> str:
        """How to fix the name."""
        return self._hint()


def icon_hint(error: KeyError) -> str:
    """Return the hint of an error about an unknown icon; empty for other errors."""
    return error.hint if isinstance(error, UnknownIconError) else ""


def without_prefix(name: str) -> str:
    """Return the name of an icon without its set: ``sword`` for ``game-icons:sword``."""
    return name.rpartition(":")[2]


def spoken_name(name: str) -> str:
    """Return the name of an icon as it is read aloud: ``arrow right``."""
    return without_prefix(name).replace("-", " ")


class IconSet(NamedTuple):
    """An icon set as its own file describes it; unknown values are empty.

    ``licence`` is the title to print, ``spdx`` the identifier of the licence. ``artists`` lists everyone who drew for
    the set, ``by_icon`` the artist of each icon.
    """

    prefix: str
    name: str = ""
    author: str = ""
    url: str = ""
    licence: str = ""
    spdx: str = ""
    licence_url: str = ""
    artists: tuple[str, ...] = ()
    by_icon: Mapping[str, str] = MappingProxyType({})

    @property
    def has_credits(self) -> bool:
        """Whether the set names its authors and its licence."""
        return bool((self.author or self.artists) and (self.licence or self.spdx))


class IconCredit(NamedTuple):
    """An icon set that a game uses: the icons used, by their names in the set, and the artists to credit for them."""

    set: IconSet
    icons: tuple[str, ...]
    artists: tuple[str, ...]


_BEGIN, _END = "\ufdd0", "\ufdd1"
"""Noncharacters around the number of a protected symbol: no text contains them, and Markdown takes them for letters."""

PROTECTED: Final = re.compile(f"{_BEGIN}(\\d+){_END}")
"""A protected symbol."""

_STRAY: Final = re.compile(f"{_BEGIN}(?:(\\d{{1,4}}){_END})?")
"""The beginning of a protected symbol, wherever it comes from."""

_NEVER: Final = r"(?!)"
"""The pattern of a game without symbols, which matches nothing."""

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
        return re.compile("|".join(map(re.escape, sorted(forms, key=lambda form: (-len(form), form)))) or _NEVER)

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        numbered = {token: number for number, token in enumerate(self._tokens)}
        return {as_written(token): number for token, number in numbered.items()} | numbered

    def occur_in(self, text: str) -> bool:
        """Return whether a text contains a symbol."""
        return self._pattern.search(text) is not None

    def tokens_in(self, text: str) -> tuple[str, ...]:
        """Return the tokens in a text, in order."""
        return tuple(self._tokens[self._numbers[form]] for form in self._pattern.findall(text))

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


NOT_SYMBOLS: Final = frozenset(
    {"optional", "note", "see", "sic", "text", "name", "other", "none", "any", "or", "and", "e.g.", "i.e.", "todo"}
)
"""Words that stand in brackets without being symbols."""


def badge_label(token: str) -> str:
    """Return the letters on the badge of a token: ``T`` for ``{T}``, ``credit`` for ``[credit]``."""
    inner = _BRACKETS.fullmatch(token)
    return (inner[1] if inner else token).strip().removesuffix("\u20e3").removesuffix("\ufe0f")


class ArtistsFile(Model):
    """The artists of an icon set, and the artist of each icon where known."""

    artists: tuple[Label, ...] = ()
    by_icon: dict[str, Label] = Field(default_factory=dict, alias="by icon")
