import re

import pytest

from punchboard.compose.sheets.sheet_plan import Piece, plan_sheets, without_blank_end
from punchboard.geometry import Rect, Size
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Place, ProblemsFound
from punchboard.scene import Symbol

A4 = PaperFile(name="A4", width=210, height=297)
HERE = Place("layouts/sheets/mine.yaml")


def face(name, shape="poker", bleed=3.0, layout="card"):
    trim = trim_from_text(shape)
    return Face(layout, trim, bleed, 3, Symbol(name, trim.frame(bleed), ()), (), Place("cards.csv"))


def pile(count, shape="poker", back=None):
    """Return ``count`` pieces of a shape, with a back whose layout has this name."""
    behind = face(back, shape, layout=back) if back else None
    return [Piece(face(f"{shape} {number}", shape), behind) for number in range(count)]


def names(sheet):
    return [lying.symbol.name for _, lying, _ in sheet.faces]


def test_each_front_is_followed_by_its_backs():
    """So duplex printers print them on one paper."""
    made = plan_sheets(pile(10, back="back"), A4, SheetFile(faces="duplex"))
    assert [(sheet.number, sheet.side) for sheet in made] == [(1, "front"), (1, "back"), (2, "front"), (2, "back")]
    assert [len(sheet.faces) for sheet in made] == [9, 9, 1, 1]
    assert made[3].faces[0][0] == made[2].blocks[0].plan.back_plan("long edge").slots[0]


def test_backs_may_come_first():
    """For printers that put the first page face down."""
    made = plan_sheets(pile(10, back="back"), A4, SheetFile(faces="duplex", order="back-front"))
    assert [(sheet.number, sheet.side) for sheet in made] == [(1, "back"), (1, "front"), (2, "back"), (2, "front")]


def test_sheets_without_backs_come_last_and_the_last_has_no_blank_side():
    """A blank side stays only where the next front would else be printed behind this one."""
    tokens, boards, cards = pile(40, "circle 40mm"), pile(2, "board 190mm x 250mm"), pile(9, back="x")
    made = without_blank_end(plan_sheets([*boards, *tokens, *cards], A4, SheetFile(faces="duplex", decks="apart")))
    assert [sheet.side for sheet in made] == ["front", "back"] * (len(made) // 2) + ["front"]
    assert [sheet.number for sheet in made] == [number // 2 + 1 for number in range(len(made))]
    assert names(made[0])[0] == "poker 0"
    assert [bool(sheet.faces) for sheet in made if sheet.side == "back"] == [True] + [False] * (len(made) // 2 - 1)


def test_every_back_follows_its_front_when_backs_come_first():
    """The blank side of the last sheet stays, since its front is the second page of a paper."""
    made = without_blank_end(plan_sheets(pile(2), A4, SheetFile(faces="duplex", order="back-front")))
    assert [sheet.side for sheet in made] == ["back", "front"]


def test_tokens_of_one_size_share_a_block_whatever_their_backs():
    """Round cuts are not shared, so no sliver of another back can mark a token."""
    tokens = [*pile(4, "circle 20mm", back="x"), *pile(3, "circle 20mm")]
    front, back = plan_sheets(tokens, A4, SheetFile(faces="duplex"))
    assert [len(block.faces) for block in front.blocks] == [7]
    assert len(back.faces) == 4


def test_a_piece_without_a_back_leaves_its_place_blank():
    """Later pieces still lie behind their fronts."""
    pieces = [Piece(face("a"), None), Piece(face("b"), face("back"))]
    front, back = plan_sheets(pieces, A4, SheetFile(faces="duplex", gap=6))
    assert [slot for slot, _, _ in back.faces] == [front.blocks[0].plan.back_plan().slots[1]]


def test_different_kinds_of_back_share_no_cut():
    """An inaccurate cut would mark a card with its neighbour's back; each kind of back has its own block."""
    pieces = [*pile(2, back="x"), *pile(3, back="y")]
    front, back = plan_sheets(pieces, A4, SheetFile(faces="duplex"))
    assert sorted(len(lot.faces) for lot in front.blocks) == [2, 3]
    one, other = (lot.plan.block.grow(3) for lot in back.blocks)
    assert one.overlap(other) is None
    (alone,) = plan_sheets(pieces, A4, SheetFile(faces="duplex", gap=6))[0].blocks
    assert len(alone.faces) == 5
    assert [len(sheet.blocks) for sheet in plan_sheets(pieces, A4, SheetFile())] == [1]


def test_each_deck_may_have_sheets_of_its_own():
    """For papers of different colours: one kind of back on a sheet, whatever space is left."""
    pieces = [*pile(2, back="x"), *pile(3, back="y"), *pile(4, "circle 20mm")]
    for faces, count in (("fronts", 3), ("duplex", 6)):
        made = plan_sheets(pieces, A4, SheetFile(faces=faces, decks="apart"))
        assert len(made) == count
        assert all(len(sheet.blocks) == 1 for sheet in made)


def test_remainders_of_several_shapes_share_a_sheet():
    """A tile and some tokens share the sheet of the last cards; each shape is a block, and all are centred together."""
    pieces = [*pile(10), *pile(1, "hex 50mm"), *pile(6, "circle 20mm")]
    full, shared = plan_sheets(pieces, A4, SheetFile())
    assert [len(lot.faces) for lot in full.blocks] == [9]
    assert [(lot.plan.trim.form, len(lot.faces)) for lot in shared.blocks] == [("card", 1), ("hex", 1), ("circle", 6)]
    blocks = [lot.plan.block for lot in shared.blocks]
    assert not any(one.grow(6).overlap(other.grow(5.9)) for one in blocks for other in blocks if one != other)
    assert min(block.y for block in blocks) + max(block.bottom for block in blocks) == pytest.approx(297)


def test_a_remainder_alone_lies_where_full_sheets_have_it():
    """So that a stack of sheets can be cut together."""
    first, second = plan_sheets(pile(11), A4, SheetFile())
    assert [slot for slot, _, _ in second.faces] == list(first.blocks[0].plan.slots[:2])


def test_a_gutterfold_sheet_has_fronts_and_backs_on_one_side():
    """Four poker cards on A4, on their sides, tops to the vertical fold; the page has no other side."""
    first, *_ = plan_sheets(pile(8, back="x"), A4, SheetFile(faces="gutterfold"))
    fronts, backs = first.blocks
    assert (first.side, fronts.side, backs.side) == ("", "front", "back")
    assert first.fold == ((105, 6), (105, 291))
    assert len(fronts.faces) == len(backs.faces) == 4
    assert {slot.turn for slot in fronts.occupied} == {90}
    assert {slot.turn for slot in backs.occupied} == {270}
    assert fronts.plan.block.right < 105 - 3
    assert backs.plan.block.x > 105 + 3


def test_pieces_without_backs_are_not_folded():
    """Half of the sheet would be wasted."""
    made = plan_sheets([*pile(4, back="x"), *pile(2, "board 190mm x 100mm")], A4, SheetFile(faces="gutterfold"))
    assert [sheet.fold is None for sheet in made] == [False, True]
    assert len(made[1].faces) == 2


def test_a_component_larger_than_the_paper_is_a_problem():
    """The message has both sizes and the margin, and names the file of the sheet layout."""
    with pytest.raises(ProblemsFound) as caught:
        plan_sheets(pile(1, "square 250mm"), A4, SheetFile(), place=HERE)
    (problem,) = caught.value.problems
    assert (problem.rule, problem.place) == ("SHEET001", HERE)
    assert "'square 250mm' is 250 x 250 mm and does not fit on A4 with margins of 6 mm" in problem.message


@pytest.mark.parametrize("faces", ["fronts", "duplex", "gutterfold"])
@pytest.mark.parametrize("flip", ["long edge", "short edge"])
@pytest.mark.parametrize("shape", ["poker", "hex 50mm", "card 210mm x 110mm"])
def test_the_hint_names_the_smallest_paper_that_fits(faces, flip, shape):
    """A paper one millimetre lower or narrower does not fit."""
    file = SheetFile(faces=faces, flip=flip, margin=(5, 7, 9, 4))

    def laid(width, height):
        return plan_sheets(pile(1, shape, back="x"), PaperFile(name="paper", width=width, height=height), file)

    with pytest.raises(ProblemsFound) as caught:
        laid(60, 60)
    width, height = map(
        float, re.search(r"paper of at least ([\d.]+) x ([\d.]+) mm", caught.value.problems[0].hint).groups()
    )
    assert laid(width, height)
    for less in ((width - 1, height), (width, height - 1)):
        with pytest.raises(ProblemsFound):
            laid(*less)


def test_a_component_larger_than_half_the_paper_cannot_be_folded():
    """The message says that half of the paper counts."""
    with pytest.raises(ProblemsFound, match="does not fit on half of A4 with margins of 6 mm"):
        plan_sheets(pile(1, "square 150mm", back="x"), A4, SheetFile(faces="gutterfold"))


@pytest.mark.parametrize(("columns", "rows", "count"), [(3, 3, 9), (2, 2, 4), (None, 2, 6), (1, None, 4)])
def test_a_layout_may_set_columns_and_rows(columns, rows, count):
    """Each sheet has that many; one column holds more when the cards are rotated."""
    first, *_ = plan_sheets(pile(12), A4, SheetFile(columns=columns, rows=rows))
    assert len(first.faces) == count


@pytest.mark.parametrize(("columns", "rows"), [(4, 3), (3, 4), (4, None), (None, 5)])
def test_columns_and_rows_that_do_not_fit_are_a_problem(columns, rows):
    """The hint names what fits; the layout never silently gets fewer."""
    with pytest.raises(ProblemsFound) as caught:
        plan_sheets(pile(1), A4, SheetFile(columns=columns, rows=rows), place=HERE)
    (problem,) = caught.value.problems
    assert (problem.rule, problem.place, problem.hint) == (
        "SHEET001",
        HERE,
        "3 x 3 fit; change 'columns' and 'rows' in the sheet layout",
    )
    assert "of 'poker' do not fit on A4 with margins of 6 mm" in problem.message


def test_a_printers_margins_apply_where_they_are_larger():
    """On each side of the paper; nine cards do not fit above a margin of 26 mm."""
    printer = PrinterFile(margins=(3, 3, 26, 3))
    first, *_ = plan_sheets(pile(9), A4, SheetFile(), printer=printer)
    assert first.printable == Rect(6, 6, 198, 297 - 32)
    assert len(first.faces) == 8
    with pytest.raises(ProblemsFound, match=r"margins of 6, 6, 26, 6 mm \(top, right, bottom, left\)"):
        plan_sheets(pile(1, "board 200mm x 280mm"), A4, SheetFile(), printer=printer)


@pytest.mark.parametrize(("flip", "block"), [("long edge", (20, 170)), ("short edge", (20, 185))])
def test_backs_keep_to_the_margins_of_their_own_side(flip, block):
    """A margin of 20 mm on the left is on the right of the back, once the paper is flipped on its long edge."""
    file = SheetFile(faces="duplex", flip=flip, margin=(5, 5, 5, 20))
    front, back = plan_sheets(pile(1, "square 160mm", back="x"), A4, file)
    for sheet in (front, back):
        assert sheet.printable == Rect(20, 5, 185, 287)
        assert sheet.printable.contains(sheet.blocks[0].plan.block)
    left, width = block
    assert front.blocks[0].plan.block.centre.x == pytest.approx(left + width / 2)


def test_trims_and_bleeds_stay_out_of_keep_outs():
    """On full sheets and on those that remainders share."""
    marks = (Rect(10, 10, 5, 5), Rect(180, 10, 20, 20), Rect(10, 267, 20, 20))
    made = plan_sheets([*pile(20), *pile(40, "circle 20mm"), *pile(3, "hex 50mm")], A4, SheetFile(), keep_out=marks)
    for sheet in made:
        for lot in sheet.blocks:
            frames = [slot.transform(lot.plan.trim).bounds(lot.plan.trim.frame()).grow(3) for slot in lot.occupied]
            assert not any(frame.shrink(0.02).overlap(mark) for frame in frames for mark in marks)


def test_any_paper_size_is_used_in_full():
    """Nothing depends on A4."""
    (sheet,) = plan_sheets(pile(16), PaperFile(name="SRA3", width=320, height=450), SheetFile())
    assert sheet.paper == Size(320, 450)
    assert names(sheet) == [f"poker {number}" for number in range(16)]
