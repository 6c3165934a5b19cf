"""The print-and-play sheets of all games, counted and measured by reading the files back."""

import re
from collections import Counter
from itertools import combinations, pairwise, permutations
from math import hypot
from pathlib import Path

import pytest

from punchboard.check.contents import contents, hidden_piles
from punchboard.load import find_games

ROOT = Path(__file__).resolve().parents[2]
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
NEAR = 0.05
POKER = (63.5, 88.9)
HEX = 2 / 3**0.5
PAPER = pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.slow)])
LAYOUT = pytest.mark.parametrize("layout", ["fronts", "duplex", "bleed"])
TWO_SIDED = pytest.mark.parametrize("layout", ["duplex", "bleed"])


def of_shape(shape):
    """Return a mark for tests of games that have components of a shape."""
    games = [
        name
        for name in find_games(ROOT)
        if re.search(rf"^ +shape: {shape}", (ROOT / "catalog" / name / "game.yaml").read_text("utf-8"), re.MULTILINE)
    ]
    return pytest.mark.parametrize("having", games)


def letters(text):
    """Keep letters and digits alone: spaces, signs of markup and hyphens are the typesetter's."""
    return re.sub(r"[\W_]+", "", text.casefold())


def size_of(side, placed):
    """Return width and height of the trim as it lies on the page."""
    width, height = side.trim.size
    return (width, height) if abs(placed.place.a) > 0.5 else (height, width)


def middle_of(side, placed):
    return placed.place(side.trim.size.width / 2, side.trim.size.height / 2)


@LAYOUT
@PAPER
def test_every_component_lies_on_the_sheets_exactly_once(sides, material, game, paper, layout):
    """Fronts on the sheets are as many as the catalog has pieces that lie flat; backs, as many of them as have one."""
    fronts, backs = sides(game, paper, layout)
    kinds = material(game).game.kinds
    flat = [one for one in material(game).game.components if not kinds[one.kind].trim.folded]
    backed = [one for one in flat if kinds[one.kind].file.back is not None and layout != "fronts"]
    assert sum(len(side.page.placed) for side in fronts) == sum(one.copies for one in flat)
    assert sum(len(side.page.placed) for side in backs) == sum(one.copies for one in backed)


@LAYOUT
@PAPER
def test_the_sheets_hold_what_the_rules_count(sides, facts, game, paper, layout):
    """79 cards, 73 tiles, 242 cards: by their size in mm, for the games whose documents say how many there are."""
    fronts, _ = sides(game, paper, layout)
    for size, count in facts.get(game, []):
        found = sum(len(side.page.placed) for side in fronts if tuple(side.trim.size) == pytest.approx(size))
        assert found == count
    assert fronts


@LAYOUT
@PAPER
def test_the_text_of_every_component_is_on_its_place(sides, words, game, paper, layout):
    """The k-th place of the fronts reads the name, rules and flavour of the k-th component of the catalog."""
    lost = []
    for side in sides(game, paper, layout)[0]:
        for component, placed in side.pairs:
            text = letters(placed.text)
            drawn = not text and side.trim.form in {"circle", "square"}
            lost += [(component.id, said) for said in words(game, component) if letters(said) not in text and not drawn]
    assert lost == []


@LAYOUT
@PAPER
def test_components_are_printed_in_true_size_and_do_not_overlap(sides, game, paper, layout):
    """Every place has scale 1; no two trims of a page overlap, and every trim lies on the paper."""
    page_width, page_height = PAPERS[paper]
    fronts, backs = sides(game, paper, layout)
    for side in (*fronts, *backs):
        page = side.page
        assert (page.width, page.height) == pytest.approx((page_width, page_height), abs=0.01)
        assert len({size_of(side, placed) for placed in page.placed}) <= 1
        middles = [middle_of(side, placed) for placed in page.placed]
        for placed, (x, y) in zip(page.placed, middles, strict=True):
            assert placed.place.scale == pytest.approx(1, abs=1e-4)
            assert abs(placed.place.a * placed.place.b) < 1e-6
            w, h = size_of(side, placed)
            assert w / 2 - NEAR <= x <= page_width - w / 2 + NEAR
            assert h / 2 - NEAR <= y <= page_height - h / 2 + NEAR
        for (x1, y1), (x2, y2) in combinations(middles, 2):
            if side.trim.form in {"hex", "circle"}:
                # two hexagons of one direction are apart when their middles are, across one of three pairs of flats
                assert hypot(x1 - x2, y1 - y2) >= side.trim.size.width - NEAR
            else:
                w, h = size_of(side, page.placed[0])
                assert abs(x1 - x2) >= w - NEAR or abs(y1 - y2) >= h - NEAR


@LAYOUT
@PAPER
def test_round_tokens_lie_apart(sides, game, paper, layout):
    """Scissors go round each: three mm or more from trim to trim, and neither bleeds onto the other."""
    for side in (side for side in sides(game, paper, layout)[0] if side.trim.form == "circle"):
        for one, other in combinations(side.page.placed, 2):
            (x1, y1), (x2, y2) = middle_of(side, one), middle_of(side, other)
            left, _, right, _ = one.box
            assert hypot(x1 - x2, y1 - y2) >= side.trim.size.width + 3 - NEAR
            assert hypot(x1 - x2, y1 - y2) >= right - left - NEAR


@LAYOUT
@PAPER
def test_no_bleed_lies_on_a_neighbour(sides, game, paper, layout):
    """What is printed of a card, bleed included, stops where the trim of another card begins."""
    fronts, backs = sides(game, paper, layout)
    for side in (side for side in (*fronts, *backs) if side.trim.form not in {"hex", "circle"}):
        w, h = side.trim.size
        for one, other in permutations(side.page.placed, 2):
            left, top, right, bottom = one.box
            (x1, x2), (y1, y2) = map(sorted, zip(other.place(0, 0), other.place(w, h), strict=True))
            assert right <= x1 + NEAR or x2 <= left + NEAR or bottom <= y1 + NEAR or y2 <= top + NEAR


@PAPER
@LAYOUT
def test_every_sheet_but_the_last_of_its_lot_is_full(sides, lots, game, paper, layout):
    """Pieces of one shape fill their sheets; what is left lies on one more."""
    pages = iter(sides(game, paper, layout)[0])
    for _, pieces in lots(game, layout):
        counts = []
        while sum(counts) < len(pieces):
            counts.append(len(next(pages).components))
        assert len(set(counts[:-1])) <= 1
        assert counts[-1] <= counts[0]


def poker_pages(sides, having, paper, layout):
    found = [side for side in sides(having, paper, layout)[0] if tuple(side.trim.size) == pytest.approx(POKER)]
    return [side for side in found if len(side.page.placed) == len(found[0].page.placed)]


@of_shape("poker")
@PAPER
@pytest.mark.parametrize("layout", ["fronts", "duplex"])
def test_nine_poker_cards_lie_butted_on_a_page(sides, having, paper, layout):
    """Every full page carries nine cards in three columns and three rows, trim against trim."""
    full = poker_pages(sides, having, paper, layout)
    assert full
    for side in full:
        corners = [placed.place(0, 0) for placed in side.page.placed]
        columns = sorted({round(x, 1) for x, _ in corners})
        rows = sorted({round(y, 1) for _, y in corners})
        assert [b - a for a, b in pairwise(columns)] == pytest.approx([63.5, 63.5], abs=0.11)
        assert [b - a for a, b in pairwise(rows)] == pytest.approx([88.9, 88.9], abs=0.11)
        assert {(round(x, 1), round(y, 1)) for x, y in corners} == {(x, y) for x in columns for y in rows}


@of_shape("poker")
@PAPER
def test_butted_cards_bleed_at_the_outer_edge_of_the_block_alone(sides, having, paper):
    """The middle card of nine is clipped to its trim; the block as a whole is 3 mm larger on each side."""
    page = poker_pages(sides, having, paper, "fronts")[0].page
    x, y = page.placed[4].place(0, 0)
    assert page.placed[4].box == pytest.approx((x, y, x + 63.5, y + 88.9), abs=NEAR)
    boxes = [placed.box for placed in page.placed]
    block = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
    assert block == pytest.approx((x - 66.5, y - 91.9, x + 130, y + 180.8), abs=NEAR)


@PAPER
def test_with_bleed_every_component_has_its_bleed_all_round(sides, material, game, paper):
    """On the bleed sheets each clip is its trim grown on every side: by 3 mm for cards and tiles, by 1.5 for tokens."""
    layouts = material(game).layouts.faces
    fronts, backs = sides(game, paper, "bleed")
    for side, key in (*((side, "face") for side in fronts), *((side, "back") for side in backs)):
        kinds = [material(game).game.kinds[piece.kind].file for piece in side.components]
        bleed = min((3.0, *(layouts[getattr(kind, key)].bleed for kind in kinds)))
        assert bleed >= (1.5 if side.trim.form in {"circle", "square"} else 3)
        width, height = side.trim.size
        grown = (width + 2 * bleed, height + 2 * bleed * (HEX if side.trim.form == "hex" else 1))
        for left, top, right, bottom in (placed.box for placed in side.page.placed):
            assert sorted((right - left, bottom - top)) == pytest.approx(sorted(grown), abs=NEAR)


@of_shape("poker")
@pytest.mark.parametrize(("paper", "least"), [("a4", 8), pytest.param("letter", 6, marks=pytest.mark.slow)])
def test_as_many_cards_with_bleed_lie_on_a_page_as_the_paper_holds(sides, having, paper, least):
    """69.5 x 94.9 mm each: A4 holds 8 of them turned (2 x 4), Letter 6 upright or turned."""
    width, height = PAPERS[paper]
    possible = max(int(width // w) * int(height // h) for w, h in ((69.5, 94.9), (94.9, 69.5)))
    assert least <= len(poker_pages(sides, having, paper, "bleed")[0].page.placed) <= possible


@of_shape("hex")
@PAPER
def test_hexagons_are_packed_flat_against_flat(sides, having, paper):
    """Each tile's nearest neighbour is one flat-to-flat width away, and most tiles have three such neighbours."""
    side = next(side for side in sides(having, paper, "fronts")[0] if side.trim.form == "hex")
    middles = [middle_of(side, placed) for placed in side.page.placed]
    touching = Counter()
    for one, other in combinations(middles, 2):
        if hypot(one[0] - other[0], one[1] - other[1]) == pytest.approx(side.trim.size.width, abs=NEAR):
            touching.update((one, other))
    assert min(touching[middle] for middle in middles) >= 2
    assert sum(touching.values()) / len(middles) >= 3.5


@TWO_SIDED
@PAPER
def test_back_k_lies_on_front_k_after_the_flip(sides, material, game, paper, layout):
    """Mirrored along the long edge, the k-th back covers the k-th front: the same clip, and the same way up."""
    kinds = material(game).game.kinds
    fronts, backs = sides(game, paper, layout)
    assert len(fronts) == len(backs)
    for front_side, back_side in zip(fronts, backs, strict=True):
        backed = [placed for piece, placed in front_side.pairs if kinds[piece.kind].file.back is not None]
        across, down = front_side.trim.size
        page = back_side.page
        for front, back in zip(backed, page.placed, strict=True):
            left, top, right, bottom = back.box
            assert (page.width - right, top, page.width - left, bottom) == pytest.approx(front.box, abs=NEAR)
            if front_side.trim.form != "circle":
                mirrored = sorted((page.width - x, y) for x, y in back.clip)
                for seen, printed in zip(mirrored, sorted(front.clip), strict=True):
                    assert seen == pytest.approx(printed, abs=NEAR)
            for x, y in ((0, 0), (across, 0), (0, down / 3), (across / 3, 7)):
                behind_x, behind_y = back.place(x, y)
                assert (page.width - behind_x, behind_y) == pytest.approx(front.place(across - x, y), abs=NEAR)


@pytest.fixture
def printed_backs(sides):
    """Return a function to what is drawn as the back of each component, by its id."""

    def printed_backs(game, paper, layout):
        drawn = {}
        for side in sides(game, paper, layout)[1]:
            for component, placed in side.pairs:
                drawn.setdefault(component.id, set()).add(placed.drawing)
        return drawn

    return printed_backs


@TWO_SIDED
@PAPER
def test_cards_that_can_lie_in_one_hidden_pile_have_one_back_on_paper(printed_backs, material, game, paper, layout):
    """Whatever a deck, a hand or a face-down pile may hold by the catalog, its backs are drawn alike, copy by copy."""
    catalog = material(game).game
    drawn = printed_backs(game, paper, layout)
    held = {name: pile for name, pile in contents(catalog).items() if name in hidden_piles(catalog)}
    looks = {name: {look for one in pile for look in drawn[one]} for name, pile in held.items() if pile}
    assert looks
    assert {name: len(found) for name, found in looks.items()} == dict.fromkeys(looks, 1)


@TWO_SIDED
@PAPER
def test_different_backs_are_drawn_differently(printed_backs, material, game, paper, layout):
    """Kinds whose layouts of backs differ can be told apart from behind."""
    catalog = material(game).game
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
def test_every_page_names_game_version_and_page_and_has_a_ruler(read, material, game, paper, layout):
    """Each page's label has the game, its version and the page's number, and names the 50 mm of its ruler."""
    catalog = material(game).game
    pages = read(f"{game}/print-and-play/{paper}-{layout}.pdf")
    for number, page in enumerate(pages, 1):
        label = "".join(page.text.split())
        assert "".join(f"{catalog.short}{catalog.file.version}".split()) in label
        assert f"page{number}of{len(pages)}" in label
        assert "50mm" in label
