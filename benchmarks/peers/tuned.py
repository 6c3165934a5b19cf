"""The same deck in plain reportlab, tuned by hand, without checks, kerning and pictures.

usage: tuned.py CARDS.csv OUT.pdf

Unlike a first version, it draws fixed parts as one form, writes text operators as strings, and computes the width and
bytes of each distinct word once: what an expert can do with reportlab.
"""

from __future__ import annotations

import csv
import sys
from importlib.util import find_spec
from pathlib import Path

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
CARD = (63.5 * MM, 88.9 * MM)
STAR = (
    (256, 24),
    (324, 176),
    (488, 192),
    (364, 300),
    (400, 464),
    (256, 378),
    (112, 464),
    (148, 300),
    (24, 192),
    (188, 176),
)


def font_file(name: str) -> str:
    """Return the path of a Source Serif file, without importing its package."""
    spec = find_spec("font_source_serif_pro")
    if spec is None or spec.origin is None:
        raise SystemExit("font-source-serif-pro is not installed")
    return str(Path(spec.origin).parent / "files" / f"{name}.ttf")


class Words:
    """Encoded bytes and width of each distinct word of a font, computed once."""

    def __init__(self, canvas: Canvas, name: str) -> None:
        self._font = pdfmetrics.getFont(name)
        self._document = canvas._doc  # noqa: SLF001 - below the canvas on purpose
        self._known: dict[str, tuple[str, float]] = {}

    def word(self, text: str) -> tuple[str, float]:
        """Return the escaped codes and the width at 1 pt."""
        found = self._known.get(text)
        if found is None:
            ((_, codes),) = self._font.splitString(text, self._document)
            raw = codes.decode("latin-1") if isinstance(codes, bytes) else codes
            escaped = raw.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
            found = self._known[text] = (escaped, self._font.stringWidth(text, 1))
        return found


def main(table: str, out: str) -> None:
    """Draw the deck with nine cards on an A4 page."""
    rl_config.useA85 = 0
    pdfmetrics.registerFont(TTFont("Body", font_file("SourceSerifPro-Regular")))
    pdfmetrics.registerFont(TTFont("Bold", font_file("SourceSerifPro-Bold")))
    canvas = Canvas(out, pagesize=(210 * MM, 297 * MM), invariant=1, pageCompression=1, initialFontName="Body")
    body, bold = Words(canvas, "Body"), Words(canvas, "Bold")
    _frame(canvas)
    with Path(table).open(encoding="utf-8", newline="") as file:
        cards = list(csv.DictReader(file))
    left, top = (210 * MM - 3 * CARD[0]) / 2, (297 * MM + 3 * CARD[1]) / 2
    for start in range(0, len(cards), 9):
        code = [_card(canvas, body, bold, row, left, top, place) for place, row in enumerate(cards[start : start + 9])]
        canvas._code.extend(code)  # noqa: SLF001
        canvas._formsinuse.append("frame")  # noqa: SLF001 - as doForm does
        _marks(canvas, left, top)
        canvas.showPage()
    canvas.save()


def _frame(canvas: Canvas) -> None:
    canvas.beginForm("frame")
    canvas.roundRect(9, 9, CARD[0] - 18, CARD[1] - 18, 7)
    canvas.circle(CARD[0] - 28, CARD[1] - 28, 13)
    path = canvas.beginPath()
    scale = 14 * MM / 512
    points = [(CARD[0] / 2 + (x - 256) * scale, CARD[1] - 25 * MM - (y - 256) * scale) for x, y in STAR]
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    canvas.drawPath(path, fill=1, stroke=0)
    canvas.endForm()


def _card(  # noqa: PLR0917 - everything that one card needs
    canvas: Canvas, body: Words, bold: Words, row: dict[str, str], left: float, top: float, place: int
) -> str:
    x, y = left + place % 3 * CARD[0], top - (place // 3 + 1) * CARD[1]
    lines = _wrapped(body, row["text"], 8, 140)
    small = body._font.getSubsetInternalName(0, canvas._doc)  # noqa: SLF001
    large = bold._font.getSubsetInternalName(0, canvas._doc)  # noqa: SLF001
    space = body.word(" ")[0]
    text = "\n".join(f"({line})Tj T*" for line in lines)
    title = bold.word(" ")[0].join(bold.word(word)[0] for word in row["title"].split())
    number = bold.word(row["number"])[0]
    footer = space.join(body.word(word)[0] for word in row["footer"].split())
    return (
        f"q 1 0 0 1 {x:.2f} {y:.2f} cm /FormXob.frame Do\n"
        f"BT {large} 11 Tf 17 {CARD[1] - 30:.2f} Td ({title})Tj ET\n"
        f"BT {large} 11 Tf {CARD[0] - 34:.2f} {CARD[1] - 32:.2f} Td ({number})Tj ET\n"
        f"BT {small} 8 Tf 9.8 TL 20 {CARD[1] - 110:.2f} Td {text} ET\n"
        f"BT {small} 6.5 Tf {CARD[0] / 2 - 30:.2f} 17 Td ({footer})Tj ET Q"
    )


def _wrapped(words: Words, text: str, size: float, width: float) -> list[str]:
    space, gap = words.word(" ")
    lines: list[str] = []
    line: list[str] = []
    used = 0.0
    for word in text.split():
        codes, length = words.word(word)
        if line and (used + gap + length) * size > width:
            lines.append(space.join(line))
            line, used = [], 0.0
        used += length + (gap if line else 0.0)
        line.append(codes)
    return [*lines, space.join(line)]


def _marks(canvas: Canvas, left: float, top: float) -> None:
    for index in range(4):
        x, y = left + index * CARD[0], top - index * CARD[1]
        canvas.lines([(x, top + 10, x, top + 18), (left - 18, y, left - 10, y)])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
