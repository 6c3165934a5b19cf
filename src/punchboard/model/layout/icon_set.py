"""Icons by name: how a text calls one, and what is known of a set of icons and of those who drew it."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

ICON_PATTERN: Final = re.compile(r":([a-z][a-z0-9]*(?:-[a-z0-9]+)*(?::(?=[0-9-]*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*)?):")
"""An icon in a text: ``:flame:``, or ``:game-icons:sword:`` from a set; what follows a set has a letter in it, so that
``:fire:2:water:`` stays two icons and a number."""


class UnknownIconError(KeyError):
    """There is no icon of a name; the hint is worked out when it is told: many names are tried that need be none."""

    def __init__(self, name: str, hint: Callable[[], str]) -> None:
        super().__init__(name)
        self._hint = hint

    @property
    def hint(self) -> str:
        """What to do about it."""
        return self._hint()


def icon_hint(error: KeyError) -> str:
    """Return what to do about a name that is not there; nothing where that is not known."""
    return error.hint if isinstance(error, UnknownIconError) else ""


def without_prefix(name: str) -> str:
    """Return the name of an icon without that of its set: ``sword`` for ``game-icons:sword``."""
    return name.rpartition(":")[2]


def spoken_name(name: str) -> str:
    """Return what an icon is called when it is read out: ``arrow right``."""
    return without_prefix(name).replace("-", " ")


class IconSet(NamedTuple):
    """What a set of icons says of itself; what it does not say is empty.

    ``licence`` is a title to print, ``spdx`` the identifier of the licence. ``artists`` are all who drew for it,
    ``by_icon`` is who drew which.
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
        """Whether it says who made it and under what licence."""
        return bool((self.author or self.artists) and (self.licence or self.spdx))


class IconCredit(NamedTuple):
    """A set of which icons are used, those icons by their names in it, and who is to be named for them."""

    set: IconSet
    icons: tuple[str, ...]
    artists: tuple[str, ...]
