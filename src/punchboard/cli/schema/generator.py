"""Pydantic's generator of JSON Schemas, taught what our validators admit and what docstrings say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from punchboard.cli.schema.descriptions import as_markdown, key_descriptions


class SchemaGenerator(GenerateJsonSchema):
    """Makes schemas with the keys, shorthand forms and words that designers know."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - the name and form are Pydantic's
        """Set no titles: a key says what it is called."""
        return False

    def function_before_schema(self, schema: core_schema.BeforeValidatorFunctionSchema) -> JsonSchemaValue:
        """Return what a value may be after a validator has made it plain, or any of the forms that this admits."""
        inner = super().function_before_schema(schema)
        forms = getattr(_validator(schema), "admits", ())
        return {"anyOf": [*_alternatives(inner), *(dict(form) for form in forms)]} if forms else inner

    def function_after_schema(self, schema: core_schema.AfterValidatorFunctionSchema) -> JsonSchemaValue:
        """Return what a value may be, narrowed to what a validator asks of it."""
        inner = super().function_after_schema(schema)
        return {**inner, **getattr(_validator(schema), "narrows", {})}

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        """Return a mapping; its keys are text, whatever they are taken for."""
        made = super().dict_schema(schema)
        names = made.get("propertyNames", {})
        if names.get("type") == "integer" or schema.get("keys_schema", {}).get("type") == "int":
            made["propertyNames"] = {"pattern": r"^\d+$"}
        if "patternProperties" in made:
            made.setdefault("additionalProperties", False)
        return made

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        """Return a mapping whose keys say what their docstrings say."""
        made, told = super().model_schema(schema), dict(key_descriptions(schema["cls"]))
        made.pop("title", None)
        if "description" in made:
            made["description"] = as_markdown(made["description"])
        for key, part in made.get("properties", {}).items():
            if key in told:
                part.setdefault("description", told[key])
            if part.get("default", ...) is None:
                del part["default"]
        return made


def _validator(schema: Mapping[str, Any]) -> Any:
    return schema["function"]["function"]


def _alternatives(schema: JsonSchemaValue) -> list[JsonSchemaValue]:
    return schema["anyOf"] if schema.keys() == {"anyOf"} else [schema]
