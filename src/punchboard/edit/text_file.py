"""The text of a file and how it is encoded, so that a changed text is written in the same encoding."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import Final, NamedTuple

from punchboard.problem import Place, fail

_MARKS: Final = ((BOM_UTF8, "utf-8"), (BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be"))


class TextFile(NamedTuple):
    """A file's text without its byte order mark, and the mark and encoding of the file."""

    text: str
    mark: bytes = b""
    encoding: str = "utf-8"

    def encoded(self, text: str) -> bytes:
        """Return the bytes of the file with another text."""
        return self.mark + text.encode(self.encoding)


def decoded(data: bytes, file: str = "") -> TextFile:
    """Return the text of a file. Without a byte order mark, it is UTF-8. ``file`` is its path in messages.

    Raises:
        ProblemsFound: FILE002 for bytes that are not text.
    """
    mark, encoding = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", "utf-8"))
    try:
        return TextFile(data.removeprefix(mark).decode(encoding), mark, encoding)
    except UnicodeDecodeError as error:
        raise fail("FILE002", Place(file), f"the file is not {encoding.upper()}", "save it as UTF-8") from error
