"""The SVG of every component: there, sound, and the same drawing as on the sheets."""

import io
import re
from xml.etree import ElementTree as ET

import pikepdf
import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops, ImageDraw, ImageStat

GAMES = pytest.mark.parametrize("game", ["alpha-and-omega", "atmosfear"])
SVG = "{http://www.w3.org/2000/svg}"
PT = 25.4 / 72
PIXELS = {"atmosfear": 10, "alpha-and-omega": 12, "reference": 20}
"""Pixels in a mm such that a component is a whole number of them wide and high, which rasterisers would round."""
SMALL = 4
"""Both pictures are compared at a quarter of the resolution, where the edges of two rasterisers agree."""
MEAN, FAR, FAR_SHARE = 2.0, 48, 0.005
"""Of 255 levels: how far pixels may differ in the mean, and what share by more than `FAR`: edges between pixels."""


@GAMES
def test_every_distinct_component_has_its_svg_front_and_back(output, material, game):
    """There is a front for each id and a back for each that a kind names, as large as trim and bleed."""
    catalog = material(game).game
    folder = output.path / game / "components"
    fronts = {f"{component.id}-front.svg" for component in catalog.components}
    backs = {f"{kind.file.back.rsplit('/', 1)[-1]}.svg" for kind in catalog.kinds.values()}
    found = {path.name for path in folder.iterdir()}
    assert fronts | backs <= found
    assert {re.sub(r"-\d+-(front|back)", "", name) for name in found - fronts - backs} == {"reference.svg"}
    for component in catalog.components:
        width, height = catalog.kinds[component.kind].trim.size
        root = ET.parse(folder / f"{component.id}-front.svg").getroot()
        size = [float(root.get(name).removesuffix("mm")) for name in ("width", "height")]
        grown = 6 / 3**0.5 * 2 if game == "alpha-and-omega" else 6
        assert size == pytest.approx([width + 6, height + grown], abs=0.002)


@GAMES
def test_svg_needs_no_font_and_nothing_from_elsewhere(output, game):
    """Text is outlines with its words beside it, every reference leads to an id of the file, nothing is fetched."""
    for path in sorted((output.path / game / "components").glob("*.svg")):
        text = path.read_text(encoding="utf-8")
        root = ET.fromstring(text)
        assert root.findall(f".//{SVG}text") == []
        ids = {element.get("id") for element in root.iter()} - {None}
        assert set(re.findall(r"url\(#([^)]+)\)", text)) <= ids, path.name
        links = re.findall(r'href="([^"]+)"', text)
        assert [link for link in links if link.removeprefix("#") not in ids and not link.startswith("data:")] == []
        assert "<script" not in text


@GAMES
def test_svg_says_the_words_that_it_draws(output, read, material, game):
    """The labels of a component's SVG, read one after another, are the text of the same component on the sheets."""
    catalog = material(game).game
    places = [placed for page in read(f"{game}/print-and-play/a4-fronts.pdf") for placed in page.placed]
    ids = [component.id for component in catalog.components for _ in range(component.copies)]
    for name, placed in zip(ids, places, strict=True):
        root = ET.parse(output.path / game / "components" / f"{name}-front.svg").getroot()
        body = [element.get("aria-label", "") for element in root.iter() if element.get("role") == "img"]
        drawn, printed = re.sub(r"\s+", "", "".join(body)), re.sub(r"\s+", "", placed.text)
        assert sorted(drawn) == sorted(printed) or set(drawn) == set(printed), name


def svg_picture(path, pixels):
    """Rasterise an SVG on white."""
    data = bytes(resvg_py.svg_to_bytes(svg_string=path.read_text(encoding="utf-8"), dpi=25.4 * pixels))
    picture = Image.open(io.BytesIO(data)).convert("RGBA")
    ground = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(ground, picture).convert("RGB")


def page_picture(page, pixels):
    """Rasterise a PDF page to the nearest whole number of pixels, never one more for a rounded width."""
    width = page.get_width()
    scale = (round(width * PT * pixels) - 0.01) / width
    return page.render(scale=scale).to_pil().convert("RGB")


def pdf_picture(pdf, number, placed, pixels):
    """Rasterise what lies in one place of a sheet, turned upright."""
    left, top, right, bottom = placed.box
    page = pdf.pages[number]
    high = float(page.MediaBox[3])
    page.MediaBox = [left / PT, high - bottom / PT, right / PT, high - top / PT]
    for name in ("/TrimBox", "/BleedBox"):
        del page[name]
    data = io.BytesIO()
    single = pikepdf.new()
    single.pages.append(page)
    single.save(data)
    rendered = pypdfium2.PdfDocument(data.getvalue())
    picture = page_picture(rendered[0], pixels)
    rendered.close()
    turn = placed.place
    return picture if turn.a > 0.5 else picture.rotate(90 if turn.b > 0.5 else -90, expand=True)


def inner_mask(size, hexagonal):
    """Return white where both pictures are to agree: within the clip, its antialiased rim left out."""
    width, height = size
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    if hexagonal:
        x, y, r = width / 2, height / 2, height / 2 - 2
        corners = [(0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5)]
        draw.polygon([(x + r * dx, y + r * dy) for dx, dy in corners], fill=255)
    else:
        draw.rectangle((2, 2, width - 3, height - 3), fill=255)
    return mask


def differences(one, other, *, hexagonal):
    """Return the mean difference of two pictures, and the share of channels that are far apart."""
    assert one.size == pytest.approx(other.size, abs=2)
    width, height = (min(a, b) // SMALL for a, b in zip(one.size, other.size, strict=True))
    box = (0, 0, width * SMALL, height * SMALL)
    first, second = (picture.crop(box).reduce(SMALL) for picture in (one, other))
    mask = inner_mask(first.size, hexagonal)
    apart = ImageChops.difference(first, second)
    far = apart.point(lambda level: 255 if level > FAR else 0)
    return max(ImageStat.Stat(apart, mask).mean), max(ImageStat.Stat(far, mask).mean) / 255


def compared(output, read, material, game, chosen):
    """Yield (id, mean difference, share far apart) of components on the A4 sheets with bleed against their SVG."""
    path, pixels = f"{game}/print-and-play/a4-bleed.pdf", PIXELS[game]
    catalog = material(game).game
    pieces = iter(component for component in catalog.components for _ in range(component.copies))
    for number, page in enumerate(read(path)[0::2]):
        for place in page.placed:
            component = next(pieces)
            if not chosen(component):
                continue
            with pikepdf.open(output.path / path) as pdf:
                sheet = pdf_picture(pdf, 2 * number, place, pixels)
            drawing = svg_picture(output.path / game / "components" / f"{component.id}-front.svg", pixels)
            yield component.id, *differences(sheet, drawing, hexagonal=game == "alpha-and-omega")


def too_far(found):
    """Return those that differ more than the tolerance."""
    return [(name, mean, share) for name, mean, share in found if mean > MEAN or share > FAR_SHARE]


@GAMES
def test_pdf_and_svg_of_a_component_of_each_kind_look_the_same(output, read, material, game):
    """One of each kind: a quarter of the size, sheet and SVG differ by under 2 of 255 levels, far on edges alone."""
    kinds = set()
    found = list(compared(output, read, material, game, lambda one: not (one.kind in kinds or kinds.add(one.kind))))
    assert len(found) == len(material(game).game.kinds)
    assert too_far(found) == []


@GAMES
@pytest.mark.slow
def test_pdf_and_svg_of_every_component_look_the_same(output, read, material, game):
    """All of them, by the same tolerance."""
    found = list(compared(output, read, material, game, lambda _one: True))
    assert len(found) == sum(component.copies for component in material(game).game.components)
    assert too_far(found) == []


@GAMES
def test_two_different_components_are_far_apart_by_this_measure(output, material, game):
    """The measure tells two cards apart, so that agreement means something."""
    folder = output.path / game / "components"
    names = [component.id for component in material(game).game.components][1:4:2]
    one, other = (svg_picture(folder / f"{name}-front.svg", PIXELS[game]) for name in names)
    mean, share = differences(one, other, hexagonal=game == "alpha-and-omega")
    assert mean > MEAN
    assert share > FAR_SHARE


def compared_reference(output, game, pages):
    """Yield (side, mean difference, share far apart) of pages of reference.pdf against the SVG of the same side."""
    pixels = PIXELS["reference"]
    pdf = pypdfium2.PdfDocument(output.path / game / "reference.pdf")
    for number in range(len(pdf))[pages]:
        name = f"reference-{number // 2 + 1}-{('front', 'back')[number % 2]}"
        page = page_picture(pdf[number], pixels)
        drawing = svg_picture(output.path / game / "components" / f"{name}.svg", pixels)
        yield name, *differences(page, drawing, hexagonal=False)
    pdf.close()


@GAMES
@pytest.mark.parametrize("pages", [slice(1), pytest.param(slice(1, None), marks=pytest.mark.slow)])
def test_reference_pages_and_their_svg_look_the_same(output, game, pages):
    """Each page of reference.pdf agrees with the SVG of the same side: the first always, the others as a slow test."""
    found = list(compared_reference(output, game, pages))
    assert found
    assert too_far(found) == []
