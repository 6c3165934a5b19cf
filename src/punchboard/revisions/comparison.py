"""Comparison of game states: an older state with the workspace, or with another older state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from punchboard.build_result import MANIFEST
from punchboard.compose.faces.composer import FaceComposer
from punchboard.load import find_games, load
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.model.snapshot import Difference, Snapshot, compare_snapshots
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.products.game.snapshots import take_snapshot
from punchboard.revisions.manifests import RULE, read_snapshot
from punchboard.revisions.older_states import OlderState, open_older_state
from punchboard.workspace import is_game_folder

__all__ = [
    "changes_since",
    "compared_names",
    "differences",
    "game_state",
    "named_problem",
    "naming_state",
    "open_newer_state",
    "output_state",
]

_OLD_VERSION: Final = "build it with the punchboard version of that time, and compare with its manifest.json"


def game_state(loaded: LoadedGame) -> Snapshot:
    """Return the state of a loaded game, without drawing its faces."""
    composer = FaceComposer(loaded)
    return take_snapshot(
        loaded, ((component, composer.single_card_specs(component)) for component in loaded.game.components)
    )


def changes_since(text: str, loaded: LoadedGame, workspace: Path) -> Difference:
    """Return what is new or changed in a game since an older state.

    Args:
        text: an output folder, a manifest, a workspace, or a git revision.
        loaded: the loaded game.
        workspace: the workspace of the game.

    Raises:
        ProblemsFound: CHANGE001 when there is no such state, or it belongs to another game.
    """
    game = loaded.game.id
    with open_older_state(text, workspace) as old:
        if old.is_single_game and game not in old.games:
            message = f"{text!r} belongs to the game {old.games[0]!r}, not to {game!r}"
            raise fail(RULE, Place("--changed-since"), message, f"build only {old.games[0]}")
        return compare_snapshots(_state(old, game, loaded.game.locale), game_state(loaded))


def differences(old: str, new: str | None, games: tuple[str, ...], workspace: Path) -> tuple[Difference, ...]:
    """Return the differences between two states, game by game.

    Args:
        old: the older state: an output folder, a manifest, a workspace, or a git revision.
        new: the newer state; None for the workspace.
        games: the games to compare; empty for all.
        workspace: the workspace of the games.

    Raises:
        ProblemsFound: CHANGE001 for missing states and games; the problems of games that cannot be loaded.
    """
    with open_older_state(old, workspace) as before, open_newer_state(new, workspace) as after:
        return tuple(_compared(before, after, game) for game in compared_names(before, after, games))


def output_state(folder: Path) -> Snapshot | None:
    """Return the state in the manifest of an output, or None if there is no manifest, or it has no state."""
    try:
        return read_snapshot(folder / MANIFEST)
    except ProblemsFound:
        return None


@contextmanager
def open_newer_state(text: str | None, workspace: Path) -> Iterator[OlderState]:
    """Give the newer state of a comparison: the workspace if no other is named.

    Raises:
        ProblemsFound: CHANGE001 when there is no such path or revision.
    """
    if text is None:
        games, single = find_games(workspace), is_game_folder(workspace)
        yield OlderState("the workspace", workspace=workspace, games=games, is_single_game=single, is_current=True)
        return
    with open_older_state(text, workspace) as found:
        yield found


def compared_names(before: OlderState, after: OlderState, games: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of the games to compare: the requested ones, or all of both states.

    Raises:
        ProblemsFound: CHANGE001 when a requested game is in neither state, or there is none in common.
    """
    found = tuple(dict.fromkeys((*after.games, *before.games)))
    if before.is_single_game or after.is_single_game:
        found = tuple(game for game in found if game in before.games and game in after.games)
    for game in games:
        if game not in found:
            raise fail(RULE, Place(before.name), f"there is no game {game!r} to compare", did_you_mean(game, found))
    if not found:
        raise fail(RULE, Place(before.name), f"{before.name!r} and {after.name!r} have no game in common")
    return games or found


def _compared(before: OlderState, after: OlderState, game: str) -> Difference:
    old, new = _state(before, game), _state(after, game)
    return compare_snapshots(old, new if new is not None else Snapshot(game, "", {}))


def _state(of: OlderState, game: str, locale: str = "") -> Snapshot | None:
    """Return the state of a game in a language, or None if the game is missing."""
    if game in of.manifests:
        return read_snapshot(of.manifests[game])
    if of.workspace is None or game not in of.games:
        return None
    with naming_state(of, game):
        return game_state(load(game, of.workspace, locale=locale))


@contextmanager
def naming_state(of: OlderState, game: str, hint: str = _OLD_VERSION) -> Iterator[None]:
    """Let problems with a game of an older state begin with the name of that state, and a hint.

    Raises:
        ProblemsFound: CHANGE001 and then the problems that were found; only these for the current workspace.
    """
    try:
        yield
    except ProblemsFound as found:
        if of.is_current:
            raise
        message = f"this version of punchboard cannot read {game!r} in {of.name!r}"
        unreadable = Problem(RULE, Place(of.name), message, hint)
        raise ProblemsFound((unreadable, *(named_problem(problem, of) for problem in found.problems))) from found


def named_problem(problem: Problem, of: OlderState) -> Problem:
    """Return a problem with the name of its state before its file, unless that is the current workspace."""
    if of.is_current:
        return problem
    return problem._replace(place=problem.place._replace(file=f"{of.name}:{problem.place.file}"))
