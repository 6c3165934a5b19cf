"""The reference in Markdown: a page for each kind of file, generated from its schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from punchboard.manual.reference import reference_markdown
from punchboard.schema.data_files import reference_notes, text
from punchboard.schema.file_kinds import KINDS, FileKind
from punchboard.schema.json_schemas import schema
from punchboard.schema.language_pages import expressions_page, markdown_page, values_table

ABOUT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "game": "The definition of a game: its players, components, set-up, turns and expectations.",
        "rules": "The rules of the document that a game is rebuilt from, by ids that rulebook and set-up name.",
        "face": "One side of a component: boxes in millimetres on its trim.",
        "theme": "Colours, typefaces and text styles; a game's own theme extends a built-in one.",
        "book": "The pages of rulebook, set-up, score and playtest sheet: their boxes, and the regions for text.",
        "sheet": "The arrangement of components on a sheet: sides, gaps, marks, order.",
        "booklet": "How a book is imposed for folding and stapling.",
        "shop": "The requirements of a print shop: products and their canvas, file format, order of pages, names.",
        "machine": "The requirements of a cutting machine: registration marks, free areas, layers.",
        "table": "The requirements of a virtual table: sizes, grids, the address of its files.",
        "paper": "The sizes of papers, by the names that `--paper` accepts.",
        "stock": "The thickness of paper and card, which determines the size of tuck boxes.",
        "braille": "The tables by which liblouis translates a language to [Braille](../how-to/braille.md).",
    }
)
"""The purpose of each kind of file."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and text of each page, beginning with the index."""
    rows = (f"| [{kind.title}]({name}.md) | `{kind.place}` | {ABOUT[name]} |" for name, kind in KINDS.items())
    files = "\n".join(("| | file | |", "|---|---|---|", *rows))
    yield (
        "README.md",
        text("texts/README.md").replace("<!-- files -->", files).replace("<!-- values -->", values_table()),
    )
    yield "expressions.md", expressions_page()
    yield "markdown.md", markdown_page()
    for name, kind in KINDS.items():
        yield f"{name}.md", _page(name, kind)


def _page(name: str, kind: FileKind) -> str:
    place = f"{ABOUT[name]} Its path is `{kind.place}`"
    suffix = ", a mapping of such entries by name." if kind.is_mapping else "."
    schema_of_kind, model = schema(name), kind.model.rpartition(".")[2]
    if kind.is_mapping:
        schema_of_kind = {**schema_of_kind["$defs"][model], "$defs": schema_of_kind["$defs"]}
    return reference_markdown(kind.title, f"{place}{suffix}", model, schema_of_kind, reference_notes(name))
