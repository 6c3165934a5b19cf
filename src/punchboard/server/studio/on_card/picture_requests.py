"""What the page may ask for with a picture, as a model."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from punchboard.server.studio.cards.requests import ShownRow
from punchboard.server.studio.requests import LookRequest


class PictureRequest(LookRequest):
    """Put a picture on the cards of a row: ``name`` is that of the file, whose bytes come behind this line.

    Without a ``column``, the kind gets a field for pictures; ``was`` is the value that the page has shown.
    """

    label: Annotated[str, Field(max_length=200)]
    kind: str
    row: ShownRow
    column: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    was: Annotated[str, Field(max_length=1000)] = ""
    name: Annotated[str, Field(max_length=1000)]
