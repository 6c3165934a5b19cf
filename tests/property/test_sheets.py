"""Properties of sheets, for any mix of components, paper and layout: completeness, margins, backs behind fronts."""

from contextlib import suppress
from itertools import combinations
from math import sqrt

from hypothesis import given, settings
from hypothesis import strategies as st

from punchboard.compose.sheets.imposition import CIRCLE_GAP, slot_frame
from punchboard.compose.sheets.sheet_plan import Piece, plan_sheets, without_blank_end
from punchboard.geometry import Affine, Point, Rect, Size
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import PaperFile, SheetFile
from punchboard.problem import Place, ProblemsFound
from punchboard.scene import Symbol

NEAR = 0.02
few = settings(max_examples=50)
tenths = st.integers(150, 900).map(lambda value: value / 10)
trims = st.one_of(
    st.builds(lambda w, h: Trim("card", Size(w, h), "card"), tenths, tenths),
    tenths.map(lambda width: Trim("circle", Size(width, width), "circle")),
    tenths.map(lambda width: Trim("hex", Size(width, width * 2 / sqrt(3)), "hex")),
    tenths.map(lambda width: Trim("square", Size(width, width), "square")),
)
kinds = st.lists(
    st.tuples(trims, st.sampled_from(["", "back", "other back"]), st.integers(1, 25)), min_size=1, max_size=5
)
papers = st.builds(PaperFile, name=st.just("P"), width=st.integers(210, 450), height=st.integers(210, 450))
sides = st.sampled_from([0.0, 3.0, 5.0, 12.7])
margins = st.tuples(sides, sides, sides, sides)
printers = st.none() | st.builds(PrinterFile, margins=margins)


def layouts(*faces):
    """Return sheet layouts of any values."""
    return st.builds(
        SheetFile,
        faces=st.sampled_from(faces),
        flip=st.sampled_from(["long edge", "short edge"]),
        order=st.sampled_from(["front-back", "back-front"]),
        decks=st.sampled_from(["together", "together", "apart"]),
        gap=st.sampled_from([0.0, 0.0, 2.0, 6.0]),
        margin=margins,
    )


ANY = layouts("fronts", "duplex", "gutterfold")


def face(trim, layout="card"):
    return Face(layout, trim, 3, 3, Symbol("face", trim.frame(3), ()), (), Place("x"))


def pieces_of(kinds):
    """Return pieces with a different face each, so that each can be identified."""
    return [
        Piece(face(trim), face(trim, back) if back else None, f"{kind}-{number}")
        for kind, (trim, back, count) in enumerate(kinds)
        for number in range(count)
    ]


def made(kinds, paper, file, printer):
    """Return pieces and their sheets; no sheets where half of a small paper with wide margins is too small."""
    pieces = pieces_of(kinds)
    with suppress(ProblemsFound):
        return pieces, plan_sheets(pieces, paper, file, printer=printer)
    return [], ()


def near(one, other):
    return all(abs(a - b) < NEAR for a, b in zip(one, other, strict=True))


def lying(sheet, side):
    """Yield the transform, face and trim of every component that shows a side on a sheet."""
    for lot in sheet.blocks:
        if lot.side == side:
            yield from ((slot.transform(lot.plan.trim), shown, lot.plan.trim) for slot, shown, _ in lot.faces)


@few
@given(kinds, papers, ANY, printers)
def test_every_component_is_placed_exactly_once(kinds, paper, file, printer):
    """Each front lies on one sheet once; each back too, where the layout has backs."""
    pieces, found = made(kinds, paper, file, printer)
    for side, wanted in (
        ("front", [piece.front for piece in pieces]),
        ("back", [piece.back for piece in pieces if piece.back is not None and file.faces != "fronts"]),
    ):
        shown = [one for sheet in found for _, one, _ in lying(sheet, side)]
        assert len(shown) == len(wanted)
        assert set(shown) == set(wanted)


@few
@given(kinds, papers, ANY, printers)
def test_nothing_leaves_the_printable_area(kinds, paper, file, printer):
    """Every trim, front and back, lies within the margins of the layout and of the printer for its side."""
    _, found = made(kinds, paper, file, printer)
    top, right, bottom, left = map(max, file.margin, printer.margins if printer else file.margin)
    room = Rect(left, top, paper.width - left - right, paper.height - top - bottom)
    for sheet in found:
        assert sheet.printable == room
        assert all(
            room.contains(slot_frame(slot, lot.plan.trim), NEAR) for lot in sheet.blocks for slot in lot.occupied
        )


@few
@given(kinds, papers, ANY, printers)
def test_nothing_overlaps(kinds, paper, file, printer):
    """Cards are at least the gap apart, circles at least 3 mm; bleeds of two blocks never overlap."""
    _, found = made(kinds, paper, file, printer)
    for sheet in found:
        for lot in sheet.blocks:
            frames = [slot_frame(slot, lot.plan.trim) for slot in lot.occupied]
            if lot.plan.trim.form == "circle":
                least = lot.plan.trim.size.width + max(CIRCLE_GAP, file.gap) - NEAR
                middles = [frame.centre for frame in frames]
                assert all((a.x - b.x) ** 2 + (a.y - b.y) ** 2 >= least**2 for a, b in combinations(middles, 2))
            elif lot.plan.trim.form != "hex":
                assert not any(
                    a.grow(file.gap / 2 - NEAR).overlap(b.grow(file.gap / 2 - NEAR)) for a, b in combinations(frames, 2)
                )
        blocks = [lot.plan._replace(slots=lot.occupied).block.grow(3 - NEAR) for lot in sheet.blocks if lot.occupied]
        assert not any(a.overlap(b) for a, b in combinations(blocks, 2))


@few
@given(kinds, papers, ANY, printers)
def test_butted_components_of_a_block_have_one_kind_of_back(kinds, paper, file, printer):
    """Because their backs share cuts; with ``decks: apart``, no sheet has two kinds of back."""
    pieces, found = made(kinds, paper, file, printer)
    back_of = {piece.front: piece.back.layout if piece.back else "" for piece in pieces}
    for sheet in found:
        fronts = [[back_of[shown] for _, shown, _ in lot.faces] for lot in sheet.blocks if lot.side == "front"]
        if file.decks == "apart":
            assert len({name or "card" for names in fronts for name in names}) <= 1
        if file.faces != "fronts" and not file.gap:
            assert all(len(set(names)) <= 1 for names in fronts)


def held_to_the_front(pair, seen, mirror, back_of):
    """Check that each back lies behind its own front.

    Args:
        pair: the sheet with the fronts and the sheet with the backs.
        seen: the map of the paper behind onto the paper in front, once it is flipped or folded.
        mirror: how a card's back seen through the card lies to its front, by the trim's size.
        back_of: the back of each front.
    """
    behind = {shown: place for place, shown, _ in lying(pair[1], "back")}
    for place, shown, trim in lying(pair[0], "front"):
        if back_of[shown] is None:
            continue
        through, lies = seen @ behind.pop(back_of[shown]), place @ mirror(trim.size)
        for corner in (Point(0, 0), Point(trim.size.width, 0), Point(0, trim.size.height)):
            assert near(through.apply(corner), lies.apply(corner))
    assert not behind


def left_to_right(size):
    """A card that is turned over as a page of a book: its back is upright."""
    return Affine(-1, 0, 0, 1, size.width, 0)


def top_to_bottom(size):
    """A card that is turned over as a sheet of a notepad: its back is upright."""
    return Affine(1, 0, 0, -1, 0, size.height)


@few
@given(kinds, papers, layouts("duplex"), printers)
def test_flipping_a_duplex_sheet_brings_each_back_behind_its_front(kinds, paper, file, printer):
    """Exactly behind it and upright, whichever edge the paper is flipped on and whichever page comes first.

    Only a blank side at the end is not printed.
    """
    pieces, found = made(kinds, paper, file, printer)
    back_of = {piece.front: piece.back for piece in pieces}
    upright = (paper.height >= paper.width) == (file.flip == "long edge")  # whether the edge it turns on stands upright
    flip = Affine(-1, 0, 0, 1, paper.width, 0) if upright else Affine(1, 0, 0, -1, 0, paper.height)
    first = "front" if file.order == "front-back" else "back"
    printed = without_blank_end(found)
    if len(printed) < len(found):
        assert all(back_of[shown] is None for _, shown, _ in lying(printed[-1], "front"))
    for pair in zip(found[0::2], found[1::2], strict=True):
        assert pair[0].side == first
        front, back = sorted(pair, key=lambda sheet: sheet.side != "front")
        assert (front.side, back.side, front.number) == ("front", "back", back.number)
        held_to_the_front((front, back), flip, left_to_right, back_of)


@few
@given(kinds, papers, layouts("gutterfold"), printers)
def test_folding_a_gutterfold_sheet_brings_each_back_behind_its_front(kinds, paper, file, printer):
    """Exactly behind it and upright as the card is turned; components without backs are on sheets without a fold."""
    pieces, found = made(kinds, paper, file, printer)
    back_of = {piece.front: piece.back for piece in pieces}
    mirror = left_to_right if file.flip == "long edge" else top_to_bottom
    for sheet in found:
        assert sheet.side == ""
        if sheet.fold is None:
            assert all(back_of[shown] is None for _, shown, _ in lying(sheet, "front"))
            continue
        (x1, y1), (x2, y2) = sheet.fold
        assert x1 == x2 == paper.width / 2 or y1 == y2 == paper.height / 2
        fold = Affine(-1, 0, 0, 1, 2 * x1, 0) if x1 == x2 else Affine(1, 0, 0, -1, 0, 2 * y1)
        held_to_the_front((sheet, sheet), fold, mirror, back_of)
        across = [abs(place.apply(Point(0, 0)).x - x1) if x1 == x2 else 99 for place, _, _ in lying(sheet, "front")]
        assert min(across) >= 3


@few
@given(kinds, papers, ANY)
def test_mixed_sheets_never_need_more_paper_than_sheets_of_one_trim(kinds, paper, file):
    """Combining the last, partly filled sheets saves paper."""
    _, together = made(kinds, paper, file.model_copy(update={"decks": "together"}), None)
    _, apart = made(kinds, paper, file.model_copy(update={"decks": "apart"}), None)
    assert len(together) <= len(apart)
