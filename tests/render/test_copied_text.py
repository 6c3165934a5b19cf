# ruff: noqa: RUF001 - texts of many scripts
"""Text of many scripts, copied from a PDF or SVG: whole words, in reading order."""

import re
import subprocess
from pathlib import Path

import pypdfium2
import pytest

from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.lines import break_lines, line_items
from punchboard.fonts import Cut, Family, Typeface
from punchboard.geometry import Size
from punchboard.render.pdf.writer import render_pdf
from punchboard.render.svg.writer import render_svg
from punchboard.scene import Document, Page

FONTS = Path(__file__).parents[1] / "fonts" / "scripts"

TEXTS = {
    "ar": "هذه بطاقة التنين (Dragon) وقيمتها 12 نقطة، اسحب بطاقات من الرزمة!",
    "he": "משחק הקלפים: שלום, עולם! (24 קלפים) Punchboard ביחד.",
    "hi": "खिलाड़ी अपनी बारी में क्षत्रिय कार्ड से दो अंक प्राप्त करता है। ज्ञान, श्री (Dragon 3)",
    "ru": "Каждый игрок вытягивает 5 карт — «дракон» (12 очков).",
    "ja": "「日本語」のルール。ドラゴン（山札）Dragonと同じ！",
}


@pytest.fixture(scope="module")
def world(typeface):
    """A family with a Latin and Cyrillic face, and fallback faces for other scripts."""
    names = ("arabic", "hebrew", "devanagari", "japanese")
    faces = (typeface, *(Typeface(name, (FONTS / f"{name}.ttf").read_bytes()) for name in names))
    return Family("world", dict.fromkeys(Cut, faces))


@pytest.fixture(scope="module")
def page(text_style, world):
    """Return a page with a text in several lines."""

    def page(language):
        setter = Typesetter({}, language)
        style = text_style(family=world, size=5.0, align="right" if setter.rtl else "left")
        rows = break_lines(setter.plain_atoms(TEXTS[language], style), 18.0)
        starts = [(95 - em * 5.0) if setter.rtl else 5.0 for em in rows.widths]
        lines = enumerate(zip(rows.rows, starts, strict=True))
        items = tuple(item for index, (row, x) in lines for item in line_items(row, style, x, 10 + index * 8))
        return Page(Size(100, 60), items)

    return page


def words(text):
    """Return the words of a text: letters with their marks, without direction marks."""
    return re.findall(r"[\w\u0900-\u097f\u064b]+", re.sub("[\u200e\u200f\u202a-\u202e]", "", text))


@pytest.mark.parametrize("language", TEXTS)
def test_words_are_found_by_searching_the_file(page, language):
    """PDFium, which browsers use, finds each word as written, and Japanese text, which has no spaces, as a whole."""
    data = render_pdf(Document("t", (page(language),), language=language))
    found = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    found = found.replace("\r\n", "" if language == "ja" else " ")
    assert [word for word in words(TEXTS[language]) if word not in found] == []


@pytest.mark.slow
@pytest.mark.every_case
@pytest.mark.parametrize("language", TEXTS)
def test_words_are_copied_by_poppler(need, page, tmp_path, language):
    """So does pdftotext, another reader."""
    path = tmp_path / "t.pdf"
    path.write_bytes(render_pdf(Document("t", (page(language),), language=language)))
    done = subprocess.run([need("pdftotext"), str(path), "-"], capture_output=True, check=True, text=True)
    found = re.sub("[\u200e\u200f\u202a-\u202e]", "", done.stdout).replace("\n", "" if language == "ja" else " ")
    assert [word for word in words(TEXTS[language]) if word not in found] == []


@pytest.mark.parametrize("language", TEXTS)
def test_svg_labels_have_words_in_reading_order(page, language):
    """The labels of an SVG have each word from its first letter to its last."""
    said = render_svg(page(language), "t").decode()
    labels = " ".join(re.findall(r'aria-label="([^"]*)"', said))
    joined = labels.replace(" ", "")
    assert [word for word in words(TEXTS[language]) if word not in joined] == []


def test_marks_over_letters_are_raised(text_style, world):
    """A vowel mark that the font moves up is drawn there, in PDF and SVG, and the line continues below."""
    style = text_style(family=world, size=5.0)
    (row,) = break_lines(Typesetter({}, "ar").plain_atoms("مٌ", style), 50).rows
    plain = Page(Size(50, 20), tuple(line_items(row, style, 5, 10)))
    item = plain.items[0]
    (word,) = item.lines[0].words
    assert any(up for _, up in word.offsets)
    flat = item._replace(lines=(item.lines[0]._replace(words=(word._replace(offsets=()),)),))
    assert render_svg(plain, "t") != render_svg(plain._replace(items=(flat,)), "t")
    assert b" Ts" in _content(render_pdf(Document("t", (plain,))))


def _content(data):
    import io

    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        return pdf.pages[0].Contents.read_bytes()
