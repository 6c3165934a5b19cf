"""Prototype values of a game (values that its authors chose themselves), with the reason for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from punchboard.compose.text.phrases import phrase
from punchboard.model.game.game import Game
from punchboard.model.values import Standing

MAX_NAMED_KINDS = 3
"""If more kinds than this share a field, and these are all kinds, only the field is named."""


def prototype_reasons(game: Game) -> dict[str, str]:
    """Return a line of text for each reason that lists the prototype values with this reason."""
    owners_by_reason: dict[str, dict[str, list[str]]] = {}
    for title, reason in prototype_values(game):
        whose, _, field = title.rpartition(": ")
        owners_by_reason.setdefault(reason, {}).setdefault(field if whose else "", []).append(whose or field)
    every = frozenset(kind.plural for kind in game.kinds.values())
    return {reason: _joined(fields, every) for reason, fields in owners_by_reason.items()}


def _joined(fields: Mapping[str, Sequence[str]], every: frozenset[str]) -> str:
    """Return owners and fields as one line: owners without a field, ``owner: field``, or ``field (owners)``."""
    parts = []
    for field, owners in fields.items():
        whose = dict.fromkeys(owners)
        names = ", ".join(whose)
        if not field or (len(whose) > MAX_NAMED_KINDS and every.issuperset(whose)):
            parts.append(field or names)
        else:
            parts.append(f"{names}: {field}" if len(whose) == 1 else f"{field} ({names})")
    line = "; ".join(parts)
    return line[:1].upper() + line[1:]


def prototype_values(game: Game) -> Iterator[tuple[str, str]]:
    """Yield (name, reason) for each prototype value: of the game, its lists and kinds, then of single rows."""
    known: set[str] = set()
    for title, model in _values(game):
        if model.prototype:
            known.add(model.prototype)
            yield title, model.prototype
    for component in game.components:
        for standing in component.standings.values():
            if standing.kind == "prototype" and standing.reason not in known:
                known.add(standing.reason)
                name = component.values.get("name", component.id)
                yield f"{game.kinds[component.kind].name}: {name}", standing.reason


def _values(game: Game) -> Iterator[tuple[str, Standing]]:
    """Yield everything in game.yaml that may be a prototype, with its printed name."""
    file = game.file
    yield phrase(game.words, "game head"), file
    yield phrase(game.words, "players head"), file.players
    for name, number in file.numbers.items():
        yield number.name or name.capitalize(), number
    for die in file.dice.values():
        yield die.name, die
    for name, entries in file.lists.items():
        title = entries.name or name.capitalize()
        yield title, entries
        for key, entry in entries.entries.items():
            yield f"{title}: {(entry.__pydantic_extra__ or {}).get('name', key)}", entry
    for kind in game.kinds.values():
        yield kind.plural, kind.file
        for name, field in kind.file.fields.items():
            yield f"{kind.plural}: {field.name or name}", field
