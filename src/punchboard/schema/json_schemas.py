"""The JSON Schemas of files (draft 2020-12), with descriptions of keys, generated from the models that load them."""

import ast
import inspect
import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from importlib import import_module
from importlib.resources import files
from textwrap import dedent
from typing import Annotated, Any, Final, NamedTuple

from pydantic import BaseModel, Field, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from punchboard.load.yaml.places import read_yaml_value
from punchboard.manual.reference import Notes
from punchboard.model.game.setup import COMMON_WORDS, VERBS
from punchboard.model.values import Slug


class FileKind(NamedTuple):
    """A kind of file."""

    title: str
    place: str
    """The path of such a file from the folder of a game; ``*`` stands for its name."""
    model: str
    """The model that validates it, as a name in ``punchboard.model`` such as ``layout.layout.FaceFile``."""
    about: str
    """Its purpose, as a sentence."""
    is_mapping: bool = False
    """Whether the file is a mapping from names to entries of this model."""
    merge_rule: str = ""
    """The constant of ``load.layout_files`` with the merge rules of ``extends``, if the file has it."""


STEP = "Step"
"""The model whose keys are the verbs and the other keys of a step."""


@cache
def data(name: str) -> Mapping[str, Any]:
    """Return the content of a data file of this package: ``takes``, ``examples``, ``filters`` and so on."""
    content: dict[str, Any] = read_yaml_value(text(f"{name}.yaml"), f"{name}.yaml")
    return content


def text(path: str) -> str:
    """Return the text of a file of this package."""
    return files(__package__).joinpath(path).read_text(encoding="utf-8")


KINDS: Final[Mapping[str, FileKind]] = {name: FileKind(**row) for name, row in data("kinds").items()}
"""Every kind by name."""


def reference_notes(kind: str) -> Notes:
    """Return the additional notes of the reference for a kind of file."""
    words = frozenset().union(*(verb.allowed for verb in VERBS.values()))
    verbs_of_keys = {word: f"With {_verbs_text(word)}." for word in words if word not in COMMON_WORDS}
    verb_values = {verb: one["takes"] for verb, one in data("verbs").items()}
    takes = {**data("takes"), STEP: {**data("takes")[STEP], **verb_values}}
    return Notes(
        takes, data("defaults"), {STEP: {**verbs_of_keys, **_required_texts()}}, data("examples").get(kind, {})
    )


def _verbs_text(word: str) -> str:
    """Return the verbs that a key can accompany, with the verbs that move components as one group."""
    verbs = [verb for verb, one in VERBS.items() if word in one.allowed]
    movers = [verb for verb, one in VERBS.items() if one.operand == "amount"]
    rest = [f"`{verb}`" for verb in verbs if verb not in movers]
    names = [f"`{movers[0]}` and all others that move components", *rest] if {*movers} <= {*verbs} else rest
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _required_texts() -> Mapping[str, str]:
    return {
        verb: f"It needs {' and '.join(f'`{word}`' for word in sorted(one.required))}."
        for verb, one in VERBS.items()
        if one.required
    }


_CODE: Final = re.compile(r"``?([^`]+)``?")


def key_descriptions(model: type[BaseModel]) -> Iterator[tuple[str, str]]:
    """Yield the keys of a model with their descriptions in Markdown; those of subclasses come last and win."""
    for base in reversed(model.__mro__):
        if base is not BaseModel and issubclass(base, BaseModel):
            yield from data("words").get(base.__name__, {}).items()
            for name, text in docstrings(base).items():
                field = model.model_fields.get(name)
                if field is not None:
                    yield field.alias or name, as_markdown(text)


@cache
def docstrings(model: type[BaseModel]) -> Mapping[str, str]:
    """Return the docstrings below the fields of a class, by field name."""
    try:
        (definition,) = ast.parse(dedent(inspect.getsource(model))).body
    except (OSError, TypeError):  # the program is packaged without its source
        return {}
    assert isinstance(definition, ast.ClassDef)
    texts = {}
    for field, text in zip(definition.body, definition.body[1:], strict=False):
        match field, text:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(docstring))):
                texts[name] = docstring
    return texts


def as_markdown(text: str) -> str:
    """Return a docstring as Markdown, with one line per paragraph."""
    paragraphs = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(_CODE.sub(r"`\1`", " ".join(one.split())) for one in paragraphs)


class SchemaGenerator(GenerateJsonSchema):
    """Generates schemas with the keys and short forms that designers write."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - the signature is Pydantic's
        """Omit the titles of fields, which would only repeat their keys."""
        return False

    def function_before_schema(self, schema: core_schema.BeforeValidatorFunctionSchema) -> JsonSchemaValue:
        """Return the schema of a value, with the additional forms that its validator converts (`admits`)."""
        inner = super().function_before_schema(schema)
        forms = getattr(_validator(schema), "admits", ())
        return {"anyOf": [*_alternatives(inner), *(dict(form) for form in forms)]} if forms else inner

    def function_after_schema(self, schema: core_schema.AfterValidatorFunctionSchema) -> JsonSchemaValue:
        """Return the schema of a value, restricted to what its validator accepts (`narrows`)."""
        inner = super().function_after_schema(schema)
        return {**inner, **getattr(_validator(schema), "narrows", {})}

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        """Return the schema of a mapping; JSON keys are text, even if they stand for numbers."""
        mapping = super().dict_schema(schema)
        names = mapping.get("propertyNames", {})
        if names.get("type") == "integer" or schema.get("keys_schema", {}).get("type") == "int":
            mapping["propertyNames"] = {"pattern": r"^\d+$"}
        if "patternProperties" in mapping:
            mapping.setdefault("additionalProperties", False)
        return mapping

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Return the schema of a model, whose keys have their docstrings as descriptions."""
        model, descriptions = super().model_schema(schema), dict(key_descriptions(schema["cls"]))
        model.pop("title", None)
        if "description" in model:
            model["description"] = as_markdown(model["description"])
        for key, part in model.get("properties", {}).items():
            if key in descriptions:
                part.setdefault("description", descriptions[key])
            if part.get("default", ...) is None:
                del part["default"]
        return model


def _validator(schema: Mapping[str, Any]) -> Any:
    return schema["function"]["function"]


def _alternatives(schema: JsonSchemaValue) -> list[JsonSchemaValue]:
    return schema["anyOf"] if schema.keys() == {"anyOf"} else [schema]


Schema = dict[str, Any]

_NULL: Final = {"type": "null"}


def loosened_schema(schema: Schema, depths: Mapping[str, int]) -> Schema:
    """Return the schema of a layout file before it is merged with the layout that it extends.

    Args:
        schema: the schema of a complete layout, with its definitions.
        depths: how deep each section is merged; down to this depth, keys may be missing or null.
    """
    loose = deepcopy(schema)
    if "$ref" in loose:
        loose = {**loose["$defs"][_name(loose["$ref"])], **{key: part for key, part in loose.items() if key != "$ref"}}
    needed = loose.pop("required", [])
    if needed:
        loose["anyOf"] = [{"required": ["extends"]}, {"required": needed}]
    for section, depth in depths.items():
        _loosen(loose["properties"][section], depth, loose.get("$defs", {}))
    return loose


def _loosen(part: Schema, depth: int, defs: Mapping[str, Schema]) -> None:
    """Allow the keys of a mapping to be missing or null, down to a depth; lists are never merged."""
    for option in part.get("anyOf", ()):
        _loosen(option, depth, defs)
    if "$ref" in part:
        _loosen(defs[_name(part["$ref"])], depth, defs)
        return
    part.pop("required", None)
    if depth == 0:
        return
    for key, value in part.get("properties", {}).items():
        part["properties"][key] = _or_null(value)
        _loosen(value, depth - 1, defs)
    for mapping in (part, part.get("patternProperties", {})):
        for key in mapping if mapping is not part else ("additionalProperties",):
            value = mapping.get(key)
            if isinstance(value, dict):
                mapping[key] = _or_null(value)
                _loosen(value, depth - 1, defs)


def _or_null(part: Schema) -> Schema:
    options = part.get("anyOf", ())
    if _NULL in options or part.get("type") == "null":
        return part
    annotations = {key: value for key, value in part.items() if key in {"description", "default"}}
    rest = {key: value for key, value in part.items() if key not in annotations}
    return {"anyOf": [*(options if rest.keys() == {"anyOf"} else [rest]), _NULL], **annotations}


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]


DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of a kind of file, with its nested models under ``$defs``.

    Raises:
        KeyError: for an unknown kind.
    """
    file_kind = KINDS[kind]
    generated = TypeAdapter(_type(kind, file_kind)).json_schema(schema_generator=SchemaGenerator, mode="validation")
    for name, part in generated.get("$defs", {}).items():
        keys, descriptions = part.get("properties", {}), data("words").get(name, {})
        for key in keys.keys() & descriptions.keys():  # a model that writes its own schema has no descriptions
            keys[key].setdefault("description", descriptions[key])
        if name == STEP:
            for verb, described in data("verbs").items():
                keys[verb] |= {"description": described["description"], "examples": [described["example"]]}
    if file_kind.merge_rule:
        generated = loosened_schema(
            generated, import_module("punchboard.load.layout_files").__dict__[file_kind.merge_rule].merge_depths
        )
    return {
        "$schema": DRAFT,
        "title": file_kind.title,
        **{key: value for key, value in generated.items() if key != "title"},
    }


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
