"""A shelf: a read-only mapping that fetches a thing when it is first asked for, and keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class LazyMapping(Mapping[str, T]):
    """Things by name.

    Args:
        fetch: makes the thing of a name; raises KeyError when there is none, ProblemsFound when it is of no use.
        names: gives all names that can be asked for.
    """

    def __init__(self, fetch: Callable[[str], T], names: Callable[[], Iterable[str]]) -> None:
        self._fetch = fetch
        self._names = names
        self._kept: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        """Return a thing.

        Raises:
            KeyError: when there is none of this name.
            ProblemsFound: when there is one, but of no use.
        """
        found = self._kept.get(name)
        if found is None:
            found = self._kept[name] = self._fetch(name)
        return found

    def fetched_names(self) -> tuple[str, ...]:
        """Return the names of what was fetched so far."""
        return tuple(self._kept)

    def __contains__(self, name: object) -> bool:
        """Tell whether there is a thing of this name, without fetching it."""
        return name in self._kept or name in list(self._names())

    def __iter__(self) -> Iterator[str]:
        """Yield all names, in order."""
        return iter(sorted(self._names()))

    def __len__(self) -> int:
        """Return how many names there are."""
        return len(list(self._names()))
