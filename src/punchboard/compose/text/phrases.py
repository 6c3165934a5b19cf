"""What a language says: its numbers in words, and phrases that stand between what the data say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from punchboard.expression import in_words, template
from punchboard.model.game.game import Entry, Game

Words = Mapping[str, Mapping[str, str]]

_NONE: Final[Mapping[str, str]] = MappingProxyType({})

ENGLISH: Final[Mapping[str, str]] = MappingProxyType(
    {
        "player range": "{{ low }} to {{ high }}",
        "players open": "{{ low }} or more",
        "ours": "(ours)",
        "question": "Question",
        "ruling": "Our ruling",
        "value": "Value",
        "reason": "Why we chose it",
        "game head": "The whole game",
        "players head": "Players",
        "contents": "Contents",
        "skip to text": "Skip to the text",
        "table shown": "The table: {{ names | join(', ') }}",
        "icons by": "{{ 'Icons' if icons | length > 1 else 'Icon' }} ({{ icons | join(', ') }}) from {{ set }}"
        "{% if author and author != set %} by {{ author }}{% endif %}{% if url %}, {{ url }}{% endif %}"
        "{% if artists %}, drawn by {{ artists | join(', ') }}{% endif %}"
        "{% if licence %}; licence {{ licence }}{% if licence_url %}, {{ licence_url }}{% endif %}{% endif %}"
        "; changed in size and colour.",
    }
)
"""Phrases that a language may leave out."""


def phrase(words: Words, name: str, **values: Any) -> str:
    """Return a phrase of a language, English where it has none, with its templates worked out."""
    return str(template(words.get("phrases", _NONE).get(name) or ENGLISH[name])(values))


def number_words(words: Words) -> Callable[[int], str]:
    """Return the function that writes small whole numbers as words of a language, others as digits."""
    known = words.get("numbers", _NONE)
    return lambda number: known.get(str(number)) or in_words(number) if known else in_words(number)


def pile_name_forms(game: Game, words: Words, name: str, said: str) -> Entry:
    """Return a pile's name with its further forms as properties: ``{{ source.from }}`` in the words of a step.

    A form that neither the pile nor, for the table and the box, the language gives is made from the name by what the
    language says of the form.

    Args:
        game: the game.
        words: the words of its language; ``forms`` has a template for each form.
        name: what the data call the pile.
        said: its name in print.
    """
    file = game.file
    pile = file.each_player_has.get(name) or file.decks.get(name) or file.piles.get(name)
    own = pile.said if pile is not None else {}
    phrases = words.get("phrases", _NONE)
    forms = {}
    for form, usual in words.get("forms", _NONE).items():
        given = own.get(form) or (phrases.get(f"{name} {form}") if pile is None else None)
        forms[form] = given or str(template(usual)({"name": said}))
    return Entry(said, forms)
