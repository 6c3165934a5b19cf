"""Phrases and number words of a game's language, which are printed between its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from punchboard.expression import in_words, template
from punchboard.model.game.game import Entry, Game

Words = Mapping[str, Mapping[str, str]]

_NO_PHRASES: Final[Mapping[str, str]] = MappingProxyType({})

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
"""English phrases, used where a language leaves them out."""


def phrase(words: Words, name: str, **values: Any) -> str:
    """Return a phrase of a language, or the English one, with its template filled."""
    return str(template(words.get("phrases", _NO_PHRASES).get(name) or ENGLISH[name])(values))


def number_words(words: Words) -> Callable[[int], str]:
    """Return the function that writes small whole numbers as words of a language, others as digits."""
    numbers = words.get("numbers", _NO_PHRASES)
    return lambda number: numbers.get(str(number)) or in_words(number) if numbers else in_words(number)


def pile_name_forms(game: Game, words: Words, name: str, printed_name: str) -> Entry:
    """Return a pile's name with its inflected forms as properties, for templates such as ``{{ source.from }}``.

    The pile may define a form; for the table and the box, a phrase of the language may. Otherwise the language's
    template for the form makes it from the name.

    Args:
        game: the game.
        words: the words of its language; ``forms`` has a template for each form.
        name: the pile's key in the data.
        printed_name: its printed name.
    """
    file = game.file
    pile = file.each_player_has.get(name) or file.decks.get(name) or file.piles.get(name)
    own_forms = pile.said if pile is not None else {}
    phrases = words.get("phrases", _NO_PHRASES)
    forms = {}
    for form, default in words.get("forms", _NO_PHRASES).items():
        own_form = own_forms.get(form) or (phrases.get(f"{name} {form}") if pile is None else None)
        forms[form] = own_form or str(template(default)({"name": printed_name}))
    return Entry(printed_name, forms)
