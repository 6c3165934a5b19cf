"""Marked content: which operators of a page show which part of the document (ISO 32000-1, 14.6 and 14.7).

While a stream is drawn, tokens stand where a sequence begins or ends, because only the page knows their numbers. A
drawn face is kept with its tokens: on one page it is an article, and in a figure of another nothing but a picture.
"""

import re
from collections.abc import Sequence
from typing import Final

from punchboard.model.layout.face import GROUPING
from punchboard.scene import DECORATION, ComponentMark, Element
from punchboard.units import format_number

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


Parts = tuple[Element, ...]
"""A part of the document: the elements from the outermost to its own."""

# characters that no operator contains, since all are Latin-1
_DECORATION: Final = "\u0101"
_PART: Final = "\u0102"
_END: Final = "\u0103"
_TOKENS: Final = re.compile(f"[{_DECORATION}{_PART}{_END}]\n?")


class Marks:
    """The marked-content sequences of one content stream.

    Args:
        out: its operators; tokens are added to them.
        page: the number of its page.
    """

    def __init__(self, out: list[str], page: int = 0) -> None:
        self._out, self._page, self._count = out, page, 0
        self.sequences: list[Parts] = []
        """The part that each sequence shows, in the order of their tokens."""
        self.parts: Parts = ()
        """The part that is being drawn."""
        self._is_open = False

    @property
    def is_content(self) -> bool:
        """Whether what is drawn now belongs to a part, and no further part begins inside it."""
        return bool(self.parts) and (self.parts[-1].role not in GROUPING or bool(self.parts[-1].text))

    def next_key(self) -> str:
        """Return a key that no other part of the document has."""
        self._count += 1
        return f"{self._page}.{self._count}"

    def paint(self) -> None:
        """Begin a sequence for what is drawn next, unless it belongs to the one that is open."""
        if self._is_open:
            return
        self._is_open = True
        if self.is_content and self.parts[-1] != DECORATION:
            self.sequences.append(self.parts)
            self._out.append(_PART)
        else:
            self._out.append(_DECORATION)

    def close(self) -> None:
        """End the open sequence, if any."""
        if self._is_open:
            self._out.append(_END)
            self._is_open = False

    def enter(self, element: Element) -> Parts | None:
        """Begin a part inside the present one. Return what `leave` restores, or None inside a picture with a text."""
        if any(part.text or part == DECORATION for part in self.parts):
            return None
        before = self.parts
        self.close()
        self.parts = (*before, element)
        return before

    def leave(self, before: Parts | None) -> None:
        """End a part."""
        if before is not None:
            self.close()
            self.parts = before

    def insert(self, operators: str, marks: Sequence[Parts]) -> str:
        """Return operators that were drawn elsewhere, for this place; their parts lie inside the present one."""
        if not marks or self.is_content:
            self.paint()
            return without_marks(operators)
        self.close()
        self.sequences += [(*self.parts, *parts) for parts in marks]
        return operators


def resolve(operators: str, marks: Sequence[Parts]) -> str:
    """Return the operators of a page with the numbers of its sequences in place of the tokens."""
    first, *others = operators.replace(_DECORATION, "/Artifact BMC").replace(_END, "EMC").split(_PART)
    assert len(others) == len(marks)
    numbered = (
        f"/{parts[-1].role} <</MCID {number}>> BDC{text}"
        for number, (parts, text) in enumerate(zip(marks, others, strict=True))
    )
    return first + "".join(numbered)


def as_one_part(operators: str) -> str:
    """Return operators as one sequence."""
    return f"{_PART}\n{without_marks(operators)}\n{_END}"


def without_marks(operators: str) -> str:
    """Return the operators of a form, which shows one part or none as a whole."""
    return _TOKENS.sub("", operators).rstrip("\n")


def component_operator(mark: ComponentMark) -> str:
    """Return the operator that begins a marked component; ids contain only letters, digits and dashes."""
    trim = " ".join(map(format_number, mark.trim))
    return f"/Component <</Id ({mark.component})/Side /{mark.side}/Trim [{trim}]>> BDC"


def actual_text_operator(text: str) -> str:
    """Return the operator that begins text to be read in another order than its glyphs are drawn (14.9.4)."""
    return f"/Span <</ActualText {utf_16_string(text)}>> BDC"


def alternate_operator(text: str) -> str:
    """Return the operator that begins a drawing that is read as a text (14.9.3), or not read if that is empty."""
    return f"/Span <</{'Alt' if text else 'ActualText'} {text_string(text)}>> BDC"
