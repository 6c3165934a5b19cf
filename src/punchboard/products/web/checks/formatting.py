"""Texts of a game as safe HTML, and numbers, seats and chances in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from markupsafe import Markup, escape

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.markdown import parse_inline

MAX_FRACTION: Final = 24
"""Characters of a fraction that is shown; the figures of a longer one say nothing to anybody."""


def inline_html(text: str) -> Markup:
    """Return one line of a game's Markdown: its emphasis is kept, its rule marks and icons are left out."""
    return Markup("").join(map(_span, parse_inline(text))).strip()


def _span(span: Span) -> Markup:
    said = escape(span.text)
    if span.italic:
        said = Markup("<em>{}</em>").format(said)
    return Markup("<strong>{}</strong>").format(said) if span.bold else said


def percent(chance: Fraction | float) -> str:
    """Return a chance per cent, with two places; never 0 or 100 for what is only near to it."""
    shown = f"{float(chance) * 100:.2f}"
    if shown == "0.00" and chance > 0:
        return "< 0.01 %"
    if shown == "100.00" and chance < 1:
        return "> 99.99 %"
    return f"{shown} %"


def fraction(chance: Fraction) -> str:
    """Return a fraction, or nothing when it is too long to be read."""
    said = f"{chance.numerator}/{chance.denominator}" if chance.denominator > 1 else str(chance.numerator)
    return said if len(said) <= MAX_FRACTION else ""


def number(value: Fraction | float) -> str:
    """Return a mean with as many places as it needs, three at most."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def player_counts(numbers: Iterable[int]) -> str:
    """Return numbers of players: ``2, 4 or 6``, or a range of more than two."""
    known = sorted(set(numbers))
    if len(known) > 2 and all(after - before == 1 for before, after in pairwise(known)):
        return f"{known[0]}–{known[-1]}"
    return join_words([str(one) for one in known], "or")


def join_words(parts: Sequence[str], last: str = "and") -> str:
    """Return words as a list."""
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"
