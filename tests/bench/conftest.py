"""The modules of benchmarks/, for tests of their arithmetic and tests that count work."""

from __future__ import annotations

import importlib
import sys
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
def bar_results(benchmark):
    """Return a function from results to the result of each bar, by the name of the bar."""
    return lambda results: {one.what: one for one in benchmark("bars").bar_results(results)}
