"""Tables of pile sizes after set-up, from the executed set-up, with a column for each number of players.

Piles that depend on the number of players, piles that do not, and the piles of each player are in separate tables, so
no row repeats one number.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.text.atoms import Span
from punchboard.compose.text.blocks import Table
from punchboard.compose.text.phrases import Words, phrase
from punchboard.engine.proof import Leftover, SetupEnd, SizeRange, leftovers, setup_ends
from punchboard.model.game.game import Game

UNPROVED: Final = "?"


def pile_tables(game: Game, words: Words, writer: StepWriter, *, separate: bool = True) -> Iterator[Table]:
    """Yield the sizes of all piles after set-up.

    A size that depends on chance or choices is a range; a size without proof is a question mark.

    Args:
        game: the game.
        words: the words of its language.
        writer: gives the printed names of piles.
        separate: whether piles that depend on the number of players, piles that do not, and the piles of each player
            have separate tables; otherwise there is one table.

    Raises:
        ExpressionError: for invalid conditions in the set-up.
    """
    printer = _Printer(game, words, writer)
    walks = [end for end in setup_ends(game) if not end.variant]
    rows = leftovers(walks)
    changes = any(len(set(row.sizes)) > 1 for row in rows)
    if not separate:
        yield from printer.table("left" if changes else "left always", rows, walks, varied=changes, plain=False)
    for own in (False, True) if separate else ():
        for varied in (True, False):
            selected = [row for row in rows if row.is_per_seat is own and (len(set(row.sizes)) > 1) is varied]
            yield from printer.table(
                _title_key(own=own, varied=varied, alone=not changes), selected, walks, varied=varied
            )


def variant_tables(game: Game, words: Words, writer: StepWriter) -> Iterator[Table]:
    """Yield a table for each variant that changes pile sizes after set-up, with only the changed piles.

    Raises:
        ExpressionError: for invalid conditions in the set-up.
    """
    found = setup_ends(game)
    printer = _Printer(game, words, writer)
    for variant in game.file.variants:
        walks = [walk for walk in found if walk.variant == variant.key]
        counts = {walk.players for walk in walks}
        usual = leftovers([walk for walk in found if not walk.variant and walk.players in counts])
        rows = [row for row in leftovers(walks) if row not in usual]
        varied = any(len(set(row.sizes)) > 1 for row in rows)
        title_key = "left variant" if varied else "left variant always"
        yield from printer.table(title_key, rows, walks, varied=varied, plain=False, variant=variant.name)


def pile_name(row: Leftover, words: Words, writer: StepWriter) -> str:
    """Return the capitalised name of a pile in a table; the name of a player's own pile says so."""
    name = writer.pile_name(row.pile)
    if row.is_per_seat:
        name = phrase(words, "of each player", pile=name)
    return name[:1].upper() + name[1:]


def size_text(size: SizeRange) -> str:
    """Return a pile size as printed: a number, a range, or a question mark without proof."""
    if size is None:
        return UNPROVED
    low, high = size
    return str(low) if low == high else f"{low}–{high}"  # noqa: RUF001 - an en dash stands in ranges


def _title_key(*, own: bool, varied: bool, alone: bool) -> str:
    """Return the key of a table's title phrase; ``alone`` if nothing depends on the number of players."""
    if own:
        return "each has" if varied else "each has always"
    return "left with" if varied else "left always" if alone else "left with any"


class _Row(NamedTuple):
    name: str
    sizes: tuple[str, ...]


class _Printer:
    """Makes tables of piles in a language."""

    def __init__(self, game: Game, words: Words, writer: StepWriter) -> None:
        self._declared = game.file.decks.keys() | game.file.piles.keys() | game.file.each_player_has.keys()
        self._writer, self._words = writer, words

    def table(
        self,
        title_key: str,
        rows: Sequence[Leftover],
        walks: Sequence[SetupEnd],
        *,
        varied: bool,
        plain: bool = True,
        variant: str = "",
    ) -> Iterator[Table]:
        """Yield a table with a column for each walk, or one column for all; no table without rows.

        With ``plain``, names do not say that a pile is a player's own, because the title does.
        """
        if not rows:
            return
        title = phrase(self._words, title_key, variant=variant)
        headers = [phrase(self._words, "players", players=walk.players) for walk in walks] if varied else [""]
        found = [
            _Row(name[:1].upper() + name[1:], tuple(map(size_text, sizes if varied else sizes[:1])))
            for (sizes, *_), same in groupby(rows, self._row_key)
            for name in self._names([self._name(row, plain=plain) for row in same])
        ]
        cells = tuple(tuple((Span(text),) for text in (row.name, *row.sizes)) for row in found)
        yield Table(tuple((Span(text),) for text in (title, *headers)), cells, ("left", *["right"] * len(headers)))

    def _row_key(self, row: Leftover) -> tuple[tuple[SizeRange, ...], bool, str]:
        """Return the key that piles in one row share; the box and the table always have their own rows."""
        return row.sizes, row.is_per_seat, "" if row.pile in self._declared else row.pile

    def _name(self, row: Leftover, *, plain: bool) -> str:
        """Return a pile's name without its article; unless ``plain``, it says if the pile is a player's own."""
        if row.is_per_seat and not plain:
            return pile_name(row, self._words, self._writer)
        printed = self._writer.pile_name(row.pile)
        articles = (f"{article} " for article in phrase(self._words, "the").split("|"))
        return next((printed.removeprefix(article) for article in articles if printed.startswith(article)), printed)

    def _names(self, names: list[str]) -> list[str]:
        """Return the row names for piles of equal size: the single name, or one name that joins all of them."""
        if len(names) == 1:
            return names
        last = {name.rpartition(" ")[2] for name in names}
        what = last.pop() if len(last) == 1 and all(" " in name for name in names) else ""
        printed = [name.removesuffix(f" {what}") if what else name for name in names]
        return [phrase(self._words, "piles together", piles=printed, what=what)]
