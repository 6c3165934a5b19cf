"""Models of tuck boxes, and of paper stock, which determines the thickness of a deck. Lengths in mm."""

from typing import Annotated, Final

from pydantic import Field

from punchboard.model.values import Label, Measure, Model, Prose

BOX_LAYOUTS: Final = ("tuck-front", "tuck-back", "tuck-side", "tuck-lid", "tuck-tongue", "tuck-flap")
"""The layouts of the faces of a box, in the order in which its net refers to them."""


class StockFile(Model):
    """A paper or card stock: its weight in g/m2 and its bulk in cm3/g (the specific volume of ISO 534)."""

    name: Label
    weight: Annotated[float, Field(ge=30, le=2000)]
    bulk: Annotated[float, Field(ge=0.5, le=3)] = 1.0

    @property
    def thickness(self) -> float:
        """The thickness of one sheet in mm."""
        return self.weight * self.bulk / 1000


class BoxFile(Model):
    """A tuck box for some of a game's cards."""

    name: Label | None = None
    """The text printed on it; by default the game's short title."""
    holds: Prose
    """A selection of components, or the name of a deck."""
    stock: str = "card"
    """The stock of its cards, a name in ``layouts/stocks.yaml``."""
    sleeves: Annotated[Measure, Field(le=1)] = 0.0
    """The thickness in mm that a sleeve adds to each card. The box is also made wider and higher for sleeved cards."""
