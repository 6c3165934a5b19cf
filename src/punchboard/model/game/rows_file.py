"""Where the rows of a kind come from, when there is more to say than the name of a table."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from punchboard.model.values import TEXT, Label, Model, Prose, Scalar, admits


@admits(TEXT, {"type": "number"}, {"type": "boolean"})
def _as_tuple(value: object) -> object:
    return value if isinstance(value, list | tuple) else (value,)


class RowsFile(Model):
    """A table and how to read it, so that the spreadsheet can stay as it is."""

    table: str
    """The file: ``cards.csv``, ``.tsv``, ``.xlsx``, ``.ods``, ``.json`` or ``.yaml``."""
    sheet: Label | None = None
    """The sheet of a spreadsheet; the first that holds anything when none is named."""
    header: Annotated[int, Field(ge=1, le=100_000)] | Literal["none"] | None = None
    """The line of the file, or the row of the sheet (the column, where each column is a component) with the names of
    the columns; the first that is not blank when it is not given."""
    each: Literal["row", "column"] = "row"
    """Whether a row or a column is a component."""
    where: dict[Prose, Annotated[tuple[Scalar, ...], BeforeValidator(_as_tuple)]] = Field(default_factory=dict)
    """The rows that are of this kind: those that have one of some values in a column."""
    copies: Prose | None = None
    """The column that says how many of each there are, when it is not called ``copies``."""
    ignore: Annotated[tuple[Prose, ...], BeforeValidator(_as_tuple)] = ()
    """Columns that are no fields."""
