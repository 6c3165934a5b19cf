"""The steps of a script, one after another and seat by seat, with the options at each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, product
from typing import NamedTuple

from punchboard.model.game.setup import Step

from .draws import FilteredDraw, Mulligan, Plain
from .table import Table
from .world import (
    Belief,
    Block,
    Option,
    Pick,
    Short,
    Ways,
    World,
    gathered,
    lie_of,
    orders_to_fix,
    rows_of,
    shuffled,
    stay,
    upon,
    with_pile,
    with_value,
)


class Entry(NamedTuple):
    """A step for one seat: whether it is the step's first entry, and the groups that must be entered for it."""

    path: tuple[int, ...]
    step: Step
    seat: int | str | None
    first: bool
    within: tuple[tuple[str, int], ...]
    part: int = 0
    """The index among the piles of ``each part``."""

    @property
    def group(self) -> str:
        """The name of the value that says whether a group is entered."""
        return f"group {self.path} {self.seat}"

    def time(self, number: int) -> str:
        """Return the name of the value that says whether a group is carried out once more."""
        return f"{self.group} time {number}"


SEQUENCE = -1
"""The start of the path of a step in a named sequence."""


MOST_TIMES = 3
"""How often a group is carried out at most where that is counted during play."""


def is_counted(number: object) -> bool:
    """Tell whether a number is calculated during play: from piles, or from a die."""
    return isinstance(number, str) and ("(" in number or "luck" in number)


def calculated(number: str, table: Table) -> int:
    """Return the number of a name or a formula."""
    return int(eval(number, {"players": table.players, **table.numbers}))


def lines_of(
    script: Sequence[Step],
    table: Table,
    path: tuple[int, ...] = (),
    seat: int | str | None = None,
    within: tuple[tuple[str, int], ...] = (),
) -> Iterator[Entry]:
    """Yield each step with the seat that carries it out; a group comes before its steps."""
    for place, step in enumerate(script):
        seats: Sequence[int | str | None] = (step.who,) if step.who is not None else (seat,)
        if step.who == "each player in reverse":
            seats = range(table.players)[::-1]
        if step.who == "each player" or step.verb == "deal":
            seats = range(table.players)
        sequence = table.game.file.sequences.get(step.operand, ()) if step.verb == "do" else ()
        times = step.times[table.players] if isinstance(step.times, dict) else step.times
        is_open = is_counted(times)
        if is_open:
            times = MOST_TIMES
        times = calculated(times, table) if isinstance(times, str) else times
        for turn, who in enumerate(seats):
            for part in range(parts_of(step, table, who)):
                entry = Entry((*path, place), step, who, turn == part == 0, within, part)
                yield entry
            for number in range(1 if times is None else int(times)):
                here = (*within, (entry.group, 1), *(((entry.time(number), 1),) if is_open else ()))
                yield from lines_of(step.steps, table, entry.path, who, here)
                yield from lines_of(sequence, table, (SEQUENCE,), who, here)
            for number, option in enumerate(step.choices):
                here = (*within, (entry.group, 1 + number))
                yield from lines_of(option, table, (*entry.path, number), who, here)


def parts_of(step: Step, table: Table, seat: int | str | None) -> int:
    """Return how often a step is carried out: once for each of ``each part``."""
    if step.verb == "shuffle":
        named = [] if step.target is not None or len(step.piles) > 1 else [*step.piles]
    else:
        named = [name for name in (step.source, step.target) if name is not None and step.verb != "stack"]
    each = [name for name in named if name.startswith("each ")]
    return len(table.keys_of(each[0], None if seat is None else 0)) if each else 1


class Line:
    """One step of a script for one seat."""

    def __init__(self, table: Table, entry: Entry) -> None:
        self.table, self.entry = table, entry
        self.step, self.seat = entry.step, entry.seat

    def begun(self, node: Belief) -> Belief:
        """Return a node as the step starts: the last count that this step moved becomes that of the previous step."""
        if not self.entry.first or self.step.amount is None:
            return node
        after: dict[World, Fraction] = {}
        for world, chance in node.items():
            kept = {name: value for name, value in world.values if not name.startswith("before ")}
            kept = {("before" + name[3:] if name.startswith("now ") else name): value for name, value in kept.items()}
            new = world._replace(values=tuple(sorted(kept.items())))
            after[new] = after.get(new, Fraction(0)) + chance
        return after

    def seat_in(self, world: World) -> int | None:
        """Return the acting seat; a name stands for the seat that was named."""
        if not isinstance(self.seat, str):
            return self.seat
        named = dict(world.values)[self.seat]
        assert isinstance(named, int)
        return named

    def options(self, world: World, seat: int | None) -> list[Option]:
        """Return the options; the world shows what is visible.

        Raises:
            Short: when the step cannot be carried out.
        """
        step = self.step
        if any(dict(world.values).get(group) != number for group, number in self.entry.within):
            return [self._nothing(seat)]
        if step.when is not None and not self.table.holds(step.when, world, seat):
            return [self._nothing(seat)]
        if step.verb == "do" or step.choices:
            return self._enter(world, seat)
        does = {
            "split": self._split,
            "stack": self._stack,
            "pass left": self._pass,
            "pass right": self._pass,
            "shuffle": self._shuffle,
            "roll": self._roll,
            "name": self._name,
            "say": lambda *_: [stay()],
        }
        act = does.get(step.verb, self._draw if step.verb in {"draw", "deal"} else self._pick)
        if not step.may:
            return act(world, seat)
        try:
            return [self._nothing(seat), *act(world, seat)]
        except Short:
            return [self._nothing(seat)]

    def _nothing(self, seat: int | None) -> Option:
        if self.step.verb == "do" or self.step.choices:
            return Option(lambda world: [(with_value(world, self.entry.group, 0), Fraction(1))])
        if self.step.amount is None:
            return stay()
        return Option(lambda world: [(with_value(world, f"now {seat}", 0), Fraction(1))])

    def _enter(self, world: World, seat: int | None) -> list[Option]:
        """Return the groups of steps that may follow; a voluntary one may be skipped."""
        times = self._number(world, self.step.times, seat) if is_counted(self.step.times) else 0
        assert times <= MOST_TIMES

        def entering(number: int) -> Option:
            def ways(before: World) -> Ways:
                after = with_value(before, self.entry.group, number)
                for time in range(MOST_TIMES if is_counted(self.step.times) else 0):
                    after = with_value(after, self.entry.time(time), int(time < times))
                return [(after, Fraction(1))]

            return Option(ways, enters=number)

        return [entering(number) for number in range(0 if self.step.may else 1, 1 + (len(self.step.choices) or 1))]

    def _shuffle(self, world: World, seat: int | None) -> list[Option]:
        keys = [key for name in self.step.piles for key in self.table.keys_of(name, seat)]
        if self.step.piles[0].startswith("each ") and len(self.step.piles) == 1 and self.step.target is None:
            keys = [keys[self.entry.part]]
        to = self.table.key(self.step.target, seat) if self.step.target else keys[0]
        return [Option(lambda before: [(gathered(before, keys, to), Fraction(1))], lambda before: shuffled(before, to))]

    def _split(self, world: World, seat: int | None) -> list[Option]:
        """Return the next share: what is left in equal shares, the larger ones first."""
        left = len(rows_of(world.piles[self.source(seat)]))
        shares = len(self.table.keys_of(self.step.target or "", seat)) - self.entry.part
        return self._draws((left + shares - 1) // shares, seat, (), world, to_the_end=False)

    def _stack(self, world: World, seat: int | None) -> list[Option]:
        """Return the option of stacking piles, the first on top of all."""
        to = self.target(seat)

        def stacked(before: World) -> Ways:
            after, lie = before, ()
            for name in self.step.piles:
                for key in self.table.keys_of(name, seat):
                    lie = (*lie, *after.piles[key])
                    after = with_pile(after, key, ())
            yield with_pile(after, to, (*lie, *after.piles[to])), Fraction(1)

        return [Option(stacked)]

    def _pass(self, world: World, seat: int | None) -> list[Option]:
        """Return the option in which each player has what the neighbour had."""
        players, way = self.table.players, 1 if self.step.verb == "pass left" else -1

        def passed(before: World) -> Ways:
            after = before
            for name in self.step.piles:
                for giver in range(players):
                    lie = before.piles[self.table.key(name, giver)]
                    after = with_pile(after, self.table.key(name, (giver + way) % players), lie)
            yield after, Fraction(1)

        return [Option(passed)]

    def _roll(self, world: World, seat: int | None) -> list[Option]:
        faces = self.table.game.file.dice[self.step.operand].faces
        assert not isinstance(faces, dict)
        name = self.step.called or self.step.operand
        return [Option(lambda before: [(with_value(before, name, face), Fraction(1, len(faces))) for face in faces])]

    def _name(self, world: World, seat: int | None) -> list[Option]:
        def naming(chosen: int) -> Option:
            return Option(lambda before: [(with_value(before, self.step.operand, chosen), Fraction(1))])

        excepting = self.step.excepting
        out = seat if excepting == "the doer" else dict(world.values).get(excepting or "")
        return [naming(chosen) for chosen in range(self.table.players) if chosen != out]

    # how many

    def _wanted(self, world: World, seat: int | None, there: int) -> Sequence[int]:
        """Return every number that the step allows, if there were enough."""
        amount = self.step.amount
        assert amount is not None
        if amount.mode == "all" or amount.mode.startswith("half"):
            return [{"all": there, "half": there // 2}.get(amount.mode, (there + 1) // 2)]
        if amount.mode == "as many":
            return [int(dict(world.values).get(f"before {seat}", 0))]
        number = self._number(world, amount.number, seat)
        sizes = self.table.sizes(world)
        if amount.mode == "until":
            return [max(0, number - sizes[self.table.keys[self.target(seat)]])]
        if amount.mode == "down to":
            return [max(0, sizes[self.table.keys[self.source(seat)]] - number)]
        if amount.mode == "up to":
            return range(number + 1)
        return [number] if amount.most is None else [number, amount.most]

    def _number(self, world: World, number: int | str | dict[int, int] | None, seat: int | None) -> int:
        if isinstance(number, dict):
            return number[self.table.players]
        if isinstance(number, int):
            return number
        assert number is not None
        if "(" in number or "luck " in number:
            return int(self.table.value(number, world, seat))
        value = dict(world.values).get(number)
        return value if isinstance(value, int) else calculated(number, self.table)

    def source(self, seat: int | None) -> int:
        """Return the pile that components leave."""
        return self._one(self.step.piles[0] if self.step.verb == "split" else self.step.source or "box", seat)

    def target(self, seat: int | None) -> int:
        """Return the pile that components move to."""
        usual = {"return": "box", "discard": "discard pile"}
        return self._one(self.step.target or usual.get(self.step.verb, "table"), seat)

    def _one(self, name: str, seat: int | None) -> int:
        if name.startswith("each "):
            return self.table.keys_of(name, seat)[self.entry.part]
        return self.table.key(name, seat)

    def fits(self, row: str) -> bool:
        """Tell whether the step may take a component."""
        component = self.table.rows[row]
        asked = (self.step.kind, self.step.of, self.step.only)
        return all(self.table.selected(text)(component) for text in asked if text is not None)

    def value(self, row: str, field: str) -> object:
        """Return a component's value of a field."""
        return self.table.rows[row].values.get(field)

    # picking: a player looks for components

    def _pick(self, world: World, seat: int | None) -> list[Option]:
        step = self.step
        held = [
            (place, row)
            for place, (_, rows) in enumerate(world.piles[self.source(seat)])
            for row in rows
            if self.fits(row)
        ]
        if step.each is not None:
            entries = [[one for one in held if self.value(one[1], step.each) == entry] for entry in self.entries()]
            ways = product(*(self._picks(rows, world, seat) for rows in entries))
            picks = {tuple(sorted(chain.from_iterable(way))) for way in ways}
        elif step.same is not None:
            values = dict.fromkeys(self.value(row, step.same) for _, row in held)
            alike = [[one for one in held if self.value(one[1], step.same) == value] for value in values]
            picks = set().union(*(self._picks(rows, world, seat) for rows in alike))
            picks |= {()} if step.amount and step.amount.mode != "all" and 0 in self._wanted(world, seat, 0) else set()
        else:
            picks = self._picks(held, world, seat)
        if not picks:
            raise Short
        return [self._taking(each, seat) for each in picks]

    def entries(self) -> Sequence[str]:
        """Return the entries of the list for ``each``."""
        return self.table.game.lists[self.step.each] if self.step.each else ()

    def _picks(self, held: Sequence[Pick], world: World, seat: int | None) -> set[tuple[Pick, ...]]:
        """Return every choice of some components."""
        numbers = self._wanted(world, seat, len(held))
        if self.step.if_short == "stop":
            numbers = [min(number, len(held)) for number in numbers]
        return {tuple(sorted(each)) for number in numbers for each in combinations(held, number)}

    def _taking(self, picks: tuple[Pick, ...], seat: int | None) -> Option:
        """Return the option of picking some rows. Picking means looking: no order of that pile is random any more."""

        def ways(world: World) -> Ways:
            after = world
            if picks:
                left = Counter(picks)
                looked: list[Block] = []
                for place, (_, rows) in enumerate(world.piles[self.source(seat)]):
                    kept = Counter(rows) - Counter({row: left[place, row] for row in rows})
                    looked.append((False, tuple(sorted(kept.elements()))))
                after = with_pile(world, self.source(seat), lie_of(*looked))
                after = upon(after, self.target(seat), (False, tuple(sorted(row for _, row in picks))))
            yield with_value(after, f"now {seat}", len(picks)), Fraction(1)

        return Option(ways)

    # drawing: chance decides

    def _draw(self, world: World, seat: int | None) -> list[Option]:
        key = self.source(seat)
        all_there = self._drawable(rows_of(world.piles[key]))
        options = []
        for wanted in self._wanted(world, seat, all_there):
            number, under, there = wanted, list[int](), all_there
            for fallback in _as_list(self.step.if_short):
                if there >= wanted:
                    break
                if fallback == "stop":
                    number = there
                    break
                under.append(self.table.key(fallback.removeprefix("shuffle in "), seat))
                there = self._drawable([row for place in (key, *under) for row in rows_of(world.piles[place])])
            if there >= number:
                options += self._draws(number, seat, under, world, to_the_end=number < wanted)
        if not options:
            raise Short
        return options

    def _draws(
        self, number: int, seat: int | None, under: Sequence[int], world: World, *, to_the_end: bool
    ) -> list[Option]:
        """Return the draw of a number of components with every order of the open blocks."""
        what = Plain
        if self.step.needs is not None:
            assert not under
            what = Mulligan
        elif self.step.only or self.step.of or self.step.kind or self.step.each:
            what = FilteredDraw
        orders = orders_to_fix(world.piles[self.source(seat)])
        draws = [what(self, number, seat, order, under) for order in orders]
        for draw in draws:
            draw.to_the_end = to_the_end and self.step.otherwise != "shuffle back"
        return [draw.option(world) for draw in draws]

    def _drawable(self, held: Sequence[str]) -> int:
        fits = [row for row in held if self.fits(row)]
        if self.step.each is None:
            return len(fits)
        entries = self.entries()
        return min(sum(self.value(row, self.step.each) == entry for row in fits) for entry in entries)


def _as_list(if_short: str | tuple[str, ...] | None) -> tuple[str, ...]:
    return (if_short,) if isinstance(if_short, str) else if_short or ()
