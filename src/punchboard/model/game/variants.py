"""Ways to play and to end a game, and how severely its checks judge."""

import re
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from punchboard.model.ranges import NumberRange
from punchboard.model.values import Label, Model, Prose, RuleIds, Slug, Standing

_NOT_IN_AN_ID = re.compile(r"[^a-z0-9]+")


class Variant(Standing):
    """Another way to play; conditions know it by its ``id``, the name in lower case with dashes if none is given."""

    name: Label
    id: Slug | None = None
    text: Prose
    players: NumberRange | None = None
    """How many it is for, when not for all that the game is for."""
    numbers: dict[str, int] = Field(default_factory=dict)
    """Numbers of the game that it changes."""
    rule: RuleIds = ()

    @property
    def key(self) -> str:
        """What ``variant`` is in conditions while this is played."""
        return self.id or _NOT_IN_AN_ID.sub("-", self.name.lower()).strip("-")


class End(Standing):
    """A way that the game ends: a condition, tested after each turn or each round."""

    when: Prose
    check: Literal["turn", "round"] | None = None
    rule: RuleIds = ()


class SeverityOverride(Model):
    """How severely a game has problems of one code judged, with the reason: ``{off: why}``, ``{warning: why}``."""

    off: Prose | None = None
    warning: Prose | None = None
    error: Prose | None = None

    @model_validator(mode="before")
    @classmethod
    def _has_a_reason(cls, value: Any) -> Any:
        if isinstance(value, str):
            raise ValueError(f"{value!r} gives no reason; write {{off: why}}, {{warning: why}} or {{error: why}}")
        return value

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if sum(reason is not None for reason in (self.off, self.warning, self.error)) != 1:
            raise ValueError("write one of {off: why}, {warning: why} and {error: why}")
        return self

    @property
    def severity_and_reason(self) -> tuple[Literal["off", "warning", "error"], str]:
        """The severity, or ``off``, and the reason."""
        if self.off is not None:
            return "off", self.off
        return ("warning", self.warning) if self.warning is not None else ("error", self.error or "")
