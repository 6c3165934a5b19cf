"""SYMBOL001: a token that ``symbols`` does not list prints as text.

What: a text has a token in the brackets of the symbols in game.yaml that ``symbols`` does not list, or one in square
brackets twice or beside a number, as in ``[coin] 2``; a new row may have brought it. It is an error where a face has
such a token beside a value, as in ``pips: "[coin] {{ cost }}"``.

Why: it is printed as it is written, with its brackets.

How to fix: list it with the name of an icon, or with ``null`` for a badge with its letters.

Bad::

    symbols: {"{2}": null}
    # cards.csv: Alder,Gain 2 [coin].

Good::

    symbols: {"[coin]": coins, "{2}": null}
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from punchboard.geometry import Outline
from punchboard.model.game.game import Game
from punchboard.model.layout.icon_set import NOT_SYMBOLS, icon_hint
from punchboard.model.layout.layout import Box, Layouts
from punchboard.model.values import closest_word
from punchboard.problem import Place, Problem, ProblemsFound, Severity

ID: Final = "SYMBOL001"

_SHOWN: Final = 8
"""The highest number of tokens that a message lists."""

_FORMS: Final = {
    "[": re.compile(r"\[[^\s\[\]]{1,16}\](?!\()"),
    "{": re.compile(r"\{[^\s{}]{1,16}\}"),
    "<": re.compile(r"<[^\s<>/]{1,16}>"),
    "(": re.compile(r"\([A-Z]\)"),
    ":": re.compile(r"(?<!\w):[a-z][\w-]{0,15}:"),
}
"""Patterns of tokens, by their first character."""

_VALUE: Final = re.compile(r"\{\{.*?\}\}")
"""A value in a template."""

_LONE: Final = re.compile(r"(?P<before>\d ?)?(?P<token>\[[A-Za-z][\w+-]{0,15}\])(?![(\[])(?P<after> ?\d)?")
"""A word in square brackets, which is a symbol beside a number, or used twice, although no symbol is written so."""

_BESIDE: Final = re.compile(r"\[[^\s\[\]{}]{1,16}\](?= ?\{\{)|(?<=\}\})(?: ?)(\[[^\s\[\]{}(]{1,16}\])(?!\()")
"""A token beside a value in a text of a face."""

_LEAST: Final = 5
"""The fewest characters of a token with a word: shorter ones are alike by chance."""

_ALIKE: Final = 0.75
"""How alike two words are of which one is a slip; ``gold`` and ``wood`` are 0.5."""

_ESCAPE: Final = re.compile(r"\\([\[\]{}()<>:])")
"""An escaped bracket, as in texts converted from HTML."""


def check(game: Game, icons: Mapping[str, Outline], layouts: Layouts) -> Iterator[Problem]:
    """Yield REF001 for each symbol with an unknown icon, and one warning for those that are not listed.

    A token beside the value of a pip that is not listed is an error: every card would print it as written.
    """
    yield from _on_faces(game, layouts)
    unlisted = _unlisted(game, icons)
    misspelt = {token: meant for token in unlisted if (meant := _meant(token, game.file.symbols))}
    for token, meant in misspelt.items():
        places = [*_places(game, token)]
        rows = f" ({len(places)} texts have it)" if len(places) > 1 else ""
        message = f"{token!r} is no symbol, and prints as it is written{rows}"
        yield Problem(ID, places[0], message, f"did you mean {meant!r}?", Severity.WARNING)
    if unlisted := [token for token in unlisted if token not in misspelt]:
        message = f"'symbols' does not list these tokens, which print as text: {_listed(unlisted)}"
        under = "" if game.file.symbols else " under 'symbols' in game.yaml"
        hint = f"add a line such as '\"{unlisted[0]}\": coins'{under}, or null for a lettered badge"
        yield Problem(ID, _place_of(game, unlisted[0]), message, hint, Severity.WARNING)
    for token, icon in game.file.symbols.items():
        if icon:
            yield from _icon_problems(game, token, icon, icons)


def _on_faces(game: Game, layouts: Layouts) -> Iterator[Problem]:
    """Yield an error for each box with tokens beside its values that are not listed."""
    sides = (face for kind in game.kinds.values() for face in (kind.file.face, kind.file.back))
    for face in dict.fromkeys(face for face in sides if face and face in layouts.faces):
        for name, box in layouts.faces[face].boxes.items():
            tokens = _tokens(box) if box is not None else ()
            missing = [token for token in dict.fromkeys(tokens) if token not in game.file.symbols]
            if missing:
                place = layouts.sources[face].place("boxes", name) if face in layouts.sources else Place(face)
                what = f"the pips of {name!r} have" if box and box.pips else f"the text of {name!r} has"
                message = f"{what} {_listed(missing)}, which 'symbols' in game.yaml does not list"
                hint = f"write '\"{missing[0]}\": null' there for a lettered badge, or the name of an icon for null"
                yield Problem(ID, place, message, hint)


def _tokens(box: Box) -> Iterator[str]:
    """Yield the tokens of the pips of a box, or beside the values of its text."""
    yield from _FORMS["["].findall(_VALUE.sub(" ", box.pips or ""))
    yield from (match[1] or match[0] for match in _BESIDE.finditer(f"{box.text or ''}{box.markdown or ''}"))


def _listed(tokens: Sequence[str]) -> str:
    return ", ".join(tokens[:_SHOWN]) + (f" and {len(tokens) - _SHOWN} more" if len(tokens) > _SHOWN else "")


def _unlisted(game: Game, icons: Mapping[str, Outline]) -> list[str]:
    """Return the tokens in texts that have the form of the game's symbols but are neither symbols nor icons."""
    forms = [_FORMS[sign] for sign in {token[0] for token in game.file.symbols} & _FORMS.keys()]
    values = (value for part in game.components for value in part.values.values() if isinstance(value, str))
    texts = [_ESCAPE.sub(r"\1", value) for value in values]
    lone = [match for text in texts if "[" in text for match in _LONE.finditer(text)]
    times = Counter(match["token"] for match in lone)
    tokens = dict.fromkeys(token for text in texts for form in forms for token in form.findall(text))
    tokens |= {match["token"]: None for match in lone if match["before"] or match["after"]}
    tokens |= {token: None for token, count in times.items() if count > 1 and token[1:-1].lower() not in NOT_SYMBOLS}
    return [token for token in tokens if token not in game.file.symbols and token.strip(":") not in icons]


def _meant(token: str, symbols: Iterable[str]) -> str:
    """Return the symbol that a token with a slip in its word must mean; empty if there is none."""
    known = {symbol[1:-1]: symbol for symbol in symbols if (symbol[0], symbol[-1]) == (token[0], token[-1])}
    return known.get(closest_word(token[1:-1], known, _ALIKE), "") if len(token) >= _LEAST else ""


def _places(game: Game, token: str) -> Iterator[Place]:
    """Yield the places of the values with a token."""
    for part in game.components:
        for name, value in part.values.items():
            if isinstance(value, str) and token in _ESCAPE.sub(r"\1", value):
                yield game.value_place(part, name)


def _place_of(game: Game, token: str) -> Place:
    """Return the place of the symbols; in a game without any, that of the first component with a token."""
    with_token = (
        component.place
        for component in game.components
        if any(token in str(value) for value in component.values.values())
    )
    return game.place_of("symbols") if game.file.symbols else next(with_token, game.place_of("symbols"))


def _icon_problems(game: Game, token: str, icon: str, icons: Mapping[str, Outline]) -> Iterator[Problem]:
    try:
        icons[icon]
    except KeyError as error:
        message = f"symbol {token!r}: there is no icon {icon!r}"
        yield Problem("REF001", game.place_of("symbols", token), message, icon_hint(error))
    except ProblemsFound as caught:
        yield from caught.problems
