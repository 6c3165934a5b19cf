"""Whose icons a game shows: the sets of which one was drawn, with those who are to be named for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.blocks import Paragraph
from punchboard.compose.text.phrases import Words, phrase
from punchboard.model.game.loaded_game import LoadedGame
from punchboard.model.layout.icon_set import ICON_PATTERN, IconCredit, IconSet, spoken_name
from punchboard.problem import ProblemsFound

_ADDRESS: Final = re.compile(r"https?://[^\s,;()]+")


def icon_credits(loaded: LoadedGame) -> tuple[IconCredit, ...]:
    """Return the sets of which an icon was drawn so far, or stands in a text of the game, by name."""
    used: dict[str, set[str]] = {}
    for name in {*loaded.icons_used(), *_named(loaded)}:
        prefix, colon, own = name.partition(":")
        if colon:
            used.setdefault(prefix, set()).add(own)
    return tuple(_credit(loaded.icon_sets[prefix], sorted(names)) for prefix, names in sorted(used.items()))


def _named(loaded: LoadedGame) -> Iterator[str]:
    """Yield the icons of sets that texts name, if they are there."""
    for text in loaded.game.texts.values():
        for name in ICON_PATTERN.findall(text) if ":" in text else ():
            if ":" in name and _is_there(loaded, name):
                yield name


def _is_there(loaded: LoadedGame, name: str) -> bool:
    try:
        loaded.icons[name]
    except (KeyError, ProblemsFound):
        return False
    return True


def _credit(of: IconSet, icons: Sequence[str]) -> IconCredit:
    """Return a set with those who drew the icons, or everyone who drew for it where that is not known of each."""
    known = [of.by_icon[icon] for icon in icons if icon in of.by_icon]
    artists = known if len(known) == len(icons) else of.artists or known
    return IconCredit(of, tuple(icons), tuple(dict.fromkeys(artists)))


def credit_paragraph(credit: IconCredit, words: Words) -> Paragraph:
    """Return what the rulebook says of a set, in the words of a language; addresses are links."""
    of = credit.set
    said = phrase(
        words,
        "icons by",
        icons=[spoken_name(icon) for icon in credit.icons],
        set=of.name,
        author=of.author,
        url=of.url,
        artists=list(credit.artists),
        licence=of.licence or of.spdx,
        licence_url=of.licence_url,
    )
    return Paragraph(tuple(_linked(said)))


def _linked(text: str) -> Iterator[Span]:
    at = 0
    for match in _ADDRESS.finditer(text):
        yield Span(text[at : match.start()])
        yield Span(match.group(), link=match.group())
        at = match.end()
    yield Span(text[at:])
