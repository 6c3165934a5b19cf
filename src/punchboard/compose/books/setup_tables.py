"""Tables of piles and of what each seat takes at set-up, with a column for each number of players.

Piles that depend on the number of players, piles that do not, and the piles of each player are in separate tables, so
no row repeats one number.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import Final, NamedTuple

from punchboard.compose.books.setup_steps import StepWriter, of_actor
from punchboard.compose.text.atoms import Span
from punchboard.compose.text.markdown import Table
from punchboard.compose.text.phrases import Words, phrase
from punchboard.engine.proof import Leftover, SetupEnd, SizeRange, leftovers, setup_ends
from punchboard.engine.script import case_of, for_players, steps_for_players
from punchboard.expression import template
from punchboard.model.game.game import Game
from punchboard.model.game.selection import parse_selection, selected_components
from punchboard.model.game.setup import Quantity, Step

UNPROVED: Final = "?"
NOTHING: Final = "–"  # noqa: RUF001 - an en dash is what tables print for nothing


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
    ends = setup_ends(game)
    printer = _Printer(game, words, writer)
    for variant in game.file.variants:
        walks = [walk for walk in ends if walk.variant == variant.key]
        counts = {walk.players for walk in walks}
        usual = leftovers([walk for walk in ends if not walk.variant and walk.players in counts])
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


def _printed_size(size: SizeRange) -> str:
    return NOTHING if size == (0, 0) else size_text(size)


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
        printed = [
            _Row(name[:1].upper() + name[1:], tuple(map(_printed_size, sizes if varied else sizes[:1])))
            for (sizes, *_), same in groupby(rows, self._row_key)
            for name in self._names([self._name(row, plain=plain) for row in same])
        ]
        cells = tuple(tuple((Span(text),) for text in (row.name, *row.sizes)) for row in printed)
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


def seat_table(game: Game, words: Words, writer: StepWriter) -> Table | None:
    """Return a table of what each seat takes and what depends on the number of seats; None if there is nothing."""
    counts = game.file.players.seat_counts
    rows = tuple(
        (
            (Span(writer.taken_phrase(step, in_all=not _is_each(step))),),
            *((Span(_cell(game, step, seats, words) if _is_done(game, step, seats) else NOTHING),) for seats in counts),
        )
        for step in _all_steps(game.file.setup)
        if step.amount is not None and _is_by_seat(game, step)
    )
    if not rows:
        return None
    if len(counts) > 1 and all(len({cell[0].text for cell in row[1:]}) == 1 for row in rows):
        always = ((Span(phrase(words, "each seat takes always")),), (Span(""),))
        return Table(always, tuple(row[:2] for row in rows), ("left", "right"))
    header = (
        (Span(phrase(words, "each seat takes")),),
        *((Span(phrase(words, "players", players=seats)),) for seats in counts),
    )
    return Table(header, rows, ("left", *["right"] * len(counts)))


def _all_steps(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _all_steps(of_actor(step, step.steps))
        yield from chain.from_iterable(_all_steps(of_actor(step, option)) for option in step.choices)


def _is_by_seat(game: Game, step: Step) -> bool:
    """Tell whether a step moves components for every seat, or depends on the number of seats."""
    assert step.amount is not None
    moves = step.source is not None or step.target is not None
    is_put_back = (step.target or step.traits.default_target) in {"box", "discards", *game.file.discard_piles}
    return moves and not is_put_back and (_is_each(step) or bool(game.amounts_by_players(step.amount.number)))


def _is_done(game: Game, step: Step, seats: int) -> bool:
    """Tell whether a step may be carried out with a number of players."""
    case = case_of(game, step.when) if step.when is not None else None
    return case is None or seats in case.players


def _is_each(step: Step) -> bool:
    return (step.actor or "").startswith("each")


def _cell(game: Game, step: Step, seats: int, words: Words) -> str:
    amount = step.amount
    assert amount is not None
    if amount.mode == "all":
        (played,) = steps_for_players((step,), seats)
        count = _all_count(for_players(game, seats), played)
        return str(count) if count is not None else str(template(words["amounts"]["all"])({"things": ""}))
    number = step.amount_in_words or _number(game, amount, seats)
    if amount.mode == "until":
        return number
    values = {"number": number, "digits": number, "most": amount.most, "most_digits": amount.most, "things": ""}
    return str(template(words["amounts"][amount.mode])(values))


def _number(game: Game, amount: Quantity, seats: int) -> str:
    number = amount.number
    if by_players := game.amounts_by_players(number):
        return str(by_players.get(seats) or NOTHING)
    value = game.number_value(number)
    if value is not None:
        return str(value)
    return game.file.dice[number].name if isinstance(number, str) and number in game.file.dice else "1"


def _all_count(game: Game, step: Step) -> int | None:
    """Return how many components ``all`` means for one seat, if the starting piles determine it, else None.

    They do for all with one entry of a pile if each entry has equally many.
    """
    pile = (game.file.decks | game.file.piles).get(step.source or "")
    if pile is None or pile.contains is None or step.same is None:
        return None
    components = selected_components(game, pile.contains)
    for selection_text in (step.kind, step.of, step.only):
        components = (
            components if selection_text is None else tuple(filter(parse_selection(game, selection_text), components))
        )
    counts: dict[object, int] = {}
    for component in components:
        entry = component.source_values.get(step.same)
        counts[entry] = counts.get(entry, 0) + component.copies
    return next(iter(counts.values())) if len(set(counts.values())) == 1 else None
