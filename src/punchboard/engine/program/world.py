"""A table with its pieces in piles, the values of terms and amounts on it, and chance from a seed."""

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from punchboard.engine.moves.draws import share_of
from punchboard.engine.program.parts import Move, Program, Term
from punchboard.model.game.setup import HALVES

_MASK = 0xFFFFFFFF


class Chance:
    """Draws from a seed by the generator mulberry32. It is for games, not for secrets."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def below(self, number: int) -> int:
        """Return one of the numbers from 0 that are less than ``number``."""
        state = self._state = (self._state + 0x6D2B79F5) & _MASK
        mixed = ((state ^ (state >> 15)) * (state | 1)) & _MASK
        mixed ^= (mixed + (mixed ^ (mixed >> 7)) * (mixed | 61)) & _MASK
        return ((mixed ^ (mixed >> 14)) * number) >> 32

    def shuffle(self, pile: list[int]) -> None:
        """Shuffle a list in place."""
        state = self._state
        for last in range(len(pile) - 1, 0, -1):  # as `below` does, without a call for each
            state = (state + 0x6D2B79F5) & _MASK
            mixed = ((state ^ (state >> 15)) * (state | 1)) & _MASK
            mixed ^= (mixed + (mixed ^ (mixed >> 7)) * (mixed | 61)) & _MASK
            at = ((mixed ^ (mixed >> 14)) * (last + 1)) >> 32
            pile[last], pile[at] = pile[at], pile[last]
        self._state = state


class Here(NamedTuple):
    """Where a script is: a step, and the seat that carries it out."""

    path: str
    seat: int | None


class Question(NamedTuple):
    """A choice that a step leaves open. ``options`` are what can be answered; of ``pieces``, ``number`` of them."""

    kind: str
    """``may``, ``amount``, ``set``, ``pieces``, ``option``, ``seat``; of people only, ``holds`` and ``by hand``."""
    here: Here
    options: Sequence[Any]
    number: int = 1
    why: str = ""
    """Why only people can answer: the machine cannot tell whether a condition holds, or what a step does."""


class Player(Protocol):
    """Answers questions."""

    def answer(self, question: Question) -> Any:
        """Return one of the options; for ``pieces`` a list of as many as are asked for."""
        ...


class Shortage(Exception):  # noqa: N818 - a finding, raised to leave the step at once
    """A seat cannot carry out a step, because a pile holds less than it needs."""

    def __init__(self, here: Here, pile: int, required: int, available: int) -> None:
        super().__init__(here, pile, required, available)
        self.here, self.pile, self.required, self.available = here, pile, required, available


class World:
    """The pieces of a game in its piles, the top one of each last.

    Args:
        program: the scripts, and the piles at the start.
        sets: the sets of components that the scripts name.
        seed: the seed of all chance, in this game and in those after it.
        player: answers what the scripts leave open.
        tell: is given each event: its name, where it happens, and its values.
    """

    def __init__(
        self,
        program: Program,
        sets: Sequence[Sequence[int]],
        seed: int,
        player: Player,
        tell: Callable[..., None] = lambda *_: None,
    ) -> None:
        self.program, self.chance, self.tell, self._player = program, Chance(seed), tell, player
        self.component_of: list[int] = [component for pile in program.start for component in pile]
        count = max(self.component_of, default=-1) + 1
        self.fits = [[component in members for component in range(count)] for members in map(frozenset, sets)]
        """For each set, whether each component belongs to it."""
        pieces = iter(range(len(self.component_of)))
        self._start = [[next(pieces) for _ in pile] for pile in program.start]
        self.restart()

    def restart(self) -> None:
        """Put everything back to where it lies before the first step; chance goes on."""
        self.piles: list[list[int]] = [pile[:] for pile in self._start]
        for pile in self.piles:
            self.chance.shuffle(pile)  # nothing says in which order a new deck lies
        self.values: dict[str, int | str] = dict(self.program.names[self.chance.below(len(self.program.names))])
        self.moved: Mapping[int | None, int] = {}
        """How many components each seat moved in the last step that moved any."""
        self.ended = False

    def ask(self, kind: str, here: Here, options: Sequence[Any], number: int = 1) -> Any:
        """Return the player's answer to a question."""
        return self._player.answer(Question(kind, here, options, number))

    def judge(self, text: str, why: str) -> bool:
        """Return whether a condition holds that only the players can judge, and why they must."""
        return bool(self._player.answer(Question("holds", Here(text, None), (False, True), why=why)))

    def cannot_tell(self, here: Here, why: str) -> None:
        """Let the players do by hand what the machine cannot tell."""
        self._player.answer(Question("by hand", here, (None,), why=why))

    def value(self, name: str) -> int | str:
        """Return a value that a step has set; 0 if none has."""
        if name not in self.values:
            self.cannot_tell(Here(name, None), f"{name!r} has no value at this step")
        return self.values.get(name, 0)

    def count(self, places: Sequence[int], members: int | None) -> int:
        """Return how many pieces of some piles belong to a set; None is everything."""
        if members is None:
            if len(places) == 1:
                return len(self.piles[places[0]])
            return sum([len(self.piles[place]) for place in places])
        fits, component_of = self.fits[members], self.component_of
        return sum([fits[component_of[piece]] for place in places for piece in self.piles[place]])

    def matching(self, place: int, members: int | None) -> list[int]:
        """Return the pieces of a pile that belong to a set; None is everything."""
        pile = self.piles[place]
        if members is None:
            return pile[:]
        fits, component_of = self.fits[members], self.component_of
        return [piece for piece in pile if fits[component_of[piece]]]

    def shift(self, here: Here, source: int, target: int, pieces: Sequence[int]) -> None:
        """Move pieces from one pile onto another; the last one comes to lie on top."""
        if not pieces:
            return
        pile, taken = self.piles[source], frozenset(pieces)
        rest = len(pile) - len(taken)
        if taken.issuperset(pile[rest:]):
            del pile[rest:]
        else:
            pile[:] = [piece for piece in pile if piece not in taken]
        self.piles[target].extend(pieces)
        self.tell("move", here, source, target, pieces)

    def shuffle(self, here: Here, place: int) -> None:
        """Shuffle a pile."""
        self.chance.shuffle(self.piles[place])
        self.tell("order", here, place, self.piles[place][:])


_TWO: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda value, other: value in other,
    "not in": lambda value, other: value not in other,
}


_MANY: Final[Mapping[str, Callable[[Iterable[Any]], Any]]] = {"and": all, "or": any, "most": max, "least": min}


class Counted(Protocol):
    """What the value of a term depends on."""

    def value(self, name: str) -> int | str:
        """Return a value that a step has set; 0 if none has."""
        ...

    def count(self, places: Sequence[int], members: int | None) -> int:
        """Return how many components of some piles belong to a set; None is everything."""
        ...

    def judge(self, text: str, why: str) -> bool:
        """Return whether a condition holds that only the players can judge, and why they must."""
        ...


def value_of(term: Term, table: Counted) -> Any:
    """Return the value of a term."""
    if not isinstance(term, tuple):
        return term
    name = term[0]
    if name == "count":
        return table.count(term[1], term[2])
    if name in _TWO:
        value, other = value_of(term[1], table), value_of(term[2], table)
        try:
            return _TWO[name](value, other)
        except (ArithmeticError, TypeError) as error:
            return table.judge(f"{value} {name} {other}", f"cannot evaluate '{value} {name} {other}': {error}")
    return table.value(term[1]) if name == "value" else _choice_of(term, table)


def _choice_of(term: tuple[Any, ...], table: Counted) -> Any:
    """Return the value of a term that may need only some of its operands."""
    match term[0]:
        case "and" | "or" | "most" | "least":
            return _MANY[term[0]](value_of(operand, table) for operand in term[1:])
        case "not":
            return not value_of(term[1], table)
        case "if":
            return value_of(term[2] if value_of(term[1], table) else term[3], table)
        case "list":
            return term[1:]
        case _:  # unknown
            return table.judge(term[1], term[2])


def available(world: World, act: Move, places: Sequence[int]) -> int:
    """Return how many pieces of some piles together a move could take."""
    if len(act.sets) == 1:
        return world.count(places, act.sets[0])
    return max([world.count(places, members) for members in act.sets], default=0)


def available_with_help(world: World, act: Move) -> int:
    """Return how many pieces a move could take if all piles that help with a shortage are shuffled in."""
    places = (act.source, *(way for way in act.short if isinstance(way, int))) if act.short else (act.source,)
    return available(world, act, places)


def allowed(world: World, here: Here, act: Move) -> Sequence[int]:
    """Return every number that a move allows."""
    mode = act.amount[0]
    there = len(world.piles[act.source])
    if mode == "as many":
        return (_moved_before(world, here),)
    if mode == "all" or mode in HALVES:
        return (share_of(there, str(mode)),)
    number = number_now(world, here, act.amount[1])
    match mode:
        case "until":
            return (max(number - len(world.piles[act.target]), 0),)
        case "down to":
            return (max(there - number, 0),)
        case "up to":
            return range((number if act.short else min(number, there)) + 1)
    return (number, int(act.amount[2])) if len(act.amount) > 2 else (number,)


def possible(world: World, numbers: Sequence[int], act: Move) -> Sequence[int]:
    """Return those of some numbers that there are enough pieces for, with the help for a shortage."""
    if "stop" in act.short or "end" in act.short:
        return numbers
    most = available_with_help(world, act)
    if len(numbers) == 1:
        return numbers if numbers[0] <= most else ()
    return [number for number in numbers if number <= most]


def _moved_before(world: World, here: Here) -> int:
    number = world.moved.get(here.seat, world.moved.get(None))
    if number is None:
        world.cannot_tell(here, "the number moved by the step before is not known")
        return 0
    return number


def number_now(world: World, here: Here, term: Term) -> int:
    """Return the number of an amount or of repetitions; 0 if the players must tell."""
    number = value_of(term, world)
    if not isinstance(number, int):
        world.cannot_tell(here, f"{number!r} is no number")
        return 0
    if number < 0:
        world.cannot_tell(here, "nothing can be done with fewer than 0 components")
        return 0
    return number
