"""The SVG of every component exists, is valid, and shows the same drawing as the sheets."""

import io
import re
from xml.etree import ElementTree as ET

import pikepdf
import pypdfium2
import pytest
import resvg_py
from PIL import Image, ImageChops, ImageDraw, ImageStat

SVG = "{http://www.w3.org/2000/svg}"
PT = 25.4 / 72
HEX = 2 / 3**0.5
SMALL = 4
"""Both pictures are compared at a quarter of the resolution, where the edges of two rasterisers agree."""
MEAN, FAR, FAR_SHARE = 2.0, 48, 0.005
"""The mean difference of pixels allowed, of 255 levels, and the share that may differ by more than `FAR`, at edges."""


def test_every_distinct_component_has_its_svg_front_and_back(output, loaded, game):
    """There is a front for each id and a back for each that a kind names, as large as trim and bleed."""
    catalog = loaded(game).game
    folder = output.path / game / "components"
    fronts = {f"{component.id}-front.svg" for component in catalog.components}
    named = {kind.file.back.rsplit("/", 1)[-1] for kind in catalog.kinds.values() if kind.file.back is not None}
    dice = {f"{name}-{number}.svg" for name in catalog.file.dice for number in range(1, 7)}
    found = {path.name for path in folder.iterdir()}
    assert fronts | dice <= found
    own = {f"{component.id}-back.svg" for component in catalog.components} & found
    rest = {re.sub(r"(-\d+(-front|-back)?)?\.svg$", "", name) for name in found - fronts - dice - own}
    alone = {catalog.kinds[one.kind].file.back for one in catalog.components if f"{one.id}-back.svg" in own}
    assert rest | {back.rsplit("/", 1)[-1] for back in alone} == {"reference", *named}
    for component in catalog.components:
        kind = catalog.kinds[component.kind]
        bleed = loaded(game).layouts.faces[kind.file.face].bleed
        width, height = kind.trim.size
        root = ET.parse(folder / f"{component.id}-front.svg").getroot()
        size = [float(root.get(name).removesuffix("mm")) for name in ("width", "height")]
        grown = 2 * bleed * (HEX if kind.trim.form == "hex" else 1)
        assert size == pytest.approx([width + 2 * bleed, height + grown], abs=0.002)


def test_svg_needs_no_font_and_no_other_file(output, game):
    """Text is outlines with a label, and every reference leads to an id of the same file."""
    for path in sorted((output.path / game / "components").glob("*.svg")):
        text = path.read_text(encoding="utf-8")
        root = ET.fromstring(text)
        assert root.findall(f".//{SVG}text") == []
        ids = {element.get("id") for element in root.iter()} - {None}
        assert set(re.findall(r"url\(#([^)]+)\)", text)) <= ids, path.name
        links = re.findall(r'href="([^"]+)"', text)
        assert [link for link in links if link.removeprefix("#") not in ids and not link.startswith("data:")] == []
        assert "<script" not in text


def test_svg_labels_are_the_words_drawn(output, sides, game):
    """The labels in a component's SVG, joined, are its text on the sheets, but for the names of icons."""
    pairs = {piece.id: placed for side in sides(game, "a4", "fronts")[0] for piece, placed in side.pairs}
    assert pairs
    for name, placed in pairs.items():
        root = ET.parse(output.path / game / "components" / f"{name}-front.svg").getroot()
        body = [element.get("aria-label", "") for element in root.iter() if element.get("role") == "img"]
        drawn, printed = (re.sub(r":[a-z][a-z0-9-]*:|\s+", "", text) for text in ("".join(body), placed.text))
        assert sorted(drawn) == sorted(printed) or set(drawn) == set(printed), name


def svg_picture(path, pixels):
    """Rasterise an SVG on white."""
    data = bytes(resvg_py.svg_to_bytes(svg_string=path.read_text(encoding="utf-8"), dpi=25.4 * pixels))
    picture = Image.open(io.BytesIO(data)).convert("RGBA")
    ground = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(ground, picture).convert("RGB")


def page_picture(page, pixels):
    """Rasterise a PDF page to the nearest whole number of pixels."""
    width = page.get_width()
    scale = (round(width * PT * pixels) - 0.01) / width
    return page.render(scale=scale).to_pil().convert("RGB")


def pdf_picture(pdf, number, placed, pixels):
    """Rasterise one position of a sheet, turned upright."""
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


def pixels_of(width, height):
    """Return the pixels per mm that give a picture a whole number of pixels, much larger than its edges."""
    sides = (width, height)
    return next(
        n
        for n in (10, 12, 20, 30, 40, 50)
        if n * min(sides) >= 550 and all(abs(n * side - round(n * side)) < 0.05 for side in sides)
    )


def inner_mask(size, form, part):
    """Return white where both pictures should agree: within the clip, without its antialiased rim and the cut line.

    On the sheets, a cut line follows the trim of tokens; the width of the trim is a part of the clip's width.
    """
    width, height = size
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    if form == "circle":
        draw.ellipse((2, 2, width - 3, height - 3), fill=255)
    elif form == "hex":
        x, y, r = width / 2, height / 2, height / 2 - 2
        corners = [(0, -1), (0.866, -0.5), (0.866, 0.5), (0, 1), (-0.866, 0.5), (-0.866, -0.5)]
        draw.polygon([(x + r * dx, y + r * dy) for dx, dy in corners], fill=255)
    else:
        draw.rectangle((2, 2, width - 3, height - 3), fill=255)
    if form in {"circle", "square"}:
        inset = width * (1 - part) / 2
        if form == "square":  # corner ticks of the sheet stand on its bleed
            draw.rectangle((0, 0, width, height), fill=0)
            draw.rectangle((inset, inset, width - 1 - inset, height - 1 - inset), fill=255)
        outline = draw.ellipse if form == "circle" else draw.rectangle
        for off in (-2, -1, 0, 1, 2):
            outline((inset + off, inset + off, width - 1 - inset - off, height - 1 - inset - off), outline=0, width=2)
    return mask


def differences(one, other, form="card", part=1.0):
    """Return the mean difference of two pictures, and the share of channels with a large difference."""
    assert one.size == pytest.approx(other.size, abs=2)
    width, height = (min(a, b) // SMALL for a, b in zip(one.size, other.size, strict=True))
    box = (0, 0, width * SMALL, height * SMALL)
    first, second = (picture.crop(box).reduce(SMALL) for picture in (one, other))
    mask = inner_mask(first.size, form, part)
    apart = ImageChops.difference(first, second)
    far = apart.point(lambda level: 255 if level > FAR else 0)
    return max(ImageStat.Stat(apart, mask).mean), max(ImageStat.Stat(far, mask).mean) / 255


def differences_on_sheets(output, sheet_file, sides, game, chosen):
    """Yield (id, mean difference, share far apart) of components on the A4 sheets with bleed and in their SVG."""
    path = sheet_file(game, "a4", "bleed")
    for number, side in enumerate(sides(game, "a4", "bleed")[0]):
        for component, (trim, place) in zip(side.components, side.cut, strict=True):
            if not chosen(trim, component):
                continue
            left, top, right, bottom = place.box
            pixels = pixels_of(right - left, bottom - top)
            with pikepdf.open(path) as pdf:
                sheet = pdf_picture(pdf, 2 * number, place, pixels)
            drawing = svg_picture(output.path / game / "components" / f"{component.id}-front.svg", pixels)
            part = trim.size.width / (right - left)
            yield component.id, *differences(sheet, drawing, trim.form, part)


def above_tolerance(found):
    """Return the comparisons above the tolerance."""
    return [(name, mean, share) for name, mean, share in found if mean > MEAN or share > FAR_SHARE]


def first_of_each(key):
    """Return a function that chooses the first component for each value of a key."""
    known = set()
    return lambda trim, one: not ((value := key(trim, one)) in known or known.add(value))


def test_pdf_and_svg_of_a_component_of_each_form_look_the_same(output, sheet_file, sides, game):
    """At a quarter of the size, sheet and SVG differ by less than 2 of 255 levels, more only at edges."""
    found = list(differences_on_sheets(output, sheet_file, sides, game, first_of_each(lambda trim, _one: trim.form)))
    assert found
    assert above_tolerance(found) == []


@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.long)])
def test_pdf_and_svg_of_components_look_the_same(output, sheet_file, sides, *, lots, game, step):
    """Every twelfth flat component with the same tolerance, or all before a release."""
    wanted = sorted({piece.id for lot in lots(game, "bleed") for piece in lot.components})[::step]
    first = first_of_each(lambda _trim, one: one.id)
    found = list(
        differences_on_sheets(output, sheet_file, sides, game, lambda trim, one: one.id in wanted and first(trim, one))
    )
    assert len(found) == len(wanted)
    assert above_tolerance(found) == []


def test_two_different_components_exceed_the_tolerance(output, lots, game):
    """So the measure can tell two cards apart."""
    folder = output.path / game / "components"
    lot = lots(game, "fronts")[0]
    names = list(dict.fromkeys(piece.id for piece in lot.components))[1:4:2]
    one, other = (svg_picture(folder / f"{name}-front.svg", 10) for name in names)
    mean, share = differences(one, other, lot.trim.form)
    assert mean > MEAN
    assert share > FAR_SHARE


def differences_on_reference_pages(output, game):
    """Yield (side, mean difference, share far apart) of pages of reference.pdf and the SVG of the same side."""
    pdf = pypdfium2.PdfDocument(output.path / game / "reference.pdf")
    for number in range(len(pdf)):
        name = f"reference-{number // 2 + 1}-{('front', 'back')[number % 2]}"
        pixels = pixels_of(*(PT * length for length in pdf[number].get_size()))
        page = page_picture(pdf[number], pixels)
        drawing = svg_picture(output.path / game / "components" / f"{name}.svg", pixels)
        yield name, *differences(page, drawing)
    pdf.close()


def test_reference_pages_and_their_svg_look_the_same(output, game):
    """Each side of each reference card, with the same tolerance."""
    found = list(differences_on_reference_pages(output, game))
    assert found
    assert above_tolerance(found) == []
