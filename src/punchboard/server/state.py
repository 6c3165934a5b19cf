"""The state of a game in the preview: its last good reading, why the newest files are not read, what the checks say.

A state is a value; each function here returns the next one. Its number rises with all that a page would show otherwise.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from punchboard.checks.severities import apply_overrides
from punchboard.problem import Problem
from punchboard.server.reading import Reading

Stage = Literal["faces", "books", "played"]
"""What checks look at: data and faces alone; all that is composed; set-up and turns, played through."""

STAGES: Final[tuple[Stage, ...]] = ("faces", "books", "played")


class Papers(NamedTuple):
    """A document of pages: a file of sheets, a book."""

    name: str
    """What it is asked for by: its file's own name, without folder and ending."""
    pages: int
    title: str
    paper: str
    """What the paper is called that it is printed on; nothing of a book, which is read."""


class State(NamedTuple):
    """What is known of a game."""

    number: int = 0
    reading: int = 0
    """Which reading of the files it comes from: what is worked out of an older one comes too late."""
    good: Reading | None = None
    broken: tuple[Problem, ...] = ()
    found: Mapping[Stage, tuple[Problem, ...]] = MappingProxyType({})
    waiting: frozenset[Stage] = frozenset()
    """The checks that have not told yet of this reading; what they said of the last one stands until they do."""
    papers: tuple[Papers, ...] = ()
    html: bool = False
    """Whether the rulebook can be had as HTML."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong, the worst first to be told: why files cannot be read, then what the checks say."""
        if self.good is None:
            return self.broken
        found = (problem for stage in STAGES for problem in self.found.get(stage, ()))
        whole = not self.waiting and not self.broken
        return (*self.broken, *apply_overrides(self.good.game, dict.fromkeys(found), is_complete=whole).problems)


def read(state: State, reading: Reading) -> State:
    """Return the state after files were read; the long checks are yet to tell."""
    return state._replace(
        number=state.number + 1,
        reading=state.reading + 1,
        good=reading,
        broken=(),
        waiting=frozenset(STAGES),
    )


def failed(state: State, problems: tuple[Problem, ...]) -> State:
    """Return the state after files could not be read: the last good reading stays."""
    return state._replace(number=state.number + 1, reading=state.reading + 1, broken=problems, waiting=frozenset())


def checked(state: State, stage: Stage, problems: tuple[Problem, ...]) -> State:
    """Return the state after a long check; its number rises when it says anything new."""
    after = state._replace(found={**state.found, stage: problems}, waiting=state.waiting - {stage})
    return after._replace(number=state.number + (after.problems != state.problems))


def listed(state: State, papers: tuple[Papers, ...], *, html: bool) -> State:
    """Return the state after documents were composed; its number rises when there are others than before."""
    after = state._replace(papers=papers, html=html)
    return after._replace(number=state.number + (after != state))
