"""Ranges of whole numbers as designers write them: ``4``, ``2-4`` or ``2+``."""

import re
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator

from punchboard.model.values import WHOLE_NUMBER, admits, narrows

RANGE_TEXT: Final = re.compile(r"(\d{1,9})(?:-(\d{1,9})|\+)?")
"""A number or a range."""


RANGE: Final = {"type": "string", "pattern": r"^\d{1,9}(-\d{1,9}|\+)?$"}
"""The JSON Schema of a range written as text."""


@narrows(RANGE)
def valid_range(text: str) -> str:
    """Return the text of a range unchanged.

    Raises:
        ValueError: when the text is not a range.
    """
    match = RANGE_TEXT.fullmatch(text)
    if match is None or (match.group(2) and int(match.group(2)) < int(match.group(1))):
        raise ValueError(f"{text!r} is not a number or a range; write '4', '2-4' or '2+'")
    return text


@admits(WHOLE_NUMBER)
def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int) else value


NumberRange = Annotated[str, BeforeValidator(_as_text), AfterValidator(valid_range)]
"""``4``, ``2-4`` or ``2+``."""


def range_bounds(text: str) -> tuple[int, int | None]:
    """Return the lowest and the highest number of a range; the highest is None for an open range."""
    low, _, high = text.rstrip("+").partition("-")
    return int(low), None if text.endswith("+") else int(high or low)
