"""Run Punchboard under a sampling profiler, and write the processor time of each stage.

usage: sampled.py FILE ARGUMENT ...

A thousand times per second of processor time, the sampler adds the time since the last sample to the current stage:
that of the innermost function whose file belongs to a stage. Child processes are not sampled, so use one job.
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
"""Importing modules for any stage, and the start of the interpreter."""

REST = "rest"
"""The command line, and the code that passes work from stage to stage."""

STAGES = {
    "load": ("load", "workspace.py", "revisions"),
    "check": ("checks", "pipeline/build.py", "engine"),
    "compose": ("compose", "ornament", "products"),
    "render": ("render", "pipeline/artifacts.py"),
    "verify": ("verify",),
    "write": ("write", "pipeline/publish.py"),
    "cache": ("cache",),
    REST: ("cli", "pipeline/build.py", "pipeline/artifacts.py", "workers"),
}
"""The parts of the package that are stages; others (model, fonts, geometry, ...) count for their caller."""

_STAGE_OF = {part: stage for stage, parts in STAGES.items() for part in parts}
EVERY = 0.001


class Sampler:
    """Divides the processor time since the interpreter started among the stages."""

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
        """Stop sampling, and add the remaining time to the rest."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        self._add(REST)


def stage_of(frame: FrameType | None) -> str:
    """Return the current stage, given the innermost frame."""
    found = ""
    while frame is not None:
        stage = _stage_of_file(frame.f_code.co_filename)
        if stage == IMPORTS:
            return IMPORTS
        found, frame = found or stage, frame.f_back
    return found or REST


@cache
def _stage_of_file(name: str) -> str:
    """Return the stage that a source file belongs to; "" for none."""
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
    from punchboard.cli.main import main as command  # noqa: PLC0415 - so that its imports are sampled

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
