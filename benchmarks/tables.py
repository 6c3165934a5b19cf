"""Tables of a designer who begins: what `punchboard new --from` turns into a game and a first proof."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

WORDS = ("ember", "hollow", "lantern", "brass", "river", "fox", "thorn", "candle", "harbour", "moss", "drift", "quarry")
SMALL, LARGE = 100, 30_000


def rows(count: int) -> Iterator[dict[str, str | int]]:
    """Yield so many cards, no two alike."""
    for at in range(count):
        words = [WORDS[at * step // 7 % len(WORDS)] for step in (3, 5, 11, 17, 23, 41)]
        yield {
            "name": f"{words[0]} {words[1]} {at}".title(),
            "type": ("Action", "Event", "Ally")[at % 3],
            "cost": at % 7,
            "text": f"{' '.join(words)} {at}.".capitalize(),
        }


def write_csv(path: Path, count: int) -> None:
    """Write cards as CSV."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, ["name", "type", "cost", "text"])
        table.writeheader()
        table.writerows(rows(count))


def write_json(path: Path, count: int) -> None:
    """Write cards as JSON with nested values, one by one, so that this process stays small."""
    with path.open("w", encoding="utf-8") as file:
        for at, row in enumerate(rows(count)):
            costs, tags = {"gold": row["cost"], "wood": 1}, str(row["text"]).split()[:2]
            file.write(", " if at else '{"data": [')
            json.dump({**row, "cost": costs, "tags": tags}, file)
        file.write("]}")


TABLES: Mapping[str, Callable[[Path], None]] = {
    "hundred.csv": lambda path: write_csv(path, SMALL),
    "many.csv": lambda path: write_csv(path, LARGE),
    "many.json": lambda path: write_json(path, LARGE),
}
