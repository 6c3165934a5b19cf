"""Icon names in texts, icon sets with their licences, and credits for the artists."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

ICON_PATTERN: Final = re.compile(r":([a-z][a-z0-9]*(?:-[a-z0-9]+)*(?::(?=[0-9-]*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*)?):")
"""An icon in a text: ``:flame:``, or ``:game-icons:sword:`` from a set. The name after a set must contain a letter, so
that ``:fire:2:water:`` stays two icons and a number."""


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
