"""The parser of YAML: libyaml, ten times as fast, where PyYAML was compiled with it; else PyYAML's own."""

from pathlib import Path
from typing import Any, Final

import yaml

PARSER: Final[type[Any]] = getattr(yaml, "CLoader", yaml.Loader)
"""Reads events and nodes; both parsers give the same."""

_VALUES: Final[type[Any]] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_yaml(text: str) -> Any:
    """Return the value of one of the program's own files; `load.yaml.places` reads those of designers."""
    return yaml.load(text, Loader=_VALUES)  # noqa: S506 - each of the two is safe


def own_data(name: str) -> Any:
    """Return the value of one of the program's own files, by its path in the package: ``importer/words.yaml``."""
    return load_yaml(Path(__file__).parents[1].joinpath(name).read_text(encoding="utf-8"))
