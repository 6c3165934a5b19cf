"""The same deck with protograf 0.5 (an optional install): title, number in a circle, icon, 40 words, footer, border.

usage: protograf_deck.py CARDS.csv OUT.pdf
"""

from __future__ import annotations

import sys
from pathlib import Path

from protograf import (  # type: ignore[import-not-found,unused-ignore]
    Card,
    Create,
    Data,
    Deck,
    Save,
    T,
    circle,
    image,
    polyshape,
    rectangle,
    text,
)

STAR = (256, 24, 324, 176, 488, 192, 364, 300, 400, 464, 256, 378, 112, 464, 148, 300, 24, 192, 188, 176)
SIDE, LEFT, TOP = 1.4, 2.475, 1.8
"""Cm: the side of the icon's square and where it stands on the card."""


def main(table: str, out: str) -> None:
    """Draw the deck with nine cards on an A4 page, in cm; the output lies beside the script unless its path is full."""
    target = Path(out).resolve()
    Create(
        filename=str(target),
        paper="A4",
        margin_left=0.975,
        margin_right=0.975,
        margin_top=1.515,
        margin_bottom=1.515,
        font_size=8,
    )
    Data(filename=str(Path(table).resolve()))
    Deck(width=6.35, height=8.89, cols=3, rows=3, grid_marks=True, stroke="white")
    points = [(LEFT + x / 512 * SIDE, TOP + y / 512 * SIDE) for x, y in zip(STAR[0::2], STAR[1::2], strict=True)]
    Card("all", rectangle(x=0.32, y=0.32, width=5.71, height=8.25, rounding=0.25, stroke="#333333", fill=None))
    Card("all", circle(cx=5.35, cy=1.0, radius=0.45, stroke="#333333", fill=None))
    folder = Path(table).resolve().parent
    if (folder / "art").is_dir():
        Card("all", image(T(f"{folder}/{{{{ picture }}}}"), x=0.675, y=1.45, width=5.0, height=2.0))
    else:
        Card("all", polyshape(points=points, fill="#2f4b7c", stroke="#2f4b7c"))
    Card("all", text(text=T("{{ title }}"), x=0.6, y=1.1, font_size=11, align="left"))
    Card("all", text(text=T("{{ number }}"), x=5.35, y=1.15, font_size=11, align="centre"))
    Card("all", text(text=T("{{ text }}"), x=0.7, y=3.6, width=4.95, height=4.0, wrap=True, align="left", font_size=8))
    Card("all", text(text=T("{{ footer }}"), x=3.175, y=8.25, font_size=6.5, align="centre"))
    Save()


if __name__ == "__main__":
    source, target_ = sys.argv[1:3]
    sys.argv[1:] = []  # protograf reads the command line, too
    main(source, target_)
