"""The translatable texts of a game, each with its id: those of components, of ``game.yaml`` and of layouts."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from punchboard.model.game.game import Component, Game
from punchboard.model.game.setup import VERBS
from punchboard.model.layout.book_file import BookFile
from punchboard.model.layout.grid_map import MAP_VALUE, GridMap
from punchboard.model.layout.layout import Box, Layouts
from punchboard.model.values import Path

WORD_TYPES: Final = frozenset({"text", "markdown"})
"""Types of fields whose values are words."""

_TEMPLATE: Final = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|:[a-z][a-z0-9-]*:", re.DOTALL)
_NUMBER: Final = re.compile(r"\.\d+")
_WORDY: Final = re.compile(r"[A-Z]|\s|[^\x00-\x7f]")

_ANY_WORD: Final = re.compile(r"[a-z]+")


class SourceText(NamedTuple):
    """A text that can be translated.

    Equal texts of one ``family`` need only one translation: the same words on several cards, or a line that has moved
    within a list.
    """

    id: str
    text: str
    family: str
    is_required: bool = True
    """Whether a missing translation is reported."""
    path: Path = ()
    """Its path in ``game.yaml``, if it is there."""
    is_uncertain: bool = False
    """Whether only a person can tell if it is words, as for a property of a list's entry."""


def has_words(text: str) -> bool:
    """Return whether a text contains words besides numbers, punctuation, icons and templates."""
    return any(character.isalpha() for character in _TEMPLATE.sub("", text))


_ANY: Final = "*"

_PATTERNS: Final[tuple[tuple[str, ...], ...]] = (
    *((name,) for name in ("title", "short", "tagline", "prototype")),
    ("credits", _ANY),
    ("edition", "mark"),
    ("players", "prototype"),
    *((section, _ANY, name) for section in ("numbers", "lists") for name in ("name", "prototype")),
    ("lists", _ANY, "entries", _ANY, _ANY),
    *(("kinds", _ANY, name) for name in ("name", "plural", "about", "prototype")),
    *(("kinds", _ANY, "fields", _ANY, name) for name in ("name", "prototype")),
    *((piles, _ANY, "name") for piles in ("decks", "piles", "each player has", "seats")),
    *((piles, _ANY, "said", _ANY) for piles in ("decks", "piles", "each player has")),
    *(("dice", _ANY, name) for name in ("name", "plural", "about", "prototype")),
    ("dice", _ANY, "faces", _ANY),
    ("tuck boxes", _ANY, "name"),
    *(("variants", _ANY, name) for name in ("name", "text", "prototype")),
    *(("open", _ANY, name) for name in ("question", "ruling")),
)
"""The paths of printed words in ``game.yaml``."""

_PRINTED_STEPS: Final = ("setup", "sequences")
_CHECKS_ONLY_STEPS: Final = ("turn", "round")
"""Steps that appear only on the page of checks."""
_TEXT_VERBS: Final = tuple(verb for verb, row in VERBS.items() if row.operand == "text")
_SENTENCE_KEYS: Final = ("note", "in words", "amount in words", *_TEXT_VERBS)
"""The keys of a step whose values are words."""

_ENTRY_DEPTH: Final = 5
"""The length of the path of a property of a list's entry."""


def text_id(path: Iterable[str | int]) -> str:
    """Return the id of a text, given its path. List items are numbered from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


def file_texts(raw: Mapping[str, Any]) -> Iterator[SourceText]:
    """Yield the texts of ``game.yaml`` in order, then the plurals that it does not define, formed with an ``s``."""
    for path, text in _leaves(raw, ()):
        if path[0] in (*_PRINTED_STEPS, *_CHECKS_ONLY_STEPS):
            if path[-1] in _SENTENCE_KEYS:
                yield _source(path, text, is_required=path[0] in _PRINTED_STEPS)
        elif any(_matches(path, pattern) for pattern in _PATTERNS):
            source = _source(path, text, is_required=_needs_translation(path, text))
            yield source._replace(is_uncertain=not source.is_required and _ANY_WORD.fullmatch(text) is not None)
        elif _is_default(raw, path):
            yield SourceText(text_id(path), text, f"{path[1]}.{path[3]}", has_words(text), path)
    for name, kind in raw["kinds"].items():
        if not (kind.get("plural") or kind.get("map")):  # there is one of each map
            yield _source(("kinds", name, "plural"), f"{kind['name']}s", is_required=True)


def _source(path: Path, text: str, *, is_required: bool) -> SourceText:
    name = text_id(path)
    return SourceText(name, text, _NUMBER.sub(".#", name), is_required and has_words(text), path)


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield every text with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _leaves(inner, (*path, name))
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _leaves(inner, (*path, index))


def _matches(path: Path, pattern: tuple[str, ...]) -> bool:
    return len(path) == len(pattern) and all(want in (_ANY, part) for part, want in zip(path, pattern, strict=True))


def _needs_translation(path: Path, text: str) -> bool:
    """Return whether a text needs a translation. Of an entry's other properties, only those that look like words do."""
    if path[0] == "lists" and len(path) == _ENTRY_DEPTH and path[-1] not in ("name", "prototype"):
        return path[-1] not in ("stated", "derived") and _WORDY.search(text) is not None
    return True


def _is_default(raw: Mapping[str, Any], path: Path) -> bool:
    """Return whether a path leads to the default of a field whose values are words."""
    if not _matches(path, ("kinds", _ANY, "fields", _ANY, "default")):
        return False
    field = raw["kinds"][path[1]]["fields"][path[3]]
    return field.get("type") in WORD_TYPES


def group_texts(game: Game) -> Iterator[SourceText]:
    """Yield the names of groups that printed steps use."""
    printed = dict.fromkeys(_selections(game.file.setup, game.file.sequences.values()))
    for name in game.file.groups:
        if name in printed:
            yield SourceText(f"groups.{name}", name, f"groups.{name}")


def _selections(steps: Iterable[Any], more: Iterable[Iterable[Any]] = ()) -> Iterator[str]:
    for step in (*steps, *(inner for group in more for inner in group)):
        yield from (name for name in (step.kind, step.of, step.only) if name)
        yield from _selections(step.steps, step.choices)


def component_texts(game: Game) -> Iterator[SourceText]:
    """Yield the texts of components, and the reasons for prototype values in their rows."""
    sourced = (value for kind in game.kinds.values() for value in (kind.file, *kind.file.fields.values()))
    reasons = {value.prototype for value in sourced if value.prototype}
    for component in game.components:
        for name, text in component_words(game, component):
            yield SourceText(f"{component.id}.{name}", text, f"{component.kind}.{name}", has_words(text))
        for standing in dict.fromkeys(component.standings.values()):
            if standing.kind == "prototype" and standing.reason not in reasons:
                yield SourceText(f"{component.id}.prototype", standing.reason, "prototype")


def component_words(game: Game, component: Component) -> Iterator[tuple[str, str]]:
    """Yield the fields of a component whose values are words, with their values."""
    kind = game.kinds[component.kind].file
    if kind.map is not None:
        yield from GridMap.model_validate_json(component.values[MAP_VALUE]).labels.items()
        return
    for name, field in kind.fields.items():
        value = component.values.get(name)
        if field.type in WORD_TYPES and isinstance(value, str) and value:
            yield name, value


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
    faces = {
        name: face.model_copy(update={"boxes": _boxes(f"faces.{name}", face.boxes, change)})
        for name, face in layouts.faces.items()
    }
    books = {name: _book(f"books.{name}", book, change) for name, book in layouts.books.items()}
    return replace(layouts, faces=faces, books=books)


def _box_sets(layouts: Layouts) -> Iterator[tuple[str, Boxes]]:
    for name, face in layouts.faces.items():
        yield f"faces.{name}", face.boxes
    for name, book in layouts.books.items():
        drawn = {page: master for page, master in book.masters.items() if book.cover or page == "body"}
        for page, master in drawn.items():
            yield f"books.{name}.{page}", master.boxes
        if book.chapter is not None:
            yield f"books.{name}.chapter", book.chapter.boxes


def _texts(box: Box) -> Iterator[tuple[str, str]]:
    """Yield the texts of a box: its text, Markdown or pips, what is read instead, and the words that it repeats for."""
    keys = ("text", "markdown", "pips", "alt")
    yield from ((key, text) for key in keys if (text := getattr(box, key)))
    if box.repeat is not None and box.repeat.each and box.text and _is_list_of_words(box.repeat.each):
        yield "each", box.repeat.each


def _is_list_of_words(each: str) -> bool:
    return each.lstrip().startswith("[") and _LITERAL.search(each) is not None


def _boxes(prefix: str, boxes: Boxes, change: Change) -> dict[str, Box | None]:
    return {name: box and _box(f"{prefix}.{name}", box, change) for name, box in boxes.items()}


def _box(prefix: str, box: Box, change: Change) -> Box:
    changed = {key: change(f"{prefix}.{key}", text) for key, text in _texts(box)}
    each = changed.pop("each", None)
    if each is not None and box.repeat is not None:
        return box.model_copy(update={**changed, "repeat": box.repeat.model_copy(update={"each": each})})
    return box.model_copy(update=changed) if changed else box


def _book(prefix: str, book: BookFile, change: Change) -> BookFile:
    masters = {
        name: master.model_copy(update={"boxes": _boxes(f"{prefix}.{name}", master.boxes, change)})
        for name, master in book.masters.items()
    }
    chapter = book.chapter
    if chapter is not None:
        chapter = chapter.model_copy(update={"boxes": _boxes(f"{prefix}.chapter", chapter.boxes, change)})
    return book.model_copy(update={"masters": masters, "chapter": chapter})
