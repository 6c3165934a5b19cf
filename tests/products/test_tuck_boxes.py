"""Tuck boxes as a product."""

import pytest

from punchboard.compose.net_sheets import CUT
from punchboard.geometry import Affine
from punchboard.model.print_options import ChangedParts, PrintOptions
from punchboard.model.printing.printer import PrinterFile
from punchboard.products import PRODUCTS
from punchboard.scene import Group, Shape, Text, Use

BOXES = """\
tuck boxes:
  pack: {holds: card, stock: card}
  sleeved: {name: In sleeves, holds: card, stock: card, sleeves: 0.2mm}
"""


def words(items):
    for item in items:
        if isinstance(item, Use):
            yield from words(item.symbol.items)
        elif isinstance(item, Group):
            yield from words(item.items)
        elif isinstance(item, Text):
            yield from (word.text for line in item.lines for word in line.words)


@pytest.fixture
def boxed(composed, plain):
    return composed(("a4",), game=plain + BOXES)


def test_each_box_has_a_page_that_says_what_goes_in(boxed):
    """Its name, the number and stock of its cards, and its inner size."""
    (product,) = PRODUCTS["boxes"].make(boxed)
    assert product.path == "print-and-play/a4-boxes.pdf"
    first, second = product.document.pages
    text = " ".join(words(first.items))
    assert "Grove: a box for 5 cards on playing card stock, 64 x 90 x 4 mm inside" in text
    assert "tuck boxes, page 1 of 2" in text
    assert "In sleeves: a box for 5 cards" in " ".join(words(second.items))


def test_a_box_shows_the_back_of_its_cards(boxed):
    """Drawn below the plate with the name, large enough to cover the front."""
    box = boxed.tuck_boxes[0]
    art = box.faces[-1]
    assert art.layout == "back"
    assert box.net.panels[0].face == len(box.faces) - 1
    scale = box.net.panels[0].transform.a
    assert 1 < scale < 1.05


def test_a_game_without_boxes_has_no_file(composed):
    """Nor does it load the layouts of boxes."""
    made = composed(("a4",))
    assert list(PRODUCTS["boxes"].make(made)) == []
    assert not any(name.startswith("tuck-") for name in made.loaded.layouts.faces)


def test_unchanged_boxes_are_not_reprinted(composed, plain):
    """Changed ones are in a file with another name."""
    print_options = PrintOptions(changed=ChangedParts("1.0", {"box sleeved": 1}))
    (product,) = PRODUCTS["boxes"].make(composed(("a4",), game=plain + BOXES, print_options=print_options))
    assert (product.path, product.pieces) == ("print-and-play/a4-boxes-changed.pdf", 1)
    assert "In sleeves" in " ".join(words(product.document.pages[0].items))
    nothing = composed(
        ("a4",), game=plain + BOXES, print_options=PrintOptions(changed=ChangedParts("1.0", {"root": 1}))
    )
    assert list(PRODUCTS["boxes"].make(nothing)) == []


def reach(items, place, found):
    """Collect the corners of all shapes on a page, in mm."""
    for item in items:
        if isinstance(item, Group):
            reach(item.items, place @ item.transform, found)
        elif isinstance(item, Use):
            reach(item.symbol.items, place @ item.transform, found)
        elif isinstance(item, Shape) and item.stroke == CUT:
            found.append(place.bounds(item.outline.bounds))


@pytest.mark.parametrize(("product", "papers"), [("boxes", ("a4",)), ("nets", ("a4",))])
def test_boxes_are_within_the_reach_of_a_printer(composed, folded, plain, product, papers):
    """No cut is lost on a printer with large margins."""
    printer = PrinterFile(margins=(16, 14, 9, 13))
    print_options = PrintOptions(printer=printer)
    made = (
        composed(papers, game=plain + BOXES, print_options=print_options)
        if product == "boxes"
        else folded(papers, print_options=print_options)
    )
    (file,) = PRODUCTS[product].make(made)
    for page in file.document.pages:
        found, blank = [], printer.blank_margins(page.size)
        reach(page.items, Affine(), found)
        assert found
        assert min(area.y for area in found) >= blank.top - 0.01
        assert min(area.x for area in found) >= blank.left - 0.01
        assert max(area.right for area in found) <= page.size.width - blank.right + 0.01
