from io import BytesIO

import pytest
from pikepdf import Pdf, Stream

from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.inline import spans_with_icons
from punchboard.compose.text.text_icons import icon_use, is_said_beside
from punchboard.geometry import IDENTITY, Affine, path_from_svg
from punchboard.render.pdf.writer import render_pdf
from punchboard.scene import Document, Page, Use, placed_symbols

STAR = path_from_svg("M0 0H512V512H0Z")


def symbols(items):
    """Yield every symbol that items use, with nested ones."""
    for symbol in placed_symbols(items):
        yield symbol
        yield from symbols(symbol.items)


def test_an_icon_of_one_colour_is_one_symbol_everywhere():
    """Position and size belong to the use; another colour is another symbol."""
    small, large = icon_use(STAR, "#000000", Affine.scale(0.01)), icon_use(STAR, "#000000", Affine.scale(0.1))
    assert small.symbol is large.symbol
    assert small.symbol is not icon_use(STAR, "#c8402f", IDENTITY).symbol


def test_an_icon_at_two_sizes_on_a_card_and_in_its_text_is_drawn_once(tiny_game):
    """A box and a line of text share the drawing, which the PDF contains once."""
    face = """\
boxes:
  large: {at: [10, 10], size: [30, 30], icon: star, colour: ink}
  small: {at: [10, 45], size: [5, 5], icon: star, colour: ink}
  words: {at: [10, 60], size: [40, 10], text: "gain :star:", style: title, colour: ink}
"""
    loaded = tiny_game(face)
    front = FaceComposer(loaded, "full").front_face(loaded.game.components[0])
    icons = [symbol for symbol in symbols(front.symbol.items) if symbol.name == "icon"]
    assert len(icons) == 3
    assert len(set(icons)) == 1
    pages = tuple(Page(front.trim.size, (Use(front.symbol),)) for _ in range(2))
    with Pdf.open(BytesIO(render_pdf(Document("two cards", pages)))) as pdf:
        streams = [one.read_bytes() for one in pdf.objects if isinstance(one, Stream)]
    (begun,) = icons[0].items[0].outline.segments[:1]
    assert sum(stream.count(b"%g %g m" % begun[1]) for stream in streams) == 1


@pytest.mark.parametrize(
    ("text", "is_said"),
    [("Patrol: :eye: Draw 1.", True), (":eye: Patrol", True), ("the patrol :eye:", True), ("Draw 1: :eye:", False)],
)
def test_an_icon_whose_name_is_said_beside_it_is_silent(text, is_said):
    """Also after a label with a colon."""
    spans = list(spans_with_icons(text))
    at = next(at for at, span in enumerate(spans) if span.icon)
    assert is_said_beside(spans, at, "Patrol") == is_said
