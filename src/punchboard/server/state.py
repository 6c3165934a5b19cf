"""The state of a game in the preview: its last good reading, why the newest files are not read, what the checks say.

A state is a value; each function here returns the next one. Its number rises with all that a page would show otherwise.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from punchboard.checks.severities import apply_overrides
from punchboard.problem import Problem
from punchboard.server.snapshot import Snapshot

Stage = Literal["faces", "books", "played"]
"""What checks look at: data and faces alone; all that is composed; set-up and turns, played through."""

STAGES: Final[tuple[Stage, ...]] = ("faces", "books", "played")


class PreviewDocument(NamedTuple):
    """A document of pages: a file of sheets, a book."""

    name: str
    """What it is asked for by: its file's own name, without folder and ending."""
    pages: int
    title: str
    paper: str
    """What the paper is called that it is printed on; nothing of a book, which is read."""


class State(NamedTuple):
    """What is known of a game."""

    revision: int = 0
    snapshot_number: int = 0
    """Which reading of the files it comes from: what is worked out of an older one comes too late."""
    snapshot: Snapshot | None = None
    load_problems: tuple[Problem, ...] = ()
    check_problems: Mapping[Stage, tuple[Problem, ...]] = MappingProxyType({})
    pending: frozenset[Stage] = frozenset()
    """The checks that have not told yet of this reading; what they said of the last one stands until they do."""
    documents: tuple[PreviewDocument, ...] = ()
    has_html: bool = False
    """Whether the rulebook can be had as HTML."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong, the worst first to be told: why files cannot be read, then what the checks say."""
        if self.snapshot is None:
            return self.load_problems
        found = (problem for stage in STAGES for problem in self.check_problems.get(stage, ()))
        whole = not self.pending and not self.load_problems
        return (
            *self.load_problems,
            *apply_overrides(self.snapshot.game, dict.fromkeys(found), is_complete=whole).problems,
        )


def after_load(state: State, reading: Snapshot) -> State:
    """Return the state after files were read; the long checks are yet to tell."""
    return state._replace(
        revision=state.revision + 1,
        snapshot_number=state.snapshot_number + 1,
        snapshot=reading,
        load_problems=(),
        pending=frozenset(STAGES),
    )


def after_load_failure(state: State, problems: tuple[Problem, ...]) -> State:
    """Return the state after files could not be read: the last good reading stays."""
    return state._replace(
        revision=state.revision + 1,
        snapshot_number=state.snapshot_number + 1,
        load_problems=problems,
        pending=frozenset(),
    )


def after_check(state: State, stage: Stage, problems: tuple[Problem, ...]) -> State:
    """Return the state after a long check; its number rises when it says anything new."""
    after = state._replace(check_problems={**state.check_problems, stage: problems}, pending=state.pending - {stage})
    return after._replace(revision=state.revision + (after.problems != state.problems))


def after_listing(state: State, papers: tuple[PreviewDocument, ...], *, html: bool) -> State:
    """Return the state after documents were composed; its number rises when there are others than before."""
    after = state._replace(documents=papers, has_html=html)
    return after._replace(revision=state.revision + (after != state))
