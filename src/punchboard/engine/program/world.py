"""A table with its pieces in piles, chance from a seed, and a player who answers what scripts leave open."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from punchboard.engine.program.chance import Chance
from punchboard.engine.program.parts import Program


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
        self.component_of: list[int] = [one for pile in program.start for one in pile]
        count = max(self.component_of, default=-1) + 1
        self.fits = [[one in members for one in range(count)] for members in map(frozenset, sets)]
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
        pile, gone = self.piles[source], frozenset(pieces)
        rest = len(pile) - len(gone)
        if gone.issuperset(pile[rest:]):
            del pile[rest:]
        else:
            pile[:] = [piece for piece in pile if piece not in gone]
        self.piles[target].extend(pieces)
        self.tell("move", here, source, target, pieces)

    def shuffle(self, here: Here, place: int) -> None:
        """Shuffle a pile."""
        self.chance.shuffle(self.piles[place])
        self.tell("order", here, place, self.piles[place][:])
