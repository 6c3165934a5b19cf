"""The floor: the same deck written as the bytes of a PDF, with the standard library only.

usage: bare.py CARDS.csv OUT.pdf

Lines are broken by a table of widths, the border is drawn once and placed, and pages are compressed and written one by
one. Nothing is checked, shaped, kerned or embedded: the type is Times, which every PDF viewer has. A picture is the
data of its PNG file, which PDF accepts as they are. A Python program can hardly make this deck faster.
"""

from __future__ import annotations

import csv
import struct
import sys
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

MM = 72 / 25.4
CARD = (63.5 * MM, 88.9 * MM)
PAPER = (210 * MM, 297 * MM)
LEFT, TOP = (PAPER[0] - 3 * CARD[0]) / 2, (PAPER[1] + 3 * CARD[1]) / 2
STAR = "256 24 324 176 488 192 364 300 400 464 256 378 112 464 148 300 24 192 188 176"
WIDTHS = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz ",
        (
            *(444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778),
            *(500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 250),
        ),
        strict=True,
    )
)
"""Of Times, in thousandths of its size; the rules on the cards are in small letters."""
CATALOG, PAGES, RESOURCES, ROMAN, BOLD, FRAME = range(1, 7)
SHARED = f"/Font<</R {ROMAN} 0 R/B {BOLD} 0 R>>/XObject<</F {FRAME} 0 R"


class Writer:
    """Objects of a PDF file, written one after another."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at: dict[int, int] = {}
        self._next = FRAME + 1
        file.write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")

    def add(self, body: bytes, number: int = 0) -> int:
        """Write an object and return its number: the next one when none is kept for it."""
        if not number:
            number, self._next = self._next, self._next + 1
        self._at[number] = self._file.tell()
        self._file.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
        return number

    def stream(self, data: bytes, entries: str = "", number: int = 0) -> int:
        """Write a stream of data that is compressed already."""
        head = f"<<{entries}/Filter/FlateDecode/Length {len(data)}>>stream\n".encode()
        return self.add(head + data + b"\nendstream", number)

    def close(self) -> None:
        """Write where the objects are."""
        start, rows = self._file.tell(), b"".join(b"%010d 00000 n \n" % self._at[one] for one in range(1, self._next))
        self._file.write(b"xref\n0 %d\n0000000000 65535 f \n%b" % (self._next, rows))
        self._file.write(b"trailer<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (self._next, CATALOG, start))


def main(table: str, out: str) -> None:
    """Write the deck nine up on A4."""
    with Path(table).open(encoding="utf-8", newline="") as source, Path(out).open("wb") as file:
        rows, writer = csv.DictReader(source), Writer(file)
        pages = [page(writer, cards, Path(table).parent) for cards in nines(rows)]
        fixed(writer, star="picture" not in (rows.fieldnames or ()))
        kids = " ".join(f"{number} 0 R" for number in pages)
        writer.add(f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>".encode(), PAGES)
        writer.close()


def nines(rows: Iterable[dict[str, str]]) -> Iterator[list[dict[str, str]]]:
    """Yield the cards of each page."""
    left = iter(rows)
    while cards := list(islice(left, 9)):
        yield cards


def page(writer: Writer, cards: list[dict[str, str]], folder: Path) -> int:
    """Write a page and return its number."""
    shown = [image(writer, folder / row["picture"]) for row in cards if "picture" in row]
    code = "\n".join([*(card(row, place) for place, row in enumerate(cards)), MARKS])
    content = writer.stream(zlib.compress(code.encode("cp1252"), 6))
    names = "".join(f"/I{place} {number} 0 R" for place, number in enumerate(shown))
    resources = f"<<{SHARED}{names}>>>>" if shown else f"{RESOURCES} 0 R"
    size = f"{PAPER[0]:.2f} {PAPER[1]:.2f}"
    entries = f"/Parent {PAGES} 0 R/MediaBox[0 0 {size}]/Resources {resources}/Contents {content} 0 R"
    return writer.add(f"<</Type/Page{entries}>>".encode())


def card(row: dict[str, str], place: int) -> str:
    """Return the operators that draw a card."""
    x, y = LEFT + place % 3 * CARD[0], TOP - (place // 3 + 1) * CARD[1]
    text = "\n".join(f"({line})Tj T*" for line in wrapped(row["text"], 8, 140))
    picture = f"q 141.7 0 0 56.7 19 {CARD[1] - 98:.2f} cm /I{place} Do Q\n" if "picture" in row else ""
    return (
        f"q 1 0 0 1 {x:.2f} {y:.2f} cm /F Do {picture}\n"
        f"BT /B 11 Tf 17 {CARD[1] - 30:.2f} Td ({row['title']})Tj ET\n"
        f"BT /B 11 Tf {CARD[0] - 34:.2f} {CARD[1] - 32:.2f} Td ({row['number']})Tj ET\n"
        f"BT /R 8 Tf 9.8 TL 20 {CARD[1] - 110:.2f} Td {text} ET\n"
        f"BT /R 6.5 Tf {CARD[0] / 2 - 30:.2f} 17 Td ({row['footer']})Tj ET Q"
    )


def wrapped(text: str, size: float, width: float) -> Iterator[str]:
    """Yield the lines of a text."""
    room, space = 1000 * width / size, WIDTHS[" "]
    line, used = list[str](), 0
    for word in text.split():
        length = widths.get(word) or widths.setdefault(word, sum(map(WIDTHS.__getitem__, word)))
        if line and used + length > room:
            yield " ".join(line)
            line, used = [], 0
        line.append(word)
        used += length + space
    yield " ".join(line)


widths: dict[str, int] = {}
"""Of words that have been seen."""


def image(writer: Writer, path: Path) -> int:
    """Write the picture of a PNG file as it is, and return its number."""
    data, at, found = path.read_bytes(), 8, list[bytes]()
    width, height = struct.unpack(">II", data[16:24])
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        if name == b"IDAT":
            found.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    rows = f"/DecodeParms<</Predictor 15/Colors 3/Columns {width}>>"
    size = f"/Width {width}/Height {height}/ColorSpace/DeviceRGB/BitsPerComponent 8"
    return writer.stream(b"".join(found), f"/Type/XObject/Subtype/Image{size}{rows}")


def fixed(writer: Writer, *, star: bool) -> None:
    """Write what all pages share: the catalog, two fonts, and the border with ring and star."""
    writer.add(f"<</Type/Catalog/Pages {PAGES} 0 R>>".encode(), CATALOG)
    writer.add(f"<<{SHARED}>>>>".encode(), RESOURCES)
    for number, name in ((ROMAN, "Roman"), (BOLD, "Bold")):
        writer.add(f"<</Type/Font/Subtype/Type1/BaseFont/Times-{name}/Encoding/WinAnsiEncoding>>".encode(), number)
    box = f"/Type/XObject/Subtype/Form/BBox[0 0 {CARD[0]:.2f} {CARD[1]:.2f}]"
    writer.stream(zlib.compress("\n".join(frame(star=star)).encode(), 6), box, FRAME)


def frame(*, star: bool) -> Iterator[str]:
    """Yield the operators of the fixed parts."""
    yield rounded(9, 9, CARD[0] - 18, CARD[1] - 18, 7)
    yield rounded(CARD[0] - 41, CARD[1] - 41, 26, 26, 13)
    if star:
        scale, numbers = 14 * MM / 512, [int(number) for number in STAR.split()]
        points = zip(numbers[0::2], numbers[1::2], strict=True)
        path = [f"{CARD[0] / 2 + (x - 256) * scale:.2f} {CARD[1] - 25 * MM - (y - 256) * scale:.2f}" for x, y in points]
        yield f"{path[0]} m {' l '.join(path[1:])} l h f"


def rounded(x: float, y: float, width: float, height: float, radius: float) -> str:
    """Return the outline of a rounded box."""
    right, top, hold = x + width, y + height, radius * 0.4477
    corners = (
        ((right - radius, y), (right - hold, y), (right, y + hold), (right, y + radius)),
        ((right, top - radius), (right, top - hold), (right - hold, top), (right - radius, top)),
        ((x + radius, top), (x + hold, top), (x, top - hold), (x, top - radius)),
        ((x, y + radius), (x, y + hold), (x + hold, y), (x + radius, y)),
    )
    drawn = " ".join("{} l {} {} {} c".format(*(f"{a:.2f} {b:.2f}" for a, b in corner)) for corner in corners)
    return f"{x + radius:.2f} {y:.2f} m {drawn} S"


def marks() -> Iterator[str]:
    """Yield the crop marks of a page."""
    for index in range(4):
        x, y = LEFT + index * CARD[0], TOP - index * CARD[1]
        yield f"{x:.2f} {TOP + 10:.2f} m {x:.2f} {TOP + 18:.2f} l {LEFT - 18:.2f} {y:.2f} m {LEFT - 10:.2f} {y:.2f} l"


MARKS = f"{' '.join(marks())} S"

if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
