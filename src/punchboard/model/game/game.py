"""The loaded game: lists, kinds and components with every row resolved, each value with its place and standing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from punchboard.model.game.game_file import GameFile, KindFile, Rule
from punchboard.model.layout.trim import Trim
from punchboard.problem import Place, Problem


class Entry(str):
    """A choice of a list: compares and prints as its id, and has the entry's properties in expressions."""

    __slots__ = ("properties",)
    properties: Mapping[str, Any]

    def __new__(cls, name: str, properties: Mapping[str, Any]) -> Self:
        """Return the entry with its properties; ``name`` in them defaults to the id."""
        entry = super().__new__(cls, name)
        entry.properties = MappingProxyType({"id": name, "name": name, **properties})
        return entry

    def __reduce__(self) -> "tuple[type[Entry], tuple[str, dict[str, Any]]]":
        """Return what makes the same entry anew in another process."""
        return Entry, (str(self), dict(self.properties))


class ValueStanding(NamedTuple):
    """Stated, derived or prototype, with the section or the reason."""

    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Component:
    """One distinct card, tile or token: what a row of a table became."""

    id: str
    kind: str
    copies: int
    values: Mapping[str, Any]
    """The fields, and ``id``, ``kind`` and ``copies``: the names that expressions see."""
    place: Place
    standings: Mapping[str, ValueStanding] = field(default_factory=dict)
    original: Mapping[str, Any] | None = None
    """The values before they were translated."""

    @property
    def source_values(self) -> Mapping[str, Any]:
        """The values as the game's own files have them: what selects components is the same in every language."""
        return self.values if self.original is None else self.original


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of component with its finished shape and the layouts of its faces."""

    id: str
    file: KindFile
    trim: Trim
    place: Place

    @property
    def name(self) -> str:
        """The name in print."""
        return self.file.name

    @property
    def plural(self) -> str:
        """The name of several in print."""
        return self.file.plural or f"{self.file.name}s"


class PlacedRule(NamedTuple):
    """A rule of the game's document, and where it is written."""

    file: Rule
    place: Place


def _row(component: Component, _field: str) -> Place:
    return component.place


@dataclass(frozen=True, eq=False)
class Game:
    """Everything that a folder of ``catalog/`` says about a game; two loads are two games."""

    id: str
    file: GameFile
    place: Place
    lists: Mapping[str, tuple[Entry, ...]]
    kinds: Mapping[str, Kind]
    components: tuple[Component, ...]
    texts: Mapping[str, str]
    """Markdown files by name: ``rulebook``, ``reference``, ``turn``, ``score``."""
    places: Mapping[tuple[str | int, ...], Place]
    """Where each value of ``game.yaml`` stands, by its path."""
    text_files: Mapping[str, str] = field(default_factory=dict)
    """The files of texts that come from elsewhere than the game's folder."""
    locale: str = ""
    """The language that it has been translated into; nothing for a game in its own."""
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The words of its language, by sections: those of ``layouts/words``."""
    load_warnings: tuple[Problem, ...] = ()
    """Warnings of loading: pictures that are still missing."""
    rules: Mapping[str, PlacedRule] = field(default_factory=dict)
    """The rules of the game's own document by id, in its order: ``rules.yaml``."""
    value_place: Callable[[Component, str], Place] = _row
    """Returns where a value of a component stands, by the name of its field."""

    @property
    def title(self) -> str:
        """The full title."""
        return self.file.title

    @property
    def short_title(self) -> str:
        """The title for running heads and sheet labels."""
        return self.file.short or self.file.title

    @property
    def output_name(self) -> str:
        """The name of the folder of its outputs; a translation has one of its own."""
        return f"{self.id}-{self.locale}" if self.locale else self.id

    def text_file(self, text: str) -> str:
        """Return the file that a text comes from, as messages call it."""
        return self.text_files.get(text) or PurePosixPath(self.place.file).with_name(f"{text}.md").as_posix()

    def place_of(self, *path: str | int) -> Place:
        """Return where a value of ``game.yaml`` stands, or the nearest mapping round it that is known."""
        while path:
            if path in self.places:
                return self.places[path]
            path = path[:-1]
        return self.place
