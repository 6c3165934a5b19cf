"""Alter Ego can be played with the counts that we chose: its rules name none."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from punchboard.load import load_game
from punchboard.model.game.game import Component, Game

ROOT = Path(__file__).resolve().parents[2]
POWERS = frozenset({"might", "shadow", "wits", "speed", "nerve"})
CIVILIANS = frozenset({"child", "worker", "elder"})
GANGS = frozenset({"sadists", "anarchists", "mafia"})
SEATS = (2, 3, 4)


@pytest.fixture(scope="module")
def game() -> Game:
    """The game as it stands in the catalog."""
    return load_game(ROOT / "catalog" / "alter-ego", ROOT)


def cards(game: Game, kind: str) -> tuple[Component, ...]:
    return tuple(component for component in game.components if component.kind == kind)


def pieces(game: Game, kind: str, field: str) -> Counter[str]:
    """Count the copies of a kind by the value of a field."""
    found: Counter[str] = Counter()
    for component in cards(game, kind):
        found[str(component.values[field])] += component.copies
    return found


def values(card: Component, prefix: str) -> list[str]:
    """Return the filled ones of a card's numbered fields: ``hero1`` to ``hero6``, ``civ1`` to ``civ5``."""
    found = (card.values.get(f"{prefix}{number}") for number in range(1, 7))
    return [str(value) for value in found if value is not None]


def placed(game: Game, kind: str) -> dict[int, int]:
    """Return how many of a kind the set-up places for each number of players."""
    (step,) = (step for step in game.file.setup if step.verb == "place" and step.of == kind)
    assert step.amount is not None
    assert isinstance(step.amount.number, dict)
    return dict(step.amount.number)


def steps_of_each_player(game: Game) -> Iterator[tuple[str | None, str | None]]:
    for step in game.file.setup:
        for inner in step.steps or (step,):
            if inner.who == "each player":
                yield inner.only, inner.source


def test_the_tables_are_utf_8_with_unix_line_ends() -> None:
    """Every table reads as CSV, and no cell begins or ends with a space."""
    for path in (ROOT / "catalog" / "alter-ego").glob("*.csv"):
        text = path.read_bytes().decode("utf-8")
        assert "\r" not in text, path
        assert all(cell == cell.strip() for row in csv.reader(StringIO(text)) for cell in row), path


def test_every_card_has_a_name_and_a_line_of_its_own(game: Game) -> None:
    """No two named cards share a name, and no two share a line in italics; a line has at most 80 characters."""
    named = [component for component in game.components if "flavour" in component.values]
    assert len(named) == 25 + 24 + 45 + 12 + 8 + 12
    for field in ("name", "flavour"):
        found = Counter(component.values[field] for component in named)
        assert max(found.values()) == 1, found.most_common(1)
    assert all(0 < len(component.values["flavour"]) <= 80 for component in named)


def test_every_text_can_be_read_across_the_table(game: Game) -> None:
    """Rules on a card have at most 160 characters."""
    for component in game.components:
        for field in ("text", "kill", "twist"):
            assert len(str(component.values.get(field, ""))) <= 160, component.id


def test_the_document_s_types_are_all_there(game: Game) -> None:
    """There are five Hero types, three Alter Ego types, three Civilian types and three Arch Villain types."""
    assert set(pieces(game, "hero", "power")) == POWERS
    assert set(pieces(game, "alter-ego", "life")) == {"family", "job", "community"}
    assert set(pieces(game, "civ", "civilian")) == CIVILIANS
    assert set(pieces(game, "villain", "gang")) == GANGS


def test_each_seat_gets_four_of_each_alter_ego_type_and_a_stack_is_left(game: Game) -> None:
    """Four players take 16 cards of each type; at least one card of each type a player is left to choose from."""
    each = game.file.numbers["each life"].value
    assert each == 4
    assert Counter(only for only, _ in steps_of_each_player(game) if only) == {
        "Family cards": 1,
        "Job cards": 1,
        "Community cards": 1,
    }
    for life, count in pieces(game, "alter-ego", "life").items():
        assert count >= max(SEATS) * each + max(SEATS), life


def test_heroes_last_as_long_as_the_henchmen(game: Game) -> None:
    """If every Henchman came into play once and every turn took a Hero, Heroes would still be left."""
    assert sum(pieces(game, "hero", "power").values()) > len(cards(game, "henchman"))


def test_henchmen_show_a_civilian_and_a_hero_for_every_hostage(game: Game) -> None:
    """The places are filled from the first on, without gaps, as many as the card says."""
    for card in cards(game, "henchman"):
        assert len(values(card, "civ")) == len(values(card, "hero")) == card.values["hostages"], card.id
        filled = [card.values[f"civ{number}"] is not None for number in range(1, 6)]
        assert filled == sorted(filled, reverse=True), card.id
        assert [card.values[f"hero{number}"] is not None for number in range(1, 6)] == filled, card.id


def test_henchmen_go_from_easy_to_hard_in_every_gang(game: Game) -> None:
    """Each gang has 2, 4, 4, 3 and 2 Henchmen with 1 to 5 hostages."""
    for gang in GANGS:
        found = Counter(card.values["hostages"] for card in cards(game, "henchman") if card.values["gang"] == gang)
        assert found == {1: 2, 2: 4, 3: 4, 4: 3, 5: 2}, gang


def test_every_civilian_and_every_hero_is_asked_for_equally(game: Game) -> None:
    """Each type of Civilian is taken equally often; the Hero types differ by one; each is needed by ten Henchmen."""
    henchmen = cards(game, "henchman")
    taken = Counter(civ for card in henchmen for civ in values(card, "civ"))
    asked = Counter(hero for card in henchmen for hero in values(card, "hero"))
    needed = Counter(hero for card in henchmen for hero in set(values(card, "hero")))
    assert set(taken) == CIVILIANS
    assert len(set(taken.values())) == 1
    assert set(asked) == POWERS
    assert max(asked.values()) - min(asked.values()) <= 1
    assert min(needed.values()) >= 10


def test_two_of_the_hardest_henchmen_never_empty_a_pool(game: Game) -> None:
    """For each number of players, the two that take most of a type leave Civilians of it in the pool."""
    for civilian in CIVILIANS:
        wanted = sorted(values(card, "civ").count(civilian) for card in cards(game, "henchman"))
        for seats, pool in placed(game, "civ").items():
            assert pool > sum(wanted[-2:]), (civilian, seats)


def test_no_first_round_can_be_lost(game: Game) -> None:
    """The first displays hold no Heroes; still, one Henchman a player cannot empty a pool in the first round."""
    most = max(values(card, "civ").count(civilian) for card in cards(game, "henchman") for civilian in CIVILIANS)
    for seats, pool in placed(game, "civ").items():
        assert pool >= seats * most, seats


def test_the_villains_can_win(game: Game) -> None:
    """Average Henchmen whom nobody fights have taken every last Civilian before the fifth round is over."""
    average = sum(card.values["hostages"] for card in cards(game, "henchman")) / len(cards(game, "henchman"))
    for seats, pool in placed(game, "civ").items():
        assert len(CIVILIANS) * pool / (seats * average) < 5, seats


def test_tokens_last_for_the_largest_table(game: Game) -> None:
    """The box holds the CIV and Cop tokens that the set-up asks for, and a Villain token for each place in play."""
    for kind in ("civ", "cop"):
        assert tuple(placed(game, kind)) == SEATS
    assert set(pieces(game, "civ", "civilian").values()) == {max(placed(game, "civ").values())}
    assert pieces(game, "cop", "name") == {"Cop": max(placed(game, "cop").values())}
    most = max(card.values["icons"] for card in cards(game, "villain"))
    assert pieces(game, "villain-token", "name").total() >= len(GANGS) * most


def test_every_arch_villain_can_come_with_margin(game: Game) -> None:
    """Henchmen of his type have twice the icons that he needs, and none comes for one or two Henchmen alone."""
    marks: Counter[str] = Counter()
    for card in cards(game, "henchman"):
        marks[card.values["gang"]] += card.values["marks"]
    for villain in cards(game, "villain"):
        needed = villain.values["icons"]
        assert marks[villain.values["gang"]] >= 2 * needed, villain.id
        assert needed > 2 * max(card.values["marks"] for card in cards(game, "henchman")), villain.id


def test_an_arch_villain_has_an_icon_for_each_place(game: Game) -> None:
    """The number of places is that of the Hero icons, and no type is needed more often than three times."""
    for villain in cards(game, "villain"):
        icons = values(villain, "hero")
        assert len(icons) == villain.values["icons"], villain.id
        assert max(Counter(icons).values()) <= 3, villain.id


def test_arch_villains_differ_within_their_type(game: Game) -> None:
    """Each type has several, so that the choice by chance is one, and they do not all hunt the same Civilians."""
    for gang in GANGS:
        own = [card for card in cards(game, "villain") if card.values["gang"] == gang]
        assert len(own) == 4
        assert len({card.values["prey"] for card in own}) >= 3, gang


def test_harder_henchmen_know_more_about_their_chief(game: Game) -> None:
    """The Arch Villain icons never grow fewer on average as the hostages grow more."""
    mean = []
    for hostages in range(1, 6):
        marks = [card.values["marks"] for card in cards(game, "henchman") if card.values["hostages"] == hostages]
        mean.append(sum(marks) / len(marks))
    assert mean == sorted(mean)
    assert (mean[0], mean[-1]) == (0, 2)


def test_every_benefit_can_be_won(game: Game) -> None:
    """All icons of the document are there: Community, Family, $, each Hero type, Display and Hand Size."""
    found = pieces(game, "henchman", "benefit")
    assert set(found) == {"community", "family", "dollar", "display", "hand", "teamwork"} | POWERS
    assert {found[power] for power in POWERS} == {3}
    assert min(found["community"], found["family"]) >= game.file.numbers["cops icons"].value
    hard = [
        card.values["hostages"] for card in cards(game, "henchman") if card.values["benefit"] in {"display", "hand"}
    ]
    assert min(hard) >= 3


def test_a_nemesis_can_be_defeated_in_one_turn(game: Game) -> None:
    """It shows as many icons as the rulebook says, no more than a display has cards; there are two for each seat."""
    assert len(cards(game, "nemesis")) >= 2 * max(SEATS)
    for card in cards(game, "nemesis"):
        icons = values(card, "hero")
        assert len(icons) == game.file.numbers["nemesis"].value <= game.file.numbers["display"].value
        assert max(Counter(icons).values()) <= 2, card.id


def test_equipment_is_within_reach_of_a_turn_s_dollars(game: Game) -> None:
    """A display of Jobs and the card taken at Recoup buy anything, even for $1 more; no use costs as much as that."""
    limit = game.file.numbers["display"].value + 1
    equipment = cards(game, "equipment")
    assert {card.values["cost"] + 1 for card in equipment} == {3, 4, limit}
    assert all(card.values["use"] < card.values["cost"] for card in equipment)


def test_equipment_helps_every_hero_type_once(game: Game) -> None:
    """For each Hero type there is one card that adds its icon, at the same price."""
    adds = {card.values["text"]: card for card in cards(game, "equipment") if card.values["text"].startswith("Add 1")}
    assert {text.split()[-1].rstrip(".").lower() for text in adds} == POWERS
    assert {(card.values["cost"], card.values["use"]) for card in adds.values()} == {(3, 1)}


def test_what_acts_before_the_dollars_come_costs_none(game: Game) -> None:
    """Equipment for Patrol and Support is free to use: the turn has no dollars yet."""
    early = [card for card in cards(game, "equipment") if card.values["phase"] in {"patrol", "support"}]
    assert early
    assert all(card.values["use"] == 0 for card in early)


def test_only_cards_of_one_deck_share_a_back(game: Game) -> None:
    """Heroes and Alter Egos go into the same deck and look alike from behind; every other kind of card stands out."""
    backs: dict[str, set[str]] = {}
    for kind in game.kinds.values():
        if kind.file.back is not None:
            backs.setdefault(kind.file.back, set()).add(kind.id)
    assert {"hero", "alter-ego"} in backs.values()
    assert sorted(len(kinds) for kinds in backs.values()) == [1, 1, 1, 1, 2]


def test_the_four_endings_and_the_four_questions_are_printed(game: Game) -> None:
    """Each ending is a variant, exactly one is the default, and the designer's four questions all have a ruling."""
    assert len(game.file.variants) == 4
    assert sum("default" in variant.name for variant in game.file.variants) == 1
    asked = [question.question.split(":")[0] for question in game.file.open]
    assert {"Patrol", "Support", "Equip", "Crime-fighting"} <= set(asked)


def test_every_rule_of_the_document_is_listed(game: Game) -> None:
    """The list of single rules has at least 45, each in a section of the document."""
    assert len(game.rules) >= 45
