"""Spoil games with many slips in one process: ``python tests/property/run_slips.py SEED COUNT GAME-OR-TABLE ...``.

A game is ``new``, one of the five games, or a folder of ``tests/strangers``. Each fault is printed when it is found,
and a line with the sums of a game at its end.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from test_slips import FIVE_GAMES, ROOT, STRANGERS, faults_of, new_game


def workspace_of(game: str, folder: Path) -> str:
    """Make a copy of a game in a folder, and return its name there."""
    if game in FIVE_GAMES:
        for home in ("catalog", "layouts"):
            shutil.copytree(ROOT / home / game, folder / home / game)
        return game
    table = (
        []
        if game == "new"
        else [next(one for one in sorted((STRANGERS / game).iterdir()) if one.name != "expect.yaml")]
    )
    new_game(folder, *(["--from", *table] if table else []))
    return "cave"


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(seed: str, count: str, *games: str) -> None:
    """Print the faults of the answers to slips."""
    for game in games:
        with tempfile.TemporaryDirectory() as folder:
            workspace = Path(folder)
            name = workspace_of(game, workspace)
            failed = near = answered = 0
            for faults, is_near in faults_of(workspace, int(seed), int(count), name):
                failed += bool(faults)
                answered += is_near is not None
                near += bool(is_near)
                for fault in faults:
                    _say(f"FAULT {game} {fault}")
            _say(f"SUM {game} {seed}: {count} slips, {failed} failed, {near} of {answered} near")


if __name__ == "__main__":
    main(*sys.argv[1:])
