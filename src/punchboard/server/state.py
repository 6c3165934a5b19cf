"""The state of a game in the preview: its last valid snapshot, why its newest files cannot be loaded, and the problems.

A state is a value, and each function returns the next one. The revision increases whenever a page would change.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from punchboard.checks.severities import apply_overrides
from punchboard.problem import Problem
from punchboard.server.game_snapshot import Snapshot

Stage = Literal["faces", "books", "played"]
"""The stages of the checks: data and faces; everything composed; set-up and turns played."""

STAGES: Final[tuple[Stage, ...]] = ("faces", "books", "played")


class PreviewDocument(NamedTuple):
    """A document with pages: a file of sheets, or a book."""

    name: str
    """The name that it is requested by: its file name, without folder and suffix."""
    pages: int
    title: str
    paper: str
    """The name of the paper that it is printed on; empty for a book."""


class State(NamedTuple):
    """What is known of a game."""

    revision: int = 0
    snapshot_number: int = 0
    """The number of the snapshot; results of an older one come too late."""
    snapshot: Snapshot | None = None
    load_problems: tuple[Problem, ...] = ()
    check_problems: Mapping[Stage, tuple[Problem, ...]] = MappingProxyType({})
    pending: frozenset[Stage] = frozenset()
    """The stages that have not reported on this snapshot; until then, the problems of the last one stand."""
    documents: tuple[PreviewDocument, ...] = ()
    has_html: bool = False
    """Whether the rulebook is available as HTML."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems: first why files cannot be loaded, then those of the checks."""
        if self.snapshot is None:
            return self.load_problems
        found = (problem for stage in STAGES for problem in self.check_problems.get(stage, ()))
        whole = not self.pending and not self.load_problems
        return (
            *self.load_problems,
            *apply_overrides(self.snapshot.game, dict.fromkeys(found), is_complete=whole).problems,
        )


def after_load(state: State, snapshot: Snapshot) -> State:
    """Return the state after files were loaded; the checks have yet to report."""
    return state._replace(
        revision=state.revision + 1,
        snapshot_number=state.snapshot_number + 1,
        snapshot=snapshot,
        load_problems=(),
        pending=frozenset(STAGES),
    )


def after_load_failure(state: State, problems: tuple[Problem, ...]) -> State:
    """Return the state after files could not be loaded: the last valid snapshot stays."""
    return state._replace(
        revision=state.revision + 1,
        snapshot_number=state.snapshot_number + 1,
        load_problems=problems,
        pending=frozenset(),
    )


def after_check(state: State, stage: Stage, problems: tuple[Problem, ...]) -> State:
    """Return the state after a stage of the checks; its revision increases if the problems have changed."""
    after = state._replace(check_problems={**state.check_problems, stage: problems}, pending=state.pending - {stage})
    return after._replace(revision=state.revision + (after.problems != state.problems))


def after_listing(state: State, documents: tuple[PreviewDocument, ...], *, has_html: bool) -> State:
    """Return the state after documents were composed; its revision increases if they differ from before."""
    after = state._replace(documents=documents, has_html=has_html)
    return after._replace(revision=state.revision + (after != state))
