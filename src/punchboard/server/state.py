"""The state of a game in the preview, and the JSON that the page shows of it.

A state is a value, and each function returns the next one. The revision increases whenever a page would change.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from pydantic_core import to_json

from punchboard.checks.severities import apply_overrides
from punchboard.problem import Problem
from punchboard.products.web.components.view import Addresses, DocumentView, problem_view, view
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
        from_checks = (problem for stage in STAGES for problem in self.check_problems.get(stage, ()))
        whole = not self.pending and not self.load_problems
        return (
            *self.load_problems,
            *apply_overrides(self.snapshot.game, dict.fromkeys(from_checks), is_complete=whole).problems,
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


FACE: Final = "g/{}/face/{}.svg"
LOW_INK: Final = "g/{}/low/{}.svg"
PAGE: Final = "g/{}/page/{}/{}.svg?r={}"
HTML: Final = "g/{}/rulebook.html?r={}"


def view_json(game: str, state: State, games: Mapping[str, str]) -> bytes:
    """Return the view of a game as JSON.

    Args:
        game: its id.
        state: its state; a game that was never loaded has only problems.
        games: the titles of all games that can be shown, by id.
    """
    game_list = [{"id": name, "title": title} for name, title in games.items()]
    view_ = _empty_view(game, state, game_list) if state.snapshot is None else _view(state.snapshot, state, game_list)
    return to_json(view_)


def _view(snapshot: Snapshot, state: State, game_list: list[dict[str, str]]) -> dict[str, Any]:
    game = snapshot.game.id
    addresses = Addresses(lambda _, key: FACE.format(game, key), lambda _, key: LOW_INK.format(game, key))
    return view(
        snapshot.composed,
        addresses,
        problems=state.problems,
        keys=snapshot.keys,
        sheets=[_pages(game, document, state) for document in state.documents if document.paper],
        books=[_pages(game, document, state) for document in state.documents if not document.paper],
        revision=state.revision,
        live=True,
        stale=bool(state.load_problems),
        newer=len(state.load_problems),
        games=game_list,
    )


def _pages(game: str, document: PreviewDocument, state: State) -> DocumentView:
    addresses = (
        PAGE.format(game, document.name, number, state.snapshot_number) for number in range(1, document.pages + 1)
    )
    html = HTML.format(game, state.snapshot_number) if state.has_html and document.name == "rulebook" else None
    return DocumentView(document.title, tuple(addresses), count=document.pages, group=document.paper, html=html)


def _empty_view(game: str, state: State, game_list: list[dict[str, str]]) -> dict[str, Any]:
    """Return the view of a game that has nothing to show except problems."""
    lists: tuple[str, ...] = ("components", "kinds", "decks", "sheets", "books")
    return {
        "game": {"id": game, "title": game, "version": "", "tagline": "", "language": "en"},
        "revision": state.revision,
        "live": True,
        "stale": False,
        "lowInk": False,
        **{name: [] for name in lists},
        "checks": None,
        "games": game_list,
        "problems": [problem_view(problem, None) for problem in state.problems],
    }
