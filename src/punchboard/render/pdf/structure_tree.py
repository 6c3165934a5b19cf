"""Marked content, and the structure tree that gives a screen reader its order (ISO 32000-1, 14.6 to 14.8).

While a stream is drawn, tokens stand where a sequence begins or ends, because only the page knows their numbers. A
drawn face is kept with its tokens: on one page it is an article, and in a figure of another nothing but a picture.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.model.layout.face import GROUPING
from punchboard.render.pdf.objects import PackedObject, RawObject
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
        self.found: list[Parts] = []
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
            self.found.append(self.parts)
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
        self.found += [(*self.parts, *parts) for parts in marks]
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


_ATTRIBUTES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "OL": "<</O/List/ListNumbering/Decimal>>",
        "TH": "<</O/Table/Scope/Column>>",
        "RowHeader": "<</O/Table/Scope/Row>>",
    }
)
"""The attributes of elements by role."""

_TYPES: Final[Mapping[str, str]] = MappingProxyType({"OL": "L", "RowHeader": "TH"})
"""The structure types of roles with another name."""


class _Content(NamedTuple):
    """What an element shows on a page: a marked-content sequence, or the annotation of a link."""

    page: str
    number: int = -1
    annotation: str = ""

    def kid(self, page: str) -> str:
        """Return it as a kid of an element that lies on a page."""
        if self.annotation:
            return f"<</Type/OBJR/Pg {self.page}/Obj {self.annotation}>>"
        return str(self.number) if self.page == page else f"<</Type/MCR/Pg {self.page}/MCID {self.number}>>"


class _Node:
    """An element with its kids: further elements, and the content that it shows itself."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.nodes: dict[Element, _Node] = {}
        self.kids: list[tuple[int, _Node | _Content]] = []
        self.object = PackedObject("")


class StructureTree:
    """Collects the parts that the pages show, and writes them as a tree.

    Args:
        reference: adds an object to the file, and returns how others refer to it.
    """

    def __init__(self, reference: Callable[[Any], str]) -> None:
        self._reference = reference
        self._root = _Node(Element("Document"))
        self._parents: list[str] = []
        """What shows the content of a page or annotation: the entries of the parent tree."""

    def add_page(self, page: Any, marks: tuple[Parts, ...]) -> int:
        """Add what a page shows, and return its number in the parent tree."""
        shown = self._reference(page)
        nodes: list[_Node] = []
        for number, parts in enumerate(marks):  # one by one, so that a part within a sentence stays in its place
            nodes.append(self._node(parts))
            nodes[-1].kids.append((0, _Content(shown, number)))
        self._parents.append(f"[{' '.join(self._reference(node.object) for node in nodes)}]")
        return len(self._parents) - 1

    def add_link(self, page: Any, link: Any, parts: Parts) -> int:
        """Add the annotation of a link to its part, and return its number in the parent tree."""
        if not parts or parts[-1].role != "Link":
            parts = (*parts, Element("Link", len(self._parents)))
        node = self._node(parts)
        node.kids.append((0, _Content(self._reference(page), annotation=self._reference(link))))
        self._parents.append(self._reference(node.object))
        return len(self._parents) - 1

    def finish(self) -> RawObject:
        """Return the root of the tree; all other objects are added to the file."""
        root = RawObject("")
        self._write(self._root, self._reference(root))
        numbers = " ".join(f"{number} {parent}" for number, parent in enumerate(self._parents))
        tree, top = self._reference(RawObject(f"<</Nums [{numbers}]>>")), self._reference(self._root.object)
        next_key = len(self._parents)
        root.text = f"<</Type/StructTreeRoot/K {top}/ParentTree {tree}/ParentTreeNextKey {next_key}>>"
        return root

    def _node(self, parts: Parts) -> _Node:
        node = self._root
        for element in parts:
            inner = node.nodes.get(element)
            if inner is None:
                inner = node.nodes[element] = _Node(element)
                node.kids.append((element.order, inner))
            node = inner
        return node

    def _write(self, node: _Node, parent: str) -> None:
        """Fill in the object of a node and of all within it."""
        own, element = self._reference(node.object), node.element
        kids = [kid for _, kid in sorted(node.kids, key=lambda kid: kid[0])]
        for kid in kids:
            if isinstance(kid, _Node):
                self._write(kid, own)
        page = next((kid.page for kid in kids if isinstance(kid, _Content)), "")
        shown = [kid.kid(page) if isinstance(kid, _Content) else self._reference(kid.object) for kid in kids]
        entries = {
            "K": shown[0] if len(shown) == 1 else f"[{' '.join(shown)}]",
            "Pg": page,
            "Alt" if element.role == "Figure" else "ActualText": element.text and text_string(element.text),
            "Lang": element.language and text_string(element.language),
            "A": _ATTRIBUTES.get(element.role, ""),
        }
        written = "".join(f"/{key} {value}" for key, value in entries.items() if value)
        node.object.text = f"<</S/{_TYPES.get(element.role, element.role)}/P {parent}{written}>>"
