"""Phrases and number words of a game's language, which are printed between its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from punchboard.expression import in_words, template
from punchboard.model.game.game import Entry, Game

Words = Mapping[str, Mapping[str, str]]

_EMPTY: Final[Mapping[str, str]] = {}


def phrase(words: Words, name: str, /, **values: Any) -> str:
    """Return a phrase with its template filled: the game's language's, or the English one if the language lacks it.

    `load_words` has merged the two.
    """
    return str(template(words["phrases"][name])(values))


def number_words(words: Words) -> Callable[[int], str]:
    """Return the function that writes small whole numbers as words of a language, others as digits."""
    numbers = words.get("numbers", _EMPTY)
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
    forms = {}
    for form, default in words.get("forms", _EMPTY).items():
        own_form = own_forms.get(form) or (words["phrases"].get(f"{name} {form}") if pile is None else None)
        forms[form] = own_form or str(template(default)({"name": printed_name}))
    return Entry(printed_name, forms)
