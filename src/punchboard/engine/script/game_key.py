"""A key of everything in a game that its scripts can read: games with equal keys play alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from pydantic import BaseModel

from punchboard.model.game.game import Game


def asked_of(game: Game) -> tuple[object, ...]:
    """Return what scripts can read of each component: its kind, its copies, and the fields that they can name.

    A script can name a field whose name occurs in any text of ``game.yaml``, except the rows and the fields of kinds.
    """
    names = _named_fields(game)
    return tuple(
        (one.id, one.kind, one.copies, one.place, tuple(repr(one.source_values.get(name)) for name in names))
        for one in game.components
    )


@lru_cache(maxsize=8)
def _named_fields(game: Game) -> tuple[str, ...]:
    """Return the fields of components that scripts can name."""
    text = "\n".join(_texts(game.file))
    return tuple(
        sorted(name for name in {name for one in game.components for name in one.source_values} if name in text)
    )


def _texts(value: object) -> Iterator[str]:
    """Yield all text that a designer wrote in a value, without the format's own keys."""
    if isinstance(value, BaseModel):
        for name, inner in value:
            if name not in {"rows", "fields"}:
                yield from _texts(inner)
        yield from value.model_extra or ()
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield str(name)
            yield from _texts(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _texts(inner)
    elif value is not None:
        yield str(value)
