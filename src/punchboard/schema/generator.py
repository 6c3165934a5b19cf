"""A JSON Schema generator for Pydantic that adds the forms that our validators accept, and descriptions of keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from punchboard.schema.descriptions import as_markdown, key_descriptions


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
        made = super().dict_schema(schema)
        names = made.get("propertyNames", {})
        if names.get("type") == "integer" or schema.get("keys_schema", {}).get("type") == "int":
            made["propertyNames"] = {"pattern": r"^\d+$"}
        if "patternProperties" in made:
            made.setdefault("additionalProperties", False)
        return made

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
