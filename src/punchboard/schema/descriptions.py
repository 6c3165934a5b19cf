"""The descriptions of keys, from the docstrings of model fields and from ``words.yaml``."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from textwrap import dedent
from typing import Final

from pydantic import BaseModel

from punchboard.load.yaml.places import read_yaml_value

_WORDS: Final = "words.yaml"
_CODE: Final = re.compile(r"``?([^`]+)``?")


def key_descriptions(model: type[BaseModel]) -> Iterator[tuple[str, str]]:
    """Yield the keys of a model with their descriptions in Markdown; those of subclasses come last and win."""
    for base in reversed(model.__mro__):
        if base is not BaseModel and issubclass(base, BaseModel):
            yield from extra_descriptions().get(base.__name__, {}).items()
            for name, text in _docstrings(base).items():
                field = model.model_fields.get(name)
                if field is not None:
                    yield field.alias or name, as_markdown(text)


@cache
def extra_descriptions() -> Mapping[str, Mapping[str, str]]:
    """Return the descriptions of ``words.yaml``, by model and key."""
    text = files(__package__).joinpath(_WORDS).read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = read_yaml_value(text, _WORDS)
    return found


@cache
def _docstrings(model: type[BaseModel]) -> Mapping[str, str]:
    """Return the docstrings below the fields of a class, by field name."""
    try:
        (definition,) = ast.parse(dedent(inspect.getsource(model))).body
    except (OSError, TypeError):  # the program is packaged without its source
        return {}
    assert isinstance(definition, ast.ClassDef)
    found = {}
    for field, text in zip(definition.body, definition.body[1:], strict=False):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(docstring))):
                found[name] = docstring
            case _:
                pass
    return found


def as_markdown(text: str) -> str:
    """Return a docstring as Markdown, with one line per paragraph."""
    paragraphs = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(_CODE.sub(r"`\1`", " ".join(one.split())) for one in paragraphs)
