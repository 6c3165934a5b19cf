"""The view of a game: the JSON that the page shows, with the server's addresses of pictures and documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic_core import to_json

from punchboard.manual import page_of
from punchboard.problem import Problem
from punchboard.products.web.components.view import Addresses, DocumentView, view
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.state import PreviewDocument, State

FACE: Final = "/g/{}/face/{}.svg"
LOW_INK: Final = "/g/{}/low/{}.svg"
PAGE: Final = "/g/{}/page/{}/{}.svg?r={}"
HTML: Final = "/g/{}/rulebook.html?r={}"


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
        "problems": [_problem(one) for one in state.problems],
    }


def _problem(problem: Problem) -> dict[str, Any]:
    page, place = page_of(problem.rule), problem.place
    return {
        "code": problem.rule,
        "title": page.title if page else "",
        "severity": problem.severity.value,
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "message": problem.message,
        "hint": problem.hint,
        "component": None,
    }
