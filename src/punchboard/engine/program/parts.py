"""The compiled form of a game's scripts: plain values that the table in the browser and the one here both carry out.

Piles are places in `Program.piles`, seats count from 0, components are their places in the catalog, and a set of
components is a place in `Sets.members`. Whatever depends only on the number of players and the variant is decided. As
JSON it has the names below.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

Term = Any
"""A condition or value: a number, text or truth value, or a tuple of an operator and its operands (`terms`).

``("unknown", text, why)`` is a condition that only the players can judge.
"""

Amount = tuple[Term, ...]
"""How many: one of `MODES`, then a number or what it is calculated from, then the upper one of two numbers."""

Refused = tuple[tuple[int | None, int], ...] | Literal["back", "again"]
"""Where a draw puts components that it may not take: by set, into the source at the end, or ``again`` at once."""

Short = tuple[int | str, ...]
"""What helps when a pile falls short, in order: a pile to shuffle in, ``stop`` or ``end``."""


@dataclass(frozen=True, slots=True)
class Move:
    """Components go from one pile to another: off the top, or picked."""

    draws: bool
    source: int
    target: int
    amount: Amount
    sets: tuple[int | None, ...]
    """What may move: one of these sets of components, chosen if there are several; None is everything."""
    same: bool = False
    """Whether the sets are those with one value each: then ``all`` needs at least one."""
    refused: Refused = "back"
    needs: Term = None
    """A condition that a draw must meet, or it is shuffled back and repeated."""
    short: Short = ()
    do: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Piles are shuffled: into one, or each by itself."""

    piles: tuple[int, ...]
    into: int | None
    do: Literal["shuffle"] = "shuffle"


@dataclass(frozen=True, slots=True)
class Split:
    """A pile is divided among others, as equally as can be; the first ones get more."""

    source: int
    targets: tuple[int, ...]
    do: Literal["split"] = "split"


@dataclass(frozen=True, slots=True)
class Stack:
    """Piles are put on one another, the first on top."""

    piles: tuple[int, ...]
    target: int
    do: Literal["stack"] = "stack"


@dataclass(frozen=True, slots=True)
class Pass:
    """Piles change places at the same time."""

    moves: tuple[tuple[int, int], ...]
    """Each pile, and the one whose place it takes."""
    do: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Roll:
    """A die is rolled, and its face kept as a value."""

    die: str
    faces: tuple[int | str, ...]
    value: str
    do: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class Name:
    """A seat gets a name, such as the first player: any seat but the one of a value, or but one seat."""

    value: str
    but: str | int | None
    do: Literal["name"] = "name"


@dataclass(frozen=True, slots=True)
class Group:
    """Steps are carried out, as often as a number says. Several blocks are options: one is chosen each time."""

    blocks: tuple[str, ...]
    times: Term
    do: Literal["group"] = "group"


@dataclass(frozen=True, slots=True)
class ByHand:
    """Something that the players do themselves: a sentence, or a step that cannot be carried out, with the reason."""

    why: str
    unknown: bool = False
    """Whether it is a step of which the machine cannot tell what it does; a sentence moves no pieces."""
    do: Literal["by hand"] = "by hand"


Act = Move | Shuffle | Split | Stack | Pass | Roll | Name | Group | ByHand


@dataclass(frozen=True, slots=True)
class Doer:
    """What a step is for one seat."""

    seat: int | None
    acts: tuple[Act, ...]
    may: bool = False
    when: Term = True


@dataclass(frozen=True, slots=True)
class Line:
    """A step: ``who`` is empty if all doers carry it out, else the name of the seat that does."""

    path: str
    doers: tuple[Doer, ...]
    who: str = ""
    counts: bool = False
    """Whether it moves a number of components, which ``as many`` then repeats."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a round: a block, for no seat or for the turn of a seat, counted from the first."""

    block: str
    offset: int | None
    when: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class End:
    """A way in which the game ends, tested for a seat after its turn, or after a round."""

    name: str
    seat: int | None
    check: Literal["turn", "round"]
    when: Term
    last: tuple[str, int] | None = None
    """What is still played once it is met: the unit, ``turn`` or ``round``, and how many; None for nothing."""


@dataclass(frozen=True, slots=True)
class Program:
    """The scripts of a game for a number of players and a variant."""

    players: int
    variant: str
    piles: tuple[tuple[str, int | None], ...]
    start: tuple[tuple[int, ...], ...]
    """The components of each pile before the first step; one with three copies is there three times."""
    names: tuple[dict[str, int], ...]
    """The seats that have names at the start; one of these at random."""
    blocks: dict[str, tuple[Line, ...]]
    rounds: tuple[Part, ...]
    ends: tuple[End, ...]
    first: str | None
    """The name of the seat that has the first turn, if steps give one."""
    aims: tuple[Term, ...] = ()
    """What each seat wants most of; empty if the game does not say it."""


@dataclass(frozen=True, slots=True)
class Sets:
    """Sets of components, each kept once."""

    members: list[tuple[int, ...]] = field(default_factory=list)
    _places: dict[tuple[int, ...], int] = field(default_factory=dict)

    def place(self, fits: Iterable[object]) -> int | None:
        """Return the place of a set, given for each component whether it belongs; None if all do."""
        marks = tuple(fits)
        if all(marks):
            return None
        members = tuple(number for number, fit in enumerate(marks) if fit)
        if members not in self._places:
            self._places[members] = len(self.members)
            self.members.append(members)
        return self._places[members]
