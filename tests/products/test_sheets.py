"""Print-and-play sheets and sheets of reference cards: which layouts, which papers, how many, and where the file is."""

import pytest

from punchboard.model.print_options import PrintOptions
from punchboard.model.printing.printer import PrinterFile
from punchboard.problem import ProblemsFound
from punchboard.products import PRODUCTS
from punchboard.scene import Group

TABLE_SET = {"fronts", "duplex"}
STOCK = TABLE_SET | {"duplex-short", "gutterfold", "bleed", "ticks", "crop", "apart"}


def made(composed, name="sheets"):
    return {file.path: file for file in PRODUCTS[name].make(composed)}


def layouts(files):
    return {path.removeprefix("print-and-play/a4-").removesuffix(".pdf") for path in files}


def sides(file):
    return [page.side for page in file.document.pages]


def shown(file):
    """Return the component and side of everything on the pages."""
    items = [item for page in file.document.pages for item in page.items]
    return [item.mark[:2] for item in items if isinstance(item, Group) and item.mark is not None]


@pytest.mark.parametrize(
    ("only", "everything", "expected"),
    [
        ((), False, TABLE_SET),
        (("sheets",), False, TABLE_SET),
        ((), True, STOCK),
        (("sheets",), True, STOCK),
        (("sheets/gutterfold",), False, {"gutterfold"}),
        (("sheets/gutterfold", "sheets/fronts"), False, {"gutterfold", "fronts"}),
    ],
)
def test_extra_layouts_are_made_when_named_or_with_all(composed, only, everything, expected):
    """The default layouts are fronts and duplex."""
    assert layouts(made(composed(("a4",), only, print_options=PrintOptions(everything=everything)))) == expected


def test_every_layout_holds_every_piece_once_and_its_backs(composed):
    """Seven fronts; the five cards have backs in every layout with backs."""
    for path, file in made(composed(("a4",), print_options=PrintOptions(everything=True))).items():
        fronts = [component for component, side in shown(file) if side == "front"]
        backs = [component for component, side in shown(file) if side == "back"]
        assert sorted(fronts) == ["branch"] * 3 + ["crown", "marker", "marker", "root"]
        two_sided = not layouts([path]) & {"fronts", "ticks", "crop"}
        assert sorted(backs) == (["branch"] * 3 + ["crown", "root"] if two_sided else [])
        assert file.is_home_print


def test_pages_say_which_side_of_a_paper_they_are(composed):
    """Front and back for double-sided sheets; nothing for others."""
    files = made(composed(("a4",), print_options=PrintOptions(everything=True)))
    assert sides(files["print-and-play/a4-fronts.pdf"]) == [""]
    assert sides(files["print-and-play/a4-duplex.pdf"]) == ["front", "back"]
    assert sides(files["print-and-play/a4-gutterfold.pdf"]) == [""] * 3
    assert sides(files["print-and-play/a4-apart.pdf"]) == ["front", "back", "front"]


def test_a_paper_can_have_any_size(composed):
    """Files are named after the size as written, without spaces."""
    files = made(composed(("320 x 450mm",), ("sheets/fronts",)))
    assert list(files) == ["print-and-play/320x450mm-fronts.pdf"]
    assert files["print-and-play/320x450mm-fronts.pdf"].document.pages[0].size == (320, 450)


@pytest.mark.parametrize(("players", "copies"), [(None, 4), (1, 1), (3, 3), (7, 7)])
def test_reference_cards_are_as_many_as_the_players(composed, players, copies):
    """One set for each requested seat, or for the most that can play."""
    files = made(composed(("a4",), print_options=PrintOptions(players=players)), "reference")
    sheet = files["print-and-play/a4-reference.pdf"]
    fronts = [component for component, side in shown(sheet) if side == "front"]
    assert sorted(fronts) == ["reference-1"] * copies + ["reference-2"] * copies
    assert sheet.pieces == 2 * copies
    assert sheet.is_home_print


@pytest.mark.parametrize("product", ["sheets", "reference"])
def test_a_component_that_does_not_fit_is_reported_at_the_sheet_layout(composed, product):
    """The game's own file, if it has one; for reference cards and components."""
    own = {"layouts/sheets/duplex.yaml": "faces: duplex\ncolumns: 4\nrows: 3\n"}
    with pytest.raises(ProblemsFound) as caught:
        made(composed(("a4",), ("sheets/duplex", "reference"), files=own), product)
    (problem,) = caught.value.problems
    assert problem.rule == "SHEET001"
    assert problem.place.file == "catalog/grove/layouts/sheets/duplex.yaml"
    assert problem.message.startswith("4 columns and 3 rows of")
    assert " fit; change" in problem.hint


def test_a_printers_margins_count(composed):
    """Areas that it cannot reach stay blank; too little space is an error."""
    files = made(
        composed(("a4",), ("sheets/fronts",), print_options=PrintOptions(printer=PrinterFile(margins=(5, 60, 5, 60))))
    )
    items = [item for page in files["print-and-play/a4-fronts.pdf"].document.pages for item in page.items]
    clips = [item.clip.bounds for item in items if isinstance(item, Group) and item.mark is not None]
    assert len(clips) == 7
    assert all(clip.x >= 57 and clip.right <= 153 for clip in clips)
    with pytest.raises(ProblemsFound, match="does not fit on A4 with margins of 6, 80, 6, 80 mm"):
        made(
            composed(
                ("a4",), ("sheets/fronts",), print_options=PrintOptions(printer=PrinterFile(margins=(5, 80, 5, 80)))
            )
        )
