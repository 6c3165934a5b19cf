"""What there is to translate: every text of a game by its id, found in its own language."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from punchboard.load.yaml.places import Path
from punchboard.model.game.game import Component, Game

WORD_TYPES: Final = frozenset({"text", "markdown"})
"""Types of fields that hold words."""

_TEMPLATE: Final = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|:[a-z][a-z0-9-]*:", re.DOTALL)
_NUMBER: Final = re.compile(r"\.\d+")
_WORDY: Final = re.compile(r"[A-Z]|\s|[^\x00-\x7f]")

_ANY_WORD: Final = re.compile(r"[a-z]+")


class SourceText(NamedTuple):
    """A text that can be translated.

    Texts of one ``family`` that are alike are translated once: the same words on several cards, or a line that has
    moved within a list.
    """

    id: str
    text: str
    family: str
    is_required: bool = True
    """Whether it is missed where it has no translation; else it only may have one."""
    path: Path = ()
    """Where it stands in ``game.yaml``, if it stands there."""
    is_uncertain: bool = False
    """Whether nobody but a reader can tell if it is words: a property of a list's entry."""


def has_words(text: str) -> bool:
    """Tell whether any of a text is words, and not all of it numbers, signs, icons and templates."""
    return any(character.isalpha() for character in _TEMPLATE.sub("", text))


_EVERY: Final = "*"

_PATTERNS: Final[tuple[tuple[str, ...], ...]] = (
    ("title",),
    ("short",),
    ("tagline",),
    ("credits", _EVERY),
    ("edition", "mark"),
    ("prototype",),
    ("players", "prototype"),
    ("numbers", _EVERY, "name"),
    ("numbers", _EVERY, "prototype"),
    ("lists", _EVERY, "name"),
    ("lists", _EVERY, "prototype"),
    ("lists", _EVERY, "entries", _EVERY, _EVERY),
    *(("kinds", _EVERY, name) for name in ("name", "plural", "about", "prototype")),
    *(("kinds", _EVERY, "fields", _EVERY, name) for name in ("name", "prototype")),
    *((piles, _EVERY, "name") for piles in ("decks", "piles", "each player has", "seats")),
    *((piles, _EVERY, "said", _EVERY) for piles in ("decks", "piles", "each player has")),
    *(("dice", _EVERY, name) for name in ("name", "plural", "about", "prototype")),
    ("dice", _EVERY, "faces", _EVERY),
    ("tuck boxes", _EVERY, "name"),
    *(("variants", _EVERY, name) for name in ("name", "text", "prototype")),
    *(("open", _EVERY, name) for name in ("question", "ruling")),
)
"""Where words that are printed stand in ``game.yaml``."""

_STEPS: Final = ("setup", "sequences")
_LATER: Final = ("turn", "round")
"""Steps that are printed nowhere but on the page of checks."""

_ENTRY: Final = 5
"""The length of the path of a property of a list's entry."""


def text_id(path: Iterable[str | int]) -> str:
    """Return the id of a text by its path; what stands in a list is counted from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


def file_texts(raw: Mapping[str, Any]) -> Iterator[SourceText]:
    """Yield the texts of ``game.yaml``, in its order, and then the plurals that it leaves to English to make."""
    for path, text in _leaves(raw, ()):
        if path[0] in (*_STEPS, *_LATER):
            if path[-1] in ("note", "say"):
                yield _source(path, text, wanted=path[0] in _STEPS)
        elif any(_fits(path, pattern) for pattern in _PATTERNS):
            found = _source(path, text, wanted=_is_wanted(path, text))
            yield found._replace(is_uncertain=not found.is_required and _ANY_WORD.fullmatch(text) is not None)
        elif _is_default(raw, path):
            yield SourceText(text_id(path), text, f"{path[1]}.{path[3]}", has_words(text), path)
    for name, kind in raw["kinds"].items():
        if not kind.get("plural"):
            yield _source(("kinds", name, "plural"), f"{kind['name']}s", wanted=True)


def _source(path: Path, text: str, *, wanted: bool) -> SourceText:
    name = text_id(path)
    return SourceText(name, text, _NUMBER.sub(".#", name), wanted and has_words(text), path)


def _leaves(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Yield every text with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield from _leaves(one, (*path, name))
    elif isinstance(value, list | tuple):
        for index, one in enumerate(value):
            yield from _leaves(one, (*path, index))


def _fits(path: Path, pattern: tuple[str, ...]) -> bool:
    return len(path) == len(pattern) and all(want in (_EVERY, part) for part, want in zip(path, pattern, strict=True))


def _is_wanted(path: Path, text: str) -> bool:
    """Tell whether a text is missed; of an entry's properties besides its name, those that look like words are."""
    if path[0] == "lists" and len(path) == _ENTRY and path[-1] not in ("name", "prototype"):
        return path[-1] not in ("stated", "derived") and _WORDY.search(text) is not None
    return True


def _is_default(raw: Mapping[str, Any], path: Path) -> bool:
    """Tell whether a path is that of the default of a field of words."""
    if not _fits(path, ("kinds", _EVERY, "fields", _EVERY, "default")):
        return False
    field = raw["kinds"][path[1]]["fields"][path[3]]
    return field.get("type") in WORD_TYPES


def group_texts(game: Game) -> Iterator[SourceText]:
    """Yield the names of groups that steps print."""
    printed = dict.fromkeys(_selections(game.file.setup, game.file.sequences.values()))
    for name in game.file.groups:
        if name in printed:
            yield SourceText(f"groups.{name}", name, f"groups.{name}")


def _selections(steps: Iterable[Any], more: Iterable[Iterable[Any]] = ()) -> Iterator[str]:
    for one in (*steps, *(step for group in more for step in group)):
        yield from (name for name in (one.kind, one.of, one.only) if name)
        yield from _selections(one.steps, one.choices)


def component_texts(game: Game) -> Iterator[SourceText]:
    """Yield the texts of components, and the reasons that their rows give."""
    reasons = {reason for kind in game.kinds.values() for reason in _kind_reasons(kind.file)}
    for component in game.components:
        for name, text in component_words(game, component):
            yield SourceText(f"{component.id}.{name}", text, f"{component.kind}.{name}", has_words(text))
        for standing in dict.fromkeys(component.standings.values()):
            if standing.kind == "prototype" and standing.reason not in reasons:
                yield SourceText(f"{component.id}.prototype", standing.reason, "prototype")


def component_words(game: Game, component: Component) -> Iterator[tuple[str, str]]:
    """Yield the fields of a component that hold words, with what they say."""
    for name, field in game.kinds[component.kind].file.fields.items():
        value = component.values.get(name)
        if field.type in WORD_TYPES and isinstance(value, str) and value:
            yield name, value


def _kind_reasons(kind: Any) -> Iterator[str]:
    yield from (one.prototype for one in (kind, *kind.fields.values()) if one.prototype)
