"""The modules of release/, which import each other by name, as scripts do."""

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


def _module(name):
    sys.path.insert(0, str(ROOT / "release"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(ROOT / "release"))


@pytest.fixture(scope="session")
def dependencies():
    """The module release/dependencies.py."""
    return _module("dependencies")


@pytest.fixture(scope="session")
def audit():
    """The module release/audit.py."""
    return _module("audit")


@pytest.fixture(scope="session")
def licences():
    """The module release/licences.py."""
    return _module("licences")


@pytest.fixture(scope="session")
def sbom():
    """The module release/sbom.py."""
    return _module("sbom")


@pytest.fixture(scope="session")
def make():
    """The module release/make.py."""
    return _module("make")


@pytest.fixture(scope="session")
def gate():
    """The module release/gate.py."""
    return _module("gate")


@pytest.fixture(scope="session")
def mutations():
    """The module release/mutations.py."""
    return _module("mutations")


@pytest.fixture(scope="session")
def web():
    """The module release/web.py."""
    return _module("web")
