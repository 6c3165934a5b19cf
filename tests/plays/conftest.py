"""Small games for bots."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_spec = spec_from_file_location("engine_conftest", Path(__file__).parents[1] / "engine" / "conftest.py")
_module = module_from_spec(_spec)
_spec.loader.exec_module(_module)
boxed = _module.boxed
