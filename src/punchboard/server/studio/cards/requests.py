"""What the page may ask for in the table of a kind's cards, as models.

Rows are counted from 0 as the page's table has them. A request says what each of its rows looked like there, and what
each of its cells held, so that a row which has moved in the file is followed, and one which has changed is not touched.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from punchboard.model.values import Model
from punchboard.server.studio.requests import LookRequest

Row = Annotated[int, Field(ge=0)]
Rows = Annotated[tuple[Row, ...], Field(min_length=1, max_length=10_000)]


class ShownRow(Model):
    """A row as the page has shown it: its number, a fingerprint of its cells, and the values that its id is made of."""

    row: Row
    mark: Annotated[str, Field(max_length=64)]
    id: Annotated[str, Field(max_length=10_000)]


class CellValue(Model):
    """The new text of a cell, empty for none, and the text that the page has shown."""

    row: Row
    column: Annotated[str, Field(min_length=1, max_length=200)]
    value: Annotated[str, Field(max_length=100_000)]
    was: Annotated[str, Field(max_length=100_000)]


class SetCells(Model):
    """Change cells, and add rows behind the last one with texts by column, as a pasted block that is longer needs."""

    do: Literal["set"]
    cells: Annotated[tuple[CellValue, ...], Field(min_length=1, max_length=10_000)]
    added: Annotated[tuple[dict[str, str], ...], Field(max_length=1000)] = ()


class AddRow(Model):
    """Add a row behind another one, or as the first one if ``after`` is None."""

    do: Literal["add"]
    after: Row | None = None


class CopyRows(Model):
    """Copy rows, each behind itself."""

    do: Literal["copy"]
    rows: Rows


class DeleteRows(Model):
    """Delete rows."""

    do: Literal["delete"]
    rows: Rows


Change = SetCells | AddRow | CopyRows | DeleteRows


class CardsRequest(LookRequest):
    """A change of a kind's rows: one step for undo, and what the page calls it."""

    label: Annotated[str, Field(max_length=200)]
    kind: str
    rows: Annotated[tuple[ShownRow, ...], Field(max_length=10_000)]
    change: Annotated[Change, Field(discriminator="do")]
