"""The prover against the oracle on tiny games with random scripts: both give the same results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from punchboard.engine.prover.walk import EventChance, Walk, walk

WHO = re.compile("^(each player in reverse|each player|chosen one) ")

Lines = Sequence[Mapping[str, Any]]

ROWS = ("card-ember", "card-tide", "pawn-ember", "pawn-tide")
PILES = {
    "all in one": ("pack",),
    "a deck a kind": ("pack", "pool"),
    "a deck and the box": ("pack",),
    "a stall for each realm": ("pack", "stall ember", "stall tide"),
}
SELECTIONS = (
    {"of": "card"},
    {"only": "realm == 'ember'"},
    {"only": "ember pieces"},
    {"of": "pawn"},
    {"only": "kind == 'card' and realm == 'tide'"},
    {"only": "kind == 'card' if players == 2 else realm == 'ember'"},
)
OTHERWISE = ("set aside", "shuffle back", "discard", [{"of": "pawn", "to": "out"}, {"to": "discard pile"}])
SHORT = ({}, {"if short": "stop"}, {"if short": "shuffle in discard pile"})
SHORT += ({"if short": ["shuffle in discard pile", "stop"]},)
COUNTED = ("count('out') + 1", "up to total('hand')", "most('hand') - least('hand')")
AMOUNTS = (1, 2, 3, "up to 2", "1 or 2", {1: 2, 2: 1, 3: 1}, "up to 1", "few", "players")
NEEDS = ("count('hand', kind='card') >= 1", "count('hand', realm='ember') >= 1", "count('hand', realm='tide') <= 1")


class Writer:
    """Writes a script step by step, keeping track of what was rolled and named."""

    def __init__(self, draw: st.DrawFn, piles: Sequence[str]) -> None:
        self.draw, self.piles = draw, piles
        self.rolled = self.fated = self.named = False

    def _one(self, *choices: Any) -> Any:
        """Return one of some choices."""
        return self.draw(st.sampled_from(choices))

    def line(self) -> list[dict[str, Any]]:
        """Return a step, or two that belong together."""
        write = self._one(
            self._plain,
            self._filtered,
            self._filtered,
            self._deal,
            self._pick,
            self._discard,
            self._give_back,
            self._same,
            self._of_each,
            self._mulligan,
            self._shuffle,
            self._conditional,
            self._as_many,
            self._roll,
            self._name,
            self._group,
            self._split,
            self._stack,
            self._each_part,
            self._all_hands,
            self._pass,
            self._sequence,
            self._own_piles,
            self._own_piles,
        )
        lines = write()
        return lines if isinstance(lines, list) else [lines]

    def _doing(self, verb: str, amount: object, **rest: object) -> dict[str, Any]:
        """Return a step carried out by no seat, by each player, or by the named seat."""
        who = self._one(
            "", "each player ", "each player ", "each player in reverse ", *(("chosen one ",) if self.named else ())
        )
        may = who and self._one("", "", "", "may ")
        to = self._one("hand", "own") if who else self._one("out", "discard pile")
        named = {key.replace("_", " "): value for key, value in rest.items()}
        return {f"{who}{may}{verb}": amount, "from": self._one(*self.piles), "to": to, **named}

    def _amount(self) -> object:
        rolled = ("luck", "luck", "luck // 2") if self.rolled else ()
        return self._one(*AMOUNTS, *COUNTED, *rolled, *(("fate",) if self.fated else ()))

    def _plain(self) -> dict[str, Any]:
        return {**self._doing("draw", self._one(self._amount(), "until 2", "until 3")), **self._one(*SHORT)}

    def _filtered(self) -> dict[str, Any]:
        asked = {**self._one(*SELECTIONS), "otherwise": self._one(*OTHERWISE), **self._one(*SHORT)}
        return {**self._doing("draw", self._one(self._amount(), "until 2")), **asked}

    def _deal(self) -> dict[str, Any]:
        to = self._one("hand", "own")
        return {
            "deal": self._one(1, 2, {1: 3, 2: 2, 3: 1}),
            "from": self._one(*self.piles),
            "to": to,
            **self._one(*SHORT),
        }

    def _pick(self) -> dict[str, Any]:
        line = self._doing(self._one("take", "place", "choose"), self._one(self._amount(), "all"))
        line["from"] = self._one(*self.piles, "box", "discard pile")
        return {**line, **self._one({}, *SELECTIONS), **self._one({}, {}, {"if short": "stop"})}

    def _discard(self) -> dict[str, Any]:
        amounts = (1, "up to 2", "down to 1", "1 or 2", "all", "half", "half rounded up", "all pawn", "1 card")
        amount = self._one(*amounts, "count('hand', kind='card')", "up to count('out') + 1")
        return {f"each player {self._one('', 'may ')}discard": amount, "from": "hand", "to": "discard pile"}

    def _give_back(self) -> dict[str, Any]:
        amount, asked = self._one(1, "all", "up to 2"), self._one({}, *SELECTIONS)
        if self._one("each", "all") == "each":
            return {"each player return": amount, "from": "hand", **asked}
        return {"return": amount, "from": self._one(*self.piles, "discard pile"), **asked}

    def _same(self) -> dict[str, Any]:
        line = self._doing("take", self._one(1, 2, "all", "up to 2", "all card", "1 or 2"), same="realm")
        return {**line, "from": self._one(*self.piles, "box")}

    def _of_each(self) -> dict[str, Any]:
        return self._doing(self._one("take", "draw"), 1, each="realm")

    def _mulligan(self) -> dict[str, Any]:
        asked = {"needs": self._one(*NEEDS), "otherwise": "may shuffle back"}
        return {"each player draws": self._one(1, 2), "from": self._one(*self.piles), "to": "hand", **asked}

    def _shuffle(self) -> dict[str, Any]:
        return self._one(
            {"shuffle": "pack"},
            {"shuffle": ["pack", "discard pile"], "to": "pack"},
            {"each player shuffles": "own"},
            {"shuffle": ["discard pile", "out"], "to": "pack"},
        )

    def _conditional(self) -> dict[str, Any]:
        line = self._doing(self._one("draw", "take"), self._one(1, 2))
        return {**line, "when": self._condition(own=next(iter(line)).startswith("each"))}

    def _condition(self, *, own: bool) -> str:
        of_hand = ("count('hand', realm='ember') == 0", "count('hand') >= 1") if own else ()
        of_luck = ("luck == 1",) if self.rolled else ()
        shared = ("count('pack') >= 2", "players == 2", "count('discard pile', kind='pawn') == 0")
        shared += ("count('out') == 0", "count('out', 'ember pieces') >= few", "variant == 'rich'")
        shared += ("most('hand') >= 2", "least('hand', kind='card') == 0", "least('own') < most('own')")
        shared += ("empty('hand') >= 1", "empty('part') == 1")
        shared += ("total('hand', realm='tide') <= 1", "count('part') > 1 and count('part 1', kind='card') == 0")
        return self._one(*shared, *of_hand, *of_luck)

    def _as_many(self) -> list[dict[str, Any]]:
        who = f"each player {self._one('', 'may ')}discard"
        first = {who: self._one(1, 2, "all", "up to 2"), "from": "hand", "to": "discard pile"}
        then = {"each player draws": "as many", "from": self._one(*self.piles), "to": "hand", **self._one(*SHORT)}
        return [first, then]

    def _roll(self) -> dict[str, Any]:
        if self._one("luck", "fate") == "fate":
            self.fated = True
            return {"roll": "luck", "as": "fate"}
        self.rolled = True
        return {self._one("roll", "each player rolls"): "luck"}

    def _name(self) -> list[dict[str, Any]]:
        """Return a step that names a seat, and maybe one that names another."""
        self.named = True
        who = self._one("each player names", "chosen one names")
        again = {who: "chosen one", "not": "the doer", "when": "players > 1"}
        other = {"name": "chosen one", "not": "chosen one", "when": "players > 1"}
        return [{"name": "chosen one"}, *self._one((), (again,), (other,))]

    def _split(self) -> list[dict[str, Any]]:
        again = {"shuffle": "each part"}, {"place": 1, "from": "box", "to": "each part", "if short": "stop"}
        first = {"split": self._one(*self.piles), "to": "each part"}
        return [first, *self._one((), (again[0],), again, (*again, again[0])), *self._one((), (self._stack(),))]

    def _stack(self) -> dict[str, Any]:
        return self._one(
            {"stack": "each part", "to": "pack"},
            {"stack": ["discard pile", "each part"], "to": "pack"},
            {"stack": ["part 2", "part 1"], "to": "discard pile"},
            {"shuffle": ["each part", "pack"], "to": "pack"},
        )

    def _each_part(self) -> dict[str, Any]:
        piles = (*self.piles, "discard pile")
        return self._one(
            {"draw": self._one(1, 2, "few"), "from": self._one(*piles), "to": "each part", **self._one(*SHORT)},
            {"take": self._one(1, "up to 1", "all"), "from": "each part", "to": "out", **self._one({}, *SELECTIONS)},
            {"draw": 1, "from": "each part", "to": self._one("out", "discard pile"), **self._one(*SHORT)},
            {"take": self._one("half", "half rounded up"), "from": self._one("each part", *piles), "to": "out"},
            {"draw": "half", "from": self._one(*piles), "to": "each part"},
            {"each player draws": 1, "from": "part 1", "to": "hand", "if short": "stop"},
            {"each player takes": 1, "from": "each part", "to": "hand", "if short": "stop"},
        )

    def _all_hands(self) -> dict[str, Any]:
        return self._one(
            {"shuffle": ["each hand", "pack"], "to": "pack"},
            {"take": "all", "from": "each hand", "to": "discard pile"},
            {"draw": 1, "from": "pack", "to": "each hand", **self._one(*SHORT)},
        )

    def _pass(self) -> dict[str, Any]:
        return self._one({"pass left": "hand"}, {"pass right": "own"}, {"pass left": ["own", "hand"]})

    def _own_piles(self) -> list[dict[str, Any]]:
        """Return steps that every seat carries out with its own piles."""
        first = {"each player draws": self._one(2, 3), "from": self.piles[0], "to": "own", **self._one(*SHORT[1:])}
        return [first, *(self._own_pile() for _ in range(self._one(1, 2, 3)))]

    def _own_pile(self) -> dict[str, Any]:
        may = self._one("", "", "", "may ")
        filtered = {**self._one(*SELECTIONS), "otherwise": self._one("set aside", "shuffle back")}
        when = {"when": self._one("count('hand') >= 1", "count('out') == 0", "count('own', realm='ember') == 0")}
        return self._one(
            {"each player shuffles": "own"},
            {f"each player {may}draws": self._one(1, 2, "until 2"), "from": "own", "to": "hand", **self._one({}, when)},
            {"each player draws": 1, "from": "own", "to": "hand", **filtered, **self._one({}, {"if short": "stop"})},
            {"each player draws": 1, "from": "own", "to": "hand", "needs": NEEDS[1], "otherwise": "may shuffle back"},
            {f"each player {may}plays": self._one("1 or 2", "up to 2", 1, "all"), "from": "hand", "to": "own"},
            {"each player plays": "all", "same": "realm", "from": "hand", "to": "own", **self._one({}, when)},
            {"each player draws": "as many", "from": "own", "to": "hand", "if short": "shuffle in hand"},
        )

    def _sequence(self) -> dict[str, Any]:
        return {
            "do": "anew",
            **self._one(
                {}, {"times": 2}, {"times": "few"}, {"times": "count('out') % 3"}, {"when": self._condition(own=False)}
            ),
        }

    def _group(self) -> dict[str, Any]:
        within = [self._one(self._plain, self._filtered, self._pick)() for _ in range(self._one(1, 2))]
        how = self._one("one of", "do", "times", "times", "when", "each player does", "each player may do")
        if how == "one of":
            return {"one of": [[within[0]], [within[-1]]]}
        if how in {"do", "times", "when"}:
            counted = ("count('out') % 3", "empty('part')", "luck" if self.rolled else "most('hand') // 3")
            often = {"times": self._one(2, "few", {1: 1, "2+": 2}, "players // 2", *counted)}
            extra = {"do": {}, "times": often, "when": {"when": self._condition(own=False)}}
            return {"do": within, **extra[how]}
        within = [{WHO.sub("", key): value for key, value in line.items()} for line in within]
        own = ({"when": self._condition(own=True)}, {"times": "count('hand') % 3"})
        return {how: within, **self._one({}, *own)}


@st.composite
def games(draw: st.DrawFn, most: int, lines: int) -> tuple[str, dict[str, int], int, str, Lines]:
    """Return decks, copies, players, a variant and a script of a game with limited components and steps."""
    decks = draw(st.sampled_from(list(PILES)))
    rows = draw(st.lists(st.sampled_from(ROWS), min_size=1, max_size=most))
    writer = Writer(draw, PILES[decks])
    script = [] if draw(st.integers(0, 6)) == 6 else [{"shuffle": "pack"}]
    for _ in range(draw(st.integers(1, lines))):
        script += writer.line()
    copies = {row: rows.count(row) for row in ROWS}
    return decks, copies, draw(st.integers(1, 3)), draw(st.sampled_from(("", "rich"))), script


@pytest.fixture(scope="session")
def results(oracle, grove, script):
    """Return the results of the prover and the oracle for a game."""

    def results(decks: str, copies: dict[str, int], players: int, variant: str, lines: Lines, **limits: int):
        game, steps = grove(decks, copies), script(lines)
        try:
            seen = oracle.enumerate_script(game, steps, players, variant, most=200)
        except oracle.TooLarge:
            reject()
        return walk(game, steps, players, variant, **limits), seen

    return results


def place_of(path: Sequence[str | int]) -> tuple[int, ...]:
    """Return the numbers in a path of the prover; paths of the one sequence start with a number of their own."""
    return (-1,) * (path[0] == "sequences") + tuple(one for one in path if isinstance(one, int))


def assert_same_verdicts(proved: Walk, seen: Any) -> None:
    """Assert that the same steps fail, and that none is left unproved."""
    assert proved.is_complete
    verdicts = {place_of(line.path): line.verdict for line in proved.results}
    assert verdicts == {place: "fails" if place in seen.fails else "safe" for place in verdicts}
    assert seen.fails <= verdicts.keys()


def assert_same_odds(proved: Walk, seen: Any) -> None:
    """Assert for every line before the one that first fails that chances are equal, or within bounds after a choice.

    What is before a step that fails in a group, or in a sequence, may be carried out again after it.
    """
    for line in proved.results:
        place = place_of(line.path)
        if seen.fails and (place[0] < 0 or place[0] >= min(seen.fails)[0]):
            continue
        if line.step.each is not None:
            continue
        chosen = any(other[0] <= place[0] for other in seen.choices)  # a group may come again
        found: dict[int | None, list[EventChance]] = {}
        for happening in line.event_chances:
            found.setdefault(happening.seat, []).append(happening)
        for (other, seat), each_time in seen.odds.items():
            if other == place:
                odds = list(each_time)
                happenings = found.pop(seat, [])
                if len(odds) != len(happenings):  # times at which nothing can happen: the two leave out different ones
                    odds = [odd for odd in odds if odd.chance.most or odd.expected.most]
                    happenings = [each for each in happenings if each.most.chance or each.most.expected]
                for each, odd in zip(happenings, odds, strict=True):
                    assert_equal_or_within(each, odd, chosen=chosen)
        assert not found


def assert_equal_or_within(happening: EventChance, odd: Any, *, chosen: bool) -> None:
    """Assert the odds of a step; the prover may give bounds only after a choice."""
    assert happening.least.chance <= odd.chance.least <= odd.chance.most <= happening.most.chance
    assert happening.least.expected <= odd.expected.least <= odd.expected.most <= happening.most.expected
    assert happening.is_exact or chosen


def at_all_seats(sizes: Mapping[tuple[str, int | None], tuple[int, int]]) -> dict[tuple[str, bool], tuple[int, int]]:
    """Return the sizes of piles, those of all seats combined."""
    found: dict[tuple[str, bool], tuple[int, int]] = {}
    for (name, seat), (low, high) in sizes.items():
        least, most = found.get((name, seat is None), (low, high))
        found[name, seat is None] = (min(low, least), max(high, most))
    return found


def assert_agreement(proved: Walk, seen: Any) -> None:
    """Assert that verdicts, extremes and chances are the same."""
    assert_same_verdicts(proved, seen)
    assert dict(proved.sizes) == dict(seen.sizes)
    assert_same_odds(proved, seen)


unhurried = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None)


@settings(unhurried, max_examples=200)
@given(game=games(6, 4))
def test_prover_and_oracle_agree_on_tiny_games(results, game):
    """The verdict of every step, the size range of every pile, and chances are those of the enumeration."""
    assert_agreement(*results(*game))


@settings(unhurried, max_examples=100)
@given(game=games(6, 4))
def test_sorting_seats_changes_no_verdict(results, game):
    """With seats sorted from the start, verdicts stay the same, and so do sizes and bounds over all seats."""
    proved, seen = results(*game, seat_sorting_threshold=0)
    assert_same_verdicts(proved, seen)
    assert at_all_seats(proved.sizes) == at_all_seats(seen.sizes)


@settings(unhurried, max_examples=120)
@given(game=games(7, 5))
def test_blocks_of_steps_change_nothing(grove, script, game):
    """Walking blocks seat by seat gives the same results as walking step by step."""
    decks, copies, players, variant, lines = game
    game, steps = grove(decks, copies), script(lines)
    assert_as_sharp(walk(game, steps, players, variant), walk(game, steps, players, variant, use_blocks=False))


@settings(unhurried, max_examples=120)
@given(game=games(7, 5), most=st.sampled_from((0, 0, 2, 6)))
def test_bounds_never_call_a_failing_step_safe(grove, script, game, most):
    """When the walk gives up, safe steps are safe, failing steps fail, and no pile exceeds its bounds."""
    decks, copies, players, variant, lines = game
    game, steps = grove(decks, copies), script(lines)
    exact, bounded = walk(game, steps, players, variant), walk(game, steps, players, variant, max_states=most)
    verdicts = {line.path: line.verdict for line in exact.results}
    is_group = {line.path: bool(line.step.steps or line.step.choices) for line in bounded.results}
    assert verdicts.keys() == {path for path, group in is_group.items() if not group}
    for line in (line for line in bounded.results if not is_group[line.path]):
        assert line.verdict in {"not proved", verdicts[line.path]}
    first = [line.is_first_unproved for line in bounded.results if line.verdict == "not proved"]
    assert first == [number == 0 for number in range(len(first))]  # so an unproved set-up is always reported
    for key, (low, high) in exact.sizes.items() if bounded.sizes else ():
        assert bounded.sizes[key][0] <= low <= high <= bounded.sizes[key][1]


def assert_as_sharp(proved: Walk, slow: Walk) -> None:
    """Assert that two walks agree, the first at least as precisely."""
    assert [line.verdict for line in proved.results] == [line.verdict for line in slow.results]
    assert proved.sizes == slow.sizes
    for one, other in zip(proved.results, slow.results, strict=True):
        bounds = list(one.event_chances)
        for found in other.event_chances:  # if a step is carried out twice, both have the first one first
            sharp = next(each for each in bounds if (each.seat, each.event) == (found.seat, found.event))
            bounds.remove(sharp)
            assert found.least.chance <= sharp.least.chance <= sharp.most.chance <= found.most.chance
            assert found.least.expected <= sharp.least.expected <= sharp.most.expected <= found.most.expected
        assert not bounds


def test_one_of_each_is_put_down_in_any_order(results):
    """So the top one may be an ember, and the draw that needs an ember may find none left."""
    lines = [
        {"take": 1, "from": "pack", "to": "pool", "each": "realm"},
        {"draw": 1, "from": "pool", "to": "out"},
        {"draw": 1, "from": "pool", "to": "out", "only": "realm == 'ember'", "otherwise": "set aside"},
    ]
    rows = {"card-ember": 2, "card-tide": 1, "pawn-ember": 0, "pawn-tide": 0}
    proved, seen = results("a deck a kind", rows, 1, "", lines)
    assert_agreement(proved, seen)
    assert [line.verdict for line in proved.results] == ["safe", "safe", "fails"]


@pytest.mark.slow
@settings(unhurried, max_examples=600)
@given(game=games(7, 5))
def test_prover_and_oracle_agree_on_many_games(results, game):
    """The same for more and larger games."""
    assert_agreement(*results(*game))


@pytest.mark.slow
@settings(unhurried, max_examples=300)
@given(game=games(7, 5))
def test_sorting_seats_changes_no_verdict_in_many_games(results, game):
    """The same for more and larger games."""
    proved, seen = results(*game, seat_sorting_threshold=0)
    assert_same_verdicts(proved, seen)
    assert at_all_seats(proved.sizes) == at_all_seats(seen.sizes)


# of 4 cards and 2 pawns, 3 of 6 of them ember
KNOWN = {
    "a draw that sets aside": (  # 1 - 4/6 * 3/5; twice 2 refused over 4 + 1 gaps
        [{"draw": 2, "from": "pack", "to": "out", "of": "card", "otherwise": "set aside"}],
        Fraction(3, 5),
        Fraction(4, 5),
    ),
    "a draw that shuffles back": (  # the same; 2/4 refused before the first card, 2/3 before the second
        [{"draw": 2, "from": "pack", "to": "out", "of": "card", "otherwise": "shuffle back"}],
        Fraction(3, 5),
        Fraction(7, 6),
    ),
    "a mulligan": (  # 3/6 * 2/5; one in five again and again: 1/5 + 1/25 + ...
        [{"each player draws": 2, "from": "pack", "to": "hand", "needs": NEEDS[1], "otherwise": "may shuffle back"}],
        Fraction(1, 5),
        Fraction(1, 4),
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_oracle_agrees_with_a_calculation(oracle, grove, script, name):
    """Chances and means of draws that set aside or shuffle back, and of a mulligan, are those of a calculation."""
    lines, chance, expected = KNOWN[name]
    seen = oracle.enumerate_script(grove(), script([{"shuffle": "pack"}, *lines]), 1)
    ((odd,),) = seen.odds.values()
    assert (odd.chance.least, odd.expected.least) == (chance, expected)
    assert (odd.chance.most, odd.expected.most) == (chance, expected)


def test_bounds_go_on_after_an_amount_that_is_counted(grove, script):
    """They do not calculate, so that step stays unproved; what is drawn from another pile is safe all the same."""
    lines = [
        {"draw": "count('pack') // 2", "from": "pack", "to": "out"},
        {"draw": 2, "from": "pool", "to": "out"},
    ]
    rows = {"card-ember": 4, "card-tide": 0, "pawn-ember": 2, "pawn-tide": 0}
    found = walk(grove("a deck a kind", rows), script(lines), 2, max_states=0)
    assert [line.verdict for line in found.results] == ["not proved", "safe"]
    assert (
        found.results[0].unproved_reason == "more than 0 states; bounds cannot show how many \"count('pack') // 2\" are"
    )


@pytest.mark.parametrize("line", [{"draw": "luck", "from": "pack"}, {"do": [{"shuffle": "pack"}], "times": "luck"}])
def test_a_value_that_is_not_there_is_one_reason(grove, script, line):
    """That bounds cannot go on there either is no second one."""
    rows = dict.fromkeys(ROWS, 1)
    found = walk(grove("all in one", rows), script([{"shuffle": "pack"}, line]), 2)
    first = [one.unproved_reason for one in found.results if one.is_first_unproved]
    assert first == ["'luck' has no value at this step"]
