"""The Vortex: its four colours play alike well, and its cards are what the rules ask for.

Every encounter is played: each Devotee of one colour as attacker against each of another, by Reason, by Fire and by
Attack, each way counted alike, without Frenzies. A point is a convert; half a point is a Devotee of another colour that
lies dead, and only Red has it. Frenzies, the choice of whom to encounter, and what Red has from quarrels of others, are
beyond this measure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from punchboard.load import load_game
from punchboard.model.game.game import Component, Game

ROOT = Path(__file__).resolve().parents[2]
COLOURS = ("blue", "green", "red", "yellow")
ATTRIBUTES = ("reason", "fire", "repulsion", "attack")
PAIRS = tuple(combinations(COLOURS, 2))
TOLERANCE = 0.10
"""How far the two colours of a pair may be apart, as a part of what a colour gains in an encounter of that pair."""


class Devotee(NamedTuple):
    """The colour and the four attributes of a card."""

    colour: str
    reason: int
    fire: int
    repulsion: int
    attack: int


class Points(NamedTuple):
    """What an encounter brings to the attacker and to the defender."""

    attacker: float
    defender: float

    @property
    def net(self) -> float:
        """What the attacker gains less what it gives."""
        return self.attacker - self.defender


Way = Callable[[Devotee, Devotee], Points]


def death(dead: Devotee, other: Devotee) -> float:
    """Half a point for Red when a Devotee of another colour dies."""
    return 0.5 if other.colour == "red" and dead.colour != "red" else 0.0


def by_reason(attacker: Devotee, defender: Devotee) -> Points:
    """The higher by 1 or 2 converts, whoever attacks; otherwise nothing happens."""
    lead = attacker.reason - defender.reason
    return Points(float(lead in {1, 2}), float(lead in {-1, -2}))


def by_fire(attacker: Devotee, defender: Devotee) -> Points:
    """Fire over Repulsion by 1 or 2 converts, by 3 or more kills; otherwise it is repelled."""
    lead = attacker.fire - defender.repulsion
    if lead >= 3:
        return Points(death(defender, attacker), 0.0)
    return Points(float(lead in {1, 2}), 0.0)


def by_attack(attacker: Devotee, defender: Devotee) -> Points:
    """The lower Attack dies; equals both die."""
    return Points(
        death(defender, attacker) if attacker.attack >= defender.attack else 0.0,
        death(attacker, defender) if attacker.attack <= defender.attack else 0.0,
    )


WAYS: tuple[Way, ...] = (by_reason, by_fire, by_attack)


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(ROOT / "catalog" / "vortex", ROOT)


@pytest.fixture(scope="module")
def sides(game: Game) -> dict[str, tuple[Devotee, ...]]:
    """Return the 24 Devotees of each colour."""
    cards = [Devotee(str(values["colour"]), *(values[name] for name in ATTRIBUTES)) for values in rows(game, "devotee")]
    return {colour: tuple(card for card in cards if card.colour == colour) for colour in COLOURS}


def rows(game: Game, kind: str) -> list[Any]:
    return [component.values for component in of_kind(game, kind)]


def of_kind(game: Game, kind: str) -> list[Component]:
    return [component for component in game.components if component.kind == kind]


def mean(values: list[int]) -> float:
    return sum(values) / len(values)


def gains(one: tuple[Devotee, ...], other: tuple[Devotee, ...], outcomes: Callable[..., Iterator[Points]]) -> Points:
    """Return the mean points that two colours gain in an encounter between them, half of them with each as attacker."""
    first = [points for pair in product(one, other) for points in outcomes(*pair)]
    second = [points for pair in product(other, one) for points in outcomes(*pair)]
    number = len(first) + len(second)
    gained = sum(points.attacker for points in first) + sum(points.defender for points in second)
    given = sum(points.defender for points in first) + sum(points.attacker for points in second)
    return Points(gained / number, given / number)


def in_all_ways(attacker: Devotee, defender: Devotee) -> Iterator[Points]:
    return (way(attacker, defender) for way in WAYS)


def in_the_best_way(attacker: Devotee, defender: Devotee) -> Iterator[Points]:
    yield max((way(attacker, defender) for way in WAYS), key=lambda points: points.net)


@pytest.mark.parametrize("outcomes", [in_all_ways, in_the_best_way])
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_colours_gain_alike_from_each_other(
    sides: dict[str, tuple[Devotee, ...]], one: str, other: str, outcomes: Callable[..., Iterator[Points]]
) -> None:
    points = gains(sides[one], sides[other], outcomes)
    assert abs(points.net) <= TOLERANCE * (points.attacker + points.defender) / 2


@pytest.mark.parametrize("outcomes", [in_all_ways, in_the_best_way])
def test_no_colour_is_ahead_of_another_over_all_its_encounters(
    sides: dict[str, tuple[Devotee, ...]], outcomes: Callable[..., Iterator[Points]]
) -> None:
    """The largest and the smallest gain less loss differ by at most 10 % of what a colour gains in an encounter."""
    played = {
        colour: [gains(sides[colour], sides[other], outcomes) for other in COLOURS if other != colour]
        for colour in COLOURS
    }
    net = {colour: sum(points.net for points in pairs) / len(pairs) for colour, pairs in played.items()}
    gained = sum(points.attacker for pairs in played.values() for points in pairs) / (len(COLOURS) * 3)
    assert max(net.values()) - min(net.values()) <= TOLERANCE * gained


def test_encounters_are_those_of_the_rules() -> None:
    """Figures of the published rules: 5 against 3 converts, 5 against 2 does not; equal Attack kills both."""
    red, blue = Devotee("red", 5, 5, 3, 4), Devotee("blue", 3, 2, 3, 4)
    assert by_reason(red, blue) == by_fire(red, blue) == (1, 0)
    assert by_reason(blue, red) == (0, 1)
    assert by_reason(red, blue._replace(reason=2)) == (0, 0)
    assert by_fire(red, blue._replace(repulsion=2)) == by_fire(red, blue._replace(repulsion=1)) == (0.5, 0)
    assert by_fire(red, blue._replace(repulsion=5)) == by_fire(blue, red) == (0, 0)
    assert by_attack(red, blue) == (0.5, 0)
    assert by_attack(blue, red) == (0, 0.5)
    assert by_attack(blue, blue._replace(colour="green", attack=1)) == (0, 0)


@pytest.mark.parametrize(
    ("colour", "best"), [("blue", "reason"), ("green", "repulsion"), ("red", "attack"), ("yellow", "fire")]
)
def test_each_colour_has_a_best_attribute_of_its_own(
    sides: dict[str, tuple[Devotee, ...]], colour: str, best: str
) -> None:
    """It is the best by most of a point on average, and by most of a point no other colour has as much of it."""
    means = {name: mean([getattr(card, name) for card in sides[colour]]) for name in ATTRIBUTES}
    others = [mean([getattr(card, best) for card in sides[other]]) for other in COLOURS if other != colour]
    rest = [value for name, value in means.items() if name != best]
    assert means[best] >= 0.9 + max(*rest, *others)


def test_attack_is_usually_the_best_attribute_of_a_red_devotee(sides: dict[str, tuple[Devotee, ...]]) -> None:
    best = [card for card in sides["red"] if card.attack >= max(card.reason, card.fire, card.repulsion)]
    assert len(best) >= 2 / 3 * len(sides["red"])


def test_no_two_devotees_of_a_colour_have_the_same_numbers(sides: dict[str, tuple[Devotee, ...]]) -> None:
    assert all(len(set(cards)) == len(cards) == 24 for cards in sides.values())


def test_every_devotee_has_a_name_and_a_line_of_its_own(game: Game) -> None:
    for field in ("name", "flavour"):
        assert len({values[field] for values in rows(game, "devotee")}) == 96


@pytest.mark.parametrize("deck", ["plain", "ruled"])
def test_every_turn_order_is_there_once_plain_and_once_with_a_rule(game: Game, deck: str) -> None:
    orders = [
        tuple(str(values[place]) for place in ("first", "second", "third", "fourth"))
        for values in rows(game, "vortex")
        if values["special"] is (deck == "ruled")
    ]
    assert sorted(orders) == sorted(permutations(COLOURS))


@pytest.mark.parametrize(("kind", "copies"), [("rogation", 48), ("frenzy", 50)])
def test_cards_that_are_dealt_are_varied(game: Game, kind: str, copies: int) -> None:
    """There are 24 different ones, none more than four times, and each can be read across a table."""
    cards = of_kind(game, kind)
    assert len({card.values["text"] for card in cards}) == len(cards) == 24
    assert sum(card.copies for card in cards) == copies
    assert max(card.copies for card in cards) <= 4
    assert max(len(card.values["text"]) for card in cards) <= 130


@pytest.mark.parametrize("kind", ["rogation", "frenzy"])
def test_no_two_cards_differ_only_in_a_number_a_colour_or_an_attribute(game: Game, kind: str) -> None:
    blanks = dict.fromkeys([*COLOURS, *ATTRIBUTES], "_") | dict.fromkeys(["one", "two", "three", "more", "less"], "_")
    texts = [
        " ".join(blanks.get(word, "_" if word.isdigit() else word) for word in values["text"].lower().split())
        for values in rows(game, kind)
    ]
    assert len(set(texts)) == len(texts)


def test_all_cards_of_the_players_share_a_back_that_vortex_cards_do_not_have(game: Game) -> None:
    backs = {name: kind.file.back for name, kind in game.kinds.items()}
    assert backs["devotee"] == backs["rogation"] == backs["frenzy"] != backs["vortex"]


def test_the_example_of_play_ends_as_the_rulebook_tells_it(game: Game) -> None:
    """Names and numbers in it come from the catalog, so only its turns of fortune can go wrong."""
    card = {
        component.id: Devotee(str(component.values["colour"]), *(component.values[name] for name in ATTRIBUTES))
        for component in of_kind(game, "devotee")
    }
    captain = card["red-01"]
    assert by_fire(card["yellow-15"], card["blue-18"]) == (1, 0)
    assert by_attack(captain._replace(attack=captain.attack + 3), card["yellow-01"]) == (0.5, 0)
    assert by_reason(card["blue-01"], card["yellow-15"]) == (1, 0)
    assert card["yellow-06"].fire <= card["blue-12"].repulsion
    assert card["red-03"].attack > card["yellow-06"].attack
    assert by_reason(card["blue-12"], card["red-03"]) == (1, 0)
    assert by_reason(captain, card["blue-12"]) == (0, 1)
    assert card["yellow-15"].fire - card["red-03"].repulsion >= 3
    assert card["yellow-15"].fire <= card["green-01"].repulsion
