"""The rule PROOF008: the structure tree that screen readers follow is whole (ISO 14289-1, ISO 32000-1, 14.8.4)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.verify.objects import Unreadable
from punchboard.verify.pdf_file import PdfFile

Faults = Iterator[tuple[str, str]]

_DEEPEST: Final = 64
"""The deepest nesting of elements; a page of ours needs ten levels."""

_KIDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "L": frozenset({"LI", "Caption"}),
        "LI": frozenset({"Lbl", "LBody"}),
        "Table": frozenset({"TR", "THead", "TBody", "TFoot", "Caption"}),
        "TR": frozenset({"TH", "TD"}),
        "TOC": frozenset({"TOCI", "TOC", "Caption"}),
    }
)
"""The only elements that those of a role may contain."""


class _Element(NamedTuple):
    """An element of the tree: its role, its dictionary, and the elements within it."""

    role: str
    entries: Mapping[str, Any]
    kids: "tuple[_Element, ...]"


def structure_faults(file: PdfFile) -> Faults:
    """Yield what a screen reader would stumble over; nothing for a file without a structure tree.

    Raises:
        Unreadable: when the tree is malformed.
    """
    catalog = file.dictionary(file.trailer.get("Root"))
    if "StructTreeRoot" not in catalog:
        return
    if not file.get(catalog.get("Lang")):
        yield "PROOF008", "the file does not say what language it is in"
    tree = file.dictionary(catalog["StructTreeRoot"])
    for element in _all(_elements(file, tree.get("K"), 0)):
        yield from _element_faults(element)


def _elements(file: PdfFile, value: Any, depth: int) -> tuple[_Element, ...]:
    """Return the elements among the kids of an element; its content is left out."""
    if depth > _DEEPEST:
        raise Unreadable("its structure is nested too deeply")
    found = file.get(value)
    if isinstance(found, list):
        return tuple(element for one in found for element in _elements(file, one, depth))
    if not isinstance(found, dict) or "S" not in found:
        return ()
    return (_Element(str(found["S"]), found, _elements(file, found.get("K"), depth + 1)),)


def _all(elements: tuple[_Element, ...]) -> Iterator[_Element]:
    """Yield elements and all within them in reading order."""
    for element in elements:
        yield element
        yield from _all(element.kids)


def _element_faults(element: _Element) -> Faults:
    if element.role == "Figure" and not {"Alt", "ActualText"} & element.entries.keys():
        yield "PROOF008", "a figure has no words that say what it shows"
    allowed = _KIDS.get(element.role)
    for kid in element.kids:
        if allowed is not None and kid.role not in allowed:
            yield "PROOF008", f"an element {element.role!r} contains {kid.role!r}"
    if element.role == "Table":
        widths = {len(row.kids) for row in element.kids if row.role == "TR"}
        if len(widths) > 1:
            yield "PROOF008", f"the rows of a table have {min(widths)} to {max(widths)} cells"
