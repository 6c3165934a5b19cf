"""Model of a virtual table: the size of its pictures, the cards on a sheet, and instructions for the import."""

from typing import Annotated

from pydantic import Field

from punchboard.model.values import Label, Measure, Model, Prose


class TableFile(Model):
    """A virtual table, a file of ``layouts/tables``. A game may extend it in a file of its own and set ``address``."""

    extends: str | None = None
    name: Label
    dpi: Annotated[int, Field(ge=50, le=600)] = 300
    """The highest resolution of pictures of cards."""
    piece_dpi: Annotated[int, Field(ge=50, le=1200, alias="piece dpi")] = 400
    """The highest resolution of all other pictures, which are smaller and looked at more closely."""
    pixels: Annotated[int, Field(ge=256, le=16384)] = 4096
    """The longest side of any picture, in pixels."""
    columns: Annotated[int, Field(ge=1, le=100)] = 10
    rows: Annotated[int, Field(ge=1, le=100)] = 7
    """The highest number of columns and rows on a sheet of cards; the last place is reserved for the hidden face."""
    thickness: Measure = 2.0
    """The thickness of tiles, tokens and boards, in mm."""
    loose: Annotated[int, Field(ge=0, le=1000)] = 6
    """The highest number of equal pieces that lie loose on the table; more are put into a bag."""
    address: Label | None = None
    """The web address of the folder with the files, which is put before each file name. Without it, only file names are
    written."""
    read_me: Prose = Field("", alias="read me")
    """Instructions for the user, as a template. ``title`` and ``file`` are those of the game, ``contents`` is the list
    of what can be imported."""
