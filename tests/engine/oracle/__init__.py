"""The prover's oracle: a script carried out on physical components, in every order and with every choice.

It shares no method with `punchboard.engine`: a pile is a list of components, shuffling is every permutation of the
physical copies, and a filtered draw turns up one component after another. Players see what each pile holds, never the
order of what was shuffled: a node is what they see, with every possible order and its chance. Copies of one row share
its id, which counts permutations without changing any of them.

An order that was not shuffled is an order that somebody chose: a block of a pile is ``(True, rows)`` when its order is
random, and ``(False, rows)`` when it is open until somebody draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step

from .lines import Line, lines_of
from .table import Table
from .world import Belief, Key, Option, Short, Ways, World


class Edge(NamedTuple):
    """A choice at a node: where it leads with which chance, and its odds."""

    leads: tuple[tuple[int, Fraction], ...]
    odds: tuple[Fraction, Fraction] | None
    enters: int | None


class Stage(NamedTuple):
    """One step for one seat: the choices at each node before it, none where it cannot be carried out."""

    path: tuple[int, ...]
    seat: int | None
    edges: tuple[tuple[Edge, ...], ...]


class Range(NamedTuple):
    """The least and the most of a number."""

    least: Fraction
    most: Fraction


class Odd(NamedTuple):
    """The chance that something is refused, and the expected number: over all ways to choose.

    For a voluntary step, those of players who carry it out.
    """

    chance: Range
    expected: Range


class OracleResult(NamedTuple):
    """The result of enumerating a script."""

    fails: frozenset[tuple[int, ...]]
    """Steps that cannot be carried out in some node."""
    sizes: Mapping[Key, tuple[int, int]]
    odds: Mapping[tuple[tuple[int, ...], int | None], tuple[Odd, ...]]
    """By step and seat, for each time that it is carried out up to the first step that fails."""
    choices: frozenset[tuple[int, ...]]
    """Steps with at least two choices."""
    answers: Mapping[int, Range]
    """The chance of what was asked, by seat; only where every step can be carried out."""


class TooLarge(Exception):  # noqa: N818 - the signal to stop
    """There are more nodes than a test has time for."""


def enumerate_script(
    game: Game, script: Sequence[Step], players: int, variant: str = "", *, most: int = 2000, asked: str = ""
) -> OracleResult:
    """Carry out a script in every way, and ask for the chance of a condition at the end, for each seat."""
    table = Table(game, players, variant)
    nodes: list[Belief] = [{table.start(): Fraction(1)}]
    stages = []
    for line in lines_of(script, table):
        stage, nodes = _stage(Line(table, line), line.path, nodes)
        stages.append(stage)
        if len(nodes) > most or sum(map(len, nodes)) > 60 * most:
            raise TooLarge
    end = [table.sizes(next(iter(node))) for node in nodes]
    sizes = {key: (min(each[key] for each in end), max(each[key] for each in end)) for key in table.keys} if end else {}
    failing = [place for place, stage in enumerate(stages) if not all(stage.edges)]
    return OracleResult(
        frozenset(stages[place].path for place in failing),
        sizes,
        _all_odds(stages[: failing[0]] if failing else stages),
        frozenset(stage.path for stage in stages if any(len(edges) > 1 for edges in stage.edges)),
        {seat: _chance_at_end(table, stages, nodes, asked, seat) for seat in range(players)}
        if asked and not failing
        else {},
    )


def _chance_at_end(table: Table, stages: Sequence[Stage], nodes: Sequence[Belief], asked: str, seat: int) -> Range:
    """Return the least and the greatest chance of a condition for a seat, over all ways to choose."""
    ends = []
    for best in (min, max):
        worth = [
            sum((chance for world, chance in node.items() if table.holds(asked, world, seat)), Fraction(0))
            for node in nodes
        ]
        for stage in reversed(stages):
            worth = [
                best(sum(worth[to] * chance for to, chance in edge.leads) for edge in edges) for edges in stage.edges
            ]
        ends.append(Fraction(worth[0]))
    return Range(*ends)


def _stage(line: Line, path: tuple[int, ...], nodes: Sequence[Belief]) -> tuple[Stage, list[Belief]]:
    """Carry out one step for one seat from every node."""
    found: dict[frozenset[tuple[World, Fraction]], int] = {}
    edges = []
    for node in nodes:
        before = line.begun(node)
        view = next(iter(before))
        seat = line.seat_in(view)
        here: dict[Edge, None] = {}
        try:
            options = line.options(view, seat)
        except Short:
            options = []
        for option in options:
            leads, odds = _follow(before, option)
            numbered = tuple((found.setdefault(frozenset(after.items()), len(found)), p) for after, p in leads)
            here[Edge(tuple(sorted(numbered)), odds, option.enters)] = None
        edges.append(tuple(here))
    return Stage(path, line.seat if isinstance(line.seat, int) else None, tuple(edges)), [dict(key) for key in found]


def _follow(node: Belief, option: Option) -> tuple[list[tuple[Belief, Fraction]], tuple[Fraction, Fraction] | None]:
    """Return what players may see after an option, with its chance, and the option's odds."""
    ends = _spread(node, option.ways)
    seen: dict[Any, dict[World, Fraction]] = {}
    for world, chance in (_spread(ends, option.then) if option.then else ends).items():
        seen.setdefault(_visible(world), {})[world] = chance
    leads = []
    for orders in seen.values():
        whole = sum(orders.values())
        leads.append(({world: chance / whole for world, chance in orders.items()}, Fraction(whole)))
    assert sum(chance for _, chance in leads) == 1
    if option.odds is None:
        return leads, None
    each = [(option.odds(world), chance) for world, chance in node.items()]
    return leads, (
        sum((odds[0] * chance for odds, chance in each), Fraction(0)),
        sum((odds[1] * chance for odds, chance in each), Fraction(0)),
    )


def _spread(node: Belief, ways: Callable[[World], Ways]) -> Belief:
    ends: dict[World, Fraction] = {}
    for world, chance in node.items():
        for after, likely in ways(world):
            ends[after] = ends.get(after, Fraction(0)) + (chance if likely == 1 else chance * likely)
    return ends


def _visible(world: World) -> Any:
    """Return what everyone can see: what each block holds, not its order."""
    return tuple(tuple((mixed, tuple(sorted(rows))) for mixed, rows in lie) for lie in world.piles), world.values


def _all_odds(stages: Sequence[Stage]) -> dict[tuple[tuple[int, ...], int | None], tuple[Odd, ...]]:
    found: dict[tuple[tuple[int, ...], int | None], tuple[Odd, ...]] = {}
    for place, stage in enumerate(stages):
        if any(edge.odds for edges in stage.edges for edge in edges):
            here = stages[: place + 1]
            key, odd = (stage.path, stage.seat), Odd(_over_choices(here, 0), _over_choices(here, 1))
            found[key] = (*found.get(key, ()), odd)
    return found


def _over_choices(stages: Sequence[Stage], which: int) -> Range:
    """Return the least and the greatest mean of an odd of the last stage, over all ways to choose."""
    target = stages[-1].path
    last = [[edge.odds[which] for edge in edges if edge.odds] or [Fraction(0)] for edges in stages[-1].edges]
    ends = []
    for best in (min, max):
        worth = [best(each) for each in last]
        for stage in reversed(stages[:-1]):
            worth = [
                best(
                    sum(worth[to] * chance for to, chance in edge.leads) for edge in _towards(edges, stage.path, target)
                )
                for edges in stage.edges
            ]
        ends.append(Fraction(worth[0]))
    return Range(*ends)


def _towards(edges: Sequence[Edge], path: tuple[int, ...], target: tuple[int, ...]) -> Sequence[Edge]:
    """Return the choices that enter the group of a step, if the group is chosen here."""
    if not any(edge.enters for edge in edges) or target[: len(path)] != path:
        return edges
    within = target[len(path) :]
    number = 1 + within[0] if len(within) > 1 and any((edge.enters or 0) > 1 for edge in edges) else 1
    return [edge for edge in edges if edge.enters == number]
