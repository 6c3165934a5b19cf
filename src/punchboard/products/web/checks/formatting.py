"""Formatting for the page of checks: inline Markdown as safe HTML, and numbers, players and chances as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from markupsafe import Markup, escape

from punchboard.compose.text.atoms import Span
from punchboard.compose.text.markdown import parse_inline

MAX_FRACTION: Final = 24
"""Most characters of a fraction that is shown. A longer one means nothing to a reader."""


def inline_html(text: str) -> Markup:
    """Return one line of Markdown as HTML, with emphasis and without rule marks and icons."""
    return Markup("").join(map(_span, parse_inline(text))).strip()


def _span(span: Span) -> Markup:
    text = escape(span.text)
    if span.italic:
        text = Markup("<em>{}</em>").format(text)
    return Markup("<strong>{}</strong>").format(text) if span.bold else text


def percent(chance: Fraction | float) -> str:
    """Return a chance in per cent with two decimals; never 0 or 100 for a chance that is only close to it."""
    shown = f"{float(chance) * 100:.2f}"
    if shown == "0.00" and chance > 0:
        return "< 0.01 %"
    if shown == "100.00" and chance < 1:
        return "> 99.99 %"
    return f"{shown} %"


def fraction(chance: Fraction) -> str:
    """Return a fraction as text, empty when it is too long to read."""
    text = f"{chance.numerator}/{chance.denominator}" if chance.denominator > 1 else str(chance.numerator)
    return text if len(text) <= MAX_FRACTION else ""


def number(value: Fraction | float) -> str:
    """Return a mean with as many decimals as it needs, at most three."""
    return f"{float(value):.3f}".rstrip("0").rstrip(".")


def player_counts(numbers: Iterable[int]) -> str:
    """Return numbers of players: ``2, 4 or 6``, or a range if more than two are consecutive."""
    known = sorted(set(numbers))
    if len(known) > 2 and all(after - before == 1 for before, after in pairwise(known)):
        return f"{known[0]}–{known[-1]}"  # noqa: RUF001 - ranges have an en dash
    return join_words([str(one) for one in known], "or")


def join_words(parts: Sequence[str], last: str = "and") -> str:
    """Return words as an enumeration: ``a, b and c``."""
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"
