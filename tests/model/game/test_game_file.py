import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from punchboard.model.game.game_file import DEFAULT_MAX_SEATS, Pile, Players
from punchboard.model.game.game_file_parts import Variant


@pytest.mark.parametrize(
    ("text", "counts"),
    [("2-4", (2, 3, 4)), ("3", (3,)), ("1-1", (1,)), ("2+", (2, 3, 4, 5, 6)), ("6+", (6,)), ("8+", (8,))],
)
def test_seat_counts_go_from_the_lowest_to_the_highest_number(text, counts):
    """A game without an upper limit is printed for six players, or for its minimum if that is higher."""
    assert Players(range=text, stated="Players").seat_counts == counts


@given(st.integers(1, 12), st.integers(0, 6), st.sampled_from(["{low}", "{low}-{high}", "{low}+"]))
def test_seat_counts_are_all_numbers_within_the_bounds(low, more, form):
    """Without gaps, from the minimum to the maximum, if there is one."""
    players = Players(range=form.format(low=low, high=low + more), stated="Players")
    counts = players.seat_counts
    assert list(counts) == list(range(low, low + len(counts)))
    least, most = players.bounds
    assert (counts[0], counts[-1]) == (least, most or max(low, DEFAULT_MAX_SEATS))


def test_a_pile_has_a_visible_side_and_components_that_play_adds():
    """Both may be left open: decks show backs, other piles faces, and play adds nothing."""
    plain = Pile.model_validate({"name": "the river"})
    said = Pile.model_validate({"name": "hand", "shows": "backs", "may hold": "kind == 'card'"})
    assert (plain.shows, plain.may_hold) == (None, None)
    assert (said.shows, said.may_hold) == ("backs", "kind == 'card'")


@pytest.mark.parametrize("shows", ["back", "nothing", True, 3])
def test_a_pile_shows_faces_or_backs(shows):
    """Any other value is refused."""
    with pytest.raises(ValidationError, match="faces"):
        Pile.model_validate({"name": "the river", "shows": shows})


@pytest.mark.parametrize(("rule", "ids"), [("deal-ten", ("deal-ten",)), (["a", "b"], ("a", "b")), ([], ())])
def test_one_rule_may_be_named_without_a_list(rule, ids):
    """One id, or several in a list."""
    assert Variant.model_validate({"name": "Quick", "text": "Less.", "rule": rule}).rule == ids
