"""The translatable texts of layouts: fixed words in the boxes of faces and of book pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from punchboard.load.locale.sources import SourceText, has_words
from punchboard.model.layout.layout import BookFile, Box, Layouts

FAMILY: Final = "layouts"
SECTION: Final = "layouts"
"""The section of ``layouts/words`` with the fixed words of built-in layouts, by their English text."""

_LITERAL: Final = re.compile(r"['\"]([^'\"]*[^\W\d_][^'\"]*)['\"]")

Boxes = Mapping[str, Box | None]
Change = Callable[[str, str], str]
"""Returns the replacement of a text, given its id and the text."""


def layout_texts(layouts: Layouts) -> Iterator[SourceText]:
    """Yield the texts of boxes, those of faces before those of books."""
    for prefix, boxes in _box_sets(layouts):
        for name, box in boxes.items():
            for key, text in _texts(box) if box is not None else ():
                yield SourceText(f"{prefix}.{name}.{key}", text, FAMILY, is_required=key == "each" or has_words(text))


def replace_texts(layouts: Layouts, change: Change) -> Layouts:
    """Return the layouts with the texts in their boxes replaced."""
    return replace(
        layouts,
        faces={
            name: face.model_copy(update={"boxes": _boxes(f"faces.{name}", face.boxes, change)})
            for name, face in layouts.faces.items()
        },
        books={name: _book(f"books.{name}", book, change) for name, book in layouts.books.items()},
    )


def _box_sets(layouts: Layouts) -> Iterator[tuple[str, Boxes]]:
    for name, face in layouts.faces.items():
        yield f"faces.{name}", face.boxes
    for name, book in layouts.books.items():
        for page, master in book.masters.items():
            yield f"books.{name}.{page}", master.boxes
        if book.chapter is not None:
            yield f"books.{name}.chapter", book.chapter.boxes


def _texts(box: Box) -> Iterator[tuple[str, str]]:
    """Yield the texts of a box: its text, Markdown or pips, what is read instead, and the words that it repeats for."""
    if box.text:
        yield "text", box.text
    if box.markdown:
        yield "markdown", box.markdown
    if box.pips:
        yield "pips", box.pips
    if box.alt:
        yield "alt", box.alt
    if box.repeat is not None and box.repeat.each and box.text and _is_list_of_words(box.repeat.each):
        yield "each", box.repeat.each


def _is_list_of_words(each: str) -> bool:
    return each.lstrip().startswith("[") and _LITERAL.search(each) is not None


def _boxes(prefix: str, boxes: Boxes, change: Change) -> dict[str, Box | None]:
    return {name: box and _box(f"{prefix}.{name}", box, change) for name, box in boxes.items()}


def _box(prefix: str, box: Box, change: Change) -> Box:
    found = {key: change(f"{prefix}.{key}", text) for key, text in _texts(box)}
    each = found.pop("each", None)
    if each is not None and box.repeat is not None:
        return box.model_copy(update={**found, "repeat": box.repeat.model_copy(update={"each": each})})
    return box.model_copy(update=found) if found else box


def _book(prefix: str, book: BookFile, change: Change) -> BookFile:
    masters = {
        name: master.model_copy(update={"boxes": _boxes(f"{prefix}.{name}", master.boxes, change)})
        for name, master in book.masters.items()
    }
    chapter = book.chapter
    if chapter is not None:
        chapter = chapter.model_copy(update={"boxes": _boxes(f"{prefix}.chapter", chapter.boxes, change)})
    return book.model_copy(update={"masters": masters, "chapter": chapter})
