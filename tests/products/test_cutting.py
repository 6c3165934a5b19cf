import io
import re
from collections import Counter
from itertools import pairwise
from math import pi, tan
from xml.etree import ElementTree as ET

import ezdxf
import pypdfium2
import pytest

from punchboard.compose.cutting import corner_arms, mark_keep_outs, square_mark
from punchboard.geometry import Rect, Size, path_from_svg
from punchboard.model.printing.destinations import RegistrationFile
from punchboard.problem import ProblemsFound, Severity
from punchboard.products.cutting import cutting, left_out_problems
from punchboard.render import render

pytestmark = pytest.mark.slow

SVG = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
A4, LETTER = Size(210, 297), Size(215.9, 279.4)
PAPERS = {"a4": A4, "letter": LETTER}
MARKS = RegistrationFile()

KINDS = """\
  tile:
    name: Tile
    shape: hex 50mm
    face: marker
    id: tile
    prototype: made for a test
    rows: [{copies: 22}]
  chit:
    name: Chit
    shape: square 14mm
    face: marker
    id: chit
    prototype: made for a test
    rows: [{copies: 30}]
  wall:
    name: Wall
    shape: board 120mm x 30mm
    face: marker
    id: wall
    prototype: made for a test
    rows: [{copies: 2}]
"""


@pytest.fixture
def made(composed, plain):
    """Return a function that returns the products of the game with tiles, chits and boards, by path."""

    def make(only=("cutting",), papers=("a4", "letter"), files=None, game=None):
        files = {f"layouts/{name}": text for name, text in (files or {}).items()}
        found = composed(papers, only, game=game or plain.replace("copies: 3", "copies: 21") + KINDS, files=files)
        return {product.path: product for product in cutting(found)}

    return make


def layers(data: bytes) -> dict[str, list]:
    """Return the outlines of an SVG file by the id of their group."""
    root = ET.fromstring(data)
    return {
        group.get("id"): [path_from_svg(path.get("d")) for path in group.findall(f"{SVG}path")]
        for group in root.findall(f"{SVG}g")
    }


def entities(data: bytes):
    """Return the cuts of a DXF file: polylines, lines and circles."""
    space = ezdxf.read(io.StringIO(data.decode())).modelspace()
    return {kind: list(space.query(f'{kind}[layer=="CUT"]')) for kind in ("LWPOLYLINE", "LINE", "CIRCLE")}


def cut_files(products, form):
    return {path: product for path, product in products.items() if path.endswith(f".{form}")}


def ink(data: bytes, page: int, dpi: int):
    """Return a page as a grey picture."""
    with pypdfium2.PdfDocument(data) as document:
        return document[page].render(scale=dpi / 72, grayscale=True).to_pil().convert("L")


def test_each_machine_has_its_print_its_cut_files_and_a_text(made):
    """A shop that reads a spot colour has no cut files."""
    products = made()
    for machine in ("silhouette", "plain", "cut-contour"):
        for paper in PAPERS:
            assert {f"cutting/{machine}/{paper}.pdf", f"cutting/{machine}/{paper}.txt"} <= products.keys()
    for machine, some in (("silhouette", True), ("plain", True), ("cut-contour", False)):
        for form in ("svg", "dxf"):
            assert any(path.startswith(f"cutting/{machine}/") for path in cut_files(products, form)) is some


def test_one_machine_can_be_requested(made):
    """By its name after the product's name."""
    paths = made(("cutting/plain",), ("a4",))
    assert paths
    assert all(path.startswith("cutting/plain/a4") for path in paths)


@pytest.mark.parametrize("machine", ["silhouette", "plain"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_component_of_every_front_is_cut_out_once(made, machine, paper):
    """The outlines in the SVG and DXF that the text names for a page are the trims on that page, to 0.01 mm."""
    products = made((f"cutting/{machine}",), (paper,))
    stem = f"cutting/{machine}/{paper}"
    pages = products[f"{stem}.pdf"].document.pages
    text = products[f"{stem}.txt"].data.decode()
    named = re.findall(rf"({paper}-cut-\d+)\.svg or \S+: pages? ([\d,\s]+);", text)
    listed = [int(number) for _, numbers in named for number in re.findall(r"\d+", numbers)]
    assert sorted(listed) == [number for number, page in enumerate(pages, 1) if page.side == "front"]
    for name, numbers in named:
        drawn = layers(render("svg", products[f"cutting/{machine}/{name}.svg"].document))["cut"]
        machined = entities(render("dxf", products[f"cutting/{machine}/{name}.dxf"].document))
        for number in map(int, re.findall(r"\d+", numbers)):
            marks = [item for item in pages[number - 1].items if getattr(item, "mark", None)]
            assert_cut_out(marks, drawn)
            assert_machined(marks, machined, PAPERS[paper].height)


def frames(marks):
    """Return the frames of the trims on a page by the shape of the component."""
    found = {}
    for item in marks:
        form = {"marker": "circle", "tile": "hex", "chit": "square", "wall": "board"}.get(item.mark.component, "card")
        found.setdefault(form, []).append(item.transform.bounds(Rect(0, 0, *item.mark.trim)))
    return found


def near(one, other, by=0.011):
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def assert_cut_out(marks, outlines):
    """Rounded and round components have their own path; every side of tiles and chits is covered once."""
    placed = frames(marks)
    alone = [*placed.get("card", ()), *placed.get("board", ()), *placed.get("circle", ())]
    closed = [outline for outline in outlines if any(command == "C" for command, _ in outline.segments)]
    assert len(closed) == len(alone)
    for frame in alone:
        assert sum(near(outline.bounds, frame) for outline in closed) == 1
    corners = {
        (round(x, 1), round(y, 1))
        for outline in outlines
        if outline not in closed
        for x, y in (numbers for _, numbers in outline.segments if numbers)
    }
    for frame in placed.get("hex", ()):
        assert sum(near(corner, want, 0.1) for corner in corners for want in hexagon_corners(frame)) == 6


def hexagon_corners(frame):
    """Return the six corners of a hexagon that fills a frame."""
    (cx, cy), wide = frame.centre, frame.width > frame.height
    x, y, right, bottom = frame.x, frame.y, frame.right, frame.bottom
    if wide:
        q = frame.width / 4
        return [(x, cy), (x + q, y), (right - q, y), (right, cy), (right - q, bottom), (x + q, bottom)]
    q = frame.height / 4
    return [(cx, y), (right, y + q), (right, bottom - q), (cx, bottom), (x, bottom - q), (x, y + q)]


def assert_machined(marks, found, height):
    """A circle is a CIRCLE, a rounded component a closed polyline with four quarter bulges, y upwards."""
    placed = frames(marks)
    circles = {(round(c.dxf.center.x, 2), round(height - c.dxf.center.y, 2)): c.dxf.radius for c in found["CIRCLE"]}
    assert len(circles) == len(placed.get("circle", ()))
    for frame in placed.get("circle", ()):
        assert any(
            near(centre, frame.centre) and abs(radius - frame.width / 2) < 0.01 for centre, radius in circles.items()
        )
    rounded = [line for line in found["LWPOLYLINE"] if any(bulge for *_, bulge in line.get_points("xyb"))]
    alone = [*placed.get("card", ()), *placed.get("board", ())]
    assert len(rounded) == len(alone)
    for line in rounded:
        assert line.closed
        assert Counter(round(abs(bulge), 3) for *_, bulge in line.get_points("xyb")) == {0: 4, round(tan(pi / 8), 3): 4}
    for frame in alone:
        assert sum(near(bounds(line, height), frame) for line in rounded) == 1


def bounds(line, height):
    xs, ys = zip(*line.get_points("xy"), strict=True)
    return min(xs), height - max(ys), max(xs) - min(xs), max(ys) - min(ys)


def test_the_radius_is_that_of_the_shape(made):
    """Cards 3 mm, boards 1 mm: the straight parts are shorter by two radii."""
    products = made(("cutting/plain",), ("a4",))
    found = Counter()
    for product in cut_files(products, "dxf").values():
        for line in entities(render("dxf", product.document))["LWPOLYLINE"]:
            points = line.get_points("xyb")
            for (x, y, bulge), (x2, y2, _) in pairwise(points):
                if bulge:
                    found[round(abs(x2 - x), 2), round(abs(y2 - y), 2)] += 1
    assert found.keys() == {(3.0, 3.0), (1.0, 1.0)}


def test_shared_sides_are_in_the_file_once(made):
    """The total cut length of tiles and chits is the sum of all distinct sides."""
    products = made(("cutting/plain",), ("a4",))
    for path, product in cut_files(products, "svg").items():
        cut = layers(render("svg", product.document))["cut"]
        straight = [outline for outline in cut if not any(command == "C" for command, _ in outline.segments)]
        pieces = Counter()
        for outline in straight:
            points = [numbers for _, numbers in outline.segments if numbers]
            points += points[:1] if outline.segments[-1][0] == "Z" else []
            pieces.update(frozenset(pair) for pair in pairwise(points))
        assert all(count == 1 for count in pieces.values()), path


def test_svg_has_layers_true_size_and_one_colour_each(made):
    """Width and height are those of the paper in mm, with a matching view box; Inkscape treats the groups as layers."""
    products = made(("cutting/silhouette",), ("letter",))
    root = ET.fromstring(render("svg", products["cutting/silhouette/letter-cut-1.svg"].document))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("215.9mm", "279.4mm", "0 0 215.9 279.4")
    groups = root.findall(f"{SVG}g")
    assert [group.get("id") for group in groups] == ["page", "marks", "cut"]
    for group, colour in zip(groups, ("#808080", "#000000", "#ff0000"), strict=True):
        assert group.get(f"{INKSCAPE}groupmode") == "layer"
        assert {path.get("stroke") for path in group} == {colour}
        assert {path.get("fill") for path in group} == {"none"}


def test_dxf_has_the_same_layers_and_is_valid(made):
    """CUT, MARKS and PAGE, in millimetres, without an error in ezdxf's audit."""
    products = made(("cutting/silhouette",), ("a4",))
    for product in cut_files(products, "dxf").values():
        drawing = ezdxf.read(io.StringIO(render("dxf", product.document).decode()))
        assert not drawing.audit().errors
        assert {entity.dxf.layer for entity in drawing.modelspace()} == {"CUT", "MARKS", "PAGE"}
        (page,) = drawing.modelspace().query('*[layer=="PAGE"]')
        assert {tuple(point) for point in page.get_points("xy")} == {(0, 0), (210, 0), (210, 297), (0, 297)}


def test_the_registration_marks_have_the_size_that_the_machine_needs(made):
    """At 600 dpi in the finished PDF: a square of 5.0 mm, 10 mm from the edges, and two Ls of 20 mm and 0.3 mm."""
    page = ink(render("pdf", made(("cutting/silhouette",), ("a4",))["cutting/silhouette/a4.pdf"].document), 0, 600)
    scale = 600 / 25.4

    def dark(rect):
        """Return the rectangle around the black part of an area of the page, in mm."""
        x, y, right, bottom = (round(value * scale) for value in (rect.x, rect.y, rect.right, rect.bottom))
        found = page.crop((x, y, right, bottom)).point(lambda value: 255 if value < 128 else 0).getbbox()
        left, top, right, bottom = (value / scale for value in found)
        return left + x / scale, top + y / scale, right - left, bottom - top

    assert near(dark(Rect(9, 9, 7, 7)), (10, 10, 5, 5), 0.06)
    assert near(dark(Rect(179, 9, 15, 2)), (180, 10, 14, 0.3), 0.06)
    assert near(dark(Rect(199, 12, 2, 19)), (199.7, 12, 0.3, 18), 0.06)
    assert near(dark(Rect(16, 286, 15, 2)), (16, 286.7, 14, 0.3), 0.06)
    assert near(dark(Rect(9, 266, 2, 19)), (10, 267, 0.3, 18), 0.06)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_is_printed_within_the_keep_outs(made, paper):
    """Every pixel there that is not white belongs to a mark, on every front."""
    product = made(("cutting/silhouette",), (paper,))[f"cutting/silhouette/{paper}.pdf"]
    data, dpi = render("pdf", product.document), 150
    for number, page in enumerate(product.document.pages):
        if page.side != "back":
            assert_clear(ink(data, number, dpi), PAPERS[paper], dpi, number)


def assert_clear(picture, size, dpi, number):
    """Every pixel in a keep-out that is not white belongs to a mark."""
    scale = dpi / 25.4
    for mark in (square_mark(MARKS), *corner_arms(size, MARKS)):
        rect = mark.grow(0.2)
        picture.paste(255, tuple(round(value * scale) for value in (rect.x, rect.y, rect.right, rect.bottom)))
    for rect in mark_keep_outs(size, MARKS):
        inner = rect.shrink(0.2)
        box = tuple(round(value * scale) for value in (inner.x, inner.y, inner.right, inner.bottom))
        assert picture.crop(box).getextrema()[0] > 200, (number, rect)


def test_a_shop_reads_the_paths_from_a_spot_colour(made):
    """Fronts have one line in the spot colour CutContour, with the paths of the cut files; backs have none."""
    products = made(("cutting/cut-contour", "cutting/plain"), ("a4",))
    pages = products["cutting/cut-contour/a4.pdf"].document.pages
    spots = [[item for item in page.items if getattr(getattr(item, "stroke", None), "spot", "")] for page in pages]
    assert all(len(found) == (page.side == "front") for page, found in zip(pages, spots, strict=True))
    assert {item.stroke.spot for found in spots for item in found} == {"CutContour"}
    assert all(item.fill is None for found in spots for item in found)
    cut = layers(render("svg", products["cutting/plain/a4-cut-1.svg"].document))["cut"]
    assert spots[0][0].outline.segments == tuple(segment for outline in cut for segment in outline.segments)
    assert b"CutContour" in render("pdf", products["cutting/cut-contour/a4.pdf"].document)


def test_a_machine_is_a_file(made):
    """One of the game's own, with other marks, colours and file formats, needs no Python."""
    file = (
        "extends: silhouette\nregistration: {inset: 15, length: 12}\nfiles: [dxf]\n"
        "colours: {cut: '#00ff00'}\nforms: {card: {radius: 5, gap: 4}}\nsteps: ['{{ inset }} and {{ length }}']\n"
    )
    products = made(("cutting/mine",), ("a4",), files={"machines/mine.yaml": file})
    assert not cut_files(products, "svg")
    assert "1. 15 and 12\n" in products["cutting/mine/a4.txt"].data.decode()
    drawing = ezdxf.read(io.StringIO(render("dxf", products["cutting/mine/a4-cut-1.dxf"].document).decode()))
    assert drawing.layers.get("CUT").color == 3
    xs = [x for mark in drawing.modelspace().query('*[layer=="MARKS"]') for x, _ in mark.get_points("xy")]
    assert (min(xs), max(xs)) == (15, 195)


def test_a_step_with_an_unknown_name_is_a_problem_of_the_machine_file(made):
    """The message says which step, and the hint has the known names."""
    file = "extends: plain\nsteps: ['{{ insets }}']\n"
    with pytest.raises(ProblemsFound) as found:
        made(("cutting/mine",), ("a4",), files={"machines/mine.yaml": file})
    (problem,) = found.value.problems
    assert problem.rule == "EXPR001"
    assert problem.place.file == "layouts/machines/mine.yaml"
    assert problem.message.startswith("step 1")


def test_rounded_corners_without_a_gap_are_refused_where_they_are_written(made):
    """The problem has the machine file and its line; nothing is laid out."""
    file = "extends: plain\nforms:\n  card: {radius: 3, gap: 1}\n"
    with pytest.raises(ProblemsFound) as found:
        made(("cutting/mine",), ("a4",), files={"machines/mine.yaml": file})
    (problem,) = found.value.problems
    assert problem.rule == "VALUE001"
    assert problem.place.line == 3
    assert problem.hint == "'gap' must be at least 2 mm, not 1 mm"


def test_a_component_without_room_between_the_marks_is_left_out_and_named_once(composed, plain):
    """The other components are cut; the warning names all papers that are too small, and what to do."""
    large = KINDS.replace("board 120mm x 30mm", "mat 250mm x 182mm")
    found = composed(("a4", "letter"), ("cutting/silhouette",), game=plain + large)
    sheet = next(one for one in cutting(found) if one.path == "cutting/silhouette/a4.pdf")
    assert {id_.partition("-")[0] for id_ in sheet.expected.parts} >= {"tile", "chit"}
    assert "wall" not in sheet.expected.parts
    (problem,) = left_out_problems(found)
    assert (problem.rule, problem.severity, problem.place.file) == (
        "SHEET001",
        Severity.WARNING,
        "layouts/machines/silhouette.yaml",
    )
    assert "'mat 250mm x 182mm' does not fit on this machine's sheets of A4 and Letter" in problem.message
    assert "--paper legal" in problem.hint


def test_a_machine_without_room_for_any_component_has_no_files(composed, plain):
    """A component that no known paper has room for is cut by hand."""
    found = composed(("a5",), ("cutting/silhouette",), game=re.sub("shape: .*", "shape: circle 290mm", plain))
    assert list(cutting(found)) == []
    (problem,) = left_out_problems(found)
    assert problem.hint == "cut it by hand from the print-and-play sheets"


def test_a_sheet_that_is_folded_first_has_a_fold(made):
    """A gutterfold layout has a layer for the fold, and only fronts are cut."""
    file = "extends: plain\nsheet: {faces: gutterfold}\n"
    products = made(("cutting/mine",), ("a4",), files={"machines/mine.yaml": file})
    found = [layers(render("svg", product.document)) for product in cut_files(products, "svg").values()]
    assert any("fold" in one for one in found)


def test_equal_sheets_share_their_cut_files(made):
    """24 cards, six on a sheet, are one pattern and the remainder; the text names the pages of each."""
    products = made(("cutting/silhouette",), ("a4",))
    text = " ".join(products["cutting/silhouette/a4.txt"].data.decode().split())
    assert re.search(r"a4-cut-1\.dxf: pages 1, 3(, \d+)*; 6 x poker", text)
    outlines = [
        tuple(layers(render("svg", product.document))["cut"]) for product in cut_files(products, "svg").values()
    ]
    assert len(set(outlines)) == len(outlines)


def test_nets_have_their_folds_in_a_separate_layer(folded):
    """The lines of the files are the printed ones: one closed cut for each net, with its folds inside."""
    products = {product.path: product for product in cutting(folded(("a4",), only=("cutting/silhouette",)))}
    page, *_ = products["cutting/silhouette/a4-nets.pdf"].document.pages
    found = layers(render("svg", products["cutting/silhouette/a4-nets-cut-1.svg"].document))
    assert list(found) == ["page", "marks", "fold", "cut"]
    assert len(found["fold"]) <= len(found["cut"])
    for fold in found["fold"]:
        assert any(cut.bounds.contains(fold.bounds, 0.01) for cut in found["cut"])
    drawing = ezdxf.read(io.StringIO(render("dxf", products["cutting/silhouette/a4-nets-cut-1.dxf"].document).decode()))
    assert drawing.modelspace().query('*[layer=="FOLD"]')
    room = Rect(0, 0, *A4).shrink(10)
    assert all(room.contains(path.bounds) for path in (*found["cut"], *found["fold"]))
    assert page.size == A4


def test_nets_are_printed_between_the_marks(folded):
    """No part of them, of their legend or of their label is in a keep-out area."""
    products = {product.path: product for product in cutting(folded(("letter",), only=("cutting/silhouette",)))}
    document = products["cutting/silhouette/letter-nets.pdf"].document
    data = render("pdf", document)
    for number in range(len(document.pages)):
        assert_clear(ink(data, number, 150), LETTER, 150, number)


def test_a_game_of_pawns_alone_has_nets_and_no_sheets(made, plain):
    """No empty print is made."""
    pawn = "  hero: {name: Hero, shape: pawn 20mm x 32mm, face: marker, id: hero, prototype: so, rows: [{copies: 2}]}\n"
    products = made(("cutting/plain",), ("a4",), game=plain.partition("kinds:")[0] + "kinds:\n" + pawn)
    assert [path.partition("plain/")[2] for path in products] == [
        "a4-nets.pdf", "a4-nets-cut-1.svg", "a4-nets-cut-1.dxf", "a4.txt",
    ]  # fmt: skip
