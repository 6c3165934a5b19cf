"""Drawn sections in a temporary file until they are written: those of a large deck take as much room as its PDF."""

import pickle
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO

from punchboard.render.pdf.drawing.plain_sections import PlainSection


class SectionStore:
    """Sections by the path of their file and their number in it; each can be taken out once.

    A sandboxed build may write no file, so it keeps them in memory.
    """

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        self._spans: dict[tuple[str, int], tuple[int, int]] = {}

    def __del__(self) -> None:
        """Delete the temporary file: a build that fails leaves sections that nobody takes."""
        if self._file is not None:
            self._file.close()

    def __len__(self) -> int:
        """Return how many sections are left."""
        return len(self._spans)

    def add(self, path: str, number: int, section: PlainSection) -> None:
        """Store a section of a file."""
        if self._file is None:
            self._file = _temporary_file()
        start = self._file.seek(0, 2)
        self._spans[path, number] = (start, self._file.write(pickle.dumps(section, pickle.HIGHEST_PROTOCOL)))

    def take(self, path: str, number: int) -> PlainSection | None:
        """Return a section and forget it; None for one that is not stored."""
        span = self._spans.pop((path, number), None)
        if span is None or self._file is None:
            return None
        start, length = span
        self._file.seek(start)
        section: PlainSection = pickle.loads(self._file.read(length))  # noqa: S301 - written by this process
        return section


def _temporary_file() -> IO[bytes]:
    try:
        return TemporaryFile(prefix="punchboard-")
    except OSError:
        return BytesIO()
