"""The reference in Markdown: a page for each kind of file, and for expressions, Markdown and kinds of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from pydantic import TypeAdapter

from punchboard.expression import template
from punchboard.expression.sandbox import filter_names
from punchboard.manual.reference import anchor, reference_markdown
from punchboard.model.game.directives import DIRECTIVES
from punchboard.schema.json_schemas import KINDS, FileKind, SchemaGenerator, data, reference_notes, schema, text

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
    for name, described in data("filters").items():
        example = described["example"]
        yield f"| `{name}` | {described['description']} | `{example.replace('|', BAR)}` | `{template(example)({})}` |"
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
        generated: dict[str, Any] = TypeAdapter(model).json_schema(schema_generator=SchemaGenerator)
        example = f"````markdown\n```{name}\n{directives[name].get('example', '')}```\n````"
        about = f"{directives[name]['description']}\n\n{example}"
        page = reference_markdown("", "", model.__name__, generated, reference_notes("directive"))
        keys = page.partition("\n\n\n")[2].lstrip("\n")
        yield f"### {name}\n\n{about}\n"
        if generated.get("properties"):
            yield keys.replace("\n## ", "\n#### ")


def values_table() -> str:
    """Return the table of the kinds of values."""
    rows = (
        f'| <a id="{anchor(name)}"></a>{name} | {one["as"]} | {one["description"]} |'
        for name, one in data("values").items()
    )
    return "\n".join(("| | for example | |", "|---|---|---|", *rows))


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and text of each page, beginning with the index."""
    rows = (f"| [{kind.title}]({name}.md) | `{kind.place}` | {kind.about} |" for name, kind in KINDS.items())
    files = "\n".join(("| | file | |", "|---|---|---|", *rows))
    index = text("texts/README.md").replace("<!-- files -->", files)
    yield "README.md", index.replace("<!-- values -->", values_table())
    yield "expressions.md", expressions_page()
    yield "markdown.md", markdown_page()
    for name, kind in KINDS.items():
        yield f"{name}.md", _page(name, kind)


def _page(name: str, kind: FileKind) -> str:
    place = f"{kind.about} Its path is `{kind.place}`"
    suffix = ", a mapping of such entries by name." if kind.is_mapping else "."
    schema_of_kind, model = schema(name), kind.model.rpartition(".")[2]
    if kind.is_mapping:
        schema_of_kind = {**schema_of_kind["$defs"][model], "$defs": schema_of_kind["$defs"]}
    return reference_markdown(kind.title, f"{place}{suffix}", model, schema_of_kind, reference_notes(name))
