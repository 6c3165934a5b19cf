"""The games that a changed file affects, and the watch over their folders."""

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
def test_a_file_affects_its_game(workspace, file, games):
    """A game's own files and layouts affect that game, shared layouts all games, output no game."""
    assert affected_games([workspace.path / file], workspace.path, GAMES) == games


def test_a_file_elsewhere_affects_no_game(workspace):
    """The watch over a folder may report links that lead out of it."""
    assert affected_games([Path("/elsewhere/cards.csv")], workspace.path, GAMES) == frozenset()


def test_all_files_of_a_single_game_workspace_affect_it(alone):
    """Except its output."""
    assert watched_folders(alone.path) == (alone.path,)
    assert affected_games([alone.path / "layouts/theme.yaml"], alone.path, ("grove",)) == {"grove"}
    assert affected_games([alone.path / "output/index.html"], alone.path, ("grove",)) == frozenset()


def test_existing_folders_of_a_workspace_are_watched(workspace):
    """The output folder is not."""
    assert watched_folders(workspace.path) == (workspace.path / "catalog",)
    workspace.write("layouts/theme.yaml", "{}")
    assert watched_folders(workspace.path) == (workspace.path / "catalog", workspace.path / "layouts")


@pytest.mark.parametrize(("folder", "games"), [("catalog", GAMES), ("layouts", GAMES), ("output", ()), (".", ())])
def test_a_shared_folder_affects_all_games(workspace, folder, games):
    """A watcher reports folders too, when they are created or deleted."""
    assert affected_games([workspace.path / folder], workspace.path, GAMES) == frozenset(games)


def reported_files(workspace, *changed):
    """Return the files that a watch reports while changes are made, each after the one before was reported."""

    async def follow():
        stop, batches, todo = asyncio.Event(), [], list(changed)

        async def collect():
            async for paths in file_changes(workspace.path, stop):
                batches.append({str(path.relative_to(workspace.path)) for path in paths})
                if todo and not todo[0][1] & set().union(*batches):
                    continue
                if len(todo) <= 1:
                    return
                todo.pop(0)
                todo[0][0]()

        async with asyncio.timeout(PATIENCE):
            task = asyncio.create_task(collect())
            await asyncio.sleep(0.3)  # until the watch has started
            todo[0][0]()
            await task
        return set().union(*batches)

    return asyncio.run(follow())


def test_layouts_created_later_are_watched(workspace):
    """A folder that did not exist at the start is watched once it does, and its files are reported at once."""
    theme = "layouts/grove/theme.yaml"
    reported = reported_files(
        workspace,
        (lambda: workspace.write(theme, "{}"), {theme}),
        (lambda: workspace.write("layouts/papers.yaml", "{}"), {"layouts/papers.yaml"}),
        (lambda: workspace.write("catalog/grove/cards.csv", ""), {"catalog/grove/cards.csv"}),
    )
    assert {theme, "layouts/papers.yaml", "catalog/grove/cards.csv"} <= reported


def test_a_recreated_catalog_is_watched_again(workspace, new_game):
    """For example after another branch of a repository is checked out."""
    path = "catalog/grove/cards.csv"
    reported = reported_files(
        workspace,
        (lambda: shutil.rmtree(workspace.path / "catalog"), {"catalog"}),
        (lambda: new_game("grove"), {path}),
        (lambda: workspace.write("catalog/grove/later.csv", ""), {"catalog/grove/later.csv"}),
    )
    assert {path, "catalog/grove/later.csv"} <= reported
