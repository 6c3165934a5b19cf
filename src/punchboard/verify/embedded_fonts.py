"""The fonts of a file: all that pages, forms and patterns can use, and whether each is embedded."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard.verify.objects import Reference, Unreadable
from punchboard.verify.pdf_file import PdfFile

_PROGRAMS: Final = ("FontFile2", "FontFile3")
_BEGINNINGS: Final = (b"\0\1\0\0", b"OTTO", b"true", b"\1\0")
"""The first bytes of TrueType, OpenType and bare CFF fonts."""


class ReadFont(NamedTuple):
    """A font: its name, and its fault, if it has one."""

    name: str
    fault: str = ""


def read_fonts(file: PdfFile, resources: Iterable[Any]) -> Iterator[ReadFont]:
    """Yield every font of a file once, given the resources of its pages.

    Raises:
        Unreadable: when resources cannot be read.
    """
    seen: set[Reference] = set()
    for value in _fonts(file, resources):
        if type(value) is Reference:
            if value in seen:
                continue
            seen.add(value)
        yield _font(file, file.dictionary(value))


def _fonts(file: PdfFile, resources: Iterable[Any]) -> Iterator[Any]:
    """Yield the fonts of all resources reachable from pages."""
    seen: set[Any] = set()
    waiting = [*resources]
    while waiting:
        value = waiting.pop()
        if type(value) is Reference:
            if value in seen:
                continue
            seen.add(value)
        named = file.optional(value)
        yield from file.optional(named.get("Font")).values()
        for key in ("XObject", "Pattern"):
            for inner in file.optional(named.get(key)).values():
                if inner not in seen:
                    seen.add(inner)
                    entries = file.dictionary(inner)
                    if "Resources" in entries:
                        waiting.append(entries["Resources"])


def _font(file: PdfFile, font: Mapping[str, Any]) -> ReadFont:
    name = str(file.get(font.get("BaseFont")))
    described = font
    if font.get("Subtype") == "Type0":
        below = file.array(font.get("DescendantFonts"))
        if len(below) != 1:
            raise Unreadable(f"the font {name} has {len(below)} descendants")
        described = file.dictionary(below[0])
    descriptor = file.optional(described.get("FontDescriptor"))
    program = next((descriptor[key] for key in _PROGRAMS if key in descriptor), None)
    if program is None:
        return ReadFont(name, "is not embedded")
    if not file.stream(program).startswith(_BEGINNINGS):
        return ReadFont(name, "is embedded without glyphs")
    if not file.get(font.get("ToUnicode")):
        return ReadFont(name, "has no ToUnicode map, so its text cannot be copied or searched")
    return ReadFont(name)
