"""The smallest text of a card, its footer, on what is really drawn behind it."""

import io

import pytest
from PIL import Image

from punchboard.geometry import Affine, Size
from punchboard.load.layouts.raw_layouts import theme_choices
from punchboard.model.print_options import Raster
from punchboard.render import render_pictures
from punchboard.scene import Document, Group, Page, Text, Use
from punchboard.srgb import contrast

FOOTER = "From the far islands in the west: card 171 of 240"
QUICK = {"meadow"}


def parted(items, words):
    """Return the items without the texts that have any of these words, and the colours of those texts."""
    rest, colours = [], []
    for item in items:
        if isinstance(item, Text) and any(word in line.text for line in item.lines for word in words):
            colours.append(item.colour)
        elif isinstance(item, Group | Use):
            own = item.items if isinstance(item, Group) else item.symbol.items
            kept, found = parted(own, words)
            colours += found
            rest.append(Group(tuple(kept), item.transform) if found else item)
        else:
            rest.append(item)
    return rest, colours


def lowest_contrast(face):
    """Return the lowest contrast of a face's footer to a pixel behind it, in the area that its text covers."""
    (area,) = (box.ink for box in face.boxes if box.name == "footer")
    rest, (colour,) = parted(face.symbol.items, ("islands",))
    behind = Page(Size(*area.size), (Group(tuple(rest), Affine.move(-area.x, -area.y)),), label="1")
    image = Image.open(io.BytesIO(next(render_pictures(Document("footer", (behind,)), "png", Raster(100)))))
    pixels = image.convert("RGB").getcolors(image.width * image.height)
    return min(contrast(colour, "#{:02x}{:02x}{:02x}".format(*pixel)) for _, pixel in pixels)


@pytest.mark.parametrize(
    "theme",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in ("plain", *theme_choices())],
)
def test_a_footer_can_be_read_on_every_card_face(sample, tmp_path, theme):
    """Its contrast to each pixel behind it is 4.5 or more, with and without a picture, a text or numbers."""
    (tmp_path / "sample").mkdir()
    Image.linear_gradient("L").resize((900, 1260)).convert("RGB").save(tmp_path / "sample" / "fox.png")
    shapes = {**dict.fromkeys(sample.CARDS, "poker"), **sample.MORE_CARDS}
    rows = [
        {**sample.MIDDLE, "footer": FOOTER},
        {"title": "Moor", "footer": FOOTER, "picture": "fox.png"},
        {"title": "Moor", "type": "Place", "cost": "3", "icon": "lamp", "footer": FOOTER},
    ]
    low, seen = [], set()
    for shape in dict.fromkeys(shapes.values()):
        faces = [face for face in shapes if shapes[face] == shape]
        for face in sample.fronts(sample.game(tmp_path / "sample", theme, faces, shape, rows)):
            if any(box.name == "footer" and box.ink for box in face.boxes):
                seen.add(face.layout)
                ratio = lowest_contrast(face)
                if ratio < 4.5:
                    low.append((face.layout, face.place, ratio))
    assert low == []
    assert seen == shapes.keys() - {"split", "mini", "domino"}  # they have no footer
