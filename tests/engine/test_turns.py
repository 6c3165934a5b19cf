"""Turns of tiny games with results calculated by hand, and of random games against every order and every choice."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from types import MappingProxyType
from typing import Any
from weakref import WeakSet

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punchboard.engine.turns import BY_LINE, SimulatedGames, Spread, play_turns
from punchboard.engine.turns.exact import ExactRounds
from punchboard.load import load_game
from punchboard.model.game.game import Game
from punchboard.model.game.game_file_parts import End

ROOT = Path(__file__).parents[2]
CARDS = {"card-ember": 0, "card-tide": 0, "pawn-ember": 0, "pawn-tide": 0}


@pytest.fixture(scope="session")
def played(grove, script) -> Callable[..., Game]:
    """Return a game with a number of ember cards (and others), scripts and ends."""

    def played(
        ends: Mapping[str, Any], copies: Mapping[str, int] | int, **scripts: Sequence[Mapping[str, Any]]
    ) -> Game:
        more = {"card-ember": copies} if isinstance(copies, int) else copies
        game = grove("all in one", {**CARDS, **more})
        lines = {name: script(lines) for name, lines in scripts.items() if name != "sequences"}
        called = {name: script(each) for name, each in dict(scripts.get("sequences", {})).items()}
        found = {name: End.model_validate({"when": end} if isinstance(end, str) else end) for name, end in ends.items()}
        begins = {"chosen one": game.file.seats["chosen one"].model_copy(update={"begins": True})}
        seats = {**game.file.seats, **begins} if "first" in scripts else {}
        lines.pop("first", None)
        more_seats = {"seats": seats} if seats else {}
        return replace(
            game, file=game.file.model_copy(update={**lines, "end": found, "sequences": called, **more_seats})
        )

    return played


DRAW_ONE = {"draw": 1, "from": "pack", "to": "own"}
DECK_OUT = {"the pack is out": "count('pack') == 0"}


def all_of(number: int) -> Spread:
    """Return the spread of a number that is always the same."""
    return Spread(number, Fraction(number), number)


def test_played_games_are_freed(played):
    """A watched game is a new one after each edit: of forty only the last few stay in memory."""
    alive = WeakSet()
    for _ in range(40):
        game = played(DECK_OUT, 6, turn=[{**DRAW_ONE, "when": "count('own', 'realm == \"ember\"') < 9"}])
        alive.add(game)
        play_turns(game, 2)
    del game
    gc.collect()
    assert len(alive) <= 12


def test_seats_get_equally_many_turns(played):
    """Two players draw one of six cards a turn: three turns each, in three rounds."""
    found = play_turns(played(DECK_OUT, 6, turn=[DRAW_ONE]), 2)
    assert (found.method, found.is_complete, found.has_equal_turns) == ("exact", True, True)
    assert found.rounds == all_of(3)
    assert found.turns_by_seat == (all_of(3), all_of(3))
    assert found.ends == (("the pack is out", True, 1),)
    assert found.depletions == {("pack", None): all_of(3)}
    assert [line.verdict for line in found.results] == ["safe"]


def test_seats_get_unequally_many_turns(played):
    """Three players draw one of seven cards a turn: the first has three turns, the others two."""
    found = play_turns(played(DECK_OUT, 7, turn=[DRAW_ONE]), 3)
    assert found.has_equal_turns is False
    assert found.turns_by_seat == (all_of(3), all_of(2), all_of(2))


def test_an_end_that_is_tested_after_the_round(played):
    """The end is tested after each round, and the step stops: all have three turns, and two find nothing."""
    line = {**DRAW_ONE, "if short": "stop"}
    found = play_turns(played({"out": {"when": "count('pack') == 0", "check": "round"}}, 7, turn=[line]), 3)
    assert found.has_equal_turns is True
    assert [
        (one.seat, one.required, one.available, one.round, one.turn) for one in found.results[0].tolerated_shortages
    ] == [
        (1, 1, 0, 3, 8),
        (2, 1, 0, 3, 9),
    ]


def test_turns_that_are_given_no_times_are_not_played(played):
    """With two players only the round draws, two of eighteen cards each time; with three, each has a turn first."""
    lines = [{"do": "turns", "times": "players - 2"}, {"each player draws": 1, "from": "pack", "to": "own"}]
    game = played({"out": {"when": "count('pack') == 0", "check": "round"}}, 18, turn=[DRAW_ONE], round=lines)
    found = play_turns(game, 2)
    assert (found.rounds, found.turns_by_seat, found.depletions) == (all_of(9), (), {("pack", None): all_of(9)})
    assert play_turns(game, 3).turns_by_seat == (all_of(3),) * 3


def test_a_pile_may_run_out_as_late_as_the_game_may_last(played):
    """Nobody needs to draw: two cards are gone in the first round at the earliest, and need not be gone at all."""
    found = play_turns(played(DECK_OUT, 2, turn=[{"may draw": 1, "from": "pack", "to": "own"}]), 2)
    assert found.rounds == Spread(1, None, None)
    assert found.depletions == {("pack", None): Spread(1, None, None)}


def test_an_end_that_is_never_met(played):
    """Five of six cards are never in one hand: three are, when the pack is out."""
    ends = {**DECK_OUT, "five": "count('own') >= 5"}
    assert play_turns(played(ends, 6, turn=[DRAW_ONE]), 2).ends[1] == ("five", False, 0)


def test_a_compulsory_step_that_fails(played):
    """Of five cards the first seat gets three and the second two; each discards one per turn: in round 3 one cannot."""
    game = played(
        {"never": "count('hand') > 9"},
        5,
        setup=[{"shuffle": "pack"}, {"each player draws": 3, "from": "pack", "to": "hand", "if short": "stop"}],
        turn=[{"discard": 1, "from": "hand", "to": "discard pile"}],
    )
    found = play_turns(game, 2)
    (line,) = found.results
    assert line.verdict == "fails"
    assert [tuple(one) for one in line.failures] == [(1, ("hand", 1), 1, 0, (("round", 3), ("turn", 6)))]
    assert found.ends == (("never", None, None),)
    assert found.has_equal_turns is None


def test_a_deck_that_is_reshuffled_for_ever(played):
    """Three cards go from pack to discard pile and back: the state repeats after some rounds, and no end is met."""
    line = {"draw": 1, "from": "pack", "to": "discard pile", "if short": "shuffle in discard pile"}
    found = play_turns(played({"six": "count('discard pile') > 3"}, 3, turn=[line]), 2)
    assert found.is_endless
    assert found.is_complete
    assert found.rounds is None
    assert found.ends == (("six", False, 0),)
    assert found.results[0].verdict == "safe"
    assert found.depletions == {("pack", None): all_of(2)}


def test_a_die_that_may_never_come_up(played):
    """A die decides whether a card is drawn: a game has at least one round, and no upper limit."""
    draw = {**DRAW_ONE, "when": "luck == 1"}
    found = play_turns(played(DECK_OUT, 2, turn=[{"roll": "luck"}, draw]), 2)
    assert found.is_endless
    assert found.rounds == Spread(1, None, None)
    assert found.ends == (("the pack is out", True, None),)


def test_ends_have_their_share(played):
    """Of an ember and two tide cards the first is drawn: a third of games meet the first end, the others the second."""
    ends = {"ember": "count('own', realm='ember') == 1", "tide": "count('own', realm='tide') == 1"}
    copies = {"card-ember": 1, "card-tide": 2}
    found = play_turns(played(ends, copies, setup=[{"shuffle": "pack"}], turn=[DRAW_ONE]), 1)
    assert [end.share for end in found.ends] == [Fraction(1, 3), Fraction(2, 3)]


def test_the_mean_is_exact(played):
    """An ember card is first, second or third of three: one, two or three rounds, two on average."""
    ends = {"ember": "count('own', realm='ember') == 1"}
    copies = {"card-ember": 1, "card-tide": 2}
    found = play_turns(played(ends, copies, setup=[{"shuffle": "pack"}], turn=[DRAW_ONE]), 1)
    assert found.rounds == Spread(1, Fraction(2), 3)


def test_a_shortage_that_ends_the_game(played):
    """The fourth draw from three cards ends the game, in the second turn of the second seat."""
    found = play_turns(played({}, 3, turn=[{**DRAW_ONE, "if short": "end"}]), 2)
    assert found.ends == ((BY_LINE, True, 1),)
    assert found.rounds == all_of(2)
    assert found.turns_by_seat == (all_of(2), all_of(2))


def test_turns_are_where_the_round_calls_them(played):
    """A round takes a card away, then gives two turns to each of two players: five cards."""
    rounds = [{"discard": 1, "from": "pack", "to": "out"}, {"do": "turns", "times": 2}]
    found = play_turns(played(DECK_OUT, 10, turn=[{"do": "taking"}], round=rounds, sequences={"taking": [DRAW_ONE]}), 2)
    assert found.rounds == all_of(2)
    assert found.turns_by_seat == (all_of(4), all_of(4))
    assert [line.path for line in found.results] == [("round", 0), ("sequences", "taking", 0)]


def test_a_round_without_turns(played):
    """Three players draw a card each per round, from nine: three rounds; the end counts the piles of all seats."""
    line = {"each player draws": 1, "from": "pack", "to": "own"}
    found = play_turns(played({"nine": "total('own') == 9"}, 9, round=[line]), 3)
    assert found.rounds == all_of(3)
    assert found.turns_by_seat == ()
    assert found.has_equal_turns is True


def test_a_group_is_carried_out_as_often_as_is_counted_before_it(played):
    """Each round draws as many as lie there already, and the first one more: 1, 2, 4 and 8 of fifteen cards."""
    line = {"do": [{"draw": 1, "from": "pack", "to": "out"}], "times": "count('out') + 1"}
    found = play_turns(played({"the pack is out": "count('pack') == 0"}, 15, round=[line]), 3)
    assert found.rounds == all_of(4)


def test_a_group_is_carried_out_as_often_as_a_die_shows(played):
    """Of three cards, one to three a round: after one round if the die shows 3; after three if it shows 1 twice."""
    lines = [{"roll": "luck"}, {"do": [{"draw": 1, "from": "pack", "to": "out", "if short": "stop"}], "times": "luck"}]
    found = play_turns(played({"the pack is out": "count('pack') == 0"}, 3, round=lines), 3)
    assert found.rounds == Spread(1, Fraction(1, 3) + 2 * Fraction(5, 9) + 3 * Fraction(1, 9), 3)


def test_turns_that_stop_say_at_which_step(played):
    """The step that reads a die that nobody has rolled, not the whole round."""
    lines = [DRAW_ONE | {"to": "out"}, {"draw": "luck", "from": "pack", "to": "out"}]
    found = play_turns(played(DECK_OUT, 9, round=lines), 2)
    assert (found.is_unplayed, found.incomplete_at) == (True, ("round", 1))


def test_a_race_lasts_until_one_player_has_enough(played):
    """One token a round, to whoever wins it: a race to four takes 4 rounds, and with three players 10 at most."""
    script = [{"name": "chosen one"}, {"chosen one draws": 1, "from": "pack", "to": "own"}]
    for players, longest in ((2, 7), (3, 10)):
        for text in ("most('own') >= 4", "not most('own') < 4"):
            assert play_turns(played({"won": text}, 13, round=script), players).rounds == Spread(4, None, longest)
    together = play_turns(played({"won": "total('own') >= 4"}, 13, round=script), 3)
    assert together.rounds == all_of(4)


def test_no_end_is_proved_that_reads_the_pile_of_nobody(played):
    """At the end of a round no player acts: the piles of all players are not added up silently."""
    line = {"each player draws": 1, "from": "pack", "to": "own"}
    found = play_turns(played({"nine": "count('own') == 9"}, 9, round=[line]), 3)
    assert (found.rounds, found.is_complete) == (None, False)
    assert "no player acts here" in found.incomplete_reason


def test_all_hands_can_be_counted_after_a_turn(played):
    """``count`` counts the pile of the seat that had the turn, ``total`` those of all seats."""
    for text, rounds in (("count('own') == 4", 4), ("total('own') == 4", 2)):
        assert play_turns(played({"four": text}, 9, turn=[DRAW_ONE]), 2).rounds == all_of(rounds)


def test_another_seat_may_begin(played):
    """The named seat begins: of three cards two go to that seat, whichever of the two it is."""
    game = played(DECK_OUT, 3, setup=[{"name": "chosen one"}], turn=[DRAW_ONE], first=[])
    found = play_turns(game, 2)
    assert found.has_equal_turns is False
    assert found.turns_by_seat == (Spread(1, None, 2), Spread(1, None, 2))


def test_too_many_states_are_simulated(played):
    """With a tiny budget nothing is proved: games are played at random, and their findings reported."""
    game = played(DECK_OUT, 7, turn=[DRAW_ONE])
    found = play_turns(game, 3, budget=2, runs=5)
    assert (found.method, found.runs, found.is_complete) == ("simulated", 5, False)
    assert found.rounds == (3, 3.0, 3)
    assert found.has_equal_turns is False
    assert found.ends == (("the pack is out", True, 1.0),)
    assert [line.verdict for line in found.results] == ["not proved"]


def test_a_failure_in_a_simulated_game_is_a_failure(played):
    """A step that cannot be carried out in a simulated game fails, with round and turn."""
    found = play_turns(played({"never": "count('pack') > 9"}, 3, turn=[DRAW_ONE]), 2, budget=1, runs=1)
    assert found.results[0].verdict == "fails"
    assert found.results[0].failures[0].values == (("round", 2), ("turn", 4))
    assert found.unfinished_games == 1
    assert found.ends == (("never", None, None),)


LAST = {  # four cards, of which each turn draws one while there are any: the first seat draws the last one of three
    None: (3, 2, (2, 1, 1)),
    "others have a turn": (3, 2, (2, 2, 2)),
    "all have a turn": (3, 3, (3, 2, 2)),
    "finish the round": (3, 2, (2, 2, 2)),
    "one more round": (3, 3, (3, 3, 3)),
}


@pytest.mark.parametrize("exactly", [True, False])
@pytest.mark.parametrize(("then", "result"), [*LAST.items(), ("others have a turn", (1, 4, (4,)))])
def test_what_is_still_played_once_an_end_is_met(played, then, result, exactly):
    """The turns of the others, the rest of the round, or another round; exactly and in games played at random."""
    players, rounds, turns = result
    ends = {"the pack is out": {"when": "count('pack') == 0", **({} if then is None else {"then": then})}}
    found = play_turns(
        played(ends, 4, turn=[{**DRAW_ONE, "if short": "stop"}]), players, **({} if exactly else {"budget": 0})
    )
    assert (found.method == "exact") is exactly
    assert (found.rounds, found.turns_by_seat) == (all_of(rounds), tuple(map(all_of, turns)))
    assert [end.name for end in found.ends] == ["the pack is out"]


def test_an_end_that_was_met_is_remembered(played):
    """The condition holds after the first turn alone; the round is finished all the same, and then the game ends."""
    ends = {"one": {"when": "total('own') == 1", "then": "finish the round"}}
    found = play_turns(played(ends, 9, turn=[DRAW_ONE]), 3)
    assert (found.rounds, found.turns_by_seat) == (all_of(1), (all_of(1),) * 3)


def test_another_round_follows_an_end_that_is_tested_after_rounds(played):
    """The pack is out after two rounds of two players, and a third is played."""
    ends = {"out": {"when": "count('pack') == 0", "check": "round", "then": "one more round"}}
    found = play_turns(played(ends, 4, turn=[{**DRAW_ONE, "if short": "stop"}]), 2)
    assert found.rounds == all_of(3)


ALONE = (
    {"each player draws": 1, "from": "pack", "to": "own", "only": "realm == 'ember'", "otherwise": "set aside"},
    {"each player draws": "luck", "from": "pack", "to": "own", "if short": "stop"},
    {"each player draws": 1, "from": "pack", "to": "own", "when": "count('pack', realm='ember') >= 3"},
    {"each player in reverse draws": 1, "from": "pack", "to": "own", "only": "realm == 'tide'", "otherwise": "discard"},
)


@pytest.mark.parametrize("line", ALONE)
@pytest.mark.parametrize("place", ["setup", "round"])
def test_a_line_within_a_group_of_all_players_is_the_same(played, line, place):
    """What the first player does must not hide what the next one needs: values of dice, and what cards are."""
    (key,) = (key for key in line if key.startswith("each"))
    who, verb = key.rsplit(" ", 1)
    group = {f"{who} does": [{verb.removesuffix("s"): line[key]} | {name: line[name] for name in line if name != key}]}
    first = [{"shuffle": "pack"}, {"roll": "luck"}]
    last = {"each player draws": 1, "from": "pack", "to": "hand", "if short": "stop"}
    found = []
    for form in (line, group):
        scripts = {"setup": first, "round": [last]}
        scripts[place] = [*first, form] if place == "setup" else [{"roll": "luck"}, form, last]
        game = played({"out": {"when": "count('pack') == 0", "check": "round"}}, FEW, **scripts)
        found.append(play_turns(game, 2)._replace(results=()))
    assert found[0] == found[1]
    assert found[0].method == "exact"


FEW = {"card-ember": 4, "card-tide": 3}


# random games against every order and every choice

LINES = (
    {"draw": 1, "from": "pack", "to": "hand"},
    {"draw": 2, "from": "pack", "to": "hand", "if short": "stop"},
    {"draw": 1, "from": "pack", "to": "hand", "if short": "end"},
    {"draw": 1, "from": "pack", "to": "hand", "if short": ["shuffle in out", "stop"]},
    {
        "draw": 1,
        "from": "pack",
        "to": "own",
        "only": "realm == 'ember'",
        "otherwise": [{"to": "out"}],
        "if short": "stop",
    },
    {"discard": 1, "from": "hand", "to": "discard pile"},
    {"may discard": 1, "from": "hand", "to": "discard pile"},
    {"discard": "all", "from": "hand", "to": "discard pile"},
    {"place": 1, "from": "hand", "to": "own", "when": "count('hand', realm='tide') >= 1"},
)
ENDS = (
    "count('pack') == 0",
    "total('hand') >= 3",
    "most('hand') >= 3",
    "least('own', realm='tide') >= 1",
    "count('own', realm='ember') >= 1",
    "count('discard pile') == 2",
)


NOTHING_LEFT: Mapping[str, int] = MappingProxyType({})
TURNS = frozenset({"others have a turn", "all have a turn"})
ROUNDS = frozenset({"finish the round", "one more round"})
THEN = ({}, {}, *({"then": then} for then in sorted(TURNS | ROUNDS)))


class Naive:
    """A game carried out card by card: one order of the pack, and every choice."""

    def __init__(self, lines: Sequence[Mapping[str, Any]], ends: Mapping[str, Any], players: int, rounds: int) -> None:
        self.lines, self.ends, self.players, self.rounds = lines, ends, players, rounds
        self.endings: dict[tuple[int, tuple[int, ...], tuple[str, ...]], Fraction] = {}
        self.fails: set[tuple[int, int]] = set()
        self.chosen = False

    def play(self, order: Sequence[str], chance: Fraction) -> None:
        """Play every game that starts with an order of the pack."""
        piles = {"pack": tuple(order), "out": (), "discard pile": ()}
        self._turn(
            {**piles, **{(name, seat): () for name in ("hand", "own") for seat in range(self.players)}}, 0, chance
        )

    def _turn(
        self, piles: dict[Any, tuple[str, ...]], number: int, chance: Fraction, left: Mapping[str, int] = NOTHING_LEFT
    ) -> None:
        seat, full = number % self.players, number // self.players
        if full == self.rounds:
            return
        had = tuple(full + (one <= seat) for one in range(self.players))
        reached = [(piles, chance, False)]
        for place, line in enumerate(self.lines):
            after = []
            for one, likely, over in reached:
                ways = [(one, Fraction(1), over)] if over else list(self._line(line, one, seat))
                if not ways:
                    self.fails.add((place, seat))
                after += [(way, likely * each, ends) for way, each, ends in ways]
            reached = after
        for one, likely, over in reached:
            met, still = self._met(one, seat, dict(left))
            met += (BY_LINE,) if over else ()
            if seat == self.players - 1 and not met:
                met = self._run_out(still, ROUNDS)
            if met:
                key = (full + 1, had, met)
                self.endings[key] = self.endings.get(key, Fraction(0)) + likely
            else:
                self._turn(one, number + 1, likely, still)

    def _met(
        self, piles: dict[Any, tuple[str, ...]], seat: int, left: dict[str, int]
    ) -> tuple[tuple[str, ...], dict[str, int]]:
        """Return the ends that are met after a turn, and what is still played after others."""
        met = self._run_out(left, TURNS)
        for name, end in self.ends.items():
            then = end.get("then")
            if not self._holds(end["when"], piles, seat):
                continue
            number = {"finish the round": 1, "one more round": 2, "all have a turn": self.players}
            if then is None or (then == "others have a turn" and self.players == 1):
                met += (name,)
            else:
                left.setdefault(name, number.get(then, self.players - 1))
        return met, left

    def _run_out(self, left: dict[str, int], unit: frozenset[str]) -> tuple[str, ...]:
        """Count down, and return the ends after which nothing is played any more."""
        counted = [name for name in self.ends if name in left and self.ends[name]["then"] in unit]
        for name in counted:
            left[name] -= 1
        return tuple(name for name in counted if not left[name])

    def _line(
        self, line: Mapping[str, Any], piles: dict[Any, tuple[str, ...]], seat: int
    ) -> Iterator[tuple[dict[Any, tuple[str, ...]], Fraction, bool]]:
        if "when" in line and not self._holds(line["when"], piles, seat):
            yield piles, Fraction(1), False
            return
        target = line["to"] if line["to"] in piles else (line["to"], seat)
        if "draw" in line:
            yield from self._drawn(line, piles, target)
            return
        hand = piles["hand", seat]
        if line.get("discard") == "all":
            yield {**piles, ("hand", seat): (), target: hand + piles[target]}, Fraction(1), False
            return
        ways = [({**piles, ("hand", seat): _without(hand, one), target: (one, *piles[target])}) for one in set(hand)]
        if "may discard" in line:
            ways.append(piles)
        self.chosen = self.chosen or len(ways) > 1
        yield from ((way, Fraction(1), False) for way in ways)

    def _drawn(
        self, line: Mapping[str, Any], piles: dict[Any, tuple[str, ...]], target: Any
    ) -> Iterator[tuple[dict[Any, tuple[str, ...]], Fraction, bool]]:
        number, short, pack = line["draw"], line.get("if short"), piles["pack"]
        if "only" in line:
            turned = next((place + 1 for place, one in enumerate(pack) if one == "ember"), len(pack))
            top = pack[:turned]
            taken, refused = (tuple(one for one in top if (one == "ember") is fits) for fits in (True, False))
            piles = {**piles, "pack": pack[turned:], "out": refused + piles["out"]}
            yield {**piles, target: taken + piles[target]}, Fraction(1), False
            return
        if len(pack) < number and isinstance(short, list) and piles["out"]:
            orders = list(permutations(piles["out"]))
            for order in orders:
                under = {**piles, "pack": pack + order, "out": ()}
                for after, _, over in self._drawn({**line, "if short": "stop"}, under, target):
                    yield after, Fraction(1, len(orders)), over
            return
        if len(pack) < number and short is None:
            return
        after = {**piles, "pack": pack[number:], target: pack[:number] + piles[target]}
        yield after, Fraction(1), len(pack) < number and short == "end"

    def _holds(self, text: str, piles: dict[Any, tuple[str, ...]], seat: int) -> bool:
        def count(name: str, **fields: str) -> int:
            return self._count(piles[name] if name in piles else piles[name, seat], fields)

        def each(name: str, fields: Mapping[str, str]) -> list[int]:
            return [self._count(piles[name, one], fields) for one in range(self.players)]

        functions = {
            "count": count,
            "total": lambda name, **fields: sum(each(name, fields)),
            "most": lambda name, **fields: max(each(name, fields)),
            "least": lambda name, **fields: min(each(name, fields)),
        }
        return bool(eval(text, functions))

    @staticmethod
    def _count(pile: tuple[str, ...], fields: Mapping[str, str]) -> int:
        return sum(one == fields.get("realm", one) for one in pile)


def _without(pile: tuple[str, ...], one: str) -> tuple[str, ...]:
    place = pile.index(one)
    return (*pile[:place], *pile[place + 1 :])


unhurried = settings(
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None, derandomize=True
)
random_games = st.tuples(
    st.integers(0, 2),
    st.integers(0, 2),
    st.lists(st.sampled_from(LINES), min_size=1, max_size=3),
    st.lists(
        st.builds(lambda when, then: {"when": when, **then}, st.sampled_from(ENDS), st.sampled_from(THEN)),
        min_size=0,
        max_size=2,
        unique_by=lambda end: end["when"],
    ),
    st.integers(1, 2),
)


@settings(unhurried, max_examples=150)
@given(each=random_games)
def test_exact_rounds_agree_with_every_order_and_choice(played, each):
    """Endings, their chances, and failures are those of playing every order of the pack and every choice."""
    ember, tide, lines, ends, players = each
    named = {f"end {number}": text for number, text in enumerate(ends)}
    game = played(
        named,
        {"card-ember": ember, "card-tide": tide},
        setup=[{"shuffle": "pack"}],
        turn=[dict(line) for line in lines],
    )
    naive = Naive(lines, named, players, 3)
    orders = list(permutations(["ember"] * ember + ["tide"] * tide))
    for order in orders:
        naive.play(order, Fraction(1, len(orders)))
    rounds = ExactRounds(game, players, "", 100_000)
    strands = rounds.start()
    for _ in range(3):
        strands = rounds.play_round(strands)
    assert {tuple(ending) for ending in rounds.findings.endings} == naive.endings.keys()
    for ending, chance in rounds.findings.endings.items():
        assert chance is None or naive.chosen or chance == naive.endings[tuple(ending)]
        assert naive.chosen or chance is not None
    failed = {(path[1], seat) for path, seats in rounds.findings.failures.items() for seat, *_ in seats}
    assert failed == naive.fails
    games = SimulatedGames(game, players, "", 1)
    for _ in range(10):
        games.play_game(3)
    assert {tuple(ending) for ending in games.findings.endings} <= naive.endings.keys()
    assert {(path[1], seat) for path, seats in games.findings.failures.items() for seat, *_ in seats} <= naive.fails


@pytest.mark.parametrize("name", ["alpha-and-omega", "alpha-omega", "alter-ego", "atmosfear", "vortex"])
def test_the_five_games_come_to_an_end(name):
    """Every game is played to an end with every number of players, and no step fails."""
    game = load_game(ROOT / "catalog" / name, ROOT)
    for players in game.file.players.seat_counts:
        found = play_turns(game, players)
        assert found.rounds is not None
        assert not [failure for line in found.results for failure in line.failures]
