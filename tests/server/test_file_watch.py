"""Which games a changed file concerns."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from punchboard.server.file_watch import affected_games, file_changes, watched_folders

GAMES = ("grove", "shore")
PATIENCE = 20
"""Seconds that a slow machine may take."""


@pytest.mark.parametrize(
    ("file", "games"),
    [
        ("catalog/grove/cards.csv", {"grove"}),
        ("catalog/grove/layouts/theme.yaml", {"grove"}),
        ("layouts/shore/faces/card.yaml", {"shore"}),
        ("layouts/faces/framed.yaml", {"grove", "shore"}),
        ("layouts/papers.yaml", {"grove", "shore"}),
        ("catalog/fen/game.yaml", set()),
        ("catalog/README.md", set()),
        ("output/grove/rulebook.pdf", set()),
        ("README.md", set()),
    ],
)
def test_a_file_concerns_the_game_that_it_lies_with(workspace, file, games):
    """A game's own files and layouts concern it alone, shared layouts all, outputs none."""
    assert affected_games([workspace.path / file], workspace.path, GAMES) == games


def test_a_file_elsewhere_concerns_nothing(workspace):
    """The watch over one folder may tell of links that lead out of it."""
    assert affected_games([Path("/elsewhere/cards.csv")], workspace.path, GAMES) == frozenset()


def test_all_files_of_a_game_that_travels_alone_are_its_own(alone):
    """But those that were made of it."""
    assert watched_folders(alone.path) == (alone.path,)
    assert affected_games([alone.path / "layouts/theme.yaml"], alone.path, ("grove",)) == {"grove"}
    assert affected_games([alone.path / "output/index.html"], alone.path, ("grove",)) == frozenset()


def test_the_folders_of_a_workspace_are_watched(workspace):
    """Those that are there; outputs are not."""
    assert watched_folders(workspace.path) == (workspace.path / "catalog",)
    workspace.write("layouts/theme.yaml", "{}")
    assert watched_folders(workspace.path) == (workspace.path / "catalog", workspace.path / "layouts")


@pytest.mark.parametrize(("folder", "games"), [("catalog", GAMES), ("layouts", GAMES), ("output", ()), (".", ())])
def test_a_folder_of_all_games_concerns_all_of_them(workspace, folder, games):
    """A watcher tells of folders too, when they come or go."""
    assert affected_games([workspace.path / folder], workspace.path, GAMES) == frozenset(games)


def followed(workspace, *changed):
    """Return the files that a watch tells of while changes are made, each once the one before has been told."""

    async def follow():
        stop, seen, todo = asyncio.Event(), [], list(changed)

        async def told():
            async for paths in file_changes(workspace.path, stop):
                seen.append({str(path.relative_to(workspace.path)) for path in paths})
                if todo and not todo[0][1] & set().union(*seen):
                    continue
                if len(todo) <= 1:
                    return
                todo.pop(0)
                todo[0][0]()

        async with asyncio.timeout(PATIENCE):
            task = asyncio.create_task(told())
            await asyncio.sleep(0.3)  # it looks
            todo[0][0]()
            await task
        return set().union(*seen)

    return asyncio.run(follow())


def test_layouts_that_come_later_are_seen(workspace):
    """A folder that was not there at the start is watched from then on, and what lies in it is told at once."""
    theme = "layouts/grove/theme.yaml"
    told = followed(
        workspace,
        (lambda: workspace.write(theme, "{}"), {theme}),
        (lambda: workspace.write("layouts/papers.yaml", "{}"), {"layouts/papers.yaml"}),
        (lambda: workspace.write("catalog/grove/cards.csv", ""), {"catalog/grove/cards.csv"}),
    )
    assert {theme, "layouts/papers.yaml", "catalog/grove/cards.csv"} <= told


def test_a_catalog_that_was_gone_is_watched_when_it_is_back(workspace, new_game):
    """As when another branch of a repository is checked out."""
    path = "catalog/grove/cards.csv"
    told = followed(
        workspace,
        (lambda: shutil.rmtree(workspace.path / "catalog"), {"catalog"}),
        (lambda: new_game("grove"), {path}),
        (lambda: workspace.write("catalog/grove/later.csv", ""), {"catalog/grove/later.csv"}),
    )
    assert {path, "catalog/grove/later.csv"} <= told
