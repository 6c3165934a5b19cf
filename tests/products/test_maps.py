"""Maps of hexagons and squares: from a table of cells to the printed sheet."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from punchboard.checks.faces import report_faces
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.faces.face_fingerprints import FaceFingerprints
from punchboard.load import load
from punchboard.products import PRODUCTS
from punchboard.products.game.composed_game import ComposedGame
from punchboard.render.pdf.writer import render_pdf
from punchboard.render.svg.writer import render_svg
from punchboard.scene import Group, Page, Shape, Text, Use

ROOT = Path(__file__).parents[2]

GAME = """\
title: Isles
version: 0.1.0
players: 2
prototype: a test
lists:
  terrain:
    entries:
      sea: {name: Sea, colour: land-sea, icon: waves}
      meadow: {name: Meadow, colour: land-plain}
      woods: {name: Woods, colour: "#94ad78", icon: tree}
kinds:
  isles:
    name: The Isles
    shape: map
    map: {grid: hex, size: 20mm, columns: 3, rows: 2, fill: sea}
    face: map
    id: isles
    rows: isles.csv
"""
CELLS = "cell,terrain,label,icon\nA1,meadow,Port,ship\nB1,woods,,\n"


@pytest.fixture
def isles(tmp_path: Path):
    """Return a function that writes the game, with words of its file replaced, and loads it."""

    def isles(*changes: tuple[str, str], cells: str = CELLS):
        text = GAME
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        folder = tmp_path / "catalog" / "isles"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "game.yaml").write_text(text, encoding="utf-8")
        (folder / "isles.csv").write_text(cells, encoding="utf-8")
        return load("isles", tmp_path)

    return isles


def printed(items):
    for item in items:
        if isinstance(item, Text):
            yield from (line.text for line in item.lines)
        elif isinstance(item, Group):
            yield from printed(item.items)
        elif isinstance(item, Use):
            yield from printed(item.symbol.items)


def face_of(loaded, ink="full"):
    composer = FaceComposer(loaded, ink)
    return composer.front_face(loaded.game.components[0])


def shapes(items):
    for item in items:
        if isinstance(item, Shape):
            yield item
        elif isinstance(item, Group):
            yield from shapes(item.items)


def test_all_rows_are_one_board_as_large_as_its_cells(isles):
    """Two cells of three have a row, the others are filled; margins and legend are around them."""
    loaded = isles()
    (board,) = loaded.game.components
    assert (board.id, board.copies) == ("isles", 1)
    width, height = loaded.game.kinds["isles"].trim.size
    assert width == pytest.approx(3.5 * 20 + 16)
    assert height == pytest.approx(1.75 * 20 * 1.1547 + 16 + 12, abs=0.02)


@pytest.mark.parametrize(
    ("coordinates", "expected"),
    [
        ("letters", ["A1", "B1", "C1", "A2", "B2", "C2"]),
        ("numbers", ["0101", "0201", "0301", "0102", "0202", "0302"]),
        ("none", []),
    ],
)
def test_cells_show_their_coordinates_and_labels_and_the_legend_its_names(isles, coordinates, expected):
    """A spreadsheet may drop the first zero of 0101."""
    cells = CELLS if coordinates != "numbers" else CELLS.replace("A1", "101").replace("B1", "0201")
    loaded = isles(("fill: sea", f"fill: sea, coordinates: {coordinates}"), cells=cells)
    face = face_of(loaded)
    found = list(printed(face.symbol.items))
    assert [word for word in found if word[-1].isdigit()] == expected
    assert [word for word in found if not word[-1].isdigit()] == ["Port", "Sea", "Meadow", "Woods"]
    assert face.problems == ()


@pytest.mark.parametrize("grid", ["hex", "flat hex", "square"])
def test_land_and_sea_meet_at_one_strong_line_and_equal_cells_at_a_quiet_one(isles, grid):
    """Without gaps: each side of a cell is the side of its neighbour."""
    face = face_of(isles(("grid: hex", f"grid: {grid}")))
    quiet, strong = sorted(
        (one for one in shapes(face.symbol.items) if one.fill is None), key=lambda one: one.stroke[1]
    )
    corners = 4 if grid == "square" else 6
    inner = {"square": 7, "hex": 9, "flat hex": 9}[grid]
    sides = [sum(command == "M" for command, _ in one.outline.segments) for one in (quiet, strong)]
    assert sum(sides) == 6 * corners - inner
    assert quiet.stroke.width < strong.stroke.width


def test_a_map_without_fill_has_the_outline_of_its_rows(isles):
    """What has no row is not part of it."""
    found = list(printed(face_of(isles((", fill: sea", ""))).symbol.items))
    assert [word for word in found if word[-1].isdigit()] == ["A1", "B1"]
    assert "Sea" not in found


def test_colours_of_the_land_differ_in_grey_too(isles):
    """Each kind of terrain is one shape, lighter or darker than the others."""
    face = face_of(isles(), "grey")
    fills = [one.fill for one in shapes(face.symbol.items) if one.fill][1:4]
    greens = sorted(int(fill[3:5], 16) for fill in fills)
    assert all(other - one >= 6 for one, other in pairwise(greens))


def test_a_map_is_drawn_as_svg_and_as_pdf(isles):
    """On a sheet with all other pieces, and as a picture."""
    loaded = isles()
    face = face_of(loaded)
    assert b"<svg" in render_svg(Page(face.trim.size, (Use(face.symbol),)), "Isles")
    (sheet,) = PRODUCTS["sheets"].make(ComposedGame(loaded, ("a4",), ("sheets/fronts",)))
    assert render_pdf(sheet.document).startswith(b"%PDF")


def test_a_map_larger_than_the_paper_is_split(isles):
    """As any board, into parts that overlap."""
    loaded = isles(("columns: 3", "columns: 16"))
    (boards,) = PRODUCTS["boards"].make(ComposedGame(loaded, ("a4",), ("boards",)))
    assert len(boards.document.pages) > 1


def test_a_map_without_rows_is_all_filled(isles):
    """As a new one is before its first cell is painted."""
    loaded = isles(cells="cell,terrain,label,icon\n")
    assert "Meadow" not in set(printed(face_of(loaded).symbol.items))


def test_another_colour_of_the_land_changes_the_map(isles):
    """So that it is printed again with what has changed."""
    loaded = isles()
    theme = loaded.layouts.theme
    changed = theme.model_copy(update={"colours": {**theme.colours, "land-sea": "#112233"}})
    games = loaded, replace(loaded, layouts=replace(loaded.layouts, theme=changed))
    fronts = [FaceComposer(game).front(game.game.components[0]) for game in games]
    one, other = (FaceFingerprints(game).fingerprint([spec], set()) for game, spec in zip(games, fronts, strict=True))
    assert one != other


@pytest.mark.slow
@pytest.mark.parametrize("theme", sorted(path.stem for path in (ROOT / "layouts" / "themes").glob("*.yaml")))
def test_every_theme_has_a_map_that_can_be_read(isles, theme):
    """Letters, labels and legend stand out from the land and from the ground, without a finding of the checks."""
    loaded = isles(("players: 2", f"players: 2\ntheme: {theme}"))
    face = face_of(loaded)
    report = report_faces([face])
    assert [
        *map(str, report.problems),
        *(str(fault.problem) for fault in (*report.faults, *report.layout_faults)),
    ] == []


def test_a_map_is_translated_with_its_labels_and_its_legend(isles, tmp_path):
    """Coordinates stay; what is not translated is printed as it is."""
    isles()
    words = {"isles.label A1": ("Port", "Hafen"), "lists.terrain.entries.sea.name": ("Sea", "Meer")}
    lines = (f"{name},{source},{text}\n" for name, (source, text) in words.items())
    folder = tmp_path / "catalog" / "isles" / "locale" / "de"
    folder.mkdir(parents=True)
    (folder / "texts.csv").write_text(f"id,source,translation\n{''.join(lines)}", encoding="utf-8")
    found = list(printed(face_of(load("isles", tmp_path, locale="de")).symbol.items))
    assert [word for word in found if not word[-1].isdigit()] == ["Hafen", "Meer", "Meadow", "Woods"]
    assert "A1" in found


def test_a_missing_icon_is_reported_at_its_cell_and_a_long_label_by_it(isles):
    """So that a designer of a large map knows where to look."""
    loaded = isles(
        cells="cell,terrain,label,icon\nA1,meadow,A port with a very long name of its own,\nB1,woods,,shipp\n"
    )
    report = report_faces([face_of(loaded)])
    (missing,) = (fault.problem for fault in report.faults)
    assert (missing.place.file, missing.place.line, missing.rule) == ("catalog/isles/isles.csv", 3, "REF001")
    assert "no icon 'shipp'" in missing.message
    assert ["box 'cell A1'" in one.message for one in report.problems if one.rule == "FIT001"] == [True]


def test_a_wrong_colour_is_reported_at_its_terrain(isles):
    """It is written once, in the list, and not in the map that is drawn with it."""
    report = report_faces([face_of(isles(("land-plain", "land-plane")))])
    (problem,) = (fault.problem for fault in report.faults)
    assert "'land-plane' is not a colour of the theme" in problem.message
    assert problem.place.line == 1 + GAME[: GAME.index("colour: land-plain")].count("\n")


def test_what_looks_at_a_part_of_a_large_map_finds_only_what_lies_there(isles):
    """Its land and lines are shapes of some ten cells each way, as a check of one label passes over all that is far."""
    face = face_of(isles(("columns: 3, rows: 2", "columns: 22, rows: 12")))

    def shapes(items):
        for item in items:
            if isinstance(item, Group):
                yield from shapes(item.items)
            elif isinstance(item, Shape):
                yield item.outline.bounds

    of_map = [bounds for bounds in shapes(face.symbol.items) if bounds.width < face.trim.size.width - 20]
    assert all(max(bounds.width, bounds.height) < 240 for bounds in of_map)
    assert len([bounds for bounds in of_map if min(bounds.width, bounds.height) > 60]) >= 4
