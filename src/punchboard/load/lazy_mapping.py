"""A read-only mapping that loads each value on first access and caches it, and its names too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

T = TypeVar("T")


class LazyMapping(Mapping[str, T]):
    """Values by name, loaded on first access.

    Args:
        fetch: returns the value of a name; raises KeyError for an unknown name, ProblemsFound for an invalid value.
        names: returns all names.
    """

    def __init__(self, fetch: Callable[[str], T], names: Callable[[], Iterable[str]]) -> None:
        self._fetch = fetch
        self._names = names
        self._fetched: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        """Return a value, loading it if needed.

        Raises:
            KeyError: when the name is unknown.
            ProblemsFound: when the value exists but is invalid.
        """
        value = self._fetched.get(name)
        if value is None:
            value = self._fetched[name] = self._fetch(name)
        return value

    def fetched_names(self) -> tuple[str, ...]:
        """Return the names of the values loaded so far."""
        return tuple(self._fetched)

    def __contains__(self, name: object) -> bool:
        """Return whether the name exists, without loading its value."""
        return name in self._fetched or name in self._all_names

    def __iter__(self) -> Iterator[str]:
        """Yield all names, sorted."""
        return iter(sorted(self._all_names))

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self._all_names)

    @cached_property
    def _all_names(self) -> frozenset[str]:
        """All names: listing them may read folders, and every card may ask for one."""
        return frozenset(self._names())
