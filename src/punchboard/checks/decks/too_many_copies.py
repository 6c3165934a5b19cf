"""DECK003: a player's deck has too many copies of a card.

What: ``no more copies than`` of ``own decks`` is a number, or ``published``: as many as the catalog has. Lines with the
same card are added up.

Why: a player with more copies than exist has bought, or printed, an advantage.

Bad::

    card,copies
    Holy Trinity,2      # published once

Good::

    card,copies
    Holy Trinity,1
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.checks.decks.deck import Deck, limit_hint
from punchboard.model.game.game import Component
from punchboard.problem import Problem

ID: Final = "DECK003"


def check(deck: Deck) -> Iterator[Problem]:
    """Yield a problem for each card with too many copies, at the line that exceeds the limit."""
    lines: dict[str, list[int]] = {}
    copies: dict[str, int] = {}
    reported: set[str] = set()
    for line, card in deck.lines:
        lines.setdefault(card.id, []).append(line.place.line)
        copies[card.id] = copies.get(card.id, 0) + line.copies
        if copies[card.id] > _most(deck, card) and card in deck.allowed and card.id not in reported:
            reported.add(card.id)
            total = sum(other.copies for other, other_card in deck.lines if other_card.id == card.id)
            where = f" (lines {', '.join(map(str, lines[card.id]))})" if len(lines[card.id]) > 1 else ""
            message = f"{total} copies of {str(card.values['name'])!r}{where}, {_limit(deck, card)}"
            yield Problem(ID, line.copies_place, message, limit_hint(deck, deck.limits.copies))


def _most(deck: Deck, card: Component) -> int:
    most = deck.limits.copies.most
    return card.copies if most == "published" else most


def _limit(deck: Deck, card: Component) -> str:
    most = _most(deck, card)
    if deck.limits.copies.most != "published":
        return f"but a {deck.name} may have at most {most}"
    return f"but {most} {'is' if most == 1 else 'are'} published"
