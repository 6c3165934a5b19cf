"""Whole sheets in arithmetic: drawn for a measured printer, printed by it, turned over; each back behind its front."""

from collections import defaultdict

import pytest

from punchboard.compose.calibration import corrected_document
from punchboard.geometry import IDENTITY, Affine, Point
from punchboard.model.printing.printer import PrinterFile
from punchboard.products import PRODUCTS
from punchboard.scene import Group

NEAR = 0.05
SHORT = {"layouts/sheets/short.yaml": "faces: duplex\nflip: short edge\ngap: 4\n"}
PRINTERS = [
    {"x": 0.7, "y": -0.4},
    {"angle": 0.35},
    {"scale x": 1.012, "scale y": 0.991},
    {"x": -1.3, "y": 2.1, "angle": -0.6, "scale x": 0.985, "scale y": 1.007, "flip": "short edge"},
    {"x": 1.1, "y": 0.6, "angle": 0.5, "scale x": 1.01, "scale y": 0.99, "landscape": True},
]


def marked(items, place=IDENTITY):
    """Yield every component, or leaf, of a page with the transform of its trim."""
    for item in items:
        if isinstance(item, Group):
            inner = place @ item.transform
            if item.mark is not None:
                yield item.mark, inner
            yield from marked(item.items, inner)


def printed(page, printer, flip):
    """Return the corners of the trims of a page's components on paper, seen from the front, by id."""
    width, height = page.size
    over = Affine(-1, 0, 0, 1, width, 0) if flip == "long edge" else Affine(1, 0, 0, -1, 0, height)
    if width > height:  # lying across, the short edge is the upright one
        over = Affine(1, 0, 0, -1, 0, height) if flip == "long edge" else Affine(-1, 0, 0, 1, width, 0)
    lies = printer.print_transform(page.size, page.side, flip)
    seen = over @ lies if page.side == "back" else lies
    found = defaultdict(list)
    for mark, place in marked(page.items):
        w, h = mark.trim
        corners = [seen.apply(place.apply(Point(x, y))) for x in (0, w) for y in (0, h)]
        found[mark.component].append(sorted((round(x, 4), round(y, 4)) for x, y in corners))
    return found


@pytest.mark.parametrize("values", PRINTERS)
@pytest.mark.parametrize("layout", ["sheets/duplex", "sheets/short", "booklet", "booklet/booklet-a6"])
def test_every_back_is_behind_its_front(composed, values, layout):
    """Cards on both edges, leaves of booklets on both: within 0.05 mm on a printer without errors."""
    printer = PrinterFile.model_validate(values)
    name = layout.partition("/")[0]
    products = list(PRODUCTS[name].make(composed(("a4",), (layout,), files=SHORT)))
    assert products
    for product in products:
        assert product.is_home_print
        meant = product.document.pages
        drawn = corrected_document(product.document, printer, product.flip).pages
        assert len(drawn) % 2 == 0
        for front, back, plain in zip(drawn[::2], drawn[1::2], meant[::2], strict=True):
            assert (front.side, back.side) == ("front", "back")
            fronts, backs = printed(front, printer, product.flip), printed(back, printer, product.flip)
            true = printed(plain, PrinterFile(), product.flip)
            for component, places in backs.items():
                behind = sorted(fronts[component])
                assert len(behind) == len(places)
                for one, other in zip(behind, sorted(places), strict=True):
                    assert [pytest.approx(corner, abs=NEAR) for corner in one] == other
            for component, places in fronts.items():
                for one, other in zip(places, true[component], strict=True):
                    assert [pytest.approx(corner, abs=NEAR) for corner in other] == one
