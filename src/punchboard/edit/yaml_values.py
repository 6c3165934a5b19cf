"""Values as YAML on one line, in the way that a person would write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from punchboard.importer.yaml_text import quoted
from punchboard.load.yaml.places import read_yaml_value
from punchboard.problem import ProblemsFound


def yaml_line(value: Any, quote: str = "") -> str:
    """Return a value as YAML on one line: a scalar, or a mapping or list in brackets.

    Args:
        value: None, a boolean, a number, a text, or a mapping or list of such values.
        quote: the quotes to keep around a text, ``'`` or ``"``; without, a text has quotes only where YAML needs them.
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{yaml_line(key)}: {yaml_line(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(yaml_line, value)) + "]"
    if isinstance(value, str):
        return _text(value, quote)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return number_text(value) if isinstance(value, float) else str(value)


def number_text(number: float) -> str:
    """Return a number to a thousandth, without zeros at its end."""
    short = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if short in {"-0", ""} else short


def _text(text: str, quote: str) -> str:
    if quote == "'" and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    if quote != '"' and _reads_as_written(text):
        return text
    return quoted(text)


def _reads_as_written(text: str) -> bool:
    """Tell whether a text without quotes is the same text: after a key, in a list, and in brackets."""
    if not text.isprintable() or text != text.strip():
        return False
    try:
        read = read_yaml_value(f"a: {text}\nb:\n- {text}\nc: {{a: {text}, b: [{text}]}}\n", "")
        return bool(read == {"a": text, "b": [text], "c": {"a": text, "b": [text]}})
    except ProblemsFound:
        return False
