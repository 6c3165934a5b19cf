"""What a box shows on one card: all that its drawing depends on."""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from punchboard.compose.boxes.continued_cards import TextPart


class BoxSpec(NamedTuple):
    """What a box shows for one component: its templates evaluated. The box's drawing depends on nothing else."""

    content: str | None
    fill: str | None
    stroke: str | None
    colour: str | None
    inks: tuple[str, ...]
    extra: tuple[str, ...] = ()
    """The values handed to a nested layout, or those parameters of an ornament that are templates."""
    text_part: "TextPart | None" = None
    """The part of the text on this card, for a text that continues on further cards."""
    grows: bool = False
    """Whether the box takes all the space up to its ``top``, whatever its ``most``."""
    alt: str | None = None
    """What is read aloud instead of the box."""


CompactSpecs = str | tuple[BoxSpec, ...] | None
"""The specs of a box in short form: only its text where nothing else differs from card to card; None if left out."""
