"""What a virtual table takes: how large its pictures are, how many cards a sheet has, and how to get them in."""

from typing import Annotated

from pydantic import Field

from punchboard.model.values import Label, Measure, Model, Prose


class TableFile(Model):
    """A virtual table: one file of ``layouts/tables``. A game's own may extend it and set an address."""

    extends: str | None = None
    name: Label
    dpi: Annotated[int, Field(ge=50, le=600)] = 300
    """Pictures of cards are never finer than this."""
    piece_dpi: Annotated[int, Field(ge=50, le=1200, alias="piece dpi")] = 400
    """Nor pictures of all else, which is smaller and looked at more closely."""
    pixels: Annotated[int, Field(ge=256, le=16384)] = 4096
    """The longest side of any picture."""
    columns: Annotated[int, Field(ge=1, le=100)] = 10
    rows: Annotated[int, Field(ge=1, le=100)] = 7
    """The most columns and rows of a sheet of cards; its last place is left to the hidden face."""
    thickness: Measure = 2.0
    """Of tiles, tokens and boards, in mm."""
    loose: Annotated[int, Field(ge=0, le=1000)] = 6
    """So many pieces of one sort lie singly on the table; more are put into a bag."""
    address: Label | None = None
    """Where the files lie on the web: put before each file's name. Without one, names alone are written."""
    read_me: Prose = Field("", alias="read me")
    """What the person has to do; ``title`` and ``file`` are those of the game, ``contents`` what there is to import."""
