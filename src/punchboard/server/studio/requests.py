"""What the page may ask for, as models: anything else is refused before a file is touched."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from punchboard.model.values import Model

_Millimetres = Annotated[float, Field(ge=-10_000, le=10_000)]
Area = tuple[_Millimetres, _Millimetres, _Millimetres, _Millimetres]
"""x, y, width and height in mm, from the trim's top left corner."""


class BoxRequest(Model):
    """A box of the face that a component shows on one side: 0 for the front."""

    component: str
    side: Annotated[int, Field(ge=0, le=3)] = 0
    box: str


class MoveBox(BoxRequest):
    """Move or resize a box; ``was`` is the area that the page has seen it in."""

    do: Literal["move"]
    was: Area
    to: Area


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


class Look(Model):
    """The side of a component that the page shows large: its picture comes with the answer."""

    component: str
    side: Annotated[int, Field(ge=0, le=3)] = 0


class LookRequest(Model):
    """A change, an undo or a redo, with the side that the page shows."""

    look: Look | None = None


class EditRequest(LookRequest):
    """Edits that are one step for undo, and what the page calls them."""

    label: Annotated[str, Field(max_length=200)]
    edits: Annotated[tuple[Edit, ...], Field(min_length=1, max_length=100)]


class FixRequest(Model):
    """The fix of a problem, by the key that it was offered with."""

    key: Annotated[str, Field(max_length=100)]


class SettleRequest(LookRequest):
    """The choice for files that another program changed since a step: keep them, or overwrite them with the step.

    ``seen`` has the fingerprints of the files that the user saw.
    """

    of: Literal["undo", "redo"]
    take: Literal["disk", "mine"]
    seen: dict[str, str]
