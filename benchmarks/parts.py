"""Parts of the program, each timed alone: ``python benchmarks/parts.py NAME`` prints its processor seconds.

What a part needs is prepared first, and not timed.
"""

from __future__ import annotations

import gc
import json
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from checks import MADE, Clock, check  # noqa: E402
from deck import write_game  # noqa: E402

from punchboard.checks.counts import copies, counts, every, gaps, one_of_each, totals, unique  # noqa: E402
from punchboard.checks.prose import Reading, check_prose, check_reading, parse_markdown  # noqa: E402
from punchboard.cli.commands.check import table_vocabulary  # noqa: E402
from punchboard.compose.booklets import BookletComposer, booklet_imposition  # noqa: E402
from punchboard.compose.books.prose import prose_values  # noqa: E402
from punchboard.engine.simulator import simulate  # noqa: E402
from punchboard.expression import ExpressionError, template  # noqa: E402
from punchboard.geometry import Affine, Size  # noqa: E402
from punchboard.load import find_games, load, load_game  # noqa: E402
from punchboard.load.tables import TableSource  # noqa: E402
from punchboard.load.tables.data_table import read_table  # noqa: E402
from punchboard.model.printing.sheet import BookletFile  # noqa: E402
from punchboard.products import ComposedGame  # noqa: E402
from punchboard.verify.sheet import paper_corners, placement_clashes  # noqa: E402

CARDS = 2000
PAGES = 64
RUNS = 100_000
BOOKS = ROOT / "tests" / "prose"
COUNTED = """\
title: Many
version: 0.1.0
players: {range: 2-4, stated: x}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    stated: x
    id: "{{ suit }}-{{ rank }}"
    rows: cards.csv
    fields: {suit: {one of: [oak, elm, ash, fir]}, rank: {type: integer}}
expect:
  - {count: all, is: 2000, stated: x}
  - {count: card, each: suit, is: 500, stated: x}
  - {count: "kind == 'card'", is: at least 7 * players, stated: x}
  - {exactly one of each: rank, from: 1, to: 500, each: suit, stated: x}
  - {exactly one of each: [suit, rank], from: 1, to: 500, stated: x}
  - {no gaps: rank, of: card, each: suit, stated: x}
  - {no more copies than: 1, stated: x}
  - {total: rank, of: card, each: suit, is: 125250, stated: x}
  - {unique: [suit, rank], stated: x}
  - {every: card, has: rank > 0, stated: x}
"""
"""A game of 2,000 cards with an expectation of every kind."""
COSTLY = "{% for a in many recursive %}{{ loop(many) if loop.depth < 50 }}{% endfor %}"
"""Of the templates that are refused, the one that makes the most calls before that."""


def clocked(work: Callable[[], object]) -> float:
    """Return the processor seconds of a piece of work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def clocked_again(work: Callable[[], object]) -> float:
    """Return the least processor seconds of three runs, for work that is faster once words and tables are cached."""
    return min(clocked(work) for _ in range(3))


def squares(_folder: Path) -> float:
    """Time a million multiplications, the yardstick of small parts."""
    return clocked_again(lambda: sum(number * number for number in range(1_000_000)))


def checks_of_games(_folder: Path) -> float:
    """Time the checks of the five games."""
    return _checks(ROOT)


def checks_of_deck(folder: Path) -> float:
    """Time the checks of a large deck."""
    return _checks(write_game(folder, CARDS))


def _checks(workspace: Path) -> float:
    clock = Clock()
    for game in find_games(workspace):
        check(game, workspace, clock)
    return sum(seconds for part, seconds in clock.parts.items() if part not in MADE)


def setups(_folder: Path) -> float:
    """Time simulated set-ups of the vortex with four seats, which is the most work."""
    game = load("vortex", ROOT).game
    return clocked(lambda: simulate(game, game.file.setup, 4, runs=RUNS))


def booklet(page: str, _folder: Path) -> float:
    """Time the imposition of the longest rulebook's pages, repeated up to 64."""
    book = ComposedGame(load("vortex", ROOT), ("a4",), ("booklet",)).rulebook
    assert book is not None
    paper, file = Size(210, 297), BookletFile.model_validate({"page": page})
    whole = (tuple(book.document.pages) * PAGES)[:PAGES]

    def impose() -> None:
        imposition = booklet_imposition(paper, file.size(paper))
        assert imposition is not None
        BookletComposer(file, imposition).pages(whole)

    return clocked(impose)


def loading(folder: Path) -> float:
    """Time the loading of a large deck."""
    write_game(folder, CARDS)
    return clocked(lambda: load_game(folder / "catalog" / "deck", folder))


def splitting(folder: Path) -> float:
    """Time the splitting of that deck's table into cells, the yardstick of its loading."""
    table = (write_game(folder, CARDS) / "catalog" / "deck" / "cards.csv").read_text(encoding="utf-8")
    return clocked(lambda: read_table(table, "cards.csv"))


def prose_of_games(_folder: Path) -> float:
    """Time the reading of the texts of the five games."""
    games = [load(name, ROOT).game for name in find_games(ROOT)]
    values = [(game, prose_values(game)) for game in games]
    return clocked_again(lambda: [list(check_prose(*one)) for one in values])


def prose_of_rulebook(_folder: Path) -> float:
    """Time the reading of a rulebook of 300 lines with its deck."""
    text = "\n\n".join((BOOKS / name / "rules.md").read_text(encoding="utf-8") for name in ("hollin-hill", "cribbage"))
    return clocked_again(partial(_read, text, (BOOKS / "hollin-hill" / "cards.csv").read_bytes()))


def prose_of_cards(_folder: Path) -> float:
    """Time the reading of the texts of many cards."""
    words = ("draw", "discard", "play", "gain", "lose", "take", "place", "move", "attack", "guard", "gold")
    texts = (f"{words[at % 10].capitalize()} {at % 4 + 1} {words[at % 11]} and {words[at % 7]}." for at in range(CARDS))
    lines = "".join(f"Ship {at},hero,{text}\n" for at, text in enumerate(texts))
    return clocked_again(partial(_read, "Draw a hero.", f"name,kind,text\n{lines}".encode()))


def _read(rules: str, cards: bytes) -> None:
    list(check_reading(Reading((parse_markdown(rules, "r.md"),), table_vocabulary(TableSource("cards.csv", cards)))))


def expectations(folder: Path) -> float:
    """Time the counting of expectations of every kind."""
    rows = "".join(f"{suit},{rank}\n" for suit in ("oak", "elm", "ash", "fir") for rank in range(1, CARDS // 4 + 1))
    (folder / "cards.csv").write_text(f"suit,rank\n{rows}", encoding="utf-8")
    (folder / "game.yaml").write_text(COUNTED, encoding="utf-8")
    many, rules = load_game(folder, folder), (counts, one_of_each, gaps, copies, totals, unique, every)
    return clocked_again(lambda: [list(rule.check(many)) for rule in rules])


def placement(_folder: Path) -> float:
    """Time the comparison of the places of a page of many tokens."""
    size = Size(4, 4)
    places = (Affine.move(5 * (number % 40), 5 * (number // 40)) for number in range(CARDS))
    shapes = tuple(("circle", paper_corners(place, size, None)) for place in places)
    return clocked(lambda: placement_clashes(shapes, Size(210, 297)))


def costly_expression(_folder: Path) -> float:
    """Time a template that spends its whole budget."""

    def spend() -> None:
        with suppress(ExpressionError):
            template(COSTLY)({"many": tuple(range(1000))})

    return clocked(spend)


PARTS: Mapping[str, Callable[[Path], float]] = {
    "squares": squares,
    "checks of the games": checks_of_games,
    "checks of a deck": checks_of_deck,
    "set-ups": setups,
    "booklet of half pages": partial(booklet, "half"),
    "booklet of a6 pages": partial(booklet, "a6"),
    "loading": loading,
    "splitting": splitting,
    "prose of the games": prose_of_games,
    "prose of a rulebook": prose_of_rulebook,
    "prose of cards": prose_of_cards,
    "expectations": expectations,
    "placement": placement,
    "costly expression": costly_expression,
}


def main() -> None:
    """Time the part that is named."""
    gc.disable()  # as the command line does
    with tempfile.TemporaryDirectory() as name:
        print(json.dumps(PARTS[sys.argv[1]](Path(name))))


if __name__ == "__main__":
    main()
