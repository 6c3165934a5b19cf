"""Text codecs of PDF, in place of reportlab's as long as text is ASCII.

reportlab registers its codecs in ``reportlab.pdfbase.pdfmetrics``, which loads the metrics of the 14 standard fonts.
Punchboard uses none of these fonts, and loading them takes a fortieth of a small build.
"""

from __future__ import annotations

import codecs
from functools import partial
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from typing_extensions import Buffer

CODECS: Final = frozenset({"extpdfdoc", "pdfdoc"})


def register() -> None:
    """Register the codecs of this module; they pass text other than printable ASCII on to reportlab's codecs."""
    codecs.register(_find)


def _find(name: str) -> codecs.CodecInfo | None:
    if name not in CODECS:
        return None
    return codecs.CodecInfo(partial(_encode, name), partial(_decode, name), name=name)


def _encode(name: str, text: str, errors: str = "strict") -> tuple[bytes, int]:
    is_plain = text.isascii() and text.replace("\n", "").isprintable()  # PDFDocEncoding maps other control characters
    return (text.encode("ascii"), len(text)) if is_plain else _reportlab_codec(name).encode(text, errors)


def _decode(name: str, data: Buffer, errors: str = "strict") -> tuple[str, int]:
    decoded: tuple[str, int] = _reportlab_codec(name).decode(data, errors)
    return decoded


def _reportlab_codec(name: str) -> codecs.CodecInfo:
    from reportlab.pdfbase.rl_codecs import RL_Codecs  # noqa: PLC0415 - the import that this module avoids

    codec: codecs.CodecInfo = RL_Codecs._rl_codecs(name)  # noqa: SLF001 - the search function that it registers
    return codec
