import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.checks.composed import backs
from punchboard.problem import Severity

PACK = "decks:\n  pack: {name: the pack, contains: card}\n"
ALL = "decks:\n  pack: {name: the pack, contains: all}\n"
APART = "decks:\n  pack: {name: the pack, contains: card}\n  supply: {name: the supply, contains: pawn}\n"
HAND = "each player has:\n  hand: {name: hand}\n"
PLAIN = {"card": "waves", "pawn": "waves"}
OWN = {"card": "waves", "pawn": "dots"}


@pytest.fixture
def told(game):
    """Return what is told of a game whose kinds have backs: code, line after the head, severity and message."""

    def told(text, worn):
        grove = game(text)
        before = grove.place_of("kinds", "pawn", "rows").line  # the last line of the head
        found = backs.check(grove, {one.id: worn.get(one.id, worn.get(one.kind)) for one in grove.components})
        return [(problem.rule, problem.place.line - before, problem.severity, problem.message) for problem in found]

    return told


def test_one_back_for_all_that_lie_together_is_silent(told):
    """Whatever the piles hold."""
    assert told(ALL, PLAIN) == []


def test_a_back_of_its_own_for_what_lies_apart_is_silent(told):
    """In two decks, or one in a deck and one in the box."""
    assert told(APART, OWN) == []
    assert told(PACK, OWN) == []


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        (ALL, 2, "pack"),
        (PACK.replace("card}", "card, may hold: pawn}"), 2, "pack"),
        (APART + HAND.replace("hand}", "hand, shows: backs, contains: all}"), 5, "hand"),
        ("piles:\n  river: {name: the river, shows: backs, contains: all}\n", 2, "river"),
        (f"{APART}setup:\n  - {{shuffle: [pack, supply], to: pack}}\n", 2, "pack"),
        (f"{APART}setup:\n  - {{place: 1 pawn, on: pack}}\n", 2, "pack"),
    ],
)
def test_different_backs_in_a_pile_that_shows_backs_are_an_error(told, text, line, name):
    """They tell which card comes next: by what a deck contains, what play may bring, and what set-up moves."""
    ((rule, where, severity, message),) = told(text, OWN)
    assert (rule, where, severity) == ("BACK001", line, Severity.ERROR)
    assert message == f"only backs are seen in {name!r}, and 2 differ: those of 'ember-1' (card), 'pawn' (pawn)"


@pytest.mark.parametrize(
    "text",
    [
        ALL.replace("all}", "all, shows: faces}"),
        f"{APART}piles:\n  river: {{name: the river, contains: all}}\n",
        APART + HAND.replace("hand}", "hand, contains: all}"),
        f"{APART}setup:\n  - {{place: 1 pawn, on: table}}\n",
    ],
)
def test_piles_that_show_faces_may_hold_any_backs(told, text):
    """Whoever sees the faces learns nothing from a back."""
    assert told(text, OWN) == []


def test_backs_of_one_kind_may_not_differ_either(told):
    """A back that shows a value of its card marks it."""
    worn = {"card": "waves", "pawn": "dots", "ember-2": "flames"}
    assert [message for *_, message in told(PACK, worn)] == [
        "only backs are seen in 'pack', and 2 differ: those of 'ember-1' (card), 'ember-2' (card)"
    ]


def test_a_pile_of_many_backs_is_told_by_a_few(told):
    """A back that shows its card's name would name them all."""
    worn = {name: name for name in ("ember-1", "ember-2", "tide-1", "tide-2", "pawn")}
    ((*_, message),) = told(ALL, worn)
    assert message.endswith("and 5 differ: those of 'ember-1' (card), 'tide-1' (card), 'ember-2' (card) and 2 more")


def test_a_component_without_a_back_is_seen_among_others(told):
    """White paper is a back as well; where all are white there is nothing to tell them apart."""
    assert [rule for rule, *_ in told(ALL, {"card": "waves"})] == ["BACK001"]
    assert told(ALL, {}) == []
    assert told(APART, {}) == []


def test_one_back_for_what_never_lies_together_is_a_warning(told):
    """A card of another deck slips in unseen; what play may bring together needs one back."""
    ((rule, line, severity, message),) = told(APART, PLAIN)
    assert (rule, severity) == ("BACK002", Severity.WARNING)
    assert line < 0  # at the kind, within the head
    assert message == "'pawn' has the back of 'card', but the two never lie together face down"
    assert told(APART.replace("contains: pawn", "contains: pawn, may hold: card"), PLAIN) == []
    assert [rule for rule, *_ in told(ALL.replace("all}", "all, shows: faces}"), PLAIN)] == ["BACK002"]


PILES = st.sampled_from([PACK, ALL, APART])


@given(PILES, st.dictionaries(st.sampled_from(["ember-1", "ember-2", "pawn"]), st.sampled_from(["a", "b"])))
def test_each_pile_is_told_once(grove_of, text, worn):
    """However many backs differ in it, and whichever components wear them."""
    game = grove_of(text)
    worn_by = {one.id: worn.get(one.id, "a") for one in game.components}
    found = [problem for problem in backs.check(game, worn_by) if problem.rule == "BACK001"]
    held = [{"ember-1", "ember-2", "tide-1", "tide-2", *(["pawn"] if text == ALL else [])}]
    assert len(found) == sum(len({worn_by[name] for name in pile}) > 1 for pile in held)
