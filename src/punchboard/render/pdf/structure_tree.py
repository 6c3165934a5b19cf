"""The structure tree, which gives a screen reader the order of a document (ISO 32000-1, 14.7 and 14.8)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.render.pdf.marked_content import Parts, text_string
from punchboard.render.pdf.objects import PackedObject, RawObject
from punchboard.scene import Element

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
