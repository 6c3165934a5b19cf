"""The table of a kind and the options for reading it: sheet, header, row filter, copies column."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from punchboard.model.values import TEXT, Label, Model, Prose, Scalar, admits


@admits(TEXT, {"type": "number"}, {"type": "boolean"})
def _as_tuple(value: object) -> object:
    return value if isinstance(value, list | tuple) else (value,)


class RowsFile(Model):
    """A table and how to read it, so that the spreadsheet does not have to change."""

    table: str
    """The file: ``cards.csv``, ``.tsv``, ``.xlsx``, ``.ods``, ``.json``, ``.jsonl`` or ``.yaml``."""
    sheet: Label | None = None
    """The sheet of the spreadsheet, a block in it (``Cards / Traps``), the list of a JSON or YAML file, or the
    block of a CSV file. Without it, the first
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
    copies: Prose | None = None
    """The column with the number of copies, if it is not called ``copies``."""
    ignore: Annotated[tuple[Prose, ...], BeforeValidator(_as_tuple)] = ()
    """Columns that are not fields."""
