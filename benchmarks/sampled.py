"""Run Punchboard and write how the processor's time is shared out among its stages.

usage: sampled.py FILE ARGUMENT ...

A thousand times a second of work it is looked which stage is at work: that of the innermost function whose file belongs
to one. The seconds since the last look are its. Children are not looked at: ask for one job.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from functools import cache
from pathlib import Path
from types import FrameType

IMPORTS = "imports"
"""Modules that are loaded, for whatever stage, and the interpreter's own beginning."""

REST = "rest"
"""The command line, and what hands work from one stage to the next."""

STAGES = {
    "load": ("load", "workspace.py", "revisions"),
    "check": ("checks", "build/checking.py", "engine"),
    "compose": ("compose", "ornament", "products"),
    "render": ("render", "build/file_formats.py"),
    "prove": ("verify",),
    "write": ("write", "build/publish.py"),
    "remember": ("cache",),
    REST: ("cli", "build/pipeline.py", "build/artifacts.py", "workers"),
}
"""The parts of the package that are stages; the others (model, fonts, geometry, expression, ...) work for who calls."""

_STAGE_OF = {part: stage for stage, parts in STAGES.items() for part in parts}
EVERY = 0.001


class Sampler:
    """Shares out the processor's time since the interpreter began."""

    def __init__(self) -> None:
        self.taken = dict.fromkeys((IMPORTS, *STAGES), 0.0)
        self._last = 0.0
        self._add(IMPORTS)
        signal.signal(signal.SIGPROF, lambda _signal, frame: self._add(stage_of(frame)))
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def _add(self, stage: str) -> None:
        now = time.process_time()
        self.taken[stage] += now - self._last
        self._last = now

    def end(self) -> None:
        """Look no more; what is left is the rest's."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        self._add(REST)


def stage_of(frame: FrameType | None) -> str:
    """Return the stage that is at work, given the innermost frame."""
    found = ""
    while frame is not None:
        stage = _stage_of_file(frame.f_code.co_filename)
        if stage == IMPORTS:
            return IMPORTS
        found, frame = found or stage, frame.f_back
    return found or REST


@cache
def _stage_of_file(name: str) -> str:
    """Return the stage that a file of code belongs to; nothing when to none."""
    if name.startswith("<frozen importlib"):
        return IMPORTS
    parts = Path(name).parts
    if "punchboard" not in parts:
        return ""
    inner = parts[len(parts) - parts[::-1].index("punchboard") :]
    return _STAGE_OF.get("/".join(inner[:2]), "") or _STAGE_OF.get(inner[0], "") if inner else ""


def main() -> int:
    """Run the command line under the sampler, and return its status."""
    into, *arguments = sys.argv[1:]
    sampler = Sampler()
    from punchboard.cli.main import main as command

    sys.argv = ["punchboard", *arguments]
    status: object = 0
    try:
        command()
    except SystemExit as end:
        status = end.code
    sampler.end()
    Path(into).write_text(json.dumps(sampler.taken), encoding="utf-8")
    return status if isinstance(status, int) else 0


if __name__ == "__main__":
    sys.exit(main())
