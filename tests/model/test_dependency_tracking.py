"""A game that notes what its components are asked for: it is the game itself, and what was asked tells states apart."""

import pickle
from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.compose.books.prose import filled, prose_values
from punchboard.expression import template
from punchboard.model.dependency_tracking import Notes, alike, answers, noted
from punchboard.model.game.game import Component, Game, Standing
from punchboard.model.game.game_file import GameFile
from punchboard.model.game.selection import count
from punchboard.problem import Place

OURS = {"prototype": "for a test"}
CARD = {
    "id": "card-{{ nr }}",
    "name": "Card",
    "shape": "poker",
    "face": "card",
    "fields": {},
    "rows": "cards.csv",
    **OURS,
}
FILE = GameFile.model_validate(
    {"title": "Grove", "version": "1.0.0", "players": {"range": "2", **OURS}, "kinds": {"card": CARD}}
)
NAMES = ("title", "cost", "text")
PLACE = Place("catalog/grove/game.yaml")


def card(number, **values):
    own = {"id": f"card-{number}", "kind": "card", "copies": 1, "title": "Oak", "cost": 1, "text": "Draw.", **values}
    standings = {"cost": Standing("prototype", values.get("why", "for a test"))}
    return Component(f"card-{number}", "card", 1, own, Place("cards.csv", number + 1), standings)


def game(*components, text=""):
    return Game("grove", FILE, PLACE, {}, {}, components, {"rulebook": text}, {})


@pytest.fixture
def notes():
    return Notes()


def asked(notes, sort="values"):
    """The fields that were asked for, with the numbers of the cards."""
    return {name: [int(part[5:]) for part in parts] for name, parts in notes.read().get(sort, {}).items()}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Nothing.", {}),
        ("{{ row('card-2').title }}", {"title": [2]}),
        ("{{ row('card-2').title }} and {{ row('card-1').title }}", {"title": [2, 1]}),
        ("{% if row('card-1').cost > 5 %}{{ row('card-2').text }}{% endif %}", {"cost": [1]}),
        ("{{ count('all') }}", {}),
        ("{{ count('cost > 1') }}", {"cost": [1, 2, 3]}),
        ("{% for name in row('card-3') %}{{ name }} {% endfor %}", {}),
        ("{{ row('card-3') | length }}", {}),
        ("{{ row('card-3') }}", {"*": [3]}),
    ],
)
def test_a_text_notes_the_values_that_it_goes_by(notes, text, read):
    """And no others; names and numbers of fields are no values."""
    whole = game(*map(card, (1, 2, 3)), text=text)
    assert filled(noted(whole, notes), "rulebook") == filled(whole, "rulebook")
    assert asked(notes) == read


@pytest.mark.parametrize("text", ["{{ row('card-1') }}", "{{ row('card-1').items }}", "{{ row('card-1').nought }}"])
def test_values_print_and_fail_as_they_are(notes, text):
    """What is no field is none of a noted game either, though it may be a method of what notes."""
    plain = game(card(1))
    said = []
    for one in (plain, noted(plain, notes)):
        try:
            said.append(template(text)(prose_values(one)))
        except ValueError as error:
            said.append(str(error))
    assert said[0] == said[1]


def test_a_noted_game_is_known_as_the_game():
    """What is kept for a game is found for it, and two loads are two games."""
    one, other = game(card(1)), game(card(1))
    first = noted(one, Notes())
    assert first == one
    assert one == first
    assert hash(first) == hash(one)
    assert {one: "known"}[first] == "known"
    assert first == noted(one, Notes())
    assert first != other
    assert first != noted(other, Notes())


def test_noted_values_go_elsewhere_as_plain_ones(notes):
    """Nothing is noted in another process."""
    part = noted(game(card(1)), notes).components[0]
    assert pickle.loads(pickle.dumps(part)) == card(1)
    assert type(pickle.loads(pickle.dumps(part.values))) is dict


def test_facts_are_values_until_they_are_translated(notes):
    """What selects components is asked of the original."""
    words = replace(card(1), values={**card(1).values, "title": "Eiche"}, original=card(1).values)
    both = noted(game(words, card(2)), notes)
    assert count(both, "title == 'Oak'") == 2
    assert asked(notes) == {"title": [2]}
    assert asked(notes, "original") == {"title": [1]}


def test_standings_and_places_are_noted(notes):
    """The list of what is ours goes by the first, what points at a cell by the second."""
    plain = replace(game(card(1), card(2)), cell=lambda part, name: part.place._replace(column=len(name)))
    both = noted(plain, notes)
    assert [one.reason for one in both.components[0].standings.values()] == ["for a test"]
    assert both.cell(both.components[1], "cost") == Place("cards.csv", 3, 4)
    assert asked(notes, "standings") == {"*": [1]}
    assert asked(notes, "cell") == {"cost": [2]}
    moved = replace(plain, cell=lambda part, name: part.place._replace(column=9))
    assert [*answers(plain, notes.read())] != [*answers(moved, notes.read())]


VALUE = st.sampled_from(["Oak", "Elm", 1, 2, None, ""])
VALUES = st.tuples(*(VALUE for _ in NAMES)).map(lambda values: dict(zip(NAMES, values, strict=True)))


@given(
    before=st.lists(VALUES, min_size=2, max_size=2),
    after=st.lists(VALUES, min_size=2, max_size=2),
    read=st.sets(st.tuples(st.integers(0, 1), st.sampled_from([*NAMES, "*"])), max_size=4),
)
def test_two_states_answer_alike_when_they_agree_in_what_was_asked(before, after, read):
    """And only then."""
    one, other = (game(*(card(at, **values) for at, values in enumerate(cards, 1))) for cards in (before, after))
    notes = Notes()
    known = noted(one, notes)
    for at, name in sorted(read):
        str(known.components[at].values) if name == "*" else known.components[at].values[name]
    same = all(
        repr(before[at] if name == "*" else before[at][name]) == repr(after[at] if name == "*" else after[at][name])
        for at, name in read
    )
    assert ([*answers(one, notes.read())] == [*answers(other, notes.read())]) is same


@pytest.mark.parametrize(
    "other",
    [
        [card(2), card(1)],
        [card(1)],
        [card(1), card(2), card(3)],
        [card(1), replace(card(2), copies=2)],
        [card(1), replace(card(2), kind="token")],
        [card(1), replace(card(2), place=Place("cards.csv", 9))],
        [card(1), card(2, more="moss")],
        [card(1), replace(card(2), standings={})],
        [card(1), replace(card(2), original=MappingProxyType({}))],
    ],
)
def test_what_is_shown_unasked_tells_games_apart(other):
    """Which components there are, in which order, how many of each, where they stand and what they can be asked."""
    assert alike(game(card(1), card(2))) != alike(game(*other))


def test_games_with_other_values_are_alike_unasked():
    """No value is told."""
    assert alike(game(card(1), card(2))) == alike(game(card(1, title="Elm"), card(2, cost=9)))
