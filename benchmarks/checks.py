"""The cost of the checks alone: ``python benchmarks/checks.py [GAME...]`` prints processor seconds by part.

Loading and composing are timed separately, because a build does them anyway. Each run is a process of its own without a
cache.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from punchboard.checks import check_game  # noqa: E402 - the path comes first
from punchboard.checks.faces import check_faces  # noqa: E402
from punchboard.load import find_games, load  # noqa: E402
from punchboard.model.layout.face import fault_problems  # noqa: E402
from punchboard.pipeline.build import composed_problems, played_problems  # noqa: E402
from punchboard.products import ComposedGame  # noqa: E402

MADE = frozenset({"load", "compose"})
"""Parts that are not checks."""


class Clock:
    """Sums up processor time by part."""

    def __init__(self) -> None:
        self.parts: defaultdict[str, float] = defaultdict(float)
        self._last = time.process_time()

    def lap(self, part: str) -> None:
        """Add the time since the last call to a part."""
        now = time.process_time()
        self.parts[part] += now - self._last
        self._last = now


def check(game: str, workspace: Path, clock: Clock) -> int:
    """Check one game as ``punchboard check`` does, and return the number of problems."""
    loaded = load(game, workspace)
    clock.lap("load")
    found = check_game(loaded.game)
    clock.lap("data")
    played = tuple(played_problems(loaded.game, found))
    clock.lap("play")
    composed = ComposedGame(loaded, ("a4",))
    faces = composed.all_faces
    clock.lap("compose")
    drawn = check_faces(faces)
    clock.lap("faces")
    whole = tuple(composed_problems(composed, ()))
    clock.lap("books and prose")
    faults = fault_problems(fault for face in faces for fault in face.faults)
    return len((*found, *played, *faults, *composed.book_problems, *drawn, *whole))


def main(names: list[str]) -> None:
    """Print the seconds of each part, and of all checks together, as JSON."""
    gc.disable()  # as the command line does
    workspace = Path(names.pop(0)) if names and Path(names[0]).is_dir() else ROOT
    clock = Clock()
    for game in names or find_games(workspace):
        check(game, workspace, clock)
    alone = sum(seconds for part, seconds in clock.parts.items() if part not in MADE)
    print(json.dumps({**clock.parts, "checks": alone}, indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
