"""Sheets of nets and stickers: all that is folded lies on them, as often as the game has it, and on the paper."""

from itertools import combinations, pairwise

import pytest

from punchboard.checks.faces import check_faces
from punchboard.geometry import Rect
from punchboard.products import PRODUCTS
from punchboard.scene import Group, Shape, Use


def nets(game):
    return {file.path: file for file in PRODUCTS["nets"].make(game)}


def blocks(page):
    """Return the name of each block of a page, with the rectangle that it covers, including bleed."""
    return [
        (item.symbol.name, item.transform.bounds(item.symbol.bounds))
        for item in page.items
        if isinstance(item, Use) and item.symbol.name != "legend"
    ]


@pytest.fixture
def pages(folded):
    """The pages of both papers."""
    return {path: file.document.pages for path, file in nets(folded()).items()}


def test_there_is_one_file_for_each_paper(pages):
    """With all five dice, their stickers and all three pawns."""
    assert sorted(pages) == ["print-and-play/a4-nets.pdf", "print-and-play/letter-nets.pdf"]


def test_every_copy_is_on_some_page(pages):
    """Dice first, each net with its stickers, then pawns."""
    for found in pages.values():
        names = [name for page in found for name, _ in blocks(page)]
        assert names == [
            *["Fate Die, net", "Fate Die, stickers for a blank die"] * 3,
            "Wits Die, net",
            "Wits Die, stickers for a blank die",
            "Spot Die, net",
            "Spot Die, stickers for a blank die",
            "Ada",
            *["Bo"] * 2,
        ]


def test_the_net_and_the_stickers_of_a_die_share_a_row(pages):
    """So that nobody looks for the other half of a die; unless the two are wider than the paper."""
    sets = 0
    for found in pages.values():
        for page in found:
            lying = blocks(page)
            for (name, net), (after, stickers) in pairwise(lying):
                beside = net.width + 8 + stickers.width <= page.size.width - 2 * 8
                if name.endswith(" net") and after.endswith("stickers for a blank die") and beside:
                    assert stickers.y == net.y
                    sets += 1
    assert sets


def test_blocks_are_on_the_paper_and_do_not_overlap(pages):
    """With bleed and captions, at least 5 mm from the edge, which printers can reach."""
    for found in pages.values():
        for page in found:
            lying = [frame for _, frame in blocks(page)]
            assert all(Rect(0, 0, *page.size).shrink(5).contains(frame) for frame in lying)
            assert not any(one.overlap(other) for one, other in combinations(lying, 2))


def test_copies_are_drawn_once(pages):
    """They are one symbol that is used several times."""
    for found in pages.values():
        symbols = {item.symbol for page in found for item in page.items if isinstance(item, Use)}
        assert sorted(symbol.name for symbol in symbols if symbol.name != "legend") == [
            "Ada",
            "Bo",
            "Fate Die, net",
            "Fate Die, stickers for a blank die",
            "Spot Die, net",
            "Spot Die, stickers for a blank die",
            "Wits Die, net",
            "Wits Die, stickers for a blank die",
        ]


def test_a_pawn_with_a_back_shows_it_behind_its_front(composed):
    """A pawn without a back shows its front twice."""
    hero = "{{name: Hero, shape: pawn 20mm x 32mm, face: marker, {}id: {}, prototype: x, rows: [{{}}]}}"
    kinds = f"  ada: {hero.format('back: back, ', 'ada')}\n  bo: {hero.format('', 'bo')}\n"
    head = "title: Walk\nversion: '1'\nplayers: {range: 2, prototype: x}\nkinds:\n"
    game = composed(("a4",), texts=(), game=f"{head}{kinds}")
    (file,) = nets(game).values()
    ada, bo = [item.symbol for item in file.document.pages[0].items if isinstance(item, Use)][1:]
    sides = {component.id: (front.symbol, back and back.symbol) for component, front, back in game.drawn_cards}
    assert shown(ada) == [sides["ada"][1], sides["ada"][0]] * 2
    assert shown(bo) == [sides["bo"][0]] * 4


def shown(block):
    """Return the faces of a block in the order in which they are drawn."""
    return [item.items[0].symbol for item in block.items if isinstance(item, Group) and isinstance(item.items[0], Use)]


def test_a_game_that_folds_nothing_has_no_nets(composed):
    """There is no file for them."""
    assert nets(composed()) == {}


def test_pawns_are_not_on_the_flat_sheets(folded):
    """Which have the seven flat pieces."""
    game = folded(("a4",))
    assert len(game.pieces) == 7
    assert [component.id for component, _ in game.pawns] == ["ada", "bo"]
    assert {file.pieces for file in PRODUCTS["sheets"].make(game)} == {7}


def test_a_game_with_only_pawns_has_no_flat_sheets(composed):
    """There is no empty file."""
    game = composed(
        ("a4",),
        texts=(),
        game="title: Walk\nversion: '1'\nplayers: {range: 2, prototype: x}\nkinds:\n  hero: {name: Hero, "
        "shape: pawn 20mm x 32mm, face: marker, id: hero, prototype: x, rows: [{}]}\n",
    )
    assert list(PRODUCTS["sheets"].make(game)) == []
    (file,) = nets(game).values()
    assert [name for name, _ in blocks(file.document.pages[0])] == ["Hero"]


def test_the_checks_see_the_faces_of_dice(folded):
    """Each distinct face once."""
    game = folded(("a4",))
    sides = [face for faces in game.drawn_dice.values() for face in faces]
    assert (len(sides), len(set(sides))) == (18, 14)
    assert set(sides) <= set(game.all_faces)


def test_the_shared_layouts_of_dice_pass_every_check(folded):
    """Numbers, words and spots fit, and are far enough from the cut."""
    game = folded(("a4",))
    for faces in game.drawn_dice.values():
        assert check_faces(faces) == ()
        assert [face.problems for face in faces] == [()] * 6


def test_a_side_has_as_many_spots_as_its_number(folded):
    """In the middle of the side, symmetrically."""
    for number, face in enumerate(folded(("a4",)).drawn_dice["spot"], 1):
        shapes = [item for item in face.symbol.items if isinstance(item, Shape) and item.fill and not item.stroke]
        spots = [item.outline.bounds.centre for item in shapes]
        assert len(spots) == number
        assert sum(spot.x for spot in spots) / number == pytest.approx(8)
        assert sum(spot.y for spot in spots) / number == pytest.approx(8)


def test_every_side_of_a_die_has_its_svg(folded):
    """By the die's name and the number of the side."""
    paths = [file.path for file in PRODUCTS["components"].make(folded(("a4",)))]
    assert {f"components/{die}-{number}.svg" for die in ("fate", "wits", "spot") for number in range(1, 7)} <= set(
        paths
    )
    assert {"components/ada-front.svg", "components/bo-front.svg"} <= set(paths)
    assert len(paths) == len(set(paths))
