"""Which games a command means, and where its workspace is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from punchboard.load import find_games
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, ProblemsFound, fail


def wanted_games(workspace: Path, names: Sequence[str]) -> tuple[str, ...]:
    """Return the games by name, or all of the workspace.

    Raises:
        ProblemsFound: for a name that is no game, and for a workspace without any.
    """
    known = find_games(workspace)
    if not known:
        raise _none_found(workspace)
    plain = [name.rstrip("/").removeprefix("catalog/") for name in names]
    for name in plain:
        if name not in known:
            raise fail("FILE001", Place("catalog"), f"there is no game {name!r}", did_you_mean(name, known))
    return tuple(dict.fromkeys(plain)) or known


def _none_found(workspace: Path) -> ProblemsFound:
    where = workspace / "catalog"
    return fail("FILE001", Place(str(where)), "no game is here", "a game is a folder in catalog/ with a game.yaml")
