"""The parser of YAML: libyaml, ten times as fast, where PyYAML was compiled with it; else PyYAML's own."""

from typing import Any, Final

import yaml

PARSER: Final[type[Any]] = getattr(yaml, "CLoader", yaml.Loader)
"""Reads events and nodes; both parsers give the same."""

_VALUES: Final[type[Any]] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_yaml(text: str) -> Any:
    """Return the value of one of the program's own files; `load.yaml.places` reads those of designers."""
    return yaml.load(text, Loader=_VALUES)  # noqa: S506 - each of the two is safe
