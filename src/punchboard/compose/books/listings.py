"""What a rulebook lists about its game: credits of icon sets, and prototype values with their reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.markdown import Paragraph
from punchboard.compose.text.phrases import Words, phrase
from punchboard.model.game.game import Game, LoadedGame
from punchboard.model.layout.icon_set import ICON_PATTERN, IconCredit, IconSet, spoken_name
from punchboard.model.values import Standing
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
