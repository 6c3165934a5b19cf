"""Parts of ``game.yaml``: languages and links, the table of a kind, variants, endings, severity overrides."""

import re
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from punchboard.model.values import (
    TEXT,
    Label,
    Model,
    NumberRange,
    Prose,
    RuleIds,
    Scalar,
    Slug,
    Standing,
    admits,
    matching,
    narrows,
)

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*")
_LINK = re.compile(r"(https?://|file:)[^\s@]*(/[^\s]*)?")
MAX_LINK_LENGTH: Final = 2_000
MAX_TOKEN_LENGTH: Final = 40


def is_language(text: str) -> bool:
    """Return whether a text is written like a language tag: ``en``, ``pt-BR``."""
    return _LANGUAGE.fullmatch(text) is not None


@narrows({"pattern": f"^{_LINK.pattern}$", "maxLength": MAX_LINK_LENGTH})
def _valid_link(text: str) -> str:
    """Return a link. Messages never repeat it, because it may contain a password."""
    if len(text) > MAX_LINK_LENGTH or not text.isprintable() or not _LINK.fullmatch(text):
        raise ValueError(
            "a source is the link of a table without user name and password; write an address that begins with https://"
        )
    return text


@narrows({"pattern": r"^\S(.*\S)?$", "maxLength": MAX_TOKEN_LENGTH})
def _token(text: str) -> str:
    if text != text.strip() or not 0 < len(text) <= MAX_TOKEN_LENGTH or "\n" in text:
        raise ValueError(f"{text!r} is not a symbol; write it as in the texts, such as '[coin]' or '{{T}}'")
    if all(char.isalnum() or char.isspace() for char in text):
        raise ValueError(f"symbol {text!r} is a word; use brackets or another mark around it, such as '[{text}]'")
    return text


Language = Annotated[str, AfterValidator(matching(_LANGUAGE, "is not a language; write 'en', 'de' or 'pt-BR'"))]
"""A language tag, such as ``en`` or ``pt-BR``."""

Link = Annotated[str, AfterValidator(_valid_link)]
"""The link of a table, without user name and password."""

Token = Annotated[str, AfterValidator(_token)]
"""A symbol as written in texts, such as ``[coin]``."""


@admits(TEXT, {"type": "number"}, {"type": "boolean"})
def _as_tuple(value: object) -> object:
    return value if isinstance(value, list | tuple) else (value,)


class RowsFile(Model):
    """A table and how to read it, so that the spreadsheet does not have to change."""

    table: str
    """The file: ``cards.csv``, ``.tsv``, ``.xlsx``, ``.ods``, ``.json``, ``.jsonl``, ``.yaml`` or ``.md``."""
    sheet: Label | None = None
    """The sheet of the spreadsheet, a block in it (``Cards / Traps``), the list of a JSON or YAML file, the
    block of a CSV file, or the heading above a table in Markdown. Without it, the first
    sheet that is not empty is read, the first list of objects, or all of a CSV file."""
    header: Annotated[int, Field(ge=1, le=100_000)] | Literal["none"] | None = None
    """Where the names of the columns are: the line of the file or the row of the sheet, or its column if each column
    is a component. Without it, the first that is not blank. ``none`` for a table without a header."""
    each: Literal["row", "column"] = "row"
    """Whether a row or a column is a component."""
    where: dict[Prose, Annotated[tuple[Scalar, ...], BeforeValidator(_as_tuple)]] = Field(default_factory=dict)
    """A filter for the rows of this kind: for each column named, the values that a row may have in it."""
    unless: dict[Prose, Annotated[tuple[Scalar, ...], BeforeValidator(_as_tuple)]] = Field(default_factory=dict)
    """Rows that are no components, such as totals and headings: for each column, the values of such rows in it."""
    empty: dict[Prose, Annotated[tuple[Scalar, ...], BeforeValidator(_as_tuple)]] = Field(default_factory=dict)
    """Values that stand for nothing, such as ``undefined`` of a program: for each column, those of its empty cells."""
    copies: Prose | None = None
    """The column with the number of copies, if it is not called ``copies``. It may be that of a field whose cells
    hold both: ``3x Sword``, ``Sword x3``."""
    ignore: Annotated[tuple[Prose, ...], BeforeValidator(_as_tuple)] = ()
    """Columns that are not fields."""


_NOT_IN_AN_ID = re.compile(r"[^a-z0-9]+")


class Variant(Standing):
    """Another way to play. Conditions use its ``id``; by default that is the name in lower case with dashes."""

    name: Label
    id: Slug | None = None
    text: Prose
    players: NumberRange | None = None
    """The numbers of players that it is for, if not all that the game is for."""
    numbers: dict[str, int] = Field(default_factory=dict)
    """Numbers of the game that it changes, with their new values."""
    rule: RuleIds = ()

    @property
    def key(self) -> str:
        """The value of ``variant`` in conditions when this variant is played."""
        return self.id or _NOT_IN_AN_ID.sub("-", self.name.lower()).strip("-")


LastPart = Literal["others have a turn", "all have a turn", "finish the round", "one more round"]
"""What is still played once an end is met."""


class End(Standing):
    """A way in which the game ends: a condition that is tested after each turn or each round."""

    when: Prose
    check: Literal["turn", "round"] | None = None
    then: LastPart | None = None
    winner: Literal["most", "all", "none", "unknown"] | None = None
    rule: RuleIds = ()

    @model_validator(mode="after")
    def _is_met_in_a_turn(self) -> Self:
        if self.check == "round" and self.then not in {None, "one more round"}:
            raise ValueError(f"'then: {self.then}' follows a turn; leave out 'check: round', or write 'one more round'")
        return self


class Aim(Standing):
    """What each player wants most of: an expression that is evaluated for one seat, whose piles it counts."""

    most: Prose
    rule: RuleIds = ()


class SeverityOverride(Model):
    """The severity of problems of one code in this game, with the reason: ``{off: why}``, ``{warning: why}``."""

    off: Prose | None = None
    warning: Prose | None = None
    error: Prose | None = None

    @model_validator(mode="before")
    @classmethod
    def _has_a_reason(cls, value: Any) -> Any:
        if isinstance(value, str):
            raise ValueError(f"{value!r} has no reason; write {{off: why}}, {{warning: why}} or {{error: why}}")  # noqa: TRY004 - Pydantic turns ValueErrors into problems
        return value

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if sum(reason is not None for reason in (self.off, self.warning, self.error)) != 1:
            raise ValueError("a severity override needs exactly one of {off: why}, {warning: why} and {error: why}")
        return self

    @property
    def severity_and_reason(self) -> tuple[Literal["off", "warning", "error"], str]:
        """The new severity or ``off``, and the reason."""
        if self.off is not None:
            return "off", self.off
        return ("warning", self.warning) if self.warning is not None else ("error", self.error or "")
