"""What the page may ask for with a picture, as a model."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from punchboard.server.studio.cards.requests import Row
from punchboard.server.studio.requests import LookRequest


class PictureRequest(LookRequest):
    """Put a picture on the cards of a row: ``name`` is that of the file, whose bytes come behind this line.

    Without a ``column``, the kind gets a field for pictures.
    """

    label: Annotated[str, Field(max_length=200)]
    kind: str
    seen: str
    row: Row
    column: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    name: Annotated[str, Field(max_length=1000)]
