"""The print-and-play sheets of all games, counted and measured by reading the files back."""

import re
from collections import Counter
from itertools import combinations, pairwise, permutations
from math import hypot
from pathlib import Path

import pytest

from punchboard.checks.traversal import hidden_piles, possible_contents
from punchboard.load import find_games

ROOT = Path(__file__).resolve().parents[2]
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
NEAR = 0.05
POKER = (63.5, 88.9)
HEX = 2 / 3**0.5
PAPER = pytest.mark.parametrize("paper", PAPERS)
EXTRA = ("bleed", "gutterfold")
LAYOUT = pytest.mark.parametrize("layout", ["fronts", "duplex", *EXTRA])
TWO_SIDED = pytest.mark.parametrize("layout", ["duplex", *EXTRA])


def of_shape(shape):
    """Return a mark that runs a test for the games with components of a shape."""
    games = [
        name
        for name in find_games(ROOT)
        if re.search(rf"^ +shape: {shape}", (ROOT / "catalog" / name / "game.yaml").read_text("utf-8"), re.MULTILINE)
    ]
    return pytest.mark.parametrize("having", games)


def letters(text):
    """Keep only letters and digits, because typesetting changes spaces, markup and hyphens."""
    return re.sub(r"[\W_]+", "", text.casefold())


def frame_of(trim, placed):
    """Return left, top, right and bottom of the frame of a trim as it lies on the page."""
    (x1, x2), (y1, y2) = map(sorted, zip(placed.place(0, 0), placed.place(*trim.size), strict=True))
    return x1, y1, x2, y2


def middle_of(trim, placed):
    return placed.place(trim.size.width / 2, trim.size.height / 2)


@LAYOUT
@PAPER
def test_every_component_is_on_the_sheets_exactly_once(sides, loaded, game, paper, layout):
    """There are as many fronts as flat pieces in the catalog, and as many backs as pieces with a back."""
    fronts, backs = sides(game, paper, layout)
    kinds = loaded(game).game.kinds
    flat = [one for one in loaded(game).game.components if not kinds[one.kind].trim.is_folded]
    backed = [one for one in flat if kinds[one.kind].file.back is not None and layout != "fronts"]
    for found, wanted in ((fronts, flat), (backs, backed)):
        lying = Counter(one.id for side in found for one in side.components)
        assert lying == {one.id: one.copies for one in wanted}


@LAYOUT
@PAPER
def test_the_sheets_have_the_pieces_that_the_rules_count(sides, facts, game, paper, layout):
    """79 cards, 73 tiles, 242 cards: by their size in mm, for the games whose documents say how many there are."""
    fronts, _ = sides(game, paper, layout)
    for size, count in facts.get(game, []):
        found = sum(tuple(trim.size) == pytest.approx(size) for side in fronts for trim in side.trims)
        assert found == count
    assert fronts


@LAYOUT
@PAPER
def test_the_text_of_every_component_is_in_its_place(sides, words, game, paper, layout):
    """The k-th position of the fronts has the name, rules and flavour of the k-th component of the catalog."""
    lost = []
    for side in sides(game, paper, layout)[0]:
        for component, (trim, placed) in zip(side.components, side.cut, strict=True):
            text = letters(placed.text)
            drawn = not text and trim.form in {"circle", "square"}
            lost += [(component.id, said) for said in words(game, component) if letters(said) not in text and not drawn]
    assert lost == []


@LAYOUT
@PAPER
def test_components_are_printed_in_true_size_and_do_not_overlap(sides, game, paper, layout):
    """Every position has scale 1, no two trims of a page overlap, and every trim lies on the paper."""
    page_width, page_height = PAPERS[paper]
    fronts, backs = sides(game, paper, layout)
    for side in (*fronts, *backs):
        assert (side.page.width, side.page.height) == pytest.approx((page_width, page_height), abs=0.01)
        for trim, placed in side.cut:
            assert placed.place.scale == pytest.approx(1, abs=1e-4)
            assert abs(placed.place.a * placed.place.b) < 1e-6
            left, top, right, bottom = frame_of(trim, placed)
            assert min(left, top, page_width - right, page_height - bottom) >= -NEAR
        for (trim, one), (other_trim, other) in combinations(side.cut, 2):
            if trim == other_trim and trim.form in {"hex", "circle"}:
                # hexagons do not overlap when their centres are a width apart across a pair of flats
                (x1, y1), (x2, y2) = middle_of(trim, one), middle_of(trim, other)
                assert hypot(x1 - x2, y1 - y2) >= trim.size.width - NEAR
            else:
                assert are_disjoint(frame_of(trim, one), frame_of(other_trim, other))


def are_disjoint(one, other):
    """Tell whether two frames share no area."""
    (left, top, right, bottom), (x1, y1, x2, y2) = one, other
    return right <= x1 + NEAR or x2 <= left + NEAR or bottom <= y1 + NEAR or y2 <= top + NEAR


@LAYOUT
@PAPER
def test_round_tokens_have_room_for_scissors(sides, game, paper, layout):
    """Trims are at least 3 mm apart, and no token bleeds onto another."""
    for side in sides(game, paper, layout)[0]:
        round_ones = [(trim, placed) for trim, placed in side.cut if trim.form == "circle"]
        for (trim, one), (other_trim, other) in combinations(round_ones, 2):
            (x1, y1), (x2, y2) = middle_of(trim, one), middle_of(other_trim, other)
            radii = (trim.size.width + other_trim.size.width) / 2
            reach = (one.box[2] - one.box[0] + other.box[2] - other.box[0]) / 2
            assert hypot(x1 - x2, y1 - y2) >= max(radii + 3, reach) - NEAR


@LAYOUT
@PAPER
def test_no_bleed_lies_on_a_neighbour(sides, game, paper, layout):
    """The print of a card, with its bleed, ends where the trim of another card begins."""
    fronts, backs = sides(game, paper, layout)
    for side in (*fronts, *backs):
        for (trim, one), (other_trim, other) in permutations(side.cut, 2):
            if not (trim == other_trim and trim.form in {"hex", "circle"}):
                assert are_disjoint(one.box, frame_of(other_trim, other))


@PAPER
@LAYOUT
def test_only_the_last_sheet_of_a_trim_has_free_places(sides, loaded, game, paper, layout):
    """All sheets of one trim and kind of back are full except the last; leftover pieces may share one more sheet."""
    kinds = loaded(game).game.kinds
    counts = {}
    for side in sides(game, paper, layout)[0]:
        lots = {(trim, kinds[one.kind].file.back) for trim, one in zip(side.trims, side.components, strict=True)}
        if len({trim for trim, _ in lots}) == 1 and (layout in {"fronts", "bleed"} or len(lots) == 1):
            backed = layout == "gutterfold" and kinds[side.components[0].kind].file.back is not None
            key = (side.trims[0], next(iter(lots))[1] if layout in {"duplex", "gutterfold"} else backed)
            counts.setdefault(key, []).append(len(side.placed))
    assert counts
    for found in counts.values():
        assert sorted(found)[1:] == [max(found)] * (len(found) - 1)


def poker_pages(sides, having, paper, layout):
    found = [side for side in sides(having, paper, layout)[0] if side.trim and tuple(side.trim.size) == POKER]
    return [side for side in found if places(side) == places(found[0])]


def places(side):
    """Return the positions of a side, to 0.1 mm; sheets that leftover pieces share have their own."""
    return [tuple(round(value, 1) for value in placed.place) for placed in side.placed]


@of_shape("poker")
@PAPER
@pytest.mark.parametrize("layout", ["fronts", "duplex"])
def test_nine_poker_cards_lie_butted_on_a_page(sides, having, paper, layout):
    """Every full page has nine cards in three columns and rows, trim against trim."""
    full = poker_pages(sides, having, paper, layout)
    assert full
    for side in full:
        corners = [placed.place(0, 0) for placed in side.placed]
        columns = sorted({round(x, 1) for x, _ in corners})
        rows = sorted({round(y, 1) for _, y in corners})
        assert [b - a for a, b in pairwise(columns)] == pytest.approx([63.5, 63.5], abs=0.11)
        assert [b - a for a, b in pairwise(rows)] == pytest.approx([88.9, 88.9], abs=0.11)
        assert {(round(x, 1), round(y, 1)) for x, y in corners} == {(x, y) for x in columns for y in rows}


@of_shape("poker")
@PAPER
def test_butted_cards_bleed_only_at_the_outer_edge_of_the_block(sides, having, paper):
    """The middle card of nine is clipped to its trim; the block as a whole is 3 mm larger on each side."""
    page = poker_pages(sides, having, paper, "fronts")[0].page
    x, y = page.placed[4].place(0, 0)
    assert page.placed[4].box == pytest.approx((x, y, x + 63.5, y + 88.9), abs=NEAR)
    boxes = [placed.box for placed in page.placed]
    block = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
    assert block == pytest.approx((x - 66.5, y - 91.9, x + 130, y + 180.8), abs=NEAR)


@PAPER
def test_with_bleed_every_component_has_its_bleed_all_round(sides, loaded, game, paper):
    """On the bleed sheets each clip is its trim grown on every side: by 3 mm for cards and tiles, by 1.5 for tokens."""
    layouts, kinds = loaded(game).layouts.faces, loaded(game).game.kinds
    fronts, backs = sides(game, paper, "bleed")
    for side, key in (*((side, "face") for side in fronts), *((side, "back") for side in backs)):
        for trim in dict.fromkeys(side.trims):
            lying = [(one, placed) for of, (one, placed) in zip(side.trims, side.pairs, strict=True) if of == trim]
            bleed = min((3.0, *(layouts[getattr(kinds[one.kind].file, key)].bleed for one, _ in lying)))
            assert bleed >= (1.5 if trim.form in {"circle", "square"} else 3)
            width, height = trim.size
            grown = (width + 2 * bleed, height + 2 * bleed * (HEX if trim.form == "hex" else 1))
            for left, top, right, bottom in (placed.box for _, placed in lying):
                assert sorted((right - left, bottom - top)) == pytest.approx(sorted(grown), abs=NEAR)


@of_shape("poker")
@pytest.mark.parametrize(("paper", "least"), [("a4", 8), ("letter", 6)])
def test_as_many_cards_with_bleed_lie_on_a_page_as_the_paper_holds(sides, having, paper, least):
    """69.5 x 94.9 mm each: A4 holds 8 of them turned (2 x 4), Letter 6 upright or turned."""
    width, height = PAPERS[paper]
    possible = max(int(width // w) * int(height // h) for w, h in ((69.5, 94.9), (94.9, 69.5)))
    assert least <= len(poker_pages(sides, having, paper, "bleed")[0].page.placed) <= possible


@of_shape("hex")
@PAPER
def test_hexagons_are_packed_flat_against_flat(sides, having, paper):
    """Each tile's nearest neighbour is one flat-to-flat width away, and most tiles have three such neighbours."""
    side = next(side for side in sides(having, paper, "fronts")[0] if side.trim and side.trim.form == "hex")
    middles = [middle_of(side.trim, placed) for placed in side.placed]
    touching = Counter()
    for one, other in combinations(middles, 2):
        if hypot(one[0] - other[0], one[1] - other[1]) == pytest.approx(side.trim.size.width, abs=NEAR):
            touching.update((one, other))
    assert min(touching[middle] for middle in middles) >= 2
    assert sum(touching.values()) / len(middles) >= 3.5


@TWO_SIDED
@PAPER
def test_back_k_lies_on_front_k_after_the_flip(sides, loaded, game, paper, layout):
    """Mirrored along the long edge, the k-th back covers the k-th front: the same clip, and the same way up."""
    kinds = loaded(game).game.kinds
    fronts, backs = sides(game, paper, layout)
    behind = iter(backs)
    for front_side in fronts:
        backed = [
            (trim, placed)
            for one, (trim, placed) in zip(front_side.components, front_side.cut, strict=True)
            if kinds[one.kind].file.back is not None
        ]
        if layout == "gutterfold" and not backed:
            continue
        back_side = next(behind, None)
        if not backed:
            continue
        trim, first = backed[0]
        turned = flip_position(back_side.page, middle_of(trim, first), middle_of(trim, back_side.placed[0]), layout)
        for (trim, front), back in zip(backed, back_side.placed, strict=True):
            assert front.id == back.id
            if trim.form != "circle":
                mirrored = sorted(turned(x, y) for x, y in back.clip)
                for seen, printed in zip(mirrored, sorted(front.clip), strict=True):
                    assert seen == pytest.approx(printed, abs=NEAR)
            across, down = trim.size
            for x, y in ((0, 0), (across, 0), (0, down / 3), (across / 3, 7)):
                assert turned(*back.place(x, y)) == pytest.approx(front.place(across - x, y), abs=NEAR)
    assert next(behind, None) is None


def flip_position(page, front, back, layout):
    """Return the position of a point on the side with the backs after the paper is flipped or folded.

    ``front`` and ``back`` are the centres of one component.
    """
    if layout == "gutterfold" and abs(front[0] - back[0]) < NEAR:  # one above the other: the fold is level
        return lambda x, y: (x, page.height - y)
    return lambda x, y: (page.width - x, y)


@pytest.fixture
def printed_backs(sides):
    """Return a function to the drawing of the back of each component, by its id."""

    def printed_backs(game, paper, layout):
        drawn = {}
        for side in sides(game, paper, layout)[1]:
            for component, placed in side.pairs:
                drawn.setdefault(component.id, set()).add(placed.drawing)
        return drawn

    return printed_backs


@TWO_SIDED
@PAPER
def test_cards_in_one_hidden_pile_have_equal_printed_backs(printed_backs, loaded, game, paper, layout):
    """This covers every copy of cards that may be in one deck, hand or face-down pile."""
    catalog = loaded(game).game
    drawn = printed_backs(game, paper, layout)
    held = {name: pile for name, pile in possible_contents(catalog).items() if name in hidden_piles(catalog)}
    looks = {name: {look for one in pile for look in drawn[one]} for name, pile in held.items() if pile}
    assert looks
    assert {name: len(found) for name, found in looks.items()} == dict.fromkeys(looks, 1)


@TWO_SIDED
@PAPER
def test_different_backs_are_drawn_differently(printed_backs, loaded, game, paper, layout):
    """Kinds with different back layouts can be distinguished by their backs."""
    catalog = loaded(game).game
    by_layout = {}
    for component in catalog.components:
        back = catalog.kinds[component.kind].file.back
        if back is not None:
            by_layout.setdefault(back, set()).update(printed_backs(game, paper, layout)[component.id])
    assert by_layout
    for one, other in combinations(by_layout.values(), 2):
        assert not one & other


@LAYOUT
@PAPER
def test_every_page_names_game_version_and_page_and_has_rulers(pages_of, loaded, game, paper, layout):
    """Each page's label has the game, its version and the page's number; a ruler names its 50 mm.

    A ruler is left out where pieces of several sizes leave no space around them.
    """
    catalog, without = loaded(game).game, []
    pages = pages_of(game, paper, layout)
    for number, page in enumerate(pages, 1):
        label = "".join(page.text.split())
        assert "".join(f"{catalog.short_title}{catalog.file.version}".split()) in label
        assert f"page{number}of{len(pages)}" in label
        without += [] if "50mm" in label else [number]
    assert 1 not in without
    assert len(without) <= 2
