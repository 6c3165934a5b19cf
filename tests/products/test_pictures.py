"""The product of pictures: which sides, under which names, cut how."""

import pytest

from punchboard.geometry import Size
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.print_options import PrintOptions
from punchboard.pipeline.artifacts import render_product
from punchboard.problem import ProblemsFound
from punchboard.products import PRODUCTS, Product
from punchboard.products.pictures import rounded_shape

BARE = ("rulebook",)


def made(composed):
    """Return the products of pictures."""
    return list(PRODUCTS["pictures"].make(composed))


def files(composed):
    """Return every picture's path and the size of its page in mm."""
    found = {}
    for product in made(composed):
        for name, page in zip(product.page_paths, product.document.pages, strict=True):
            found |= dict.fromkeys((name, *product.duplicates.get(name, ())), page.size)
    return found


def test_every_side_has_a_picture_with_its_bleed(composed):
    """Three fronts, the back that they share, a marker, and the sides of the reference card."""
    found = files(composed())
    names = ("branch-front", "crown-front", "root-front", "back", "marker-front")
    helps = ("reference-1-front", "reference-1-back", "reference-2-front")
    assert sorted(found) == sorted(f"pictures/bleed/{name}.png" for name in (*names, *helps))
    assert found["pictures/bleed/root-front.png"] == Size(69.5, 94.9)


@pytest.mark.parametrize(("form", "size"), [("bleed", (69.5, 94.9)), ("trim", (63.5, 88.9)), ("rounded", (63.5, 88.9))])
def test_how_pictures_are_cut_is_part_of_the_name(composed, form, size):
    """Only the requested form is made, in its own folder."""
    found = files(composed(only=(f"pictures/{form}",)))
    assert {path.split("/")[1] for path in found} == {form}
    assert found[f"pictures/{form}/crown-front.png"] == pytest.approx(size)


def test_equal_faces_are_one_page_with_several_names(composed, plain):
    """Every component has its file, and duplicates are rendered once."""
    rows = "rows: [{title: Root}, {title: Branch, copies: 3}, {title: Crown}]"
    alike = composed(
        texts=BARE,
        game=plain.replace(rows, "rows: [{title: Root}, {title: Crown}]").replace("face: card", "face: back"),
    )
    (cards,) = [product for product in made(alike) if "pictures/bleed/root-front.png" in product.page_paths]
    assert "pictures/bleed/crown-front.png" in cards.duplicates["pictures/bleed/root-front.png"]
    outputs = list(render_product(cards, ("pdf",), PrintOptions(), None))
    assert len({output.data for output in outputs}) == len(cards.document.pages)
    assert {"pictures/bleed/root-front.png", "pictures/bleed/crown-front.png"} <= {output.path for output in outputs}


@pytest.mark.parametrize("text", ["poker", "hex 50mm", "circle 25mm"])
def test_a_rounded_shape_is_within_its_trim_without_its_corners(text):
    """Cards by a radius, hexagons and circles by their outline."""
    trim = trim_from_text(text)
    outline = rounded_shape(trim)
    assert outline is not None
    assert outline.bounds.right == pytest.approx(trim.size.width, abs=0.01)
    assert (0.0, 0.0) not in [numbers[-2:] for _, numbers in outline.segments]


@pytest.mark.parametrize("text", ["square 14mm", "board 190mm x 70mm", "card 16mm x 16mm"])
def test_square_corners_stay(text):
    """Those of tokens, boards and sides of dice."""
    assert rounded_shape(trim_from_text(text)) is None


def test_pictures_have_the_requested_resolution(composed):
    """--dpi sets it."""
    game = composed(texts=BARE)
    game.print_options = PrintOptions(dpi=72)
    assert {product.raster.dpi for product in made(game)} == {72}


def test_a_unique_back_has_the_name_of_its_component(composed, plain):
    """A back that shows the front's content belongs to one card; a shared back has its layout's name."""
    own = files(composed(texts=BARE, game=plain.replace("back: back", "back: card")))
    assert {f"pictures/bleed/{name}-back.png" for name in ("root", "branch", "crown")} <= own.keys()


def test_without_pillow_a_picture_in_jpeg_is_a_problem_with_its_file(no_pillow):
    """It says what to do; the traceback of a missing module would not."""
    sheet = Product("table/deck.jpg", format="jpg")
    with pytest.raises(ProblemsFound, match=r"^table/deck.jpg: error PICT001: .*without Pillow$"):
        list(render_product(sheet, ("pdf",), PrintOptions(), None))
