"""Credits of the icon sets that a game uses, with the artists to name."""

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
    """Return the icon sets used so far on faces or in texts of the game, sorted by name."""
    used: dict[str, set[str]] = {}
    for name in {*loaded.icons_used(), *_icons_in_texts(loaded), *loaded.symbols.icons.values()}:
        prefix, colon, icon = name.partition(":")
        if colon:
            used.setdefault(prefix, set()).add(icon)
    return tuple(_credit(loaded.icon_sets[prefix], sorted(names)) for prefix, names in sorted(used.items()))


def _icons_in_texts(loaded: LoadedGame) -> Iterator[str]:
    """Yield the existing icons of sets that the game's texts name."""
    for text in loaded.game.texts.values():
        for name in ICON_PATTERN.findall(text) if ":" in text else ():
            if ":" in name and _exists(loaded, name):
                yield name


def _exists(loaded: LoadedGame, name: str) -> bool:
    try:
        loaded.icons[name]
    except (KeyError, ProblemsFound):
        return False
    return True


def _credit(icon_set: IconSet, icons: Sequence[str]) -> IconCredit:
    """Return the credit of a set: the artists of these icons, or of the whole set if not all of them are known."""
    known = [icon_set.by_icon[icon] for icon in icons if icon in icon_set.by_icon]
    artists = known if len(known) == len(icons) else icon_set.artists or known
    return IconCredit(icon_set, tuple(icons), tuple(dict.fromkeys(artists)))


def credit_paragraph(credit: IconCredit, words: Words) -> Paragraph:
    """Return the rulebook's credit of a set in a language; addresses are links."""
    icon_set = credit.set
    text = phrase(
        words,
        "icons by",
        icons=[spoken_name(icon) for icon in credit.icons],
        set=icon_set.name,
        author=icon_set.author,
        url=icon_set.url,
        artists=list(credit.artists),
        licence=icon_set.licence or icon_set.spdx,
        licence_url=icon_set.licence_url,
    )
    return Paragraph(tuple(_with_links(text)))


def _with_links(text: str) -> Iterator[Span]:
    at = 0
    for match in _ADDRESS.finditer(text):
        yield Span(text[at : match.start()])
        yield Span(match.group(), link=match.group())
        at = match.end()
    yield Span(text[at:])
