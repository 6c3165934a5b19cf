"""Builds of the five games, and builds after no change or one edited card."""

from __future__ import annotations

import csv
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from bars import YARDSTICK, YARDSTICK_CARDS
from decks import PATIENCE, write_deck
from outcome import Result, result, size_of
from programs import OURS, SHEETS, tools
from timing import Run, run_in_turn, timed
from watching import Watched

ROOT = Path(__file__).resolve().parents[1]
CARDS = YARDSTICK_CARDS
"""The number of cards of the edited deck, and of the yardstick."""
JOBS = 2
BUILD_ALL = (sys.executable, "-m", "punchboard", "build", "--jobs", str(JOBS))
TABLE = Path("catalog", "vortex", "devotees.csv")
CARDS_TABLE = Path("catalog", "deck", "cards.csv")
UNSEEN = 2 / 3
"""The position in the table of a card that no book shows; the card in the middle is in the rulebook, too."""
EXCLAIMED = ("Ah.", "Oh.", "So.", "Well.", "Hm.", "Now.")


class Task(NamedTuple):
    """One timed build: its folder, its command, and a preparation."""

    name: str
    where: Path
    command: tuple[str, ...]
    before: Callable[[], object] = lambda: None
    output: str = "output"

    def run(self) -> Run:
        """Prepare, then time the build."""
        self.before()
        return timed(self.command, self.where)


def measure(runs: int, *, everything: bool = True, patience: float = PATIENCE) -> tuple[Result, ...]:
    """Return the results of the five games: default products, repeated builds and, with ``everything``, all products.

    Times are also given as multiples of the yardstick for 2,000 cards, which runs in the same rounds.
    """
    with tempfile.TemporaryDirectory() as name, ExitStack() as ends:
        games, deck = copy_games(Path(name) / "games"), write_deck(_folder(Path(name) / "deck"), CARDS)
        yardstick = Task(YARDSTICK, deck, next(tool for tool in tools() if tool.name == YARDSTICK).command)
        watched = (
            ends.enter_context(watched_games(copy_games(Path(name) / "watched games"), "one card")),
            ends.enter_context(watched_games(copy_games(Path(name) / "watched again"), "another card", UNSEEN)),
            ends.enter_context(watched_deck(write_deck(_folder(Path(name) / "watched deck"), CARDS))),
        )
        tasks: tuple[Task | Watched, ...] = (
            yardstick,
            *game_tasks(games, everything=everything),
            *deck_tasks(deck),
            *watched,
        )
        for task in tasks:
            # compile bytecode and fill the disk cache; a watched game has been built once
            if task.name in {YARDSTICK, "games, clean build", "deck, clean build"} or task in watched:
                task.run()
        taken = run_in_turn([task.run for task in tasks], runs, patience)
        return tuple(
            result(task.name, OURS, 0, size_of(task.where / task.output), found, taken[0])
            for task, found in zip(tasks[1:], taken[1:], strict=True)
        )


def game_tasks(games: Path, *, everything: bool = True) -> tuple[Task, ...]:
    """Return the builds of the five games, in the order to run them."""
    build, table = BUILD_ALL, games / TABLE
    delete, delete_all = partial(delete_output, games / "output"), partial(delete_output, games / "all")
    tasks = (
        Task("games, clean build", games, build, delete),
        Task("games, nothing changed", games, build),
        Task("games, one card edited", games, build, Edit(table, "flavour")),
        Task("games, another card edited", games, build, Edit(table, "flavour", UNSEEN)),
        Task("games, --all", games, (*build, "--all", "--out", "all"), delete_all, "all"),
    )
    return tasks if everything else tasks[:4]


def watched_games(games: Path, card: str, at: float = 1 / 2) -> Watched:
    """Return the watched build of the five games after an edit of a card, in a copy of their own."""
    edit = Edit(games / TABLE, "flavour", at)
    return Watched(f"games, {card} edited, watched", games, (*BUILD_ALL, "--watch"), edit)


def watched_deck(deck: Path) -> Watched:
    """Return the watched build of a large deck after an edit of a card."""
    return Watched("deck, one card edited, watched", deck, (*SHEETS, "--watch"), Edit(deck / CARDS_TABLE, "title"))


def deck_tasks(deck: Path) -> tuple[Task, ...]:
    """Return the builds of one large deck."""
    table = deck / CARDS_TABLE
    return (
        Task("deck, clean build", deck, SHEETS, partial(delete_output, deck / "output")),
        Task("deck, nothing changed", deck, SHEETS),
        Task("deck, one card edited", deck, SHEETS, Edit(table, "title")),
    )


class Edit:
    """Edits one cell of a table at each call: replaces the word that it added at the last call.

    Args:
        table: the table, which others may edit as well.
        column: the column of the cell.
        at: the position of its row in the table, from 0 to 1.
    """

    def __init__(self, table: Path, column: str, at: float = 1 / 2) -> None:
        self._table, self._column, self._at, self._count = table, column, at, count()
        self._added = ""

    def __call__(self) -> None:
        """Write the table with the next word."""
        with self._table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        row, before = rows[int(len(rows) * self._at)], self._added
        self._added = f" {EXCLAIMED[next(self._count) % len(EXCLAIMED)]}"
        row[self._column] = row[self._column].removesuffix(before) + self._added
        with self._table.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def copy_games(folder: Path) -> Path:
    """Copy the games of this repository into a folder where they can be edited."""
    for part in ("catalog", "layouts"):
        shutil.copytree(ROOT / part, folder / part)
    return folder


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def delete_output(out: Path) -> None:
    """Delete an output with its cache."""
    shutil.rmtree(out, ignore_errors=True)
