"""The JSON Schemas of files (draft 2020-12), generated from the models that load them."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from punchboard.model.values import Slug
from punchboard.schema.data_files import STEP, data
from punchboard.schema.descriptions import extra_descriptions
from punchboard.schema.file_kinds import KINDS, FileKind
from punchboard.schema.generator import SchemaGenerator
from punchboard.schema.merging import loosened_schema

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file, with its nested models under ``$defs``.

    Raises:
        KeyError: for an unknown kind.
    """
    found = KINDS[kind]
    made = TypeAdapter(_type(kind, found)).json_schema(schema_generator=SchemaGenerator, mode="validation")
    for name, part in made.get("$defs", {}).items():
        keys, descriptions = part.get("properties", {}), extra_descriptions().get(name, {})
        for key in keys.keys() & descriptions.keys():  # a model that writes its own schema has no descriptions
            keys[key].setdefault("description", descriptions[key])
        if name == STEP:
            for verb, one in data("verbs").items():
                keys[verb] |= {"description": one["description"], "examples": [one["example"]]}
    if found.merge_rule:
        made = loosened_schema(
            made, import_module("punchboard.load.layout_files.inheritance").__dict__[found.merge_rule].merge_depths
        )
    return {"$schema": DRAFT, "title": found.title, **{key: value for key, value in made.items() if key != "title"}}


def schema_text(kind: str) -> str:
    """Return the text of a kind's schema file."""
    return f"{json.dumps(schema(kind), indent=1, ensure_ascii=False)}\n"


def _type(name: str, kind: FileKind) -> Any:
    module, _, model = kind.model.rpartition(".")
    one: Any = getattr(import_module(f"punchboard.model.{module}"), model)
    if not kind.is_mapping:
        return one
    keys: Any = Slug if name == "rules" else str
    many: Any = dict[keys, one]
    return Annotated[many, Field(description=f"{kind.title}.")]
