"""The print-and-play sheets of both games, counted and measured by reading the files back."""

import re
from collections import Counter
from itertools import combinations, pairwise, permutations
from math import hypot

import pytest

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
LAYOUTS = ("fronts", "duplex", "bleed")
NEAR = 0.05
SHEETS = pytest.mark.parametrize(
    ("game", "paper", "layout"),
    [(game, paper, layout) for game in ("alpha-and-omega", "atmosfear") for paper in PAPERS for layout in LAYOUTS],
)
TWO_SIDED = pytest.mark.parametrize(
    ("game", "paper", "layout"),
    [
        (game, paper, layout)
        for game in ("alpha-and-omega", "atmosfear")
        for paper in PAPERS
        for layout in ("duplex", "bleed")
    ],
)


@pytest.fixture
def sides(read):
    """Return a function to the front pages and the back pages of a sheet file."""

    def split(game, paper, layout):
        pages = read(f"{game}/print-and-play/{paper}-{layout}.pdf")
        return (pages, ()) if layout == "fronts" else (pages[0::2], pages[1::2])

    return split


def plain(text):
    return re.sub(r"\s+", "", text)


def words_of(component, game):
    """Return what a person must be able to read on a component: its name, then its rules."""
    values = component.values
    choices = [value for value in values.values() if hasattr(value, "properties")]
    named = values["name"] != game.kinds[component.kind].name
    names = [values["name"]] if named else [choice.properties["name"] for choice in choices]
    names += [] if named else [values["name"].removesuffix(" tile")]
    rules = [values.get("text", ""), *(choice.properties.get("text", "") for choice in choices)]
    known = {name: value for name, value in values.items() if hasattr(value, "properties")}
    filled = [
        re.sub(r"\{\{ (\w+)\.(\w+) \}\}", lambda found: known[found[1]].properties[found[2]], rule) for rule in rules
    ]
    return names, [rule.replace("**", "") for rule in filled if rule]


@SHEETS
def test_every_component_lies_on_the_sheets_exactly_once(sides, facts, game, paper, layout):
    """Fronts on the sheets are as many as the rules count: 79 cards, 73 tiles; two-sided sheets have as many backs."""
    fronts, backs = sides(game, paper, layout)
    count = facts[game][0]
    assert sum(len(page.placed) for page in fronts) == count
    assert sum(len(page.placed) for page in backs) == (0 if layout == "fronts" else count)


@SHEETS
def test_the_text_of_every_component_is_on_its_place(sides, material, game, paper, layout):
    """The k-th place of the fronts reads the name and the rules of the k-th component of the catalog."""
    places = [placed for page in sides(game, paper, layout)[0] for placed in page.placed]
    catalog = material(game).game
    expected = [component for component in catalog.components for _ in range(component.copies)]
    for placed, component in zip(places, expected, strict=True):
        names, rules = words_of(component, catalog)
        text = plain(placed.text)
        assert any(plain(name) in text for name in names), (component.id, placed.text)
        assert [rule for rule in rules if plain(rule) not in text] == [], (component.id, placed.text)


@SHEETS
def test_components_are_printed_in_true_size_and_do_not_overlap(sides, facts, game, paper, layout):
    """Every place has scale 1; no two trims of a page overlap, and every trim lies on the paper."""
    _, width, height = facts[game]
    page_width, page_height = PAPERS[paper]
    for page in (*sides(game, paper, layout)[0], *sides(game, paper, layout)[1]):
        assert (page.width, page.height) == pytest.approx((page_width, page_height), abs=0.01)
        middles = [placed.place(width / 2, height / 2) for placed in page.placed]
        upright = {abs(placed.place.a) > 0.5 for placed in page.placed}
        assert len(upright) == 1
        w, h = (width, height) if upright == {True} else (height, width)
        for placed in page.placed:
            assert placed.place.scale == pytest.approx(1, abs=1e-4)
            assert abs(placed.place.a * placed.place.b) < 1e-6
        for x, y in middles:
            assert w / 2 - NEAR <= x <= page_width - w / 2 + NEAR
            assert h / 2 - NEAR <= y <= page_height - h / 2 + NEAR
        for (x1, y1), (x2, y2) in combinations(middles, 2):
            if game == "atmosfear":
                assert abs(x1 - x2) >= w - NEAR or abs(y1 - y2) >= h - NEAR
            else:  # two hexagons of one direction are apart when their middles are, across one of three pairs of flats
                assert hypot(x1 - x2, y1 - y2) >= width - NEAR


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_bleed_lies_on_a_neighbour(sides, paper, layout):
    """What is printed of a card, bleed included, stops where the trim of another card begins."""
    for page in (*sides("atmosfear", paper, layout)[0], *sides("atmosfear", paper, layout)[1]):
        for one, other in permutations(page.placed, 2):
            left, top, right, bottom = one.box
            (x1, x2), (y1, y2) = map(sorted, zip(other.place(0, 0), other.place(63.5, 88.9), strict=True))
            assert right <= x1 + NEAR or x2 <= left + NEAR or bottom <= y1 + NEAR or y2 <= top + NEAR


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("layout", ["fronts", "duplex"])
def test_nine_poker_cards_lie_butted_on_a_page(sides, paper, layout):
    """Every full page carries nine cards in three columns and three rows, trim against trim."""
    fronts, _ = sides("atmosfear", paper, layout)
    # back to back, the pack of 73 and the 6 keys share no sheet, so that no cut runs between different backs
    assert [len(page.placed) for page in fronts] == ([9] * 8 + [1, 6] if layout == "duplex" else [9] * 8 + [7])
    for page in fronts[:8]:
        corners = [placed.place(0, 0) for placed in page.placed]
        columns = sorted({round(x, 1) for x, _ in corners})
        rows = sorted({round(y, 1) for _, y in corners})
        assert [b - a for a, b in pairwise(columns)] == pytest.approx([63.5, 63.5], abs=0.11)
        assert [b - a for a, b in pairwise(rows)] == pytest.approx([88.9, 88.9], abs=0.11)
        assert {(round(x, 1), round(y, 1)) for x, y in corners} == {(x, y) for x in columns for y in rows}


@pytest.mark.parametrize("paper", PAPERS)
def test_butted_cards_bleed_at_the_outer_edge_of_the_block_alone(sides, paper):
    """The middle card of nine is clipped to its trim; the block as a whole is 3 mm larger on each side."""
    page = sides("atmosfear", paper, "fronts")[0][0]
    x, y = page.placed[4].place(0, 0)
    assert page.placed[4].box == pytest.approx((x, y, x + 63.5, y + 88.9), abs=NEAR)
    boxes = [placed.box for placed in page.placed]
    block = (min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes))
    assert block == pytest.approx((x - 66.5, y - 91.9, x + 130, y + 180.8), abs=NEAR)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", ["alpha-and-omega", "atmosfear"])
def test_with_bleed_every_component_has_three_mm_all_round(sides, facts, game, paper):
    """On the bleed sheets each clip is its trim grown by 3 mm on every side."""
    _, width, height = facts[game]
    grown = (width + 6, height + (6 if game == "atmosfear" else 6 / 3**0.5 * 2))
    for pages in sides(game, paper, "bleed"):
        for placed in (placed for page in pages for placed in page.placed):
            left, top, right, bottom = placed.box
            assert sorted((right - left, bottom - top)) == pytest.approx(sorted(grown), abs=NEAR)


@pytest.mark.parametrize(("paper", "least"), [("a4", 8), ("letter", 6)])
def test_as_many_cards_with_bleed_lie_on_a_page_as_the_paper_holds(sides, paper, least):
    """69.5 x 94.9 mm each: A4 holds 8 of them turned (2 x 4), Letter 6 upright or turned."""
    width, height = PAPERS[paper]
    possible = max(int(width // w) * int(height // h) for w, h in ((69.5, 94.9), (94.9, 69.5)))
    pages = sides("atmosfear", paper, "bleed")[0]
    assert least <= len(pages[0].placed) <= possible
    assert {len(page.placed) for page in pages[:-1]} == {len(pages[0].placed)}


@pytest.mark.parametrize("paper", PAPERS)
def test_hexagons_are_packed_flat_against_flat(sides, paper):
    """Each tile's nearest neighbour is one flat-to-flat width away, and most tiles have three such neighbours."""
    page = sides("alpha-and-omega", paper, "fronts")[0][0]
    middles = [placed.place(25, 50 / 3**0.5) for placed in page.placed]
    touching = Counter()
    for one, other in combinations(middles, 2):
        if hypot(one[0] - other[0], one[1] - other[1]) == pytest.approx(50, abs=NEAR):
            touching.update((one, other))
    assert min(touching[middle] for middle in middles) >= 2
    assert sum(touching.values()) / len(middles) >= 3.5


@TWO_SIDED
def test_back_k_lies_on_front_k_after_the_flip(sides, facts, game, paper, layout):
    """Mirrored along the long edge, the k-th back covers the k-th front: the same clip, and the same way up."""
    width = facts[game][1]
    fronts, backs = sides(game, paper, layout)
    assert len(fronts) == len(backs)
    for front_page, back_page in zip(fronts, backs, strict=True):
        for front, back in zip(front_page.placed, back_page.placed, strict=True):
            mirrored = sorted((back_page.width - x, y) for x, y in back.clip)
            for seen, printed in zip(mirrored, sorted(front.clip), strict=True):
                assert seen == pytest.approx(printed, abs=NEAR)
            for x, y in ((0, 0), (width, 0), (0, 30), (width / 3, 7)):
                behind_x, behind_y = back.place(x, y)
                assert (back_page.width - behind_x, behind_y) == pytest.approx(front.place(width - x, y), abs=NEAR)


@TWO_SIDED
def test_every_front_has_the_back_of_its_kind(sides, material, game, paper, layout):
    """Components whose kinds share a back have equal backs; those of another back differ; a back tells nothing more."""
    catalog = material(game).game
    kinds = [component.kind for component in catalog.components for _ in range(component.copies)]
    drawn = {}
    places = (placed for page in sides(game, paper, layout)[1] for placed in page.placed)
    for kind, placed in zip(kinds, places, strict=True):
        drawn.setdefault(catalog.kinds[kind].file.back, set()).add(placed.drawing)
    assert {back: len(looks) for back, looks in drawn.items()} == dict.fromkeys(drawn, 1)
    assert len(set.union(*drawn.values())) == len(drawn)


@SHEETS
def test_every_page_names_game_version_and_page_and_has_a_ruler(read, material, game, paper, layout):
    """Each page's label has the game, its version and the page's number, and names the 50 mm of its ruler."""
    file = material(game).game.file
    pages = read(f"{game}/print-and-play/{paper}-{layout}.pdf")
    for number, page in enumerate(pages, 1):
        label = page.text
        assert f"{file.short} {file.version}" in label
        assert f"page {number} of {len(pages)}" in label
        assert "50 mm" in label
