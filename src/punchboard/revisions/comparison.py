"""Editions of games compared: an older state against the workspace, or against another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from punchboard.compose.faces.composer import FaceComposer
from punchboard.load import find_games, load
from punchboard.model.game.material import Material
from punchboard.model.snapshot import Difference, Snapshot, compared
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.products.game.snapshots import snapshot
from punchboard.revisions.manifests import RULE, snapshot_from
from punchboard.revisions.older_states import MANIFEST, Older, older
from punchboard.workspace import is_game

__all__ = ["differences", "kept_state", "since", "state_of"]


def state_of(material: Material) -> Snapshot:
    """Return the state of a loaded game; no face is drawn for it."""
    composer = FaceComposer(material)
    return snapshot(material, ((one, composer.single_card_specs(one)) for one in material.game.components))


def since(text: str, material: Material, workspace: Path) -> Difference:
    """Return what is new and changed in a game since an older state of it.

    Args:
        text: an output folder, a manifest, a workspace, or a git revision.
        material: the game as it is.
        workspace: where it lies.

    Raises:
        ProblemsFound: CHANGE001 when there is no such state, or it is that of another game.
    """
    game = material.game.id
    with older(text, workspace) as old:
        if old.single and game not in old.games:
            message = f"{text!r} is of {old.games[0]!r}, not of {game!r}"
            raise fail(RULE, Place("--changed-since"), message, f"build {old.games[0]} alone")
        return compared(_state(old, game, material.game.locale), state_of(material))


def differences(old: str, new: str | None, games: tuple[str, ...], workspace: Path) -> tuple[Difference, ...]:
    """Return what differs between two states, game by game; the workspace is the new one when none is named.

    Args:
        old: the older state: an output folder, a manifest, a workspace, or a git revision.
        new: the newer one.
        games: the games to compare; all when empty.
        workspace: where the games lie.

    Raises:
        ProblemsFound: CHANGE001 for states and games that are not there, and what is wrong with games that are.
    """
    with older(old, workspace) as before, _newer(new, workspace) as after:
        return tuple(_compared(before, after, game) for game in _wanted(before, after, games))


def kept_state(folder: Path) -> Snapshot | None:
    """Return the state that the manifest of an output tells; None when there is none, or it tells no looks."""
    try:
        return snapshot_from(folder / MANIFEST)
    except ProblemsFound:
        return None


@contextmanager
def _newer(text: str | None, workspace: Path) -> Iterator[Older]:
    if text is None:
        games, single = find_games(workspace), is_game(workspace)
        yield Older("the workspace", workspace=workspace, games=games, single=single, present=True)
        return
    with older(text, workspace) as found:
        yield found


def _wanted(before: Older, after: Older, games: tuple[str, ...]) -> tuple[str, ...]:
    known = tuple(dict.fromkeys((*after.games, *before.games)))
    if before.single or after.single:
        known = tuple(game for game in known if game in before.games and game in after.games)
    for game in games:
        if game not in known:
            raise fail(RULE, Place(before.name), f"there is no game {game!r} to compare", did_you_mean(game, known))
    if not known:
        raise fail(RULE, Place(before.name), f"{before.name!r} and {after.name!r} have no game in common")
    return games or known


def _compared(before: Older, after: Older, game: str) -> Difference:
    old, new = _state(before, game), _state(after, game)
    return compared(old, new if new is not None else Snapshot(game, "", {}))


def _state(of: Older, game: str, locale: str = "") -> Snapshot | None:
    """Return the state of a game, in the language that is asked for; None when it is not there."""
    if game in of.manifests:
        return snapshot_from(of.manifests[game])
    if of.workspace is None or game not in of.games:
        return None
    try:
        return state_of(load(game, of.workspace, locale=locale))
    except ProblemsFound as found:
        if of.present:
            raise
        message = f"{game!r} in {of.name!r} is not a game as this version reads games"
        hint = "build it with the version of its time, and compare the manifest.json that is written"
        cannot = Problem(RULE, Place(of.name), message, hint)
        raise ProblemsFound((cannot, *(_named(problem, of.name) for problem in found.problems))) from found


def _named(problem: Problem, state: str) -> Problem:
    """Return a problem whose file says of which state it is."""
    return problem._replace(place=problem.place._replace(file=f"{state}:{problem.place.file}"))
