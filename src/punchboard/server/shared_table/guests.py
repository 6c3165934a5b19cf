"""The guests of a shared table: the code that they join with, and what each has open."""

from dataclasses import dataclass
from secrets import choice
from typing import Final

from punchboard.server.shared_table.request_limits import Bucket

CODE_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""32 letters and digits that nobody mistakes for one another: five bits each."""

CODE_LENGTH: Final = 8
MAX_NAME: Final = 24


class Refusal(Exception):  # noqa: N818 - an answer to a request
    """A request is refused, with the HTTP status and the reason."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


def new_code() -> str:
    """Return a code to join with, of 40 random bits."""
    return "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


@dataclass(slots=True)
class Guest:
    """Somebody who has joined: a seat, or None to watch."""

    name: str
    acts: Bucket
    """How often this guest may ask."""
    seat: int | None = None
    is_host: bool = False
    searches: int | None = None
    """The pile that this guest is searching."""
    streams: int = 0
    """How many pages this guest has open; none while a device sleeps."""
