"""Fuzz the inputs of the program: ``python tests/fuzz/campaign.py [TARGET...] --runs N --seconds S``.

With atheris (``pip install punchboard[fuzz]``), code coverage guides the inputs; without it, seeds are changed at
random. Both count inputs exactly and continue after a fault; one input of each fault is written to ``--crashers``.
"""

from __future__ import annotations

import argparse
import atexit
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from targets import Target
    from watch import Watch

MEMORY: Final = 4 << 30
"""The most memory of a run, in bytes."""

KEPT: Final = 400
"""The most accepted inputs that a run without atheris keeps as further seeds."""

SLOWER: Final = 8
"""How much slower code runs that reports its coverage to libFuzzer."""

WHOLE: Final = 4000
"""The most bytes of a seed that is run as a whole; parts of longer ones are run."""


def main() -> int:
    """Fuzz one target, or all in turn; return 1 when a fault was found."""
    asked = _arguments()
    if len(asked.targets) == 1 and not asked.plain and _atheris() is not None:
        return _guided(asked.targets[0], asked)
    from targets import TARGETS

    names = [one.name for one in TARGETS if not asked.targets or one.name in asked.targets]
    asked.runs, asked.seconds = asked.runs // len(names), asked.seconds / len(names)
    if asked.plain or _atheris() is None:
        return _changed(names, asked)
    given = ["--seed", str(asked.seed), "--crashers", str(asked.crashers)]
    shared = ["--runs", str(asked.runs), "--seconds", str(asked.seconds), *given]
    return max(subprocess.run([sys.executable, __file__, name, *shared], check=False).returncode for name in names)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="all when none is named")
    parser.add_argument("--runs", type=int, default=100_000, help="inputs in all")
    parser.add_argument("--seconds", type=float, default=600, help="time in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="without atheris")
    parser.add_argument("--crashers", type=Path, default=Path(tempfile.gettempdir()) / "punchboard-crashers")
    return parser.parse_args()


def _changed(names: Sequence[str], asked: argparse.Namespace) -> int:
    """Fuzz targets in turn in this process, with randomly changed seeds."""
    from targets import TARGETS
    from watch import Watch

    watch, failed = Watch(alone=True), 0
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for target in (one for one in TARGETS if one.name in names):
        watch.begin()
        begun = time.monotonic()
        run_inputs(target, watch, asked.runs, asked.seconds, asked.seed)
        failed |= _report(target, "plain", watch, time.monotonic() - begun, asked.crashers)
    return failed


def _report(target: Target, way: str, watch: Watch, seconds: float, crashers: Path) -> int:
    """Print the result of a target as a line of JSON, and save an input of each fault; return 1 for faults."""
    found = list(watch.findings.values())
    for one in found:
        path = crashers / target.name / sha256(one.data).hexdigest()[:12]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(one.data)
    faults = [[one.what, one.where, len(one.data)] for one in found]
    said = {"target": target.name, "way": way, "inputs": watch.count, "seconds": round(seconds, 1), "findings": faults}
    print(json.dumps(said), flush=True)  # noqa: T201 - its output
    return int(bool(found))


def run_inputs(target: Target, watch: Watch, runs: int, seconds: float, seed: int = 1) -> None:
    """Run seeds, then inputs made from them, up to a number of inputs or seconds."""
    from mutation import mutate, pick_seed

    seeds = tuple(target.seeds())
    random, end = Random(f"{target.name} {seed}"), time.monotonic() + seconds
    short, kept = sorted(seeds, key=len)[:KEPT], list[bytes]()
    whole = [one for one in short if len(one) <= WHOLE]
    for number in range(runs):
        data = (
            whole[number]
            if number < len(whole)
            else mutate(
                target.form,
                pick_seed(target.form, kept if kept and random.random() < 0.4 else short, random),
                random,
                seeds,
                target.tokens,
            )
        )
        watch.run(target, data)
        if watch.taken and len(data) < WHOLE and random.random() < 0.05:
            kept = [*kept[-KEPT:], data]
        if number % 16 == 0 and time.monotonic() > end:
            return


def _guided(name: str, asked: argparse.Namespace) -> int:
    """Let libFuzzer choose: it makes two fifths of the changes, and this module the others. It ends the process."""
    import atheris

    with atheris.instrument_imports(include=["punchboard", "tinycss2", "markdown_it"]):
        from targets import TARGETS
    from changes import LONGEST
    from mutation import mutate, pick_seed
    from watch import HARD, Watch

    (target,) = [one._replace(limit=SLOWER * one.limit) for one in TARGETS if one.name == name]
    watch, begun, seeds = Watch(alone=True), time.monotonic(), tuple(target.seeds())
    random = Random(f"{name} {asked.seed}")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    corpus = Path(tempfile.mkdtemp(prefix="punchboard-corpus-"))
    atexit.register(shutil.rmtree, corpus, ignore_errors=True)

    def run(data: bytes) -> None:
        watch.run(target, data)
        if watch.count >= asked.runs or time.monotonic() > begun + asked.seconds:
            failed = _report(target, "atheris", watch, time.monotonic() - begun, asked.crashers)
            atexit._run_exitfuncs()  # libFuzzer exits without it, and would leave temporary folders
            os._exit(failed)

    def changed(data: bytes, size: int, _seed: int) -> bytes:
        if random.random() < 0.4:
            return bytes(atheris.Mutate(data, size))
        base = data if data and random.random() < 0.7 else pick_seed(target.form, seeds, random)
        return mutate(target.form, base, random, seeds, target.tokens)[:size]

    for seed in sorted(seeds, key=len)[:KEPT]:
        (corpus / sha256(seed).hexdigest()[:16]).write_bytes(seed[:LONGEST])
    longest = [f"-max_len={LONGEST}", f"-timeout={HARD}"]  # 0 is not "none": atheris then ends at its first alarm
    options = [f"-seed={asked.seed}", *longest, "-rss_limit_mb=0", "-verbosity=0"]
    atheris.Setup([sys.argv[0], str(corpus), *options], run, custom_mutator=changed)
    atheris.Fuzz()
    return 0


def _atheris() -> object | None:
    try:
        import atheris
    except ImportError:
        return None
    return atheris


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(main())
