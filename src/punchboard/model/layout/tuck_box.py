"""Tuck boxes and the stock that decides how thick a deck is: lengths in mm."""

from typing import Annotated, Final

from pydantic import Field

from punchboard.model.values import Label, Measure, Model, Prose

BOX_LAYOUTS: Final = ("tuck-front", "tuck-back", "tuck-side", "tuck-lid", "tuck-tongue", "tuck-flap")
"""The layouts of a box's faces: those that its net shows, in the order of their indexes there."""


class StockFile(Model):
    """Paper or card as it is sold: grams a square metre, and its bulk in cm3/g (ISO 534, specific volume)."""

    name: Label
    weight: Annotated[float, Field(ge=30, le=2000)]
    bulk: Annotated[float, Field(ge=0.5, le=3)] = 1.0

    @property
    def thickness(self) -> float:
        """How thick one sheet is, in mm."""
        return self.weight * self.bulk / 1000


class BoxFile(Model):
    """A tuck box for some of a game's cards."""

    name: Label | None = None
    """What is printed on it; the game's short title when it is not given."""
    holds: Prose
    """A selection of components, or the name of a deck."""
    stock: str = "card"
    """What its cards are printed on: a name of ``layouts/stocks.yaml``."""
    sleeves: Annotated[Measure, Field(le=1)] = 0.0
    """How much thicker a sleeve makes each card, in mm; sleeved cards get a box that is wider and higher as well."""
