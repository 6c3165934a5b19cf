"""A game that notes what its components are asked for: what is made of it goes by that alone.

Whoever made something of a noted game knows when the same would come of another state of it: when its components are
the same ones, and answer the same to what they were asked.
"""

from collections.abc import Callable, ItemsView, Iterator, KeysView, Mapping, Sequence, ValuesView
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any, Final

from punchboard.model.game.game import Component, Game
from punchboard.problem import Place

EVERY: Final = "*"
"""Stands for all fields of a component; no field is called so."""

Read = Mapping[str, Mapping[str, Sequence[str]]]
"""The ids of the components that were asked, by the sort of what was asked for and by the name of the field."""


class Notes:
    """What components were asked for."""

    def __init__(self) -> None:
        self._asked: dict[str, dict[str, dict[str, None]]] = {}

    def note(self, sort: str, part: str, name: str) -> None:
        """Note that a component was asked for a field of a sort."""
        self._asked.setdefault(sort, {}).setdefault(name, {})[part] = None

    def read(self) -> Read:
        """Return all that was noted."""
        return {sort: {name: tuple(parts) for name, parts in asked.items()} for sort, asked in self._asked.items()}


class NotedValues(Mapping[str, Any]):
    """Values of a component that note which of them are asked for; they print, compare and are hashed as they are.

    Their names are no secret: see `alike`.
    """

    __slots__ = ("_note", "_values")

    def __init__(self, values: Mapping[str, Any], note: Callable[[str], None]) -> None:
        self._values, self._note = values, note

    def __getitem__(self, name: str) -> Any:
        """Return a value."""
        self._note(name)
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        """Tell whether there is a value of a name."""
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        """Yield the names."""
        return iter(self._values)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._values)

    def __repr__(self) -> str:
        """Return what the values print as."""
        return repr(self._all())

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        """Return the values alone: nothing is noted elsewhere."""
        return dict, (dict(self._all()),)

    def keys(self) -> KeysView[str]:
        """Return the names."""
        return self._values.keys()

    def values(self) -> ValuesView[Any]:
        """Return the values."""
        return self._all().values()

    def items(self) -> ItemsView[str, Any]:
        """Return names and values."""
        return self._all().items()

    def _all(self) -> Mapping[str, Any]:
        self._note(EVERY)
        return self._values


@dataclass(frozen=True, eq=False)
class NotedGame(Game):
    """A game whose components note what they are asked for; what is known of the game itself is known of it."""

    plain: Game | None = None

    def __eq__(self, other: object) -> bool:
        """Tell whether another is the same game, noted or not."""
        return (other.plain if isinstance(other, NotedGame) else other) is self.plain

    def __hash__(self) -> int:
        """Return the hash of the game itself."""
        return hash(self.plain)


def noted(game: Game, notes: Notes) -> NotedGame:
    """Return a game that notes what its components are asked for."""

    def cell(component: Component, name: str) -> Place:
        notes.note("cell", component.id, name)
        return game.cell(component, name)

    own = {one.name: getattr(game, one.name) for one in fields(Game)}
    components = tuple(_noted(component, notes) for component in game.components)
    return NotedGame(**{**own, "components": components, "cell": cell}, plain=game)


def _noted(component: Component, notes: Notes) -> Component:
    def noting(sort: str, values: Mapping[str, Any]) -> NotedValues:
        return NotedValues(values, partial(notes.note, sort, component.id))

    original = component.original
    return replace(
        component,
        values=noting("values", component.values),
        standings=noting("standings", component.standings),
        original=None if original is None else noting("original", original),
    )


def alike(game: Game) -> tuple[object, ...]:
    """Return what a noted game shows unasked: which components there are, where they stand, and what they can be asked.

    Most can be asked the same, so that is told once, and each names it by a number.
    """
    asked: dict[tuple[object, ...], int] = {}
    parts = []
    for one in game.components:
        names = tuple(map(_names, (one.values, one.standings, one.original)))
        parts.append((one.id, one.kind, one.copies, one.place, asked.setdefault(names, len(asked))))
    return tuple(parts), tuple(asked)


def _names(values: Mapping[str, Any] | None) -> tuple[str, ...] | None:
    return None if values is None else tuple(values)


def answers(game: Game, read: Read) -> Iterator[str]:
    """Yield what the components of a game answer to what others were asked.

    Raises:
        KeyError: when there is no component of an id, or nothing of a sort.
    """
    parts = {component.id: component for component in game.components}
    for sort, asked in read.items():
        tell = _TELL[sort]
        for name, ids in asked.items():
            yield from (tell(game, parts[part], name) for part in ids)


def _value(sort: str, _game: Game, component: Component, name: str) -> str:
    values: Mapping[str, Any] = getattr(component, sort) or {}
    return repr(dict(values)) if name == EVERY else repr(values[name]) if name in values else ""


def _place(game: Game, component: Component, name: str) -> str:
    return str(game.cell(component, name))


_TELL: Final[Mapping[str, Callable[[Game, Component, str], str]]] = {
    **{sort: partial(_value, sort) for sort in ("values", "standings", "original")},
    "cell": _place,
}
"""What is told of a component, by the sort of what it is asked for."""
