"""What each pile holds at the end, from walks written by hand."""

from dataclasses import replace
from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from punchboard.engine import proof
from punchboard.engine.proof import Leftover, leftovers, setup_ends
from punchboard.model.game.setup import Step

PILES = ("pack", "river", "hand")


def walked(sizes, *, is_complete=True):
    """Return a walk with sizes at its end, by pile and seat."""
    return SimpleNamespace(sizes=sizes, is_complete=is_complete)


def test_a_pile_has_a_row_and_each_walk_a_column():
    """A shared pile has its own size; a pile that a walk does not have is empty in it."""
    walks = [walked({("pack", None): (3, 5)}), walked({("pack", None): (1, 1), ("river", None): (2, 2)})]
    assert leftovers(walks) == (
        Leftover("pack", is_per_seat=False, sizes=((3, 5), (1, 1))),
        Leftover("river", is_per_seat=False, sizes=((0, 0), (2, 2))),
    )


def test_an_empty_pile_has_a_row_where_it_is_wanted():
    """A pile of the game is shown as empty; the box and the table are not."""
    walk = walked({("pack", None): (0, 0), ("river", None): (2, 2), ("box", None): (0, 0), ("table", None): (0, 0)})
    assert [row.pile for row in leftovers([walk])] == ["river"]
    assert [row.pile for row in leftovers([walk], with_empty=True)] == ["pack", "river"]


def test_the_piles_of_all_seats_share_a_row():
    """With the least and the most that any seat can hold; the row says that each seat has one."""
    walk = walked({("hand", 0): (3, 4), ("hand", 1): (2, 3), ("hand", 2): (3, 7)})
    assert leftovers([walk]) == (Leftover("hand", is_per_seat=True, sizes=((2, 7),)),)


def test_a_name_may_be_a_shared_pile_and_that_of_each_seat():
    """They get two rows."""
    walk = walked({("pack", None): (9, 9), ("pack", 0): (1, 1), ("pack", 1): (1, 1)})
    assert [(row.is_per_seat, row.sizes) for row in leftovers([walk])] == [(False, ((9, 9),)), (True, ((1, 1),))]


def test_a_pile_that_is_always_empty_has_no_row():
    """A pile that may be empty, or is not with another number of players, has one."""
    walks = [
        walked({("pack", None): (0, 0), ("river", None): (0, 1), ("hand", 0): (0, 0)}),
        walked({("pack", None): (0, 0), ("river", None): (0, 0), ("hand", 0): (0, 2)}),
    ]
    assert [row.pile for row in leftovers(walks)] == ["river", "hand"]


def test_the_sizes_of_an_incomplete_walk_are_unknown():
    """They are None without bounds; bounds of piles are sizes like others."""
    walks = [walked({}, is_complete=False), walked({("pack", None): (2, 5)}, is_complete=False)]
    assert leftovers(walks) == (Leftover("pack", is_per_seat=False, sizes=(None, (2, 5))),)


def test_without_walks_there_are_no_rows():
    """A game without a set-up has no table."""
    assert leftovers([]) == ()


keys = st.tuples(st.sampled_from(PILES), st.none() | st.integers(0, 2))
ranges = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda ends: (min(ends), max(ends)))
walks_of = st.lists(st.builds(walked, st.dictionaries(keys, ranges), is_complete=st.booleans()), max_size=4)


@given(walks_of)
def test_each_size_lies_within_its_row(walks):
    """Every pile has exactly one row; the sizes of a walk lie within its column."""
    rows = {(row.pile, row.is_per_seat): row for row in leftovers(walks)}
    assert len(rows) == len(leftovers(walks))
    for index, walk in enumerate(walks):
        for (pile, seat), (low, high) in walk.sizes.items():
            row = rows.get((pile, seat is not None))
            size = row.sizes[index] if row is not None else (0, 0)
            assert size is not None
            assert size[0] <= low <= high <= size[1]


def dealt(grove):
    """Return the Grove with a set-up that deals two cards to each player."""
    game = grove()
    line = Step.model_validate({"deal": 2, "from": "pack", "to": "hand", "each": "player"})
    return replace(game, file=game.file.model_copy(update={"setup": (line,)}))


def test_setup_ends_are_the_ends_of_its_walks(grove):
    """In every way to play it."""
    game = dealt(grove)
    walks = [(walk.players, walk.variant, walk.sizes) for walk in proof.setup_walks(game)]
    assert len(walks) > 1
    assert [tuple(end) for end in setup_ends(game)] == walks


def test_a_game_without_a_set_up_has_no_ends(grove):
    """There is nothing to walk."""
    assert setup_ends(grove()) == ()
