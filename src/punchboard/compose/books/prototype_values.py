"""What is ours: every prototype value of a game by name, with the reason for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from punchboard.compose.text.phrases import phrase
from punchboard.model.game.game import Game
from punchboard.model.values import Standing

MAX_NAMED_KINDS = 3
"""A field of more kinds than these stands for itself: naming them all would say less."""


def prototype_reasons(game: Game) -> dict[str, str]:
    """Return what is ours by the reason for it, as one line: things that share a reason, fields alike named once."""
    things: dict[str, dict[str, list[str]]] = {}
    for what, why in prototype_values(game):
        whose, _, field = what.rpartition(": ")
        things.setdefault(why, {}).setdefault(field if whose else "", []).append(whose or field)
    every = frozenset(kind.plural for kind in game.kinds.values())
    return {why: _line(fields, every) for why, fields in things.items()}


def _line(fields: Mapping[str, Sequence[str]], every: frozenset[str]) -> str:
    """Join things: those without a field as they are, a field of one thing after it, of a few before them."""
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
    """Yield (what, why) for each prototype value: of the game, its lists and kinds, then of single rows."""
    known: set[str] = set()
    for what, model in _named(game):
        if model.prototype:
            known.add(model.prototype)
            yield what, model.prototype
    for component in game.components:
        for standing in component.standings.values():
            if standing.kind == "prototype" and standing.reason not in known:
                known.add(standing.reason)
                name = component.values.get("name", component.id)
                yield f"{game.kinds[component.kind].name}: {name}", standing.reason


def _named(game: Game) -> Iterator[tuple[str, Standing]]:
    """Yield everything of game.yaml that has a standing, by the name that print gives it."""
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
