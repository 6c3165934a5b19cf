from dataclasses import replace

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from punchboard.checks.traversal import hidden_piles, possible_contents
from punchboard.model.game.selection import parse_selection
from punchboard.model.game.setup import Step

PILES = """\
decks:
  pack: {name: the pack, contains: card}
  supply: {name: the supply, contains: pawn, shows: faces}
piles:
  river: {name: the river}
  well: {name: the well, shows: backs, may hold: high cards}
each player has: {hand: {name: hand, shows: backs}, field: {name: field}}
groups: {high cards: "kind == 'card' and rank > 1", low cards: "kind == 'card' and rank == 1"}
"""
EVERYTHING = {"ember-1", "ember-2", "tide-1", "tide-2", "pawn"}
CARDS = EVERYTHING - {"pawn"}
HIGH = {"ember-2", "tide-2"}


@pytest.fixture(scope="session")
def grove(grove_of):
    """The game with its piles."""
    return grove_of(PILES)


def scripted(game, script):
    """Return the game with the steps of a set-up, each as game.yaml has it."""
    steps = tuple(map(Step.model_validate, script))
    return replace(game, file=game.file.model_copy(update={"setup": steps}))


def test_decks_show_backs_and_other_piles_faces(grove):
    """Unless they say otherwise: players hold a hand, a supply may be face up."""
    assert hidden_piles(grove) == {"pack", "well", "hand"}


@pytest.mark.parametrize(
    ("pile", "lines", "wanted"),
    [
        ("pack", [], CARDS),
        ("box", [], EVERYTHING),
        ("river", [], set()),
        ("well", [], HIGH),
        ("hand", ["{deal: 7, from: pack, to: hand}"], CARDS),
        ("hand", ["{each player draws: 1, from: pack, to: hand, only: high cards}"], HIGH),
        ("river", ["{place: 1 pawn, 'on': river}"], {"pawn"}),
        ("river", ["{place: pawn, from: box, 'on': river}"], {"pawn"}),
        ("river", ["{draw: 1, of: low cards, from: box, to: river}"], CARDS - HIGH),
        ("river", ["{draw: 1 card, from: well, to: river, only: low cards}"], set()),
        ("river", ["{shuffle: [supply, well], to: river}"], HIGH | {"pawn"}),
        ("river", ["{split: supply, to: each river}"], {"pawn"}),
        ("river", ["{stack: each well, to: river}"], HIGH),
        ("river", ["{do: [{draw: 1, from: well, to: river}]}"], HIGH),
        (
            "river",
            ["{one of: [[{draw: 1, from: well, to: river}], {draw: 1, from: supply, to: river}]}"],
            HIGH | {"pawn"},
        ),
        (
            "river",
            [
                "{draw: 1, from: field, to: river}",
                "{draw: 1, from: hand, to: field}",
                "{deal: 1, from: pack, to: hand}",
            ],
            CARDS,
        ),
        ("river", ["{draw: 1, from: pack, to: hand, otherwise: [{of: high cards, to: river}]}"], HIGH),
        ("river", ["{draw: 1, from: pack, to: hand, otherwise: [{to: river}]}"], CARDS),
        ("pack", ["{draw: 1, from: pack, to: hand, if short: shuffle in supply}"], EVERYTHING),
        ("pack", ["{draw: 1, from: pack, to: hand, if short: [shuffle in supply, stop]}"], EVERYTHING),
        ("hand", ["{draw: 1, from: pack, to: hand, if short: [shuffle in supply, stop]}"], EVERYTHING),
        ("hand", ["{draw: 1, from: pack, to: hand, if short: stop}"], CARDS),
        ("river", ["{shuffle: pack}", "{say: Sit down.}", "{return: all, from: pack}"], set()),
    ],
)
def test_possible_contents_come_from_the_piles_and_the_steps(grove, pile, lines, wanted):
    """What a pile contains and may hold, and what any step may bring there, in any order of the steps."""
    assert possible_contents(scripted(grove, map(yaml.safe_load, lines)))[pile] == wanted


def test_a_selection_that_cannot_be_evaluated_moves_nothing(grove):
    """Another rule reports it."""
    game = scripted(grove, [{"draw": 1, "from": "pack", "to": "river", "only": "rnak > 1"}])
    assert possible_contents(game)["river"] == frozenset()


NAMES = ("pack", "supply", "river", "well", "hand", "field", "box", "table")
names = st.sampled_from(NAMES)
sorts = st.sampled_from(["card", "pawn", "high cards", "low cards", "all"])
moves = st.one_of(
    st.builds(lambda a, b: {"draw": 2, "from": a, "to": b}, names, names),
    st.builds(lambda a, b, only: {"each player draws": 2, "from": a, "to": b, "only": only}, names, names, sorts),
    st.builds(lambda a, b, of: {"place": 1, "from": a, "on": b, "of": of}, names, names, sorts),
    st.builds(
        lambda piles, c: {"shuffle": piles, "to": c}, st.lists(names, min_size=2, max_size=2, unique=True), names
    ),
    st.builds(lambda a: {"return": "all", "from": a}, names),
)
scripts = st.lists(moves, max_size=6)


def ways(script):
    """Return (pile, pile, selection) for each way that a move takes components."""
    for move in script:
        only = move.get("only") or move.get("of") or "all"
        for source in move.get("shuffle") or [move.get("from")]:
            yield source, "box" if "return" in move else move.get("to") or move.get("on"), only


def walked(game, script, start, component):
    """Return the piles that one component can reach, found by following the steps from its first piles."""
    reached, edge = set(start), list(start)
    while edge:
        here = edge.pop()
        for source, target, only in ways(script):
            if source == here and target not in reached and parse_selection(game, only)(component):
                reached.add(target)
                edge.append(target)
    return reached


STARTS = {"pack": CARDS, "supply": {"pawn"}, "well": HIGH, "box": EVERYTHING}


@given(scripts)
def test_each_pile_holds_the_components_that_can_reach_it(grove, script):
    """A component can be in a pile if, and only if, a chain of steps that select it leads there."""
    game = scripted(grove, script)
    found = possible_contents(game)
    for component in game.components:
        start = {pile for pile, held in STARTS.items() if component.id in held}
        lies = {pile for pile, held in found.items() if component.id in held}
        assert lies == walked(game, script, start, component)


@given(scripts, moves)
def test_another_step_removes_nothing_and_adds_only_what_it_selects(grove, script, move):
    """Possible contents never shrink; everything new was selected by the new step."""
    game = scripted(grove, [*script, move])
    before, after = possible_contents(scripted(grove, script)), possible_contents(game)
    assert all(held <= after[pile] for pile, held in before.items())
    (only,) = {only for *_, only in ways([move])}
    wanted = parse_selection(game, only)
    brought = {name for pile, held in after.items() for name in held - before.get(pile, frozenset())}
    assert all(wanted(component) for component in game.components if component.id in brought)


@given(scripts, st.randoms())
def test_the_order_of_the_steps_does_not_matter(grove, script, random):
    """The steps of a rulebook are repeated each round."""
    other = random.sample(script, len(script))
    assert possible_contents(scripted(grove, script)) == possible_contents(scripted(grove, other))
