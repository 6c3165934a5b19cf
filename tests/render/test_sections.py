"""Long files are drawn in sections with local resource names; shared objects are in the file once."""

import hashlib
import io
from itertools import chain, pairwise
from math import ceil

import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image as Pillow

from punchboard.geometry import Affine, Point, Rect, Size, rectangle
from punchboard.render.pdf.drawing import sections
from punchboard.render.pdf.drawing.sections import MAX_PAGES, MAX_SECTIONS, MIN_PAGES, Drawer, section_page_ranges
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import Anchor, Document, Image, LazyPages, Link, Page, Picture, Shape, Symbol, Use

DRAWN = Symbol("drawn", Rect(0, 0, 40, 1), tuple(Shape(rectangle(Rect(n, 0, 1, 1)), "#345678") for n in range(40)))
"""A symbol with enough shapes for its own stream."""


@given(st.integers(0, 100_000))
def test_sections_hold_every_page_once_in_order(count):
    """Sections are few, about equally long, and long enough to be worth it."""
    found = section_page_ranges(count)
    assert [*chain(*found)] == [*range(count)] if count < 1000 else found[-1].stop == count
    assert all(one.stop == other.start for one, other in pairwise(found))
    assert 1 <= len(found) <= max(MAX_SECTIONS, ceil(count / MAX_PAGES))
    assert max(map(len, found), default=0) <= MAX_PAGES
    assert len(found) == 1 or min(map(len, found)) >= MIN_PAGES
    assert max(map(len, found)) - min(map(len, found)) <= 1


@pytest.fixture
def long(text_item, monkeypatch):
    """A document of twelve pages in four sections, each page with a text, a drawing and a symbol with a text."""
    monkeypatch.setattr(sections, "MIN_PAGES", 3)
    named = Symbol("named", Rect(0, 0, 20, 20), (text_item("same"),))
    uses = (Use(DRAWN), Use(named, Affine.move(0, 10)), Use(named, Affine.move(0, 20)))
    pages = tuple(Page(Size(100, 60), (text_item(f"page {n}"), *uses)) for n in range(12))
    return Document("Long", pages)


def opened(document, **options):
    return pikepdf.open(io.BytesIO(render_pdf(document, **options)))


def test_a_long_file_reads_as_it_was_written(long, read_text):
    """The text of every page can be read, in any section."""
    same = ["same", "same"]
    assert [sorted(page.split()) for page in read_text(render_pdf(long))] == [
        sorted(["page", str(n), *same]) for n in range(12)
    ]


def test_sections_share_forms_without_resources_and_font_programs(long):
    """Four dictionaries and fonts, one set of outlines, one drawing; a symbol with text is drawn for each section."""
    pdf = opened(long)
    resources = {page.obj.Resources.objgen: page.obj.Resources for page in pdf.pages}.values()
    assert len(resources) == 4
    fonts = [font for one in resources for font in one.Font.values()]
    assert len({font.objgen for font in fonts}) == 4
    assert len({font.DescendantFonts[0].FontDescriptor.FontFile2.objgen for font in fonts}) == 1
    assert len({str(font.BaseFont) for font in fonts}) == 1
    forms = [form for one in resources for form in one.XObject.values()]
    assert len({form.objgen for form in forms if "/Resources" in form}) == 4
    assert len({form.objgen for form in forms if "/Resources" not in form}) == 1


def test_a_font_has_the_glyphs_of_all_sections(long, read_text):
    """A letter used only in the last section is there."""
    pages = (*long.pages[:-1], long.pages[-1]._replace(items=(long.pages[-1].items[0],)))
    assert read_text(render_pdf(long._replace(pages=pages)))[-1] == "page 11"


def test_a_picture_of_several_sections_is_in_the_file_once(long):
    """Pictures are shared by hash."""
    data = io.BytesIO()
    Pillow.new("RGB", (4, 4), "#345678").save(data, "PNG")
    image = Image(hashlib.sha256(data.getvalue()).hexdigest(), data.getvalue(), 4, 4)
    shown = Picture(Rect(50, 20, 9, 9), image)
    pages = tuple(page._replace(items=(*page.items, shown)) for page in long.pages)
    pdf = opened(long._replace(pages=pages))
    found = {form.objgen for page in pdf.pages for form in page.Resources.XObject.values() if form.Subtype == "/Image"}
    assert len(found) == 1


def test_links_lead_from_one_section_to_another(long):
    """Anchors are known in the whole file."""
    first, last = long.pages[0], long.pages[-1]
    linked = first._replace(items=(*first.items, Link(Rect(0, 0, 5, 5), "#end")))
    aimed = last._replace(items=(*last.items, Anchor("end", Point(5, 5))))
    pdf = opened(long._replace(pages=(linked, *long.pages[1:-1], aimed)))
    assert pdf.pages[0].Annots[0].Dest[0].objgen == pdf.pages[-1].obj.objgen


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(remote=st.sets(st.integers(0, 3)))
def test_a_file_is_the_same_whichever_process_draws_its_sections(long, remote):
    """Some sections come from another process, some are drawn here."""
    other, requested = Drawer(long), []

    def drawn(at, of):
        requested.append((at, of))
        return other.section(at) if at in remote else None

    assert render_pdf(long, section_source=drawn) == render_pdf(long)
    assert requested == [(at, 4) for at in range(4)]


def test_slicing_lazy_pages_makes_none():
    """The symbols are known without making a page."""
    made = []

    def page(number):
        made.append(number)
        return Page(Size(9, 9), (Use(DRAWN),), label=str(number))

    pages = LazyPages(range(100), page, lambda _number: iter((DRAWN,)))
    part = pages[40:90][10:12]
    assert ([*part.symbols()], len(part), made) == ([DRAWN, DRAWN], 2, [])
    assert [one.label for one in part] == ["50", "51"]
    assert (part[-1].label, made) == ("51", [50, 51, 51])
