"""Bots that follow the script, and what their games show."""

from __future__ import annotations

import pytest

from punchboard.plays.games import MAX_ROUNDS, GamePlayer, Setting, winners
from punchboard.plays.summary import Share, tally_of

TURN = [{"play": 1, "from": "hand", "to": "own", "if short": "stop"}]
SETUP = [{"shuffle": "pack"}, {"deal": 2, "from": "pack", "to": "hand"}]
END = {"the hands are empty": {"when": "total('hand') == 0", "check": "round"}}


@pytest.fixture
def points(boxed):
    """Return a game of cards worth 1 to 9 points, of which each player has two; more parts of its file may be given."""

    def points(**more):
        rows = [{"name": f"nr-{worth}", "worth": worth, "copies": 1} for worth in range(1, 10)]
        aim = " + ".join(f"{worth} * count('own', worth={worth})" for worth in range(1, 10))
        rest = {
            "decks": {"pack": {"name": "pack", "contains": "card"}},
            "each_player_has": {"hand": {"name": "hand", "shows": "owner"}, "own": {"name": "own cards"}},
            "setup": SETUP,
            "turn": TURN,
            "end": END,
            "aim": aim,
        }
        return boxed({"card": rows}, prototype="for a test", **(rest | more))

    return points


def tallied(game, games, bots=("random", "random")):
    player, tally = GamePlayer(game, Setting(2, "", bots)), tally_of(game)
    for number in range(games):
        tally.add(player.play(number))
    return tally


def test_a_game_is_played_to_its_end(points):
    """Two cards each take two rounds; whoever has played the most points wins, and the log has every move."""
    log = GamePlayer(points(), Setting(2)).play(0)
    assert (log.result.round, log.result.ends) == (2, ("the hands are empty",))
    assert log.result.winners == (log.result.values.index(max(log.result.values)),)
    assert [event.do for event in log.events if event.do in {"round", "next"}] == ["next", "round", "next", "next"]
    played = [event for event in log.events if event.to == "own 1"]
    assert [(event.source, event.step, len(event.pieces)) for event in played] == [("hand 1", "turn.0", 1)] * 2


def test_a_number_is_a_game(points):
    """The same number and seed give the same game, whatever was played before it."""
    player = GamePlayer(points(), Setting(2))
    first = [player.play(number) for number in range(3)]
    assert GamePlayer(points(), Setting(2)).play(2) == first[2]
    assert first[1] != first[2]
    assert player.play(1) == first[1]


def test_greedy_bots_keep_the_answers_with_the_greatest_aim(points):
    """With one card to play of two, a greedy bot plays the better one whenever it sees it among its tries."""
    end = {"all have played": {"when": "total('own') == players", "check": "round"}}
    tally = tallied(points(end=end), 60, ("greedy", "random"))
    random = tallied(points(end=end), 60)
    assert tally.wins[0] > random.wins[0] + 5


def test_a_greedy_bot_does_not_see_faces_that_lie_down(points):
    """It takes a card from a pile of backs as a random bot does."""
    end = {"both have taken": {"when": "total('own') == players", "check": "round"}}
    game = points(turn=[{"take": 1, "from": "pack", "to": "own"}], end=end)
    wins = tallied(game, 200, ("greedy", "random")).wins
    assert 70 < wins[0] < 130


def test_who_wins_is_said_by_the_end(points):
    """`most` by default where there is an aim, everybody, nobody, or nothing is known."""
    ends = {name: {"when": "false", "winner": name} for name in ("all", "none", "unknown", "most")}
    game = points(end={**ends, "default": {"when": "false"}})
    won = {name: winners(game, (name,), (3.0, 5.0, 5.0), 3) for name in (*ends, "default", "a shortage")}
    assert won == {"all": (0, 1, 2), "none": (), "unknown": None, "most": (1, 2), "default": (1, 2), "a shortage": None}
    assert winners(points(aim=None, end={"out": {"when": "false"}}), ("out",), (), 2) is None


def test_uses_are_counted_for_each_copy_and_game(points):
    """Every card that is dealt is played, and none is left; a card that stays in the pack is not used."""
    tally = tallied(points(), 50)
    uses = {use.id: use for use in tally.uses({f"card-nr-{worth}": 1 for worth in range(1, 10)})}
    assert sum(use.drawn for use in uses.values()) == pytest.approx(4)
    assert all(use.drawn == use.played and use.left == 0 for use in uses.values())
    left = tallied(points(turn=[{"say": "Wait."}], end={"now": {"when": "true", "check": "round"}}), 9)
    assert sum(left.left.values()) == 4 * 9
    assert not left.played


def test_games_without_an_end_are_counted_apart(points):
    """They stop after many rounds, or at a step that cannot be carried out, and say so."""
    endless = tallied(points(turn=[{"say": "Wait."}]), 2)
    assert dict(endless.stopped) == {f"no end after {MAX_ROUNDS} rounds": 2}
    assert endless.length() is None
    short = tallied(points(turn=[{"play": 1, "from": "hand", "to": "own"}], end={"never": {"when": "false"}}), 2)
    assert dict(short.stopped) == {"turn.0 needs 1 of hand 0": 2}


def test_tallies_add_up(points):
    """Two halves of some games show what all of them show."""
    game = points()
    player, halves, whole = GamePlayer(game, Setting(2)), [tally_of(game), tally_of(game)], tally_of(game)
    for number in range(10):
        halves[number % 2].add(player.play(number))
        whole.add(player.play(number))
    halves[0].include(halves[1])
    assert halves[0] == whole


def test_few_games_never_claim_all():
    """The interval of one game of one begins near a fifth, that of many games close to all."""
    assert Share(1, 1).interval == (pytest.approx(0.2065, abs=1e-3), 1.0)
    assert Share(1000, 1000).interval[0] == pytest.approx(0.996, abs=1e-3)
    assert Share(0, 20).interval == (0.0, pytest.approx(0.161, abs=1e-3))
    assert Share(0, 0).interval == (0.0, 1.0)
