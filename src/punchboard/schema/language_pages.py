"""The reference pages of the language: expressions with filters and names, Markdown with blocks, kinds of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from pydantic import TypeAdapter

from punchboard.expression import template
from punchboard.expression.sandbox import filter_names
from punchboard.manual.reference import reference_markdown
from punchboard.manual.schema_values import anchor
from punchboard.model.game.directives import DIRECTIVES
from punchboard.schema.data_files import data, reference_notes, text
from punchboard.schema.generator import SchemaGenerator

BAR: Final = r"\|"
"""A vertical bar, escaped for use in a Markdown table."""

PLACES: Final = ("component", "game", "prose", "script")
"""The places where expressions can use names: the keys of ``names.yaml``."""


def expressions_page() -> str:
    """Return the page on expressions, templates, selections and filters."""
    page = text("texts/expressions.md").replace("<!-- filters -->", "\n".join(_filter_rows()))
    for place in PLACES:
        rows = (f"| `{name}` | {meaning} |" for name, meaning in data("names")[place].items())
        page = page.replace(f"<!-- {place} -->", "\n".join(("| name | is |", "|---|---|", *rows)))
    return page


def _filter_rows() -> Iterator[str]:
    """Yield the table of filters with the result of each example, then the names of Jinja's other filters."""
    yield "| filter | gives | for example | |"
    yield "|---|---|---|---|"
    for name, one in data("filters").items():
        example = one["example"]
        yield f"| `{name}` | {one['description']} | `{example.replace('|', BAR)}` | `{template(example)({})}` |"
    others = (name for name in filter_names() if name not in data("filters"))
    yield f"\nJinja's own {_joined(others)} can be used too."


def _joined(names: Iterable[str]) -> str:
    *rest, last = sorted(f"`{name}`" for name in names)
    return f"{', '.join(rest)} and {last}"


def markdown_page() -> str:
    """Return the page on Markdown and the blocks of rulebooks."""
    return text("texts/markdown.md").replace("<!-- directives -->\n", "\n".join(_directive_sections()))


def _directive_sections() -> Iterator[str]:
    directives = data("directives")
    for name, model in DIRECTIVES.items():
        made: dict[str, Any] = TypeAdapter(model).json_schema(schema_generator=SchemaGenerator)
        example = f"````markdown\n```{name}\n{directives[name].get('example', '')}```\n````"
        about = f"{directives[name]['description']}\n\n{example}"
        keys = (
            reference_markdown("", "", model.__name__, made, reference_notes("directive"))
            .partition("\n\n\n")[2]
            .lstrip("\n")
        )
        yield f"### {name}\n\n{about}\n"
        if made.get("properties"):
            yield keys.replace("\n## ", "\n#### ")


def values_table() -> str:
    """Return the table of the kinds of values."""
    rows = (
        f'| <a id="{anchor(name)}"></a>{name} | {one["as"]} | {one["description"]} |'
        for name, one in data("values").items()
    )
    return "\n".join(("| | for example | |", "|---|---|---|", *rows))
