"""What is left in each pile after set-up: tables from the walked set-up, with a column for each number of players.

What changes with the number of players, what is the same with any, and what each player has stand apart: a reader
looks along one row for a pile, and never at four equal figures.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from punchboard.compose.books.setup_steps import StepWriter, Words
from punchboard.compose.text.atoms import Span
from punchboard.compose.text.blocks import Table
from punchboard.engine.leftovers import Leftover, SetupEnd, SizeRange, leftovers, setup_ends
from punchboard.expression import template
from punchboard.model.game.game import Game

UNPROVED: Final = "?"


def pile_tables(game: Game, words: Words, writer: StepWriter, *, separate: bool = True) -> Iterator[Table]:
    """Yield the sizes of all piles after set-up.

    A size that chance or choice decides is a range; one that could not be proved is a question mark.

    Args:
        game: the game.
        words: the words of its language.
        writer: names piles.
        separate: piles that change with the number of players, those that do not, and those that each player has
            stand in tables of their own; otherwise all stand in one.

    Raises:
        ExpressionError: for conditions of the set-up that cannot be read.
    """
    printer = _Printer(game, words, writer)
    walks = [end for end in setup_ends(game) if not end.variant]
    rows = leftovers(walks)
    changes = any(len(set(row.sizes)) > 1 for row in rows)
    if not separate:
        yield from printer.table("left" if changes else "left always", rows, walks, varied=changes, plain=False)
    for own in (False, True) if separate else ():
        for varied in (True, False):
            chosen = [row for row in rows if row.is_per_seat is own and (len(set(row.sizes)) > 1) is varied]
            yield from printer.table(_head(own=own, varied=varied, alone=not changes), chosen, walks, varied=varied)


def variant_tables(game: Game, words: Words, writer: StepWriter) -> Iterator[Table]:
    """Yield a table for each variant that leaves other sizes after set-up, of those alone.

    Raises:
        ExpressionError: for conditions of the set-up that cannot be read.
    """
    found = setup_ends(game)
    printer = _Printer(game, words, writer)
    for variant in game.file.variants:
        walks = [walk for walk in found if walk.variant == variant.key]
        counts = {walk.players for walk in walks}
        usual = leftovers([walk for walk in found if not walk.variant and walk.players in counts])
        rows = [row for row in leftovers(walks) if row not in usual]
        varied = any(len(set(row.sizes)) > 1 for row in rows)
        head = "left variant" if varied else "left variant always"
        yield from printer.table(head, rows, walks, varied=varied, plain=False, variant=variant.name)


def pile_name(row: Leftover, words: Words, writer: StepWriter) -> str:
    """Return what a table calls a pile, with a capital: the Tile Deck, or the hand that each player has."""
    name = writer.pile_name(row.pile)
    if row.is_per_seat:
        name = str(template(words["phrases"]["of each player"])({"pile": name}))
    return name[:1].upper() + name[1:]


def size_text(size: SizeRange) -> str:
    """Return a size as tables print it: one number, a range, or a question mark where nothing is proved."""
    if size is None:
        return UNPROVED
    low, high = size
    return str(low) if low == high else f"{low}–{high}"


def _head(*, own: bool, varied: bool, alone: bool) -> str:
    """Return the name of the phrase over a table; ``alone`` if nothing depends on the number of players."""
    if own:
        return "each has" if varied else "each has always"
    return "left with" if varied else "left always" if alone else "left with any"


class _Row(NamedTuple):
    name: str
    sizes: tuple[str, ...]


class _Printer:
    """Makes tables of piles in the words of a language."""

    def __init__(self, game: Game, words: Words, writer: StepWriter) -> None:
        self._declared = game.file.decks.keys() | game.file.piles.keys() | game.file.each_player_has.keys()
        self._phrases, self._writer, self._words = words["phrases"], writer, words

    def table(
        self,
        head: str,
        rows: Sequence[Leftover],
        walks: Sequence[SetupEnd],
        *,
        varied: bool,
        plain: bool = True,
        variant: str = "",
    ) -> Iterator[Table]:
        """Yield a table of rows, a column for each walk or one for all; nothing where there are no rows.

        Names are plain where the head says whose the piles are.
        """
        if not rows:
            return
        title = str(template(self._phrases[head])({"variant": variant}))
        players = template(self._phrases["players"])
        heads = [str(players({"players": walk.players})) for walk in walks] if varied else [""]
        found = [
            _Row(name[:1].upper() + name[1:], tuple(map(size_text, sizes if varied else sizes[:1])))
            for (sizes, *_), same in groupby(rows, self._alike)
            for name in self._names([self._name(row, plain=plain) for row in same])
        ]
        cells = tuple(tuple((Span(text),) for text in (row.name, *row.sizes)) for row in found)
        yield Table(tuple((Span(text),) for text in (title, *heads)), cells, ("left", *["right"] * len(heads)))

    def _alike(self, row: Leftover) -> tuple[tuple[SizeRange, ...], bool, str]:
        """Return what the piles of one row have in common; the box and the table are no piles, and stand alone."""
        return row.sizes, row.is_per_seat, "" if row.pile in self._declared else row.pile

    def _name(self, row: Leftover, *, plain: bool) -> str:
        """Return a pile's name without its article; not plain it says whose it is."""
        if row.is_per_seat and not plain:
            return pile_name(row, self._words, self._writer)
        said = self._writer.pile_name(row.pile)
        articles = (f"{article} " for article in self._phrases["the"].split("|"))
        return next((said.removeprefix(article) for article in articles if said.startswith(article)), said)

    def _names(self, names: list[str]) -> list[str]:
        """Return the names of rows for piles that hold the same: one for all of them where they are many."""
        if len(names) == 1:
            return names
        last = {name.rpartition(" ")[2] for name in names}
        what = last.pop() if len(last) == 1 and all(" " in name for name in names) else ""
        said = [name.removesuffix(f" {what}") if what else name for name in names]
        return [str(template(self._phrases["piles together"])({"piles": said, "what": what}))]
