"""Pairs of games: one game loaded in an older and in a newer state, to compose and draw what has changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.load import load
from punchboard.model.snapshot import Difference, Snapshot, compare_snapshots
from punchboard.problem import Place, fail
from punchboard.products.game.composed_game import ComposedGame
from punchboard.revisions.comparison import compared_names, naming_state, open_newer_state
from punchboard.revisions.manifests import RULE
from punchboard.revisions.older_states import OlderState, open_older_state

READABLE: Final = "compare with a state that this version can read"
"""The hint for a state whose faces cannot be drawn."""


class GameState(NamedTuple):
    """A game in one state: composed, its faces not drawn yet."""

    state: OlderState
    composed: ComposedGame
    snapshot: Snapshot


class GamePair(NamedTuple):
    """A game in two states, each None where the game does not exist, and how its components differ."""

    before: GameState | None
    after: GameState | None
    difference: Difference


@contextmanager
def open_game_pairs(
    old: str, new: str | None, games: tuple[str, ...], workspace: Path
) -> Iterator[tuple[GamePair, ...]]:
    """Give games in two states. Their faces must be drawn before the end: then unpacked revisions are deleted.

    Args:
        old: the older state: a workspace, the folder of a game, or a git revision.
        new: the newer state; None for the workspace.
        games: the games to compare; empty for all.
        workspace: the workspace of the games.

    Raises:
        ProblemsFound: CHANGE001 for missing states and games, and for outputs, which have no faces to draw; the
            problems of games that cannot be loaded.
    """
    with open_older_state(old, workspace) as before, open_newer_state(new, workspace) as after:
        yield tuple(_pair(before, after, game) for game in compared_names(before, after, games))


def _pair(before: OlderState, after: OlderState, game: str) -> GamePair:
    old, new = _game_state(before, game), _game_state(after, game)
    snapshot = Snapshot(game, "", {}) if new is None else new.snapshot
    return GamePair(old, new, compare_snapshots(None if old is None else old.snapshot, snapshot))


def _game_state(of: OlderState, game: str) -> GameState | None:
    """Return a game in a state, or None if the game is missing there."""
    if game in of.manifests:
        message = f"{of.name!r} is an output, which does not have what faces are drawn from"
        hint = "give a git revision such as HEAD or main, or a folder with the game's files as they were"
        raise fail(RULE, Place(of.name), message, hint)
    if of.workspace is None or game not in of.games:
        return None
    with naming_state(of, game, READABLE):
        composed = ComposedGame(load(game, of.workspace), ())
        return GameState(of, composed, composed.snapshot)
