"""Models of ``game.yaml``: one frozen model for each mapping in it."""

import keyword
import re
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, model_validator

from punchboard.model.game.amounts import by_players, is_formula
from punchboard.model.game.expectations import Expectation, OwnDeck
from punchboard.model.game.game_file_parts import Aim, End, Language, Link, RowsFile, SeverityOverride, Token, Variant
from punchboard.model.game.setup import Step
from punchboard.model.layout.grid_map import CELL_FIELDS, MAP_VALUE, GridFile
from punchboard.model.layout.trim import CARD_SIZES, BoxFile, Trim, trim_from_text
from punchboard.model.values import (
    RANGE,
    RANGE_TEXT,
    TEXT,
    WHOLE_NUMBER,
    KindId,
    Label,
    Measure,
    Model,
    NumberRange,
    Prose,
    RuleIds,
    Scalar,
    Slug,
    Standing,
    admits,
    as_mapping,
    is_slug,
    narrows,
    range_bounds,
)

RESERVED_NAMES = frozenset(
    {"id", "kind", "copies", "standing", *Standing.standing_kinds, "true", "false", "none", MAP_VALUE}
)
"""Names that no field can have, because rows and expressions use them."""

_FIELD = re.compile(r"[a-z][a-z0-9_]*")


_SHAPES: Final = ({"enum": [*CARD_SIZES]}, {"pattern": r"^\s*(hex|square|circle|triangle|card|board|mat|pawn) "})


@narrows({"anyOf": [*_SHAPES]})
def _valid_shape(text: str) -> str:
    trim_from_text(text)
    return text


MAP: Final = "map"
"""The shape of a kind that is a map; its size follows from its grid."""


@narrows({"anyOf": [*_SHAPES, {"const": MAP}]})
def _valid_shape_of_kind(text: str) -> str:
    if text != MAP:
        trim_from_text(text, (MAP,))
    return text


@narrows({"pattern": f"^{_FIELD.pattern}$", "not": {"enum": sorted(RESERVED_NAMES)}})
def _field_name(text: str) -> str:
    if not _FIELD.fullmatch(text) or keyword.iskeyword(text):
        raise ValueError(
            f"{text!r} is not a field name; use lower-case letters, digits and '_', and begin with a letter"
        )
    if text in RESERVED_NAMES:
        raise ValueError(f"{text!r} is a reserved name; rename the field")
    return text


@admits(WHOLE_NUMBER)
def _version(value: object) -> object:
    """Return a whole number as text; a fraction is refused, because YAML reads 1.10 as 1.1."""
    if isinstance(value, float):
        raise ValueError(f"version {value!r} is a number, and 1.10 would become 1.1; put it in quotes: '1.10'")  # noqa: TRY004 - Pydantic turns ValueErrors into problems
    return str(value) if isinstance(value, int) else value


def _with_somebody(text: str) -> str:
    if range_bounds(text)[0] == 0:
        raise ValueError("nobody cannot play; write '1' or more")
    return text


class Players(Standing):
    """How many people can play."""

    range: Annotated[NumberRange, AfterValidator(_with_somebody)]

    @property
    def bounds(self) -> tuple[int, int | None]:
        """The lowest and the highest number of players; the highest is None when there is no limit."""
        return range_bounds(self.range)

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """Every number of players, from the lowest to the highest."""
        low, high = self.bounds
        return tuple(range(low, (high or max(low, DEFAULT_MAX_SEATS)) + 1))


class EditionFile(Model):
    """A small edition mark on every face, such as ``v{{ game.version }}``. A new mark does not count as a change."""

    mark: Prose
    on: Literal["fronts", "backs", "both"] = "fronts"


DEFAULT_MAX_SEATS: Final = 6
"""The highest number of seats that is printed for a game without a limit of players."""


class Number(Standing):
    """A named constant for texts and set-up; ``name`` is its name in the list of prototype values."""

    name: Label | None = None
    value: int

    @model_validator(mode="before")
    @classmethod
    def _same_for_all(cls, given: Any) -> Any:
        value = given.get("value", given) if isinstance(given, dict) else given
        by_range = isinstance(value, dict) and any(RANGE_TEXT.fullmatch(str(key)) for key in value)
        if by_range or is_formula(value):
            hint = "write what depends on the players where it is used: 'deal: {2-3: 5, 4: 4}', 'deal: players + 1'"
            raise ValueError(f"a number is one whole number; {hint}")
        return given


ShortNumber = Annotated[Number, BeforeValidator(as_mapping("value", WHOLE_NUMBER))]
"""A number with its source, or only its value."""


class Entry(Standing):
    """One entry of a list, with any properties, among them ``name``."""

    model_config = ConfigDict(extra="allow", frozen=True, defer_build=True)
    __pydantic_extra__: dict[str, Scalar] = Field(init=False)


class ListFile(Standing):
    """A list of named entries, each with properties of its own."""

    name: Label | None = None
    entries: dict[Slug, Entry] = Field(min_length=1)


FieldName = Annotated[str, AfterValidator(_field_name)]
"""The name of a field: a word that expressions can use."""


class FieldFile(Standing):
    """A field of a kind: its type and limits; ``name`` is its name in the list of prototype values."""

    name: Label | None = None
    type: Literal["text", "markdown", "integer", "number", "boolean", "picture"] | None = None
    one_of: str | tuple[str, ...] | None = Field(default=None, alias="one of")
    column: Prose | None = None
    """The column of the table, if its name differs from the field's."""
    markup: Literal["html", "mixed"] | None = None
    missing: Literal["error", "warning"] = "error"
    """The severity of a missing picture. With ``warning``, the component is printed without it."""
    default: Scalar | None = None
    optional: bool = False
    min: float | None = None
    max: float | None = None

    @model_validator(mode="after")
    def _has_a_type(self) -> Self:
        if (self.type is None) == (self.one_of is None):
            raise ValueError("a field needs either 'type' or 'one of'")
        if self.one_of is not None and not self.one_of:
            raise ValueError("'one of' is empty; name a list of the game or write the choices here")
        if self.type not in {"integer", "number"} and (self.min is not None or self.max is not None):
            raise ValueError("'min' and 'max' are only for fields of type integer or number")
        if self.type == "picture" and self.markup is not None:
            raise ValueError("'markup' is not for fields of type picture")
        if self.type != "picture" and self.missing != "error":
            raise ValueError("'missing' is only for fields of type picture")
        return self


class KindFile(Standing):
    """A kind of component: its shape, front and back, fields and rows."""

    name: Label
    plural: Label | None = None
    about: Prose = ""
    shape: Annotated[str, AfterValidator(_valid_shape_of_kind)]
    map: GridFile | None = None
    face: str
    back: str | None = None
    id: Prose
    fields: dict[FieldName, FieldFile] = Field(default_factory=dict)
    rows: str | tuple[dict[str, Any], ...] | RowsFile
    for_each: str | None = Field(None, alias="for each")

    @model_validator(mode="before")
    @classmethod
    def _has_fields_of_cells(cls, given: Any) -> Any:
        if not isinstance(given, dict) or given.get("map") is None or not isinstance(given.get("fields", {}), dict):
            return given
        return {**given, "fields": {**CELL_FIELDS, **given.get("fields", {})}}

    @model_validator(mode="after")
    def _is_a_whole_map(self) -> Self:
        if (self.shape == MAP) != (self.map is not None):
            raise ValueError("'shape: map' and 'map' need each other; write 'map: {size: 20mm, columns: 9, rows: 7}'")
        if self.map is not None and (self.for_each is not None or not is_slug(self.id)):
            raise ValueError("all rows are cells of one map; write 'id: isles', one word, and no 'for each'")
        return self

    @property
    def trim(self) -> Trim:
        """The finished shape and size."""
        if self.map is None:
            return trim_from_text(self.shape)
        width, height = self.map.size_of_map
        return trim_from_text(f"board {width:.2f}mm x {height:.2f}mm")


class Seat(Model):
    """The printed name of a seat, as ``the first player``."""

    name: Label
    said: dict[str, Label] = Field(default_factory=dict)
    """Further forms of the name, for languages whose ``layouts/words`` use them: ``{to: dem Startspieler}``."""
    begins: bool = False
    """Whether it has the first turn of each round."""


FIRST_SEAT_NAMES: Final = ("first player", "starting player", "start player")
"""Seats that have the first turn where none says so."""


_PileCount = Annotated[int, Field(ge=1, le=100)]


class Pile(Model):
    """A pile: its printed name, the components it holds, and the side that other players see.

    ``contains`` selects what it holds at the start, ``may hold`` what play adds to it. A pile that shows backs lies
    face down, which is the default for decks; one that shows its owner the faces is a hand.
    """

    name: Label
    said: dict[str, Label] = Field(default_factory=dict)
    """Further forms of the name, for languages whose ``layouts/words`` use them: ``{to: auf den Stapel}``."""
    contains: Prose | None = None
    for_each: str | None = Field(None, alias="for each")
    """One pile for each value of this field among what it contains, named ``supply cellar``; ``each supply`` is all."""
    may_hold: Prose | None = Field(None, alias="may hold")
    shows: Literal["faces", "backs", "owner"] | None = None
    many: Annotated[_PileCount | str | dict[int, int] | None, BeforeValidator(by_players)] = None
    """How many equal piles of this name there are: a number, the name of one, a formula, or a table by players."""
    discards: bool = False
    """Whether it takes what is discarded by steps that name no pile for it."""

    @model_validator(mode="after")
    def _is_for_each_of_something(self) -> Self:
        if self.for_each is not None and (self.contains is None or self.many is not None):
            reason = "needs 'contains', whose components have the field" if self.contains is None else "excludes 'many'"
            raise ValueError(f"'for each' {reason}")
        return self


def _of_one_player(pile: Pile) -> Pile:
    if pile.for_each is not None:
        raise ValueError("'for each' makes piles that all players share; write it in 'piles', or leave it out")
    if pile.contains is not None:
        raise ValueError(
            "'contains' cannot say which components each player has; leave it out, and give them out with a line of "
            "the set-up, such as {each player takes: 1 hero, from: box, to: hand}"
        )
    return pile


DIE_SIDES: Final = 6
"""The number of sides of a die."""


class Die(Standing):
    """A six-sided die: numbers, words or the entries of a list, repeated until every side has one."""

    name: Label
    plural: Label | None = None
    faces: tuple[int | str, ...] | dict[Literal["one of"], str]
    about: Prose = ""
    size: Annotated[Measure, Field(ge=8)] = 16.0
    """Length of an edge in mm."""
    face: str = "die"
    """The layout of one side; its fields are ``label``, ``icon`` and ``colour``."""
    copies: Annotated[int, Field(ge=1, le=100)] = 1
    rule: RuleIds = ()

    @model_validator(mode="after")
    def _fills_a_cube(self) -> Self:
        if not self.faces or (isinstance(self.faces, tuple) and DIE_SIDES % len(self.faces)):
            raise ValueError(f"a die cannot have {len(self.faces)} faces; write 1, 2, 3 or 6")
        return self


class OpenQuestion(Model):
    """A question that the rules leave open, and the ruling of this edition."""

    question: Prose
    ruling: Prose
    section: Label = ""


class OddsQuestion(Model):
    """A question about chance: how likely a condition is once the set-up, or its first lines, have been carried out."""

    when: Prose
    after: Annotated[int, Field(ge=1)] | None = None
    """How many lines of the set-up are carried out before it is asked; all of them when left out."""


class Rule(Model):
    """One rule of the game's document in our own words, with its section: an entry of ``rules.yaml``."""

    section: Label
    rule: Prose


class GameFile(Standing):
    """The whole of ``game.yaml``. A standing given here applies to every value that has none of its own."""

    title: Label
    short: Label | None = None
    version: Annotated[Label, BeforeValidator(_version)]
    language: Language = "en"
    theme: str | None = None
    players: Annotated[Players, BeforeValidator(as_mapping("range", RANGE, WHOLE_NUMBER))]
    tagline: Label = ""
    reference: Annotated[str, AfterValidator(_valid_shape)] = "tarot"
    """The shape of quick-reference cards."""
    credits: tuple[Prose, ...] = ()
    edition: Annotated[EditionFile | None, BeforeValidator(as_mapping("mark", TEXT))] = None
    """A mark on every face that shows the edition, so that cards of different editions can be told apart."""
    numbers: dict[str, ShortNumber] = Field(default_factory=dict)
    lists: dict[str, ListFile] = Field(default_factory=dict)
    symbols: dict[Token, Label | None] = Field(default_factory=dict)
    """The icon of each symbol in texts; null for a lettered badge."""
    icon_names: dict[str, str] = Field(default_factory=dict, alias="icon names")
    kinds: dict[KindId, KindFile] = Field(min_length=1)
    sources: dict[str, Link] = Field(default_factory=dict)
    """Where tables come from: the link of each table file. ``punchboard sync`` fetches it; a build never does."""
    groups: dict[str, Prose] = Field(default_factory=dict)
    decks: dict[str, Pile] = Field(default_factory=dict)
    piles: dict[str, Pile] = Field(default_factory=dict)
    each_player_has: dict[str, Annotated[Pile, AfterValidator(_of_one_player)]] = Field(
        default_factory=dict, alias="each player has"
    )
    seats: dict[str, Seat] = Field(default_factory=dict)
    dice: dict[Slug, Die] = Field(default_factory=dict)
    tuck_boxes: dict[Slug, BoxFile] = Field(default_factory=dict, alias="tuck boxes")
    """Tuck boxes for the cards, by id."""
    expect: tuple[Expectation, ...] = ()
    own_decks: dict[str, OwnDeck] = Field(default_factory=dict, alias="own decks")
    """Limits for decks that players build themselves, by name."""
    setup: tuple[Step, ...] = ()
    turn: tuple[Step, ...] = ()
    """The steps of one turn, taken by the seat whose turn it is."""
    round: tuple[Step, ...] = ()
    """The steps of one round; ``{do: turns}`` gives every seat its turn."""
    aim: Annotated[Aim | None, BeforeValidator(as_mapping("most", TEXT))] = None
    """What each player wants most of, an expression, or a mapping that also gives its source. Bots play for it."""
    end: dict[str, End] = Field(default_factory=dict)
    odds: dict[Label, Annotated[OddsQuestion, BeforeValidator(as_mapping("when", TEXT))]] = Field(default_factory=dict)
    """Questions about chance after set-up, by name: a condition, or a mapping that also says after which line."""
    sequences: dict[str, tuple[Step, ...]] = Field(default_factory=dict)
    """Named sequences of steps that ``{do: name}`` runs."""
    variants: tuple[Variant, ...] = ()
    open: tuple[OpenQuestion, ...] = ()
    checks: dict[str, SeverityOverride] = Field(default_factory=dict)
    """Severity overrides for the problems of this game, by code."""

    @property
    def first_seat(self) -> str | None:
        """The seat with the first turn of each round: the one that says so, else one named so; None for seat 1."""
        beginners = [name for name, seat in self.seats.items() if seat.begins]
        return next(iter((*beginners, *(name for name in FIRST_SEAT_NAMES if name in self.seats))), None)

    @property
    def discard_piles(self) -> tuple[str, ...]:
        """The piles for what is discarded, those of each player first: all that say so, else the only one named so."""
        piles = self.each_player_has | self.decks | self.piles
        named = [name for name, pile in piles.items() if "discard" in f"{name} {pile.name}".lower()]
        return tuple(name for name, pile in piles.items() if pile.discards) or (tuple(named) if len(named) == 1 else ())
