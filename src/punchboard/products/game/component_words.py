"""The words of every component, numbered: what is read of its face, for lists in large print and in Braille."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from punchboard.model.game.game import Component, Game
from punchboard.model.layout.face import Face, SpokenPart, flat_parts, spoken_parts
from punchboard.model.layout.trim import Trim
from punchboard.model.values import capitalized
from punchboard.products.game.composed_game import ComposedGame

_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>()#+!|~^:-])")


class Words(NamedTuple):
    """A component with its number in the list, its printed name and its words."""

    component: Component
    number: int
    name: str
    paragraphs: tuple[str, ...]
    trim: Trim

    @property
    def is_card(self) -> bool:
        """Whether it is a card, and no tile, token or board."""
        return self.trim.form == "card"


def all_words(composed: ComposedGame) -> tuple[Words, ...]:
    """Return the words of every distinct component, numbered from 1."""
    fronts = {component.id: (component, front) for component, front, _ in composed.specs}
    return tuple(
        Words(
            component,
            number,
            name := composed.composer.printed_name(component),
            card_words(composed.draw(front), composed.game, name),
            front.trim,
        )
        for number, (component, front) in enumerate(fronts.values(), 1)
    )


def card_words(face: Face, game: Game, name: str) -> tuple[str, ...]:
    """Return the paragraphs that are read of a face, each once, without its name.

    An icon without a name of its own is part of a picture; it is left out.
    """
    parts = tuple(part for whole in flat_parts(spoken_parts(face.symbol.items)) for part in _parts(whole, game))
    texts = [part.text.casefold() for part in parts if part.role != "Figure"]
    spoken, values, paragraphs = {name.casefold()}, {name.casefold()}, list[str]()
    for part in parts:
        text = part.text.casefold()
        value = text.rpartition(": ")[2]
        is_value_spoken = value in (values if value == text else spoken)
        is_pictured = part.role == "Figure" and any(value in one for one in texts)
        if not (text in spoken or is_value_spoken or is_pictured):
            spoken.add(text)
            values.add(value)
            paragraphs.append(capitalized(part.text))
    return tuple(paragraphs)


def _parts(part: SpokenPart, game: Game) -> Iterator[SpokenPart]:
    if part.role == "Figure" and ": " not in part.text:
        names = set(game.icon_names.values())
        if not all(name in names for name in part.text.split(", ")):
            return
    if part.text:
        yield part
    for inner in part.parts:
        yield from _parts(inner, game)


def as_markdown(text: str) -> str:
    """Return plain text as Markdown that prints it letter by letter."""
    return _MARKUP.sub(r"\\\1", text)
