"""Run what must pass before a change lands: every part, cheap ones first, and tell of all of them at the end.

usage: gate.py [--whole]

A part that fails does not end the run. The tests that failed in a part run once more, alone, when all parts are
through: those that pass then are told as FLAKY, and the next change mends them; those that fail again fail the part.
No part starts another test after its minute of the run, unless the whole is asked for: a machine may be ten times as
slow as another, and a run that never ends proves nothing. The last lines count the tests that were left.
Exit status 0: every part passed. 1: some did not.

It needs Python alone; the first parts install what the others need.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import TextIO

ROOT = Path(__file__).resolve().parents[1]
TOOLS = Path(tempfile.gettempdir()) / "punchboard-tools"
WEB = TOOLS / "web"
"""Where the interpreter and the packages for a browser are kept, and used again while they have the right hashes."""
ROOM = 2_000_000_000
"""Bytes that the parts write to the folder for temporary files, at most."""
TRIES = 3
"""How often the network is asked, which may be away for a moment."""

PROGRAMS = {
    "git": "git",
    "qpdf": "qpdf",
    "pdffonts": "poppler-utils",
    "gs": "ghostscript",
    "openssl": "openssl",
    "java": "default-jre-headless",
    "lou_translate": "liblouis-bin",
    "npm": "npm",
    "chromium-headless-shell": "chromium-headless-shell",
}
"""The Debian package of each program that tests call."""
PAGE_CHECKERS = ("vnu-jar@26.9.27", "axe-core@4.14.1")
"""Packages of npm: the Nu checker for SVG, and axe-core for pages. Their install scripts are not run."""

LEAST = 120
"""Seconds that each part with tests has, however late it begins."""
LEFT = "punchboard/left"
"""Where pytest's cache has the number of tests that were left; tests/time_limit.py writes it."""

SOME_FAILED = 1
"""Exit status of pytest when all its tests ran; with another one, no second try can tell that all is well."""
PASSED, FLAKY, FAILED, NOT_DONE, NOT_RUN = "passed", "flaky", "FAILED", "not done", "NOT RUN"


@dataclass(frozen=True)
class Part:
    """A part of the gate: its commands, which run in turn until one fails, and what its failing tests are asked with.

    A part whose ``needs`` names one that failed is not run. A part ``from_the_network`` is tried ``TRIES`` times. A
    part with ``tests`` is a run of pytest, which begins none after the minute ``until`` of the gate. Of an audit, exit
    status 2 says that no database answered. Parts that follow each other and have the same ``beside`` run at once; no
    part with tests does, since others would keep it waiting.
    """

    name: str
    commands: tuple[tuple[str, ...], ...]
    needs: str = ""
    from_the_network: bool = False
    tests: tuple[str, ...] = ()
    until: int = 0
    audits: bool = False
    beside: str = ""


@dataclass
class Outcome:
    """What came of a part: its status, seconds, a line for a reader, and which tests failed, were flaky or left."""

    part: Part
    status: str = PASSED
    seconds: float = 0.0
    said: str = ""
    failed: tuple[str, ...] = ()
    flaky: tuple[str, ...] = ()
    left: int = 0
    ran_to_its_end: bool = True


def readme_command(text: str) -> tuple[str, str]:
    """Return the test command of README.md in two: what installs, and what tests."""
    found = re.search(r"<!-- test command -->\n```sh\n(.*)\n```", text)
    if found is None:
        raise SystemExit("README.md has no test command")
    install, _, test = found[1].rpartition(" && ")
    return install, test


def parts(root: Path) -> tuple[Part, ...]:
    """Return the parts of the gate in the order in which they run."""
    install, test = readme_command((root / "README.md").read_text(encoding="utf-8"))
    python = ".venv/bin/python"
    missing = sorted({package for program, package in PROGRAMS.items() if shutil.which(program) is None})
    apt = (("apt-get", "update", "-qq"), ("apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing))
    npm = ("npm", "install", "--loglevel=error", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts")
    # most modules of the packages are never imported, and compiling all of them takes a quarter of the installation
    pip = (".venv/bin/pip", "install", "--quiet", "--no-compile")
    lock = (*pip, "--require-hashes", "--requirement", "release/locked-test.txt")
    venv = ("python3", "-m", "venv", ".venv")
    # pip as locked comes first: older ones read the data of all packages again for each that they have installed
    own = ("bash", "-c", r"sed -n '/^pip==/,/[^\]$/p' release/locked-test.txt >.venv/pip.txt")
    newest = (*pip, "--require-hashes", "--requirement", ".venv/pip.txt")
    pytest = (".venv/bin/pytest", "--durations=20", "-m")
    return (
        Part("programs", apt if missing else (), from_the_network=True),
        Part("page checkers", ((*npm, "--prefix", str(TOOLS), *PAGE_CHECKERS),), from_the_network=True, beside="net"),
        # what the lock names, file by file by its hash; the command of README.md finds it there
        Part("packages", (venv, own, newest, lock, ("bash", "-c", install)), from_the_network=True, beside="net"),
        Part(
            "for a browser",
            ((python, "release/web.py", "fetch", "--kept", str(WEB)),),
            "packages",
            from_the_network=True,
            beside="look",
        ),
        # a known vulnerability fails; where no database answers, that is said at the end, since it is no pass
        Part("audit", ((python, "release/audit.py"),), "packages", audits=True, beside="look"),
        Part("lint", ((".venv/bin/ruff", "check", "."),), "packages", beside="look"),
        Part("format", ((".venv/bin/ruff", "format", "--check", "."),), "packages", beside="look"),
        Part("types", ((".venv/bin/mypy",),), "packages", beside="look"),
        Part("imports", ((".venv/bin/lint-imports",),), "packages", beside="look"),
        Part("quick tests", (), "packages", tests=tuple(shlex.split(test)), until=22),
        Part(
            "slow proofs", (), "packages", tests=(*pytest, "slow and not alone and not browser and not long"), until=32
        ),
        Part("pages", (), "packages", tests=(*pytest, "slow and browser and not long", "tests/browser"), until=43),
        Part("proofs alone", (), "packages", tests=(*pytest, "slow and alone and not long", "-n", "0"), until=45),
    )


def surroundings() -> dict[str, str]:
    """Return the environment of the parts, in which Python keeps what it compiles: they start it hundreds of times."""
    return {
        **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
        "CI": "true",
        "DEBIAN_FRONTEND": "noninteractive",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "VNU_JAR": str(TOOLS / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"),
        "AXE_JS": str(TOOLS / "node_modules" / "axe-core" / "axe.min.js"),
        "WEB_KEPT": str(WEB),
    }


def lacks() -> list[str]:
    """Return what this machine lacks before anything runs, a line each, with the parts that need it."""
    found = []
    for folder, parts_that_write in (
        (Path(tempfile.gettempdir()), "quick tests, slow proofs, pages, proofs alone"),
        (Path.home(), "page checkers, packages"),
        (ROOT, "packages, quick tests"),
    ):
        try:
            with tempfile.TemporaryFile(dir=folder):
                free = shutil.disk_usage(folder).free
        except OSError as error:
            found.append(f"cannot write into {folder} ({error.strerror}); needed by: {parts_that_write}")
            continue
        if free < ROOM:
            found.append(f"{folder} has {free / 1e6:,.0f} MB free of {ROOM / 1e6:,.0f}; needed by: {parts_that_write}")
    return found


def run(command: Sequence[str], env: Mapping[str, str], log: TextIO | None = None) -> int:
    """Return the exit status of a command, which writes where this program does, or to a log; 127: it is not there."""
    print(f"+ {shlex.join(command)}", file=log, flush=True)
    try:
        return subprocess.run(
            command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False
        ).returncode
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=log, flush=True)
        return 127


def failing_tests(cache: Path) -> tuple[str, ...]:
    """Return the ids of the tests that pytest's cache has as failed last."""
    path = cache / "v" / "cache" / "lastfailed"
    return tuple(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else ()


def left_tests(cache: Path) -> int:
    """Return how many tests the last run has left, which pytest's cache has."""
    path = cache / "v" / LEFT
    return int(path.read_text(encoding="utf-8")) if path.exists() else 0


def carry_out(part: Part, env: Mapping[str, str], caches: Path, log: TextIO | None = None) -> Outcome:
    """Return what came of a part; of a run of pytest, its cache is kept in a folder of the part's name."""
    began = time.monotonic()
    print(f"\n== {part.name} ==", file=log, flush=True)
    outcome = Outcome(part)
    commands = (part.tests,) if part.tests else part.commands
    for attempt in range(TRIES if part.from_the_network else 1):
        if attempt:
            time.sleep(5 * attempt)
        failed = next(((one, code) for one in commands if (code := run(one, env, log))), None)
        if failed is None:
            break
    if part.tests:
        shutil.rmtree(caches / part.name, ignore_errors=True)
        if (ROOT / ".pytest_cache").exists():
            shutil.move(ROOT / ".pytest_cache", caches / part.name)
    if failed:
        command, code = failed
        outcome.status = NOT_DONE if part.audits and code == 2 else FAILED
        outcome.said = f"{shlex.join(command[:3])} ended with {code}"
        outcome.failed = failing_tests(caches / part.name) if part.tests else ()
        outcome.ran_to_its_end = code == SOME_FAILED
    outcome.left = left_tests(caches / part.name) if part.tests else 0
    outcome.seconds = time.monotonic() - began
    return outcome


def carry_out_together(some: Sequence[Part], env: Mapping[str, str], caches: Path, began: float) -> Sequence[Outcome]:
    """Return what came of parts that run at once; what they print is shown part by part."""
    if len(some) < 2:  # it tells while it runs
        return [carry_out(one, with_end(one, env, began), caches) for one in some]
    with ThreadPoolExecutor(len(some)) as pool, ExitStack() as logs:
        files = [logs.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")) for _ in some]
        found = list(pool.map(lambda part, log: carry_out(part, env, caches, log), some, files))
        for log in files:
            log.seek(0)
            print(log.read(), end="", flush=True)
    return found


def try_again(outcome: Outcome, env: Mapping[str, str], caches: Path) -> None:
    """Run the tests of a part that failed once more, one at a time; those that pass now are flaky."""
    part, cache = outcome.part, caches / outcome.part.name
    began = time.monotonic()
    print(f"\n== {part.name}: {len(outcome.failed)} failed tests once more, alone ==", flush=True)
    only_failed = ("-n", "0", "--last-failed", "--last-failed-no-failures=none", "-o", f"cache_dir={cache}")
    again = run((*part.tests, *only_failed), env)
    still = failing_tests(cache) if again else ()
    outcome.flaky = tuple(one for one in outcome.failed if one not in still)
    outcome.failed = still
    outcome.status = FAILED if again else FLAKY
    outcome.seconds += time.monotonic() - began


def table(outcomes: Sequence[Outcome], lacking: Sequence[str]) -> str:
    """Return the last lines of a run: a row for each part, then what failed, was flaky, left or not done."""
    rows = [f"{'part':<15}{'status':<10}{'seconds':>7}"]
    rows += [f"{one.part.name:<15}{one.status:<10}{one.seconds:>7.0f}  {_told(one)}".rstrip() for one in outcomes]
    rows += [f"MISSING: {line}" for line in lacking]
    rows += [f"NOT DONE: {one.part.name}: {one.said}" for one in outcomes if one.status == NOT_DONE]
    rows += [f"LEFT for want of time: {one.left:,} ({one.part.name})" for one in outcomes if one.left]
    rows += [f"FLAKY: {test} ({one.part.name})" for one in outcomes for test in one.flaky]
    rows += [f"FAILED {test} ({one.part.name})" for one in outcomes for test in one.failed]
    return "\n".join(rows)


def _told(outcome: Outcome) -> str:
    if outcome.failed or outcome.flaky:
        counts = ((len(outcome.failed), "failed twice"), (len(outcome.flaky), "passed at the second try"))
        return ", ".join(f"{count} {what}" for count, what in counts if count)
    return "" if outcome.status in {PASSED, FLAKY} else outcome.said


def with_end(part: Part, env: Mapping[str, str], began: float) -> Mapping[str, str]:
    """Return the environment of a part, with the moment after which its tests do not begin; seconds since 1970."""
    end = max(began + 60 * part.until, time.time() + LEAST)
    return {**env, "PUNCHBOARD_TESTS_END": f"{end:.0f}"} if part.until else env


def gate(all_parts: Sequence[Part], lacking: Sequence[str]) -> int:
    """Run the parts, tell of them, and return the exit status."""
    env, began = surroundings(), time.time()
    outcomes: dict[str, Outcome] = {}
    with tempfile.TemporaryDirectory(prefix="punchboard-gate-") as folder:
        caches = Path(folder)
        for _, group in groupby(all_parts, lambda part: part.beside or part.name):
            some = []
            for part in group:
                needed = outcomes.get(part.needs)
                is_lost = needed is not None and needed.status != PASSED
                outcomes[part.name] = Outcome(part, NOT_RUN, said=f"needs {part.needs}") if is_lost else Outcome(part)
                some += [] if is_lost else [part]
            outcomes |= {one.part.name: one for one in carry_out_together(some, env, caches, began)}
        for outcome in outcomes.values():
            if outcome.failed and outcome.ran_to_its_end:
                try_again(outcome, env, caches)
    missing = [f"{name} is not installed; needed by: slow proofs" for name in PROGRAMS if not shutil.which(name)]
    print(f"\n{table(tuple(outcomes.values()), (*lacking, *missing))}", flush=True)
    good = all(one.status in {PASSED, FLAKY, NOT_DONE} for one in outcomes.values())
    return 0 if good and not lacking and not missing else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Run what must pass before a change lands.")
    parser.add_argument("--whole", action="store_true", help="leave no test, however long it takes")
    is_whole = parser.parse_args().whole
    sys.exit(gate([replace(part, until=0) if is_whole else part for part in parts(ROOT)], lacks()))
