"""What the page shows of a game in its state: the view, with the addresses that the server answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic_core import to_json

from punchboard.manual import page_of
from punchboard.problem import Problem
from punchboard.products.web.components.view import Addresses, DocumentView, view
from punchboard.server.snapshot import Snapshot
from punchboard.server.state import PreviewDocument, State

FACE: Final = "/g/{}/face/{}.svg"
LOW_INK: Final = "/g/{}/low/{}.svg"
PAGE: Final = "/g/{}/page/{}/{}.svg?r={}"
HTML: Final = "/g/{}/rulebook.html?r={}"


def view_json(game: str, state: State, games: Mapping[str, str]) -> bytes:
    """Return the view of a game as JSON.

    Args:
        game: its id.
        state: its state; of a game that could never be read there are problems and nothing else.
        games: the titles of all games that can be shown, by their ids.
    """
    choice = [{"id": name, "title": title} for name, title in games.items()]
    document = _nothing(game, state, choice) if state.snapshot is None else _view(state.snapshot, state, choice)
    return to_json(document)


def _view(good: Snapshot, state: State, choice: list[dict[str, str]]) -> dict[str, Any]:
    game = good.game.id
    addresses = Addresses(lambda _, key: FACE.format(game, key), lambda _, key: LOW_INK.format(game, key))
    return view(
        good.composed,
        addresses,
        problems=state.problems,
        keys=good.keys,
        sheets=[_pages(game, one, state) for one in state.documents if one.paper],
        books=[_pages(game, one, state) for one in state.documents if not one.paper],
        revision=state.revision,
        live=True,
        stale=bool(state.load_problems),
        games=choice,
    )


def _pages(game: str, papers: PreviewDocument, state: State) -> DocumentView:
    addresses = (PAGE.format(game, papers.name, number, state.snapshot_number) for number in range(1, papers.pages + 1))
    html = HTML.format(game, state.snapshot_number) if state.has_html and papers.name == "rulebook" else None
    return DocumentView(papers.title, tuple(addresses), count=papers.pages, group=papers.paper, html=html)


def _nothing(game: str, state: State, choice: list[dict[str, str]]) -> dict[str, Any]:
    """Return the view of a game of which nothing can be shown but what is wrong."""
    lists: tuple[str, ...] = ("components", "kinds", "decks", "sheets", "books")
    return {
        "game": {"id": game, "title": game, "version": "", "tagline": "", "language": "en"},
        "revision": state.revision,
        "live": True,
        "stale": False,
        "lowInk": False,
        **{name: [] for name in lists},
        "checks": None,
        "games": choice,
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
