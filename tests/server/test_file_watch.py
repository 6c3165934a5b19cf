"""The games that a changed file affects, and the watch over their folders."""

from __future__ import annotations

import asyncio
import os
import shutil
from contextlib import aclosing
from pathlib import Path

import pytest
from patience import PATIENCE
from watchfiles import Change

from punchboard.server.file_watch import WatchedFolders, affected_games, file_changes, watched_folders

GAMES = ("grove", "shore")


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
    """Return the files that a watch reports while changes are made, each after the one before was reported.

    The first one is made before the watcher starts.
    """

    async def follow():
        stop, reported, todo = asyncio.Event(), set(), list(changed)
        batches = file_changes(workspace.path, stop)
        async with asyncio.timeout(PATIENCE), aclosing(batches):
            for change, wanted in todo:
                change()
                while not wanted & reported:
                    reported |= {str(path.relative_to(workspace.path)) for path in await anext(batches)}
        return reported

    return asyncio.run(follow())


def test_a_change_before_the_watcher_starts_is_reported(workspace):
    """Files that are saved, made or removed while a game is loaded for the first time; no other file is reported."""

    def change():
        workspace.edit("catalog/grove/cards.csv", "Root", "Stem")
        workspace.write("catalog/grove/rulebook.md", "# Play")
        (workspace.path / "catalog/shore/cards.csv").unlink()

    assert reported_files(workspace, (change, {"catalog/grove/cards.csv"})) == {
        "catalog/grove/cards.csv",
        "catalog/grove/rulebook.md",
        "catalog/shore/cards.csv",
    }


def test_changes_before_a_watcher_are_found_wherever_the_clock_is(alone):
    """By size, times and inode; the output and hidden folders are not compared."""
    watched, cards = WatchedFolders(alone.path), alone.path / "cards.csv"
    alone.edit("cards.csv", "Draw two", "Draw six")
    os.utime(cards, (1, 1))
    picture = alone.write("back.png", "")
    alone.write("output/grove/manifest.json", "{}")
    alone.write(".hidden/notes.yaml", "")
    assert watched.changed_files(()) == {cards, picture}
    cards.unlink()
    assert watched.changed_files(()) == frozenset()


def test_a_change_between_two_watchers_is_reported_once(workspace):
    """A new folder needs a new watcher: what is saved in the old folders meanwhile is found by comparing files."""
    watched, cards = WatchedFolders(workspace.path), workspace.path / "catalog/grove/cards.csv"
    assert watched.changed_files(()) == frozenset()
    theme = workspace.write("layouts/theme.yaml", "{}")
    assert watched.needs_new_watcher()
    assert watched.for_new_watcher() == (workspace.path / "catalog", workspace.path / "layouts")
    workspace.edit("catalog/grove/cards.csv", "Root", "Stem")
    assert watched.changed_files({(Change.added, str(theme))}) == {theme, cards}
    workspace.edit("catalog/grove/cards.csv", "Stem", "Bark")
    assert watched.changed_files({(Change.modified, str(cards))}) == {cards}
    shutil.rmtree(workspace.path / "layouts")
    assert watched.needs_new_watcher()
    assert watched.for_new_watcher() == (workspace.path / "catalog",)
    assert watched.changed_files(()) == {theme}


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


@pytest.mark.parametrize("first", ["catalog/first.txt", None], ids=["watched", "not yet watched"])
def test_a_recreated_catalog_is_watched_again(workspace, new_game, first):
    """For example after another branch of a repository is checked out; also before its watcher has started."""
    made, later = "catalog/fen/game.yaml", "catalog/fen/later.csv"
    before = [(lambda: workspace.write(first, ""), {first})] if first else []
    assert {made, later} <= reported_files(
        workspace,
        *before,
        (lambda: shutil.rmtree(workspace.path / "catalog"), {"catalog/grove/cards.csv"}),
        (lambda: new_game("fen"), {made}),
        (lambda: workspace.write(later, ""), {later}),
    )
