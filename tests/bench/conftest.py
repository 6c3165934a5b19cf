"""The benchmarks' own modules, for tests that time with them or count their work."""

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
def bench():
    """The module benchmarks/run.py; it imports its neighbours by name, as a script does."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        return importlib.import_module("run")
    finally:
        sys.path.remove(str(ROOT / "benchmarks"))
