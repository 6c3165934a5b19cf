"""Variants and endings of a game, and severity overrides for its checks."""

import re
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from punchboard.model.values import Label, Model, NumberRange, Prose, RuleIds, Slug, Standing

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
