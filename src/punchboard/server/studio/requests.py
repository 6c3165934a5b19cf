"""What the page may ask for, as models: anything else is refused before a file is touched."""

from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, model_validator

from punchboard.load.files import MAX_BYTES
from punchboard.model.values import Model

_Millimetres = Annotated[float, Field(ge=-10_000, le=10_000)]
Area = tuple[_Millimetres, _Millimetres, _Millimetres, _Millimetres]
"""x, y, width and height in mm, from the trim's top left corner."""


Seen = tuple[tuple[tuple[str | int, ...], Any], ...]
"""The values that the page showed of what an edit replaces, by their paths; None for none."""


class BoxRequest(Model):
    """A box of the face that a component shows on one side: 0 for the front.

    The paths of ``seen`` begin in the box; an empty one is the whole box.
    """

    seen: Annotated[Seen, Field(max_length=10)] = ()
    component: str
    side: Annotated[int, Field(ge=0, le=3)] = 0
    box: str


class MoveBox(BoxRequest):
    """Move or resize a box; ``was`` is the area that the page has seen it in.

    ``along`` has the new areas of other boxes that the same step moves: what hangs on them moves by itself.
    """

    do: Literal["move"]
    was: Area
    to: Area
    along: Annotated[dict[str, Area], Field(max_length=100)] = Field(default_factory=dict)


class SetKey(BoxRequest):
    """Set a key of a box to a plain value; None removes the value, even an inherited one."""

    do: Literal["set"]
    path: Annotated[tuple[str | int, ...], Field(min_length=1, max_length=6)]
    value: Any


class ResetKey(BoxRequest):
    """Remove a key of a box from the game's own file, so that the box inherits it again."""

    do: Literal["reset"]
    path: Annotated[tuple[str | int, ...], Field(min_length=1, max_length=6)]


class HideBox(BoxRequest):
    """Leave a box out of the face."""

    do: Literal["hide"]


class DeleteBox(BoxRequest):
    """Delete a box; an inherited box is left out."""

    do: Literal["delete"]


class CopyBox(BoxRequest):
    """Copy a box, a little beside the old one."""

    do: Literal["copy"]
    to: Area


Edit = Annotated[MoveBox | SetKey | ResetKey | HideBox | DeleteBox | CopyBox, Field(discriminator="do")]


class ShownSide(Model):
    """The side of a component that the page shows large: its picture comes with the answer."""

    component: str
    side: Annotated[int, Field(ge=0, le=3)] = 0


class ShowingRequest(Model):
    """A change, an undo or a redo, with the side that the page shows."""

    shown: ShownSide | None = None


ThemePath = Annotated[tuple[str, ...], Field(min_length=1, max_length=3)]
"""The keys that lead to a value of a theme: ``colours``, ``ink``."""


class _ThemeEdit(Model):
    """A value of a theme; the paths of ``seen`` begin in the theme, or in game.yaml, which names it."""

    seen: Annotated[Seen, Field(min_length=1, max_length=1)]


class NameTheme(_ThemeEdit):
    """Name another theme in game.yaml."""

    do: Literal["theme"]
    theme: str


class SetTheme(_ThemeEdit):
    """Set a value in the game's own theme.yaml."""

    do: Literal["set"]
    path: ThemePath
    value: Any


class ResetTheme(_ThemeEdit):
    """Remove a value from the game's own theme.yaml: it is that of the named theme again."""

    do: Literal["reset"]
    path: ThemePath


ThemeEdit = Annotated[NameTheme | SetTheme | ResetTheme, Field(discriminator="do")]


class TrialRequest(ShowingRequest):
    """Edits that are tried, and not written."""

    label: Annotated[str, Field(max_length=200)]
    edits: Annotated[tuple[Edit, ...], Field(min_length=1, max_length=100)]


class EditRequest(TrialRequest):
    """Edits that are one step for undo, with those of the theme that belong to them, and what the page calls them."""

    theme: Annotated[tuple[ThemeEdit, ...], Field(max_length=10)] = ()

    @model_validator(mode="after")
    def _says_what_it_replaces(self) -> Self:
        if not all(edit.seen for edit in self.edits):
            raise ValueError("an edit does not say what it replaces")
        return self


class SeenText(Model):
    """A text as the page was offered it to be changed: which of the same lines of its file it is, and how many are."""

    text: Annotated[str, Field(max_length=1_000_000)]
    turn: Annotated[int, Field(ge=0)] = 0
    count: Annotated[int, Field(ge=1)] = 1


class FixRequest(Model):
    """The fix of a problem, by the key that it was offered with, and what it changes, as it was then."""

    key: Annotated[str, Field(max_length=100)]
    was: SeenText


class IgnoreRequest(ShowingRequest):
    """Turn the problems of a code off in the game, and write why; ``was`` is what game.yaml had for it."""

    label: Annotated[str, Field(max_length=200)]
    code: Annotated[str, Field(max_length=20)]
    was: Any
    because: Annotated[str, Field(min_length=1, max_length=500)]


class ConflictChoice(ShowingRequest):
    """The choice for files that another program changed since a step: keep them, or overwrite them with the step.

    ``seen`` has the fingerprints of the files that the user saw.
    """

    of: Literal["undo", "redo"]
    take: Literal["disk", "mine"]
    seen: dict[str, str]


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
    cells: Annotated[tuple[CellValue, ...], Field(max_length=10_000)]
    added: Annotated[tuple[dict[str, str], ...], Field(max_length=1000)] = ()

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if not (self.cells or self.added):
            raise ValueError("neither a cell nor a new row")
        return self


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


class CardsRequest(ShowingRequest):
    """A change of a kind's rows: one step for undo, and what the page calls it."""

    label: Annotated[str, Field(max_length=200)]
    kind: str
    rows: Annotated[tuple[ShownRow, ...], Field(max_length=10_000)]
    change: Annotated[Change, Field(discriminator="do")]


class PictureRequest(ShowingRequest):
    """Put a picture on the cards of a row: ``name`` is that of the file, whose bytes come behind this line.

    Without a ``column``, the kind gets a field for pictures; ``was`` is the value that the page has shown. Requests
    with the same ``gesture`` are one step for undo, such as pictures that were dropped together.
    """

    label: Annotated[str, Field(max_length=200)]
    gesture: Annotated[str, Field(max_length=60)] = ""
    kind: str
    row: ShownRow
    column: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    was: Annotated[str, Field(max_length=1000)] = ""
    name: Annotated[str, Field(max_length=1000)]


class ThemeRequest(ShowingRequest):
    """Edits of the theme that are one step for undo, and what the page calls them.

    ``gesture`` names what a person is still doing, such as one drag: requests with the same one are one step.
    """

    label: Annotated[str, Field(max_length=200)]
    gesture: Annotated[str, Field(max_length=60)] = ""
    edits: Annotated[tuple[ThemeEdit, ...], Field(min_length=1, max_length=400)]


MAX_PICTURE_BYTES: Final = MAX_BYTES
"""The most bytes of a dropped picture: as many as the studio reads of one file, so that each step can be undone."""
