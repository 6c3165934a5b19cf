"""What a person does on the card itself: texts edited in place, and pictures dropped and moved within their boxes.

Open `shown.py` first: it tells which fields of a row a box shows.
"""

from typing import Final

from punchboard.load.files import MAX_BYTES

MAX_PICTURE_BYTES: Final = MAX_BYTES
"""The most bytes of a dropped picture: as many as the studio reads of one file, so that each step can be undone."""
