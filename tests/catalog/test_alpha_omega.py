"""Alpha/Omega: its Objectives can be achieved, but by no start; its cards stand where the rules' example needs them.

The bound on a start is generous to Good: every player plays the best cards that the whole deck has, one a turn, none of
them is ever attacked, and no Opponent has any Strength. What is counted is what the Strength Check counts: Persons and
offensive Items, at the printed Strength. Extra damage, Places and Events never count, and a Person who comes home has
been played before. The Strength that an Objective's set-up may put into play is added for every seat.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from punchboard.load import load_game
from punchboard.model.game.game import Component, Game
from punchboard.model.game.selection import count_pieces, selected_components

ROOT: Final = Path(__file__).resolve().parents[2]
SEATS: Final = {1: "solo", 2: "two", 3: "three", 4: "four"}
EARLIEST: Final = {1: 5, 2: 5, 3: 4, 4: 4}
"""The first round in which so many players may achieve an Objective; the more they are, the faster their side grows."""

SECOND_CARD: Final = re.compile(
    r"plays? (?:another|a second|one more|two|up to|an additional|any number)|second card|into play", re.IGNORECASE
)
"""Words of a card that would let a player bring more than one card a turn into play."""


@pytest.fixture(scope="module")
def game() -> Game:
    """Return the game of the catalog."""
    return load_game(ROOT / "catalog" / "alpha-omega", ROOT)


@pytest.fixture(scope="module")
def strength(game: Game) -> dict[str, int]:
    """Return the printed Strength of every card that has one, by id."""
    return {one.id: one.values["strength"] for one in game.components if "strength" in one.values}


def counted(game: Game) -> list[int]:
    """Return the Strength of every Good card that the Strength Check counts, greatest first, each copy for itself."""
    cards = (*selected_components(game, "Good Persons"), *selected_components(game, "offensive Good Items"))
    return sorted((card.values["strength"] for card in cards for _ in range(card.copies)), reverse=True)


def greatest(game: Game, seats: int, rounds: int) -> int:
    """Return the most Strength that so many players can have in play after so many rounds, one card a turn."""
    return sum(counted(game)[: seats * rounds])


def points(objective: Component, seats: int) -> int:
    """Return the lead that an Objective asks of so many players."""
    value = objective.values[SEATS[seats]]
    assert isinstance(value, int)
    return value


def head_start(objective: Component, seats: int) -> int:
    """Return the most Strength that the set-up of an Objective puts into play."""
    return seats * int(objective.values["head_start"])


def objectives(game: Game) -> tuple[Component, ...]:
    """Return the Objectives."""
    return selected_components(game, "kind == 'objective'")


@pytest.mark.parametrize("seats", SEATS)
def test_every_objective_can_be_achieved(game: Game, seats: int) -> None:
    """Good can lead by each Objective's points within the rounds of the bonus, with no more cards than there are."""
    rounds = game.file.numbers["ten"].value
    drawn = seats * (game.file.numbers["deal"].value + rounds)
    assert drawn <= count_pieces(game, "Good cards")
    for objective in objectives(game):
        assert greatest(game, seats, rounds) >= points(objective, seats), objective.id


@pytest.mark.parametrize("seats", SEATS)
def test_no_start_achieves_an_objective(game: Game, seats: int) -> None:
    """Even the best cards, unharmed and without an Opponent in play, stay below every Objective until that round."""
    for objective in objectives(game):
        start = greatest(game, seats, EARLIEST[seats] - 1) + head_start(objective, seats)
        assert start < points(objective, seats), objective.id


def test_only_the_named_set_up_gives_strength(game: Game) -> None:
    """An Objective whose set-up puts Good Persons into play says how strong; no other one does so."""
    for objective in objectives(game):
        limit = re.search(r"Person of Strength (\d) or less.*into play", objective.values["text"])
        assert objective.values["head_start"] == (int(limit[1]) if limit else 0), objective.id


def test_no_card_plays_a_second_card(game: Game) -> None:
    """No Good card and no Calling brings a further Good card into play, so a turn adds one card at most."""
    for card in (*selected_components(game, "Good cards"), *selected_components(game, "kind == 'calling'")):
        words = " ".join(str(card.values.get(field, "")) for field in ("text", "benefit"))
        assert not SECOND_CARD.search(words), card.id


def test_no_card_raises_the_strength_that_is_counted(game: Game) -> None:
    """Abilities, Events and Callings add damage to an attack; none of them adds to a card's Strength."""
    for card in (*selected_components(game, "Good cards"), *selected_components(game, "kind == 'calling'")):
        words = " ".join(str(card.values.get(field, "")) for field in ("text", "benefit"))
        assert not re.search(r"(?:\+ ?\d|more|additional|gains?) (?:\d )?Strength(?! than)", words), card.id


def test_the_points_lie_between_fast_and_extended_play(game: Game) -> None:
    """No Objective asks for less than Fast or more than Extended Play, and more players need a greater lead."""
    fast, extended = game.file.numbers["fast"].value, game.file.numbers["extended"].value
    for objective in objectives(game):
        asked = [points(objective, seats) for seats in SEATS]
        assert fast <= asked[0] < asked[1] < asked[2] < asked[3] <= extended, objective.id


def test_opponents_can_win_too(game: Game) -> None:
    """The Opponent deck holds enough Strength for the largest lead that any Objective asks for."""
    cards = (
        *selected_components(game, "kind == 'opponent-person'"),
        *selected_components(game, "offensive Opponent Items"),
    )
    whole = sum(card.values["strength"] * card.copies for card in cards)
    assert whole >= max(points(objective, 4) for objective in objectives(game))


def test_a_person_is_there_once(game: Game) -> None:
    """Each Person is printed once on each side, since a Person is played once a game."""
    persons = selected_components(game, "kind in ['good-person', 'opponent-person']")
    names = [person.values["name"] for person in persons]
    assert [person.copies for person in persons] == [1] * len(persons)
    assert len(names) == len(set(names))


def test_only_angels_and_the_fallen_are_supernatural(game: Game) -> None:
    """Good Persons are Angels or Humans, Opponent Persons Fallen Angels or Humans, and only the fallen lure."""
    for person in selected_components(game, "kind in ['good-person', 'opponent-person']"):
        own = {"good-person": {"angel", "human"}, "opponent-person": {"fallen", "human-opponent"}}[person.kind]
        assert str(person.values["type"]) in own
        assert person.values["type"].properties["lures"] == (str(person.values["type"]) == "fallen")


def test_an_item_tells_whether_it_counts(game: Game) -> None:
    """An offensive Item adds its Strength to the damage and says that it counts; a defensive one does neither."""
    for item in selected_components(game, "kind in ['good-item', 'opponent-item']"):
        text, offensive = item.values["text"], item.values["item_type"].properties["offensive"]
        adds = re.search(r"deals (\d) more damage", text)
        assert ("Counts in the Strength Check." in text) == offensive, item.id
        assert (int(adds[1]) if adds else None) == (item.values["strength"] if offensive else None), item.id


def test_magic_is_found_on_opponent_cards_only(game: Game) -> None:
    """No Good card speaks of magic, and each Opponent card that does needs a Fallen Angel in play."""
    magic = [one for one in game.components if "magic" in str(one.values.get("text", "")).lower()]
    assert magic
    for card in magic:
        assert card.kind.startswith("opponent-"), card.id
        assert "Fallen Angel is in play" in card.values["text"], card.id


def test_every_card_has_a_line_of_its_own(game: Game) -> None:
    """No two named cards share a rule or a flavour text, and each of them has one at least."""
    named = [one for one in game.components if "flavour" in one.values]
    for field in ("flavour", "text", "task", "benefit"):
        texts = [one.values[field] for one in named if one.values.get(field)]
        shared = {text for text in texts if texts.count(text) > 1} - {
            "Discard one Opponent Event in play.",
            "Each player draws a card.",
            "Each player discards a card.",
        }
        shared = {text for text in shared if "more damage. Counts" not in text}
        assert not shared, field
    assert all(one.values["flavour"] for one in named)


def test_the_first_rounds_of_the_example(strength: dict[str, int]) -> None:
    """Azrael fells Abigor, falls to Agares with the Blade, and Michael fells Azrael; the balances are 4, -1 and -6."""
    blade = strength["black-blade"]
    assert strength["azrael"] + 1 >= strength["abigor"]
    assert strength["azrael"] - blade == 4
    assert strength["agares"] + blade >= strength["azrael"]
    assert strength["michael"] >= strength["azrael"]
    assert strength["michael"] - strength["agares"] - blade == -1
    assert strength["heavenly-armor"] <= min(strength["michael"], strength["paimon"] + blade, strength["heaven"])
    assert strength["adramalech"] == 5
    assert strength["michael"] <= strength["heaven"]
    assert strength["michael"] - strength["paimon"] - strength["adramalech"] - blade == -6


def test_the_later_rounds_of_the_example(strength: dict[str, int]) -> None:
    """Hail leaves Michael 2 and Uriel 1, Good comes to 13, and the last round ends with the Opponents 15 ahead."""
    assert (strength["michael"] - 5, strength["uriel"] - 5) == (2, 1)
    assert strength["gabriel"] <= 5
    assert strength["michael"] >= max(strength["uriel"], strength["asmodee"])
    assert strength["raphael"] >= strength["alloces"]
    assert strength["michael"] + strength["raphael"] == 13
    left = strength["michael"] - strength["ambriel"]
    assert left <= strength["apollyon"]
    assert strength["metatron"] <= strength["apollyon"] <= strength["jehudiel"] <= strength["raphael"]
    assert strength["camael"] + strength["michael"] >= strength["jehudiel"]
    lost = sum(strength[name] for name in ("camael", "michael", "jehudiel", "ambriel"))
    assert lost - strength["raphael"] == 15
