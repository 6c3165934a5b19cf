"""The modules of benchmarks/, for tests that measure with them or count their work."""

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
    """Return a function that imports a module of benchmarks/; they import each other by name, as scripts do."""

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
    """The command of tuned reportlab: a quarter of a second for 2,000 cards on the machine of the bars."""
    return next(tool.command for tool in bench.tools() if tool.name == "reportlab, tuned")


@pytest.fixture(scope="session")
def measured(bench, root):
    """Return a function that runs the benchmark, once for the same arguments and turn, and returns its results.

    It runs in a process of its own, because a child's peak memory is at least that of its parent.
    """

    @cache
    def measured(*asked, turn=0):
        command = [sys.executable, str(root / "benchmarks" / "run.py"), "--json", *asked]
        done = subprocess.run(command, env=bench.environment(), capture_output=True, text=True, check=True)
        return tuple(bench.Result(**one) for one in json.loads(done.stdout))

    return measured


@pytest.fixture(scope="session")
def bar_results(benchmark):
    """Return a function from results to the result of each bar, by the name of the bar."""
    return lambda results: {one.what: one for one in benchmark("bars").bar_results(results)}


@pytest.fixture(scope="session")
def best_bar_result(measured, bar_results):
    """Return a function that measures one bar until it holds, at most ``turns`` times."""

    def best_bar_result(what, *asked, turns=3):
        for turn in range(turns):
            found = bar_results(measured(*asked, turn=turn))[what]
            if found.kept:
                break
        return found

    return best_bar_result


@pytest.fixture(scope="session")
def peer():
    """A Python that has protograf: this one, or the one that PEER_PYTHON names."""
    python = os.environ.get("PEER_PYTHON") or (sys.executable if find_spec("protograf") else None)
    if python is None:
        pytest.skip("protograf is not installed (pip install 'punchboard[bench]', or PEER_PYTHON names a Python)")
    return python
