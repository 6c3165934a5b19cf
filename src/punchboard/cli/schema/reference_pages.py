"""The reference in Markdown: a page for each kind of file, from its schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from punchboard.cli.schema.data_files import reference_notes, text
from punchboard.cli.schema.file_kinds import KINDS, FileKind
from punchboard.cli.schema.json_schemas import schema
from punchboard.cli.schema.language_pages import expressions_page, markdown_page, values_table
from punchboard.manual.reference import reference_markdown

ABOUT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "game": "What a game is: who plays, what its components are, how it is set up, what must hold.",
        "rules": "The rules of the document that a game is rebuilt from, by ids that rulebook and set-up name.",
        "face": "One side of a component: boxes in millimetres on its trim.",
        "theme": "Colours, typefaces and text styles; a game's own extends a stock theme.",
        "book": "The pages of rulebook, set-up, score and playtest sheet: what stands on them, where the text flows.",
        "sheet": "How components lie on a sheet: sides, gaps, marks, order.",
        "booklet": "How a book is imposed for folding and stapling.",
        "shop": "What a print shop takes: products and their canvas, file form, order of pages, names.",
        "machine": "What a cutting machine needs: registration marks, room to keep free, layers.",
        "table": "What a virtual table takes: sizes, grids, where its files will lie.",
        "paper": "Sizes of paper and what a printer leaves blank.",
        "stock": "How thick paper and card are; tuck boxes are sized by it.",
    }
)
"""What each kind of file is for."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name and text of each page, and of the list of all."""
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
    place = f"{ABOUT[name]} It lies at `{kind.place}`"
    many = ", a mapping of such entries by name." if kind.is_mapping else "."
    made, model = schema(name), kind.model.rpartition(".")[2]
    if kind.is_mapping:
        made = {**made["$defs"][model], "$defs": made["$defs"]}
    return reference_markdown(kind.title, f"{place}{many}", model, made, reference_notes(name))
