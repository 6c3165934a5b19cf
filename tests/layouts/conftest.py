"""The sample game of the pictures in docs/layouts.md."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest


def _pictures() -> ModuleType:
    spec = spec_from_file_location("layout_pictures", Path(__file__).with_name("pictures.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def sample() -> ModuleType:
    """The module that makes the sample game and its pictures."""
    return _pictures()
