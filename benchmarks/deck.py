"""The deck that all benchmarks build: N different text cards, in formats that every tool can read.

usage: deck.py FOLDER CARDS [--pictures]

Each card has a title, a number in a circle, an icon, 40 words, a footer and a border, as in a real prototype. With
``--pictures`` each has a different picture instead of the icon.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from sample_picture import write_picture

TEXT = (
    "draw discard place two three tiles player round token gain lose spend may must choose opponent hand deck shuffle "
    "reveal attack defend power strength until end of turn each other card worth points when you win a trick take one "
    "extra gold wood stone sheep road city knight then pass the die roll again if it shows six move your pawn back to "
    "start and skip next turn unless another has more crowns than all others together"
)
WORDS = TEXT.split()
ICON = "M256 24 324 176 488 192 364 300 400 464 256 378 112 464 148 300 24 192 188 176Z"
"""A star on the grid of 512 units."""


def rows(count: int, *, pictures: bool = False) -> Iterator[dict[str, str]]:
    """Yield the cards as rows; the same count always gives the same rows."""
    source = random.Random(7)
    for index in range(count):
        yield {
            "nr": str(index + 1),
            "title": f"{source.choice(WORDS).title()} {source.choice(WORDS).title()} {index + 1}",
            "number": str(source.randint(1, 99)),
            "text": " ".join(source.choice(WORDS) for _ in range(40)),
            "footer": f"set {index % 9 + 1} · card {index + 1}",
        } | ({"picture": f"art/{index + 1}.png"} if pictures else {})


def write_csv(path: Path, count: int, *, pictures: bool = False) -> Path:
    """Write the rows as CSV and return the path."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(next(rows(1, pictures=pictures))))
        writer.writeheader()
        writer.writerows(rows(count, pictures=pictures))
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
"""
PICTURE_FIELD = "      picture: {type: picture}\n"
ROWS = "    rows: cards.csv\n"

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
ICON_BOX = "  icon: {icon: star, from: top, at: [0, 18], size: [14, 14], colour: accent}\n"
PICTURE_BOX = '  picture: {from: top, at: [0, 14.5], size: [50, 20], picture: "{{ picture }}"}\n'

THEME = """\
extends: plain
styles:
  title: {size: 11, leading: 12}
  number: {font: sans, size: 11, bold: true, align: centre}
  footer: {font: sans, size: 7, align: centre}
"""

SHEET = "faces: fronts\ngap: 0\nbleed: 3\n"


def write_game(workspace: Path, count: int, *, pictures: bool = False) -> Path:
    """Write a workspace with the deck as its only game, and return the workspace."""
    game = workspace / "catalog" / "deck"
    faces = game / "layouts" / "faces"
    for folder in (faces, game / "layouts" / "icons"):
        folder.mkdir(parents=True, exist_ok=True)
    write_csv(game / "cards.csv", count, pictures=pictures)
    field, face = (PICTURE_FIELD, FACE.replace(ICON_BOX, PICTURE_BOX)) if pictures else ("", FACE)
    (game / "game.yaml").write_text(GAME + field + ROWS, encoding="utf-8")
    (faces / "card.yaml").write_text(face, encoding="utf-8")
    (game / "layouts" / "theme.yaml").write_text(THEME, encoding="utf-8")
    if pictures:
        write_art(game / "art", count)
    else:
        icon = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="{ICON}"/></svg>\n'
        (game / "layouts" / "icons" / "star.svg").write_text(icon, encoding="utf-8")
    return workspace


def write_art(folder: Path, count: int) -> None:
    """Write the picture of each card: ``1.png``, ``2.png``."""
    folder.mkdir(exist_ok=True)
    for index in range(1, count + 1):
        write_picture(folder / f"{index}.png", index)


def workspace(folder: Path, cards: int, *, pictures: bool = False) -> Path:
    """Write the deck as a game, and its table and pictures also for the other tools; return the folder."""
    write_game(folder, cards, pictures=pictures)
    if pictures:
        (folder / "art").symlink_to(Path("catalog", "deck", "art"), target_is_directory=True)
    return write_csv(folder / "cards.csv", cards, pictures=pictures).parent


if __name__ == "__main__":
    workspace(Path(sys.argv[1]), int(sys.argv[2]), pictures="--pictures" in sys.argv)
