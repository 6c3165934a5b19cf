"""What a screen reader reads of a PDF file, followed along its structure tree (ISO 32000-1, 14.7 and 14.8)."""

import io
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Stream, String

_CHARACTERS: Final = re.compile(r"beginbfchar(.*?)endbfchar", re.DOTALL)
_RANGES: Final = re.compile(r"beginbfrange(.*?)endbfrange", re.DOTALL)
_CHARACTER: Final = re.compile(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>")
_RANGE: Final = re.compile(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_GLUED: Final = ("-", "(", "\u2018", "\u201c")
_PUNCTUATION: Final = (",", ".", ":", ";", "!", "?", ")", "\u2019", "\u201d")
_SEQUENCES: Final = frozenset({"BDC", "BMC"})


class Part(NamedTuple):
    """A part of a document: its structure type, the text read for it, and the parts within it."""

    role: str
    text: str
    parts: "tuple[Part, ...]" = ()

    def lines(self, indent: int = 0) -> Iterator[str]:
        """Yield the part and all within it, a line each, indented by its depth."""
        yield "  " * indent + (f"{self.role}: {self.text}" if self.text else self.role)
        for part in self.parts:
            yield from part.lines(indent + 1)

    def all_parts(self) -> Iterator["Part"]:
        """Yield the part and all within it in reading order."""
        yield self
        for part in self.parts:
            yield from part.all_parts()

    @property
    def whole_text(self) -> str:
        """The text of the part and of all within it."""
        return " ".join(part.text for part in self.all_parts() if part.text)


def read_aloud(data: bytes) -> Part:
    """Return the document of a tagged PDF file.

    Args:
        data: the bytes of the file.

    Raises:
        ValueError: when the file has no structure tree.
        pikepdf.PdfError: when the file is damaged.
    """
    with pikepdf.open(io.BytesIO(data)) as pdf:
        tree = pdf.Root.get("/StructTreeRoot")
        if tree is None:
            raise ValueError("the file is not tagged")
        contents = {page.obj.objgen: _PageReader().read(page.obj) for page in pdf.pages}
        (document,) = _parts(tree.K, None, contents)
        return document


def _parts(kid: Any, page: Any, contents: Mapping[Any, Mapping[int, str]]) -> Iterator[Part]:
    """Yield the parts of a kid of an element; content comes as a part without a role."""
    if isinstance(kid, Array):
        for child in kid:
            yield from _parts(child, page, contents)
    elif not isinstance(kid, Dictionary):
        yield Part("", contents[page.objgen].get(int(kid), ""))
    elif kid.get("/Type") == "/MCR":
        yield Part("", contents[kid.Pg.objgen].get(int(kid.MCID), ""))
    elif kid.get("/Type") != "/OBJR":
        yield _element(kid, kid.get("/Pg", page), contents)


def _element(element: Any, page: Any, contents: Mapping[Any, Mapping[int, str]]) -> Part:
    role = str(element.S)[1:]
    replacement = element.get("/ActualText", element.get("/Alt"))
    if replacement is not None:
        return Part(role, str(replacement))
    inner = tuple(_parts(element.get("/K", Array()), page, contents))
    own = _joined(part.text for part in inner if not part.role)
    if any(part.role for part in inner) and own:
        # a link within a sentence is read where it stands
        return Part(role, _joined(part.text or part.whole_text for part in inner))
    return Part(role, own, tuple(part for part in inner if part.role))


def _joined(texts: Any) -> str:
    """Return lines as one text; a line that ends with a hyphen goes on without a space."""
    joined = ""
    for text in texts:
        joined += text if not joined or joined.endswith(_GLUED) or text.startswith(_PUNCTUATION) else f" {text}"
    return " ".join(joined.replace("\u00a0", " ").split())


class _PageReader:
    """Reads the text of each marked-content sequence of a page."""

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._open: list[tuple[int | None, bool]] = []
        """The number of each open sequence, and whether its text is read instead of its content."""

    def read(self, page: Any) -> Mapping[int, str]:
        """Return the texts by their numbers."""
        self._stream(page, page.get("/Resources", Dictionary()))
        return self._texts

    def _stream(self, stream: Any, resources: Any) -> None:
        font: Mapping[int, str] = {}
        saved: list[Mapping[int, str]] = []
        for instruction in pikepdf.parse_content_stream(stream):
            operands, name = instruction.operands, str(instruction.operator)
            if name in _SEQUENCES:
                self._begin(operands[1] if name == "BDC" else None)
            elif name == "EMC":
                self._open.pop()
            elif name == "q":
                saved.append(font)
            elif name == "Q":
                font = saved.pop()
            elif name == "Tf":
                font = _unicode_map(resources.Font[operands[0]])
            elif name in {"Tj", "TJ"}:
                self._add(_decoded(operands[0], font))
            elif name == "Do" and self._number is not None:
                form = resources.XObject[operands[0]]
                if form.get("/Subtype") == "/Form" and isinstance(form, Stream):
                    self._stream(form, form.get("/Resources", resources))

    @property
    def _number(self) -> int | None:
        return next((number for number, _ in reversed(self._open) if number is not None), None)

    def _begin(self, properties: Any) -> None:
        is_described = isinstance(properties, Dictionary)
        number = int(properties.MCID) if is_described and "/MCID" in properties else None
        text = properties.get("/ActualText", properties.get("/Alt")) if is_described else None
        if text is not None:
            self._add(str(text))
        self._open.append((number, text is not None))

    def _add(self, text: str) -> None:
        number = self._number
        if number is not None and text.strip() and not any(is_replaced for _, is_replaced in self._open):
            self._texts[number] = _joined((self._texts.get(number, ""), text))


def _decoded(shown: Any, font: Mapping[int, str]) -> str:
    strings = [shown] if isinstance(shown, String) else [item for item in shown if isinstance(item, String)]
    data = b"".join(map(bytes, strings))
    return "".join(font.get(data[at] * 256 + data[at + 1], "\ufffd") for at in range(0, len(data), 2))


def _unicode_map(font: Any) -> Mapping[int, str]:
    """Return the text of each code of a composite font, from its ToUnicode map (9.10.3)."""
    text = font.ToUnicode.read_bytes().decode("latin-1")
    by_code: dict[int, str] = {}
    for block in _CHARACTERS.findall(text):
        by_code |= {int(code, 16): _utf_16(value) for code, value in _CHARACTER.findall(block)}
    for block in _RANGES.findall(text):
        for first, last, value in _RANGE.findall(block):
            start = int(value, 16)
            by_code |= {code: chr(start + code - int(first, 16)) for code in range(int(first, 16), int(last, 16) + 1)}
    return by_code


def _utf_16(text: str) -> str:
    return bytes.fromhex(text).decode("utf-16-be")
