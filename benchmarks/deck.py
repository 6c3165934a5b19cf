"""The deck that all benchmarks build: N different text cards, as data that any tool can read.

Each card has a title, a number in a circle, an icon, 40 words, a footer and a border, as in a real prototype.
"""

from __future__ import annotations

import csv
import random
from pathlib import Path

WORDS = [
    "draw",
    "discard",
    "place",
    "two",
    "three",
    "tiles",
    "player",
    "round",
    "token",
    "gain",
    "lose",
    "spend",
    "may",
    "must",
    "choose",
    "opponent",
    "hand",
    "deck",
    "shuffle",
    "reveal",
    "attack",
    "defend",
    "power",
    "strength",
    "until",
    "end",
    "of",
    "turn",
    "each",
    "other",
    "card",
    "worth",
    "points",
    "when",
    "you",
    "win",
    "a",
    "trick",
    "take",
    "one",
    "extra",
    "gold",
    "wood",
    "stone",
    "sheep",
    "road",
    "city",
    "knight",
    "then",
    "pass",
    "the",
    "die",
    "roll",
    "again",
    "if",
    "it",
    "shows",
    "six",
    "move",
    "your",
    "pawn",
    "back",
    "to",
    "start",
    "and",
    "skip",
    "next",
    "turn",
    "unless",
    "another",
    "has",
    "more",
    "crowns",
    "than",
    "all",
    "others",
    "together",
]
ICON = "M256 24 324 176 488 192 364 300 400 464 256 378 112 464 148 300 24 192 188 176Z"
"""A star on the grid of 512 units."""


def rows(count: int) -> list[dict[str, str]]:
    """Return the cards as rows; the same count always gives the same rows."""
    source = random.Random(7)
    return [
        {
            "nr": str(index + 1),
            "title": f"{source.choice(WORDS).title()} {source.choice(WORDS).title()} {index + 1}",
            "number": str(source.randint(1, 99)),
            "text": " ".join(source.choice(WORDS) for _ in range(40)),
            "footer": f"set {index % 9 + 1} · card {index + 1}",
        }
        for index in range(count)
    ]


def write_csv(path: Path, count: int) -> Path:
    """Write the rows as CSV and return the path."""
    table = rows(count)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(table[0]))
        writer.writeheader()
        writer.writerows(table)
    return path


GAME = """\
title: Benchmark
version: "1"
players: {range: 2, prototype: a deck to measure}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    id: "card-{{ nr }}"
    prototype: made by a seeded generator
    fields:
      nr: {type: integer, min: 1}
      title: {type: text}
      number: {type: integer, min: 1, max: 99}
      text: {type: text}
      footer: {type: text}
    rows: cards.csv
"""

FACE = """\
boxes:
  border: {at: [3.2, 3.2], size: [57.1, 82.5], shape: rounded, radius: 2.5, stroke: {colour: "#333333", width: 0.4}}
  ring: {from: top right, at: [5.5, 5.5], size: [9, 9], shape: circle, stroke: {colour: "#333333", width: 0.3}}
  icon: {icon: star, from: top, at: [0, 18], size: [14, 14], colour: accent}
  title: {at: [6, 6], size: [40, 8], text: "{{ title }}", style: title, valign: middle, fit: shrink to 8pt}
  number: {from: top right, at: [5.5, 5.5], size: [9, 9], text: "{{ number }}", style: number, valign: middle}
  text: {at: [7, 36], size: [49.5, 40], text: "{{ text }}", style: rules}
  footer: {from: bottom, at: [0, 5.2], size: [48, 4], text: "{{ footer }}", style: footer, valign: middle}
"""

THEME = """\
extends: plain
styles:
  title: {size: 11, leading: 12}
  number: {font: sans, size: 11, bold: true, align: centre}
  footer: {font: sans, size: 7, align: centre}
"""

SHEET = "faces: fronts\ngap: 0\nbleed: 3\n"


def write_game(workspace: Path, count: int) -> Path:
    """Write a workspace whose one game is the deck, and return the workspace."""
    game = workspace / "catalog" / "deck"
    faces = game / "layouts" / "faces"
    for folder in (faces, game / "layouts" / "icons"):
        folder.mkdir(parents=True, exist_ok=True)
    write_csv(game / "cards.csv", count)
    (game / "game.yaml").write_text(GAME, encoding="utf-8")
    (faces / "card.yaml").write_text(FACE, encoding="utf-8")
    (game / "layouts" / "theme.yaml").write_text(THEME, encoding="utf-8")
    icon = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="{ICON}"/></svg>\n'
    (game / "layouts" / "icons" / "star.svg").write_text(icon, encoding="utf-8")
    return workspace
