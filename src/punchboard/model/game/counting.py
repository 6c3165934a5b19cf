"""Counts of pieces as people ask for them in texts: ``count('ship')``, ``count(type='Ship')``, ``cost >= 2``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from punchboard.expression import ExpressionError, UnknownNameError, expression
from punchboard.model.game.game import Component, Entry, Game
from punchboard.model.game.game_file import FieldFile
from punchboard.model.game.selection import ALL, expand_selection, parse_selection, selected_components
from punchboard.model.values import singular_forms

_NAME: Final = re.compile(r"(?<![\w.'\"])[A-Za-z_]\w*(?![\w'\"(])")
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")
_SINGLE_EQUALS: Final = re.compile(r"(?<![=!<>])=(?!=)")
_WORDS: Final = frozenset(
    {"and", "or", "not", "in", "is", "if", "else", "true", "false", "none", "True", "False", "None"}
)
_OF_EVERY: Final = frozenset({"id", "kind", "copies", "name", "players"})

MAX_NAME: Final = 40
"""A longer value is no name that a message suggests."""

MAX_VALUES: Final = 6
"""The most values of a field that a message lists."""


def counted_pieces(game: Game, *texts: object, **conditions: object) -> int:
    """Return how many pieces there are of what texts ask for, every copy counted.

    Args:
        game: the game.
        texts: each is ``all``; a kind, a group or a pile; a value of a field, such as a type; or a condition. Upper and
            lower case are the same, and a component without a field of the condition is not counted.
        conditions: values that fields have, beside the texts.

    Raises:
        ExpressionError: for any other name; the message lists the fields.
    """
    fields = _fields(game)
    unknown = next((name for name in conditions if name not in {*fields, *_OF_EVERY}), None)
    if unknown is not None:
        raise _unknown(game, unknown, fields)
    meant = {name: _meant(game, name, value) for name, value in conditions.items()}
    chosen = {one.id: one for one in game.components if all(_is(one, *pair) for pair in meant.items())}
    for text in texts:
        selected = {one.id for one in _selected(game, str(text).strip(), fields)}
        chosen = {id_: one for id_, one in chosen.items() if id_ in selected}
    return sum(one.copies for one in chosen.values())


def _selected(game: Game, text: str, fields: Collection[str]) -> Collection[Component]:
    if text == ALL or text in game.kinds or expand_selection(game, text) != text or text in fields:
        return selected_components(game, text)
    kind = next((id_ for id_, kind in game.kinds.items() if _fold(text) in map(_fold, (kind.name, kind.plural))), None)
    if kind is not None:
        return selected_components(game, kind)
    for form in singular_forms(text):
        components = [one for one in game.components if any(_means(value, form) for value in _values(one))]
        if components:
            return components
    return _that_meet(game, _as_expression(game, text, fields), fields)


def _that_meet(game: Game, text: str, fields: Collection[str]) -> Collection[Component]:
    """Return the components that have all fields of a condition, and meet it."""
    named = {name for name in _NAME.findall(_QUOTED.sub("''", text)) if name not in _WORDS}
    for name in sorted(named - {*fields, *_OF_EVERY}):
        raise _unknown(game, name, fields)
    expression(text)  # reports a mistake in it, also where no component has its fields
    meets = parse_selection(game, text)
    own = named - _OF_EVERY
    return [one for one in game.components if own <= one.source_values.keys() and meets(one)]


def _as_expression(game: Game, text: str, fields: Collection[str]) -> str:
    """Return a condition in the language of expressions: ``Type = Ship and cost > 2`` as it is meant."""
    ids = {_fold(str(entry.properties["name"])): str(entry) for entries in game.lists.values() for entry in entries}
    by_fold = {_fold(name): name for name in (*fields, *_OF_EVERY)}
    values = ids | {_fold(id_): id_ for id_ in (*ids.values(), *game.kinds)}

    def meant(text: str) -> str | None:
        return next((values[form] for form in map(_fold, singular_forms(text)) if form in values), None)

    def named(match: re.Match[str]) -> str:
        word = match[0]
        if word in _WORDS or word in by_fold.values():
            return word
        if meant(word) and (_fold(word) not in by_fold or _follows_comparison(match)):
            return f"'{meant(word)}'"
        return by_fold.get(_fold(word), word)

    def quoted(part: str) -> str:
        value = meant(part[1:-1])
        return f"'{value}'" if value is not None else part

    pieces = _QUOTED.split(text)
    literals = [*map(quoted, _QUOTED.findall(text)), ""]
    plain = (_NAME.sub(named, _SINGLE_EQUALS.sub("==", piece)) for piece in pieces)
    return "".join(piece + literal for piece, literal in zip(plain, literals, strict=True))


def _follows_comparison(match: re.Match[str]) -> bool:
    return match.string[: match.start()].rstrip().endswith("=")


def _meant(game: Game, field: str, wanted: object) -> object:
    """Return a value as the components have it: ``Ship`` for ``Ships``.

    Raises:
        ExpressionError: for a word that no component has there, and that is no entry of a list either.
    """
    if not isinstance(wanted, str) or not any(map(str.isalpha, wanted)):
        return wanted
    forms = singular_forms(wanted)
    written = next((form for form in forms if any(_is(one, field, form) for one in game.components)), None)
    if written is None and not any(_means(entry, wanted) for entries in game.lists.values() for entry in entries):
        known = {str(one.source_values[field]) for one in game.components if field in one.source_values}
        raise UnknownNameError(f"no component has {wanted!r} for {field}", wanted, known, wanted)
    return wanted if written is None else written


def _is(component: Component, field: str, wanted: object) -> bool:
    value = component.source_values.get(field)
    if field == "kind":
        return _fold(str(value)) == _fold(str(wanted))
    if isinstance(value, int | float):
        return value == wanted or str(value) == str(wanted)
    return value is not None and _means(value, str(wanted))


def _means(value: object, text: str) -> bool:
    """Return whether a value is what a text says: an entry of a list by its id or its name."""
    names = (str(value), str(value.properties["name"])) if isinstance(value, Entry) else (str(value),)
    return _fold(text) in map(_fold, names)


def _values(component: Component) -> Iterator[object]:
    """Yield the values of a component that may be its type: entries of lists and texts."""
    return (
        value for name, value in component.source_values.items() if name not in _OF_EVERY and isinstance(value, str)
    )


def _fold(text: str) -> str:
    return " ".join(re.sub(r"[-_]", " ", text.casefold()).split())


def _fields(game: Game) -> dict[str, None]:
    """Return the names of the fields of all kinds."""
    return dict.fromkeys(name for kind in game.kinds.values() for name in kind.file.fields)


def _unknown(game: Game, name: str, fields: Collection[str]) -> ExpressionError:
    """Return the error for a name that is no selection, no field and no value; it lists the fields there are."""
    where = "; ".join(
        f"{kind.name} has {', '.join(_described(game, *pair) for pair in kind.file.fields.items()) or 'no fields'}"
        for kind in game.kinds.values()
    )
    known = {*fields, *game.kinds, *game.file.decks, *game.file.groups}
    known |= {str(entry.properties["name"]) for entries in game.lists.values() for entry in entries}
    known |= {text for one in game.components for text in map(str, _values(one)) if len(text) <= MAX_NAME}
    return UnknownNameError(f"{name!r} is no kind, no pile, no field and no value: {where}", name, known, name)


def _described(game: Game, name: str, field: FieldFile) -> str:
    entries = game.lists.get(field.one_of, ()) if isinstance(field.one_of, str) else field.one_of or ()
    values = [str(one.properties["name"]) if isinstance(one, Entry) else one for one in entries[:MAX_VALUES]]
    return f"{name} ({', '.join(values)}{', ...' * (len(entries) > MAX_VALUES)})" if values else name
