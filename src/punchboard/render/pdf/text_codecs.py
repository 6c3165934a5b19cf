"""reportlab's codecs for the names and texts of a file, without what comes with them where all of these are ASCII.

The codecs are found by way of ``reportlab.pdfbase.pdfmetrics``, which loads the metrics of the 14 standard fonts.
Nothing here is set in any of them, and loading them takes a fortieth of a small build.
"""

from __future__ import annotations

import codecs
from functools import partial
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing_extensions import Buffer

CODECS: Final = frozenset({"extpdfdoc", "pdfdoc"})


def register() -> None:
    """Have the codecs found here; what is not printable ASCII they leave to reportlab's own."""
    codecs.register(_find)


def _find(name: str) -> codecs.CodecInfo | None:
    if name not in CODECS:
        return None
    return codecs.CodecInfo(partial(_encode, name), partial(_decode, name), name=name)


def _encode(name: str, text: str, errors: str = "strict") -> tuple[bytes, int]:
    is_plain = text.isascii() and text.replace("\n", "").isprintable()  # other control characters have their own places
    return (text.encode("ascii"), len(text)) if is_plain else _own(name).encode(text, errors)


def _decode(name: str, data: Buffer, errors: str = "strict") -> tuple[str, int]:
    found: tuple[str, int] = _own(name).decode(data, errors)
    return found


def _own(name: str) -> codecs.CodecInfo:
    from reportlab.pdfbase.rl_codecs import RL_Codecs

    found: codecs.CodecInfo = RL_Codecs._rl_codecs(name)
    return found
