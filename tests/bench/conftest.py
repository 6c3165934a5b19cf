"""The benchmarks' own modules, for tests that time with them or count their work."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root():
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def benchmark():
    """Returns a module of benchmarks/ by its name; they import their neighbours by name, as scripts do."""

    def benchmark(name):
        sys.path.insert(0, str(ROOT / "benchmarks"))
        try:
            return importlib.import_module(name)
        finally:
            sys.path.remove(str(ROOT / "benchmarks"))

    return benchmark


@pytest.fixture(scope="session")
def bench(benchmark):
    """The module benchmarks/run.py."""
    return benchmark("run")


@pytest.fixture(scope="session")
def tuned(bench):
    """The command of reportlab tuned by hand: a quarter of a second for 2,000 cards, where bars are told in seconds."""
    return next(tool.command for tool in bench.tools() if tool.name == "reportlab, tuned")


@pytest.fixture(scope="session")
def measured(bench, root):
    """Return a function that runs the benchmark, once for the same arguments and turn, and returns its results.

    It runs as a process of its own: a child's peak memory counts from that of the process that started it.
    """

    @cache
    def measured(*asked, turn=0):
        command = [sys.executable, str(root / "benchmarks" / "run.py"), "--json", *asked]
        done = subprocess.run(command, env=bench.environment(), capture_output=True, text=True, check=True)
        return tuple(bench.Result(**one) for one in json.loads(done.stdout))

    return measured


@pytest.fixture(scope="session")
def judged(benchmark):
    """Return a function from results to how each bar that they speak of is held, by what the bar is of."""
    return lambda results: {one.what: one for one in benchmark("bars").bar_results(results)}


@pytest.fixture(scope="session")
def held(measured, judged):
    """Return a function that holds one bar against the benchmark, anew while it is missed: what disturbs may pass."""

    def held(what, *asked, turns=3):
        for turn in range(turns):
            found = judged(measured(*asked, turn=turn))[what]
            if found.kept:
                break
        return found

    return held


@pytest.fixture(scope="session")
def peer():
    """A Python that has protograf: this one, or the one that PEER_PYTHON names."""
    python = os.environ.get("PEER_PYTHON") or (sys.executable if find_spec("protograf") else None)
    if python is None:
        pytest.skip("protograf is not installed (pip install 'punchboard[bench]', or PEER_PYTHON names a Python)")
    return python
