"""Text strings: texts for people in a PDF file (ISO 32000-1, 7.9.2.2)."""

from typing import Final

_DOC_ENCODING: Final = {
    **{chr(code): f"\\{code:o}" for code in range(0xA1, 0x100)},
    **{character: f"\\{code:o}" for code, character in enumerate("•†‡…—–ƒ⁄‹›−‰„“”‘’‚™", 0x80)},  # noqa: RUF001 - the standard's order
    **{character: f"\\{character}" for character in "()\\"},
    "\n": "\\n",
}
"""How characters of PDFDocEncoding are written in a string (ISO 32000-1, D.2), apart from those written as they are."""


def text_string(text: str) -> str:
    """Return a text string, in PDFDocEncoding if that has all its characters."""
    written = "".join(map(_DOC_ENCODING.get, text, text))
    return f"({written})" if written.isascii() and text.isprintable() else utf_16_string(text)


def utf_16_string(text: str) -> str:
    """Return a text string in UTF-16."""
    return f"<FEFF{text.encode('utf-16-be').hex().upper()}>"
