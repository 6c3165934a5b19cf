"""The loaded game: its lists, kinds, components and text sheets, with the place and the standing of each value.

`TEXT_SHEETS` has a row for each. The name of the row is that of the product, of the text (the game's own, or one in
``layouts/texts``) and of its book layout (in ``layouts/books``).
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Self

from punchboard.fonts import Family
from punchboard.geometry import Outline
from punchboard.model.game.amounts import PLAYERS, is_formula, known_amount
from punchboard.model.game.game_file import DIE_SIDES, Die, GameFile, KindFile, ListFile, Rule
from punchboard.model.layout.icon_set import NO_SYMBOLS, IconSet, Symbols
from punchboard.model.layout.layout import Layouts
from punchboard.model.layout.trim import Trim
from punchboard.model.values import nearest_place
from punchboard.problem import Place, Problem
from punchboard.scene import Image


class Entry(str):
    """An entry of a list: text that equals its id and has the entry's properties in expressions."""

    __slots__ = ("properties",)
    properties: Mapping[str, Any]

    def __new__(cls, name: str, properties: Mapping[str, Any]) -> Self:
        """Return the entry with its properties; ``name`` in them defaults to the id."""
        entry = super().__new__(cls, name)
        entry.properties = MappingProxyType({"id": name, "name": name, **properties})
        return entry

    def __reduce__(self) -> "tuple[type[Entry], tuple[str, dict[str, Any]]]":
        """Return what pickle needs to recreate the entry in another process."""
        return Entry, (str(self), dict(self.properties))


def list_entries(of: ListFile) -> tuple[Entry, ...]:
    """Return the entries of a list."""
    return tuple(Entry(name, entry.model_extra or {}) for name, entry in of.entries.items())


class ValueStanding(NamedTuple):
    """Where a value comes from: stated, derived or prototype, with the section or the reason."""

    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Component:
    """One distinct card, tile or token, made from a row of a table."""

    id: str
    kind: str
    copies: int
    values: Mapping[str, Any]
    """The fields, and ``id``, ``kind`` and ``copies``: the names that expressions can use."""
    place: Place
    standings: Mapping[str, ValueStanding] = field(default_factory=dict)
    original: Mapping[str, Any] | None = None
    """The values before translation; None when nothing was translated."""

    @property
    def source_values(self) -> Mapping[str, Any]:
        """The untranslated values. Selections use them, so that they mean the same in every language."""
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
        """The printed name."""
        return self.file.name

    @property
    def plural(self) -> str:
        """The printed plural name."""
        return self.file.plural or (self.file.name if self.file.map else f"{self.file.name}s")

    def printed_name(self, values: Mapping[str, Any]) -> str:
        """Return the printed name of a component with these values: its name, else its title, else that of its kind."""
        name = values.get("name", self.name)
        text = str(name if name != self.name else values.get("title") or self.name)
        return text[:1].upper() + text[1:]


class PlacedRule(NamedTuple):
    """A rule of the game's document and its place in ``rules.yaml``."""

    file: Rule
    place: Place


def _row_place(component: Component, _field: str) -> Place:
    return component.place


@dataclass(frozen=True, eq=False)
class Game:
    """Everything in a game's folder, loaded. Games are compared by identity: loading twice gives two games."""

    id: str
    file: GameFile
    place: Place
    lists: Mapping[str, tuple[Entry, ...]]
    kinds: Mapping[str, Kind]
    components: tuple[Component, ...]
    texts: Mapping[str, str]
    """Markdown files by name: ``rulebook``, ``design-notes``, ``reference``, ``turn``, ``score``."""
    places: Mapping[tuple[str | int, ...], Place]
    """The place of each value of ``game.yaml`` by its key path."""
    text_files: Mapping[str, str] = field(default_factory=dict)
    """The files of texts that lie outside the game's folder, by the name of the text."""
    locale: str = ""
    """The language of the translation; empty for the game in its own language."""
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The words of its language from ``layouts/words``, by section."""
    load_warnings: tuple[Problem, ...] = ()
    """Warnings found while loading, such as pictures that are still missing."""
    rules: Mapping[str, PlacedRule] = field(default_factory=dict)
    """The rules in ``rules.yaml`` by id, in the order of the file."""
    pile_families: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The piles that a pile with ``for each`` stands for, by its name: ``supply`` for ``supply cellar`` and others."""
    value_place: Callable[[Component, str], Place] = _row_place
    """Function that returns the place of a component's value by the name of its field."""

    @property
    def title(self) -> str:
        """The full title."""
        return self.file.title

    @property
    def short_title(self) -> str:
        """The short title, for running heads and sheet labels."""
        return self.file.short or self.file.title

    @property
    def icon_names(self) -> dict[str, str]:
        """The names of icons as they are read aloud: those that the game gives, and those of list entries."""
        entries = (entry.properties for entries in self.lists.values() for entry in entries)
        return {str(entry["icon"]): str(entry["name"]) for entry in entries if "icon" in entry} | self.file.icon_names

    @property
    def output_name(self) -> str:
        """The name of its output folder; each translation has its own."""
        return f"{self.id}-{self.locale}" if self.locale else self.id

    def number_value(self, number: int | str | Mapping[int, int]) -> int | None:
        """Return an amount that is a number or the name of one; None for any other, such as a die or one by seats."""
        if isinstance(number, str) and number in self.file.numbers:
            return self.file.numbers[number].value
        return number if isinstance(number, int) else None

    def numbers_in(self, variant: str) -> dict[str, int]:
        """Return the numbers of the game, with the changes of a variant; of no variant for ``""``."""
        changes = [other.numbers for other in self.file.variants if other.key == variant]
        return {name: number.value for name, number in self.file.numbers.items()} | (changes[0] if changes else {})

    def amounts_by_players(self, amount: object, variant: str = "") -> dict[int, int]:
        """Return the entries of an amount that depends on the number of players, if it can; else nothing.

        Raises:
            ExpressionError: for a formula that cannot be evaluated.
        """
        counts = self.file.players.seat_counts
        if isinstance(amount, dict):
            return {players: amount[players] for players in counts if players in amount} or amount
        if amount != PLAYERS and not is_formula(amount):
            return {}
        numbers = self.numbers_in(variant)
        amounts = ((players, known_amount(str(amount), players, numbers)) for players in counts)
        return {players: number for players, number in amounts if number is not None}

    def text_file(self, text: str) -> str:
        """Return the file of a text, as messages show it."""
        return self.text_files.get(text) or PurePosixPath(self.place.file).with_name(f"{text}.md").as_posix()

    def place_of(self, *path: str | int) -> Place:
        """Return the place of a value in ``game.yaml``, or of the nearest enclosing mapping whose place is known."""
        return nearest_place(self.places, path, self.place)


BOOK_TEXTS: Final = ("rulebook", "design-notes")
"""The texts that are set as books, each as a PDF and as a page for screens of the same name; the rulebook is first."""


BACK_COVER: Final = "back-cover"
"""The text on the back cover of the rulebook; where there is no such page, it is the end of the rulebook."""


class TextSheet(NamedTuple):
    """A row of `TEXT_SHEETS`."""

    about: str
    """What is on the sheet, for the list of products."""
    is_for: Callable[[Game], bool]
    """Tells whether a game has the sheet. A text in ``layouts/texts`` is among the texts of every game."""
    is_extra: bool = False
    """Whether it is made only with ``--all`` or when it is named; like all sheets, it is always checked."""


TEXT_SHEETS: Mapping[str, TextSheet] = {
    "set-up": TextSheet("the set-up sheet: the steps, and what each seat takes", lambda game: bool(game.file.setup)),
    "score": TextSheet("the score sheet, to fill in by hand", lambda game: "score" in game.texts),
    "playtest": TextSheet(
        "one page for a playtest: a summary of the game, and a record", lambda game: "turn" in game.texts
    ),
}
"""Every sheet that is made from a text, by its name."""


@dataclass(frozen=True, eq=False)
class LoadedGame:
    """A loaded game with its layouts and media.

    The mappings are read-only and may read files on first use; an unknown name is a KeyError.
    """

    game: Game
    layouts: Layouts
    families: Mapping[str, Family]
    """Font families by their name in the theme."""
    icons: Mapping[str, Outline]
    """Icons on a grid of 512 x 512 units, by name; an unknown name may be an UnknownIconError."""
    pictures: Mapping[str, Image]
    """Pictures by their path within the game's folder."""
    read_yaml: Callable[[str, str], Any]
    """Function that parses YAML safely into plain values, from the text and the file name for problems."""
    icon_sets: Mapping[str, IconSet] = field(default_factory=dict)
    """The available icon sets, by prefix."""
    icon_words: Mapping[str, str] = field(default_factory=dict)
    """Icons by the words that they picture."""
    symbols: Symbols = NO_SYMBOLS
    """The symbols in the game's texts. Those whose icon does not exist print as badges."""
    icons_used: Callable[[], Collection[str]] = tuple
    """Function that returns the names of the icons drawn so far."""


class Side(NamedTuple):
    """One side of a die: a number, a word, or an entry of a list."""

    value: Entry | int | str

    @property
    def label(self) -> str:
        """The text of the side: the name of a list entry, or the value itself."""
        return self._property("name", str(self.value))

    @property
    def icon(self) -> str:
        """The icon of the list entry; empty without one."""
        return self._property("icon", "")

    @property
    def colour(self) -> str:
        """The colour of the list entry, or the colour of text."""
        return self._property("colour", "ink")

    def _property(self, name: str, default: str) -> str:
        return str(self.value.properties.get(name, default)) if isinstance(self.value, Entry) else default


def die_sides(die: Die, lists: Mapping[str, tuple[Entry, ...]]) -> tuple[Side, ...]:
    """Return the six sides of a die in order; its values repeat until every side has one.

    The result is empty when the die's list does not exist, or when its length does not divide six.
    """
    values = die.faces if isinstance(die.faces, tuple) else lists.get(list_name(die), ())
    if not values or DIE_SIDES % len(values):
        return ()
    return tuple(map(Side, values * (DIE_SIDES // len(values))))


def list_name(die: Die) -> str:
    """Return the name of the list that a die takes its sides from; empty when the die has values of its own."""
    return die.faces["one of"] if isinstance(die.faces, dict) else ""
