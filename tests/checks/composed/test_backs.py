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
def problems(game):
    """Return the problems of a game whose kinds have backs: code, line after the header, severity and message."""

    def problems(text, back_of):
        grove = game(text)
        before = grove.place_of("kinds", "pawn", "rows").line  # the last line of the header
        found = backs.check(grove, {one.id: back_of.get(one.id, back_of.get(one.kind)) for one in grove.components})
        return [(problem.rule, problem.place.line - before, problem.severity, problem.message) for problem in found]

    return problems


def test_one_back_for_all_in_a_pile_has_no_problems(problems):
    """Whatever the piles hold."""
    assert problems(ALL, PLAIN) == []


def test_different_backs_in_different_piles_have_no_problems(problems):
    """In two decks, or one in a deck and one in the box."""
    assert problems(APART, OWN) == []
    assert problems(PACK, OWN) == []


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        (ALL, 2, "pack"),
        (PACK.replace("card}", "card, may hold: pawn}"), 2, "pack"),
        (APART + HAND.replace("hand}", "hand, shows: backs, may hold: all}"), 5, "hand"),
        ("piles:\n  river: {name: the river, shows: backs, contains: all}\n", 2, "river"),
        (f"{APART}setup:\n  - {{shuffle: [pack, supply], to: pack}}\n", 2, "pack"),
        (f"{APART}setup:\n  - {{place: 1 pawn, on: pack}}\n", 2, "pack"),
    ],
)
def test_different_backs_in_a_pile_that_shows_backs_are_an_error(problems, text, line, name):
    """It counts what a deck contains, what play may bring, and what set-up moves."""
    ((rule, where, severity, message),) = problems(text, OWN)
    assert (rule, where, severity) == ("BACK001", line, Severity.ERROR)
    assert message == f"{name!r} shows only backs, but holds 2 different ones: those of 'ember-1' (card), 'pawn' (pawn)"


@pytest.mark.parametrize(
    "text",
    [
        ALL.replace("all}", "all, shows: faces}"),
        f"{APART}piles:\n  river: {{name: the river, contains: all}}\n",
        APART + HAND.replace("hand}", "hand, may hold: all}"),
        f"{APART}setup:\n  - {{place: 1 pawn, on: table}}\n",
    ],
)
def test_piles_that_show_faces_may_hold_any_backs(problems, text):
    """Players who see the faces learn nothing from a back."""
    assert problems(text, OWN) == []


def test_backs_of_one_kind_may_not_differ_either(problems):
    """A back that shows a value of its card marks it."""
    back_of = {"card": "waves", "pawn": "dots", "ember-2": "flames"}
    assert [message for *_, message in problems(PACK, back_of)] == [
        "'pack' shows only backs, but holds 2 different ones: those of 'ember-1' (card), 'ember-2' (card)"
    ]


def test_few_of_many_backs_are_listed(problems):
    """A back that shows its card's name would list them all."""
    back_of = {name: name for name in ("ember-1", "ember-2", "tide-1", "tide-2", "pawn")}
    ((*_, message),) = problems(ALL, back_of)
    assert message.endswith(
        "holds 5 different ones: those of 'ember-1' (card), 'tide-1' (card), 'ember-2' (card) and 2 more"
    )


def test_a_blank_back_differs_from_printed_ones(problems):
    """If all backs are blank, they are equal."""
    assert [rule for rule, *_ in problems(ALL, {"card": "waves"})] == ["BACK001"]
    assert problems(ALL, {}) == []
    assert problems(APART, {}) == []


def test_one_back_for_kinds_that_are_never_mixed_is_a_warning(problems):
    """A card of another deck would not be noticed; kinds that play may mix need the same back."""
    ((rule, line, severity, message),) = problems(APART, PLAIN)
    assert (rule, severity) == ("BACK002", Severity.WARNING)
    assert line < 0  # at the kind, within the header
    assert message == "'pawn' has the same back as 'card', but the two are never mixed face down"
    assert problems(APART.replace("contains: pawn", "contains: pawn, may hold: card"), PLAIN) == []
    assert [rule for rule, *_ in problems(ALL.replace("all}", "all, shows: faces}"), PLAIN)] == ["BACK002"]


PILES = st.sampled_from([PACK, ALL, APART])


@given(PILES, st.dictionaries(st.sampled_from(["ember-1", "ember-2", "pawn"]), st.sampled_from(["a", "b"])))
def test_each_pile_is_reported_once(grove_of, text, back_of):
    """However many backs differ in it, and whichever components have them."""
    game = grove_of(text)
    back_by_id = {one.id: back_of.get(one.id, "a") for one in game.components}
    found = [problem for problem in backs.check(game, back_by_id) if problem.rule == "BACK001"]
    held = [{"ember-1", "ember-2", "tide-1", "tide-2", *(["pawn"] if text == ALL else [])}]
    assert len(found) == sum(len({back_by_id[name] for name in pile}) > 1 for pile in held)
