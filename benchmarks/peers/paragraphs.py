"""The same deck as a person would write it with reportlab: a canvas, and a Paragraph for each wrapped text.

usage: paragraphs.py CARDS.csv OUT.pdf

It embeds the same type as Punchboard, and does no more work than a careful first version would.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph
from tuned import STAR, font_file

WIDTH, HEIGHT = 63.5 * mm, 88.9 * mm
LEFT, TOP = (A4[0] - 3 * WIDTH) / 2, (A4[1] + 3 * HEIGHT) / 2
LINE, ACCENT = HexColor("#333333"), HexColor("#2f4b7c")
RULES = ParagraphStyle("rules", fontName="Body", fontSize=8, leading=9.8)


def main(table: str, out: str) -> None:
    """Draw the deck nine up on A4."""
    pdfmetrics.registerFont(TTFont("Body", font_file("SourceSerifPro-Regular")))
    pdfmetrics.registerFont(TTFont("Bold", font_file("SourceSerifPro-Bold")))
    canvas = Canvas(out, pagesize=A4, pageCompression=1)
    with Path(table).open(encoding="utf-8", newline="") as file:
        for index, row in enumerate(csv.DictReader(file)):
            place = index % 9
            if index and not place:
                canvas.showPage()
            if not place:
                marks(canvas)
            canvas.saveState()
            canvas.translate(LEFT + place % 3 * WIDTH, TOP - (place // 3 + 1) * HEIGHT)
            card(canvas, row, Path(table).parent)
            canvas.restoreState()
    canvas.save()


def card(canvas: Canvas, row: dict[str, str], folder: Path) -> None:
    """Draw one card, its lower left corner at the origin."""
    canvas.setStrokeColor(LINE)
    canvas.roundRect(3.2 * mm, 3.2 * mm, WIDTH - 6.4 * mm, HEIGHT - 6.4 * mm, 2.5 * mm)
    canvas.circle(WIDTH - 10 * mm, HEIGHT - 10 * mm, 4.5 * mm)
    if "picture" in row:
        canvas.drawImage(str(folder / row["picture"]), 6.75 * mm, HEIGHT - 34.5 * mm, 50 * mm, 20 * mm)
    else:
        star(canvas)
    canvas.setFillColor("black")
    canvas.setFont("Bold", 11)
    canvas.drawString(6 * mm, HEIGHT - 11 * mm, row["title"])
    canvas.drawCentredString(WIDTH - 10 * mm, HEIGHT - 11.4 * mm, row["number"])
    canvas.setFont("Body", 7)
    canvas.drawCentredString(WIDTH / 2, 6.2 * mm, row["footer"])
    text = Paragraph(escape(row["text"]), RULES)
    _, height = text.wrapOn(canvas, 49.5 * mm, 40 * mm)
    text.drawOn(canvas, 7 * mm, HEIGHT - 36 * mm - height)


def star(canvas: Canvas) -> None:
    """Draw the icon."""
    path, scale = canvas.beginPath(), 14 * mm / 512
    points = [(WIDTH / 2 + (x - 256) * scale, HEIGHT - 25 * mm - (y - 256) * scale) for x, y in STAR]
    path.moveTo(*points[0])
    for point in points[1:]:
        path.lineTo(*point)
    path.close()
    canvas.setFillColor(ACCENT)
    canvas.drawPath(path, fill=1, stroke=0)


def marks(canvas: Canvas) -> None:
    """Draw the crop marks of a page."""
    for index in range(4):
        x, y = LEFT + index * WIDTH, TOP - index * HEIGHT
        canvas.line(x, TOP + 10, x, TOP + 18)
        canvas.line(LEFT - 18, y, LEFT - 10, y)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
