"""Words for the page of checks: Markdown as safe HTML, numbers, chances, answers about chance, and shortages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.text.atoms import Span
from punchboard.compose.text.markdown import parse_inline
from punchboard.engine.odds import Answer, answers
from punchboard.engine.prover.walk import Failure
from punchboard.engine.states.table import PileKey, Value
from punchboard.engine.turns import ToleratedShortage
from punchboard.model.game.game import Game
from punchboard.model.game.game_file import OddsQuestion

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


def percent_range(least: Fraction, most: Fraction) -> str:
    """Return a chance in per cent, or its range."""
    return percent(most) if least == most else f"{percent(least)} to {percent(most)}"


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


def players_text(numbers: Iterable[int]) -> str:
    """Return numbers of players with their noun: ``1 player``, ``2 or 3 players``."""
    known = set(numbers)
    return f"{player_counts(known)} player{'' if known == {1} else 's'}"


def with_players(sentence: str, reasons: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield a sentence for each reason, filled with the numbers of players that it holds for, and the reason."""
    counts: dict[str, list[int]] = {}
    for reason, players in reasons:
        counts.setdefault(reason, []).append(players)
    yield from (sentence.format(players_text(numbers), reason) for reason, numbers in counts.items())


def join_words(parts: Sequence[str], last: str = "and") -> str:
    """Return words as an enumeration: ``a, b and c``."""
    return "".join(parts) if len(parts) < 2 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


_WHEN: Final[Mapping[str, str]] = {"round": "in round {}", "turn": "in turn {}"}


def failure_text(game: Game, writer: StepWriter, failure: Failure) -> str:
    """Return why a step cannot be carried out: ``seat 3 finds 1 of 2 in the pack (Duel Die 6)``."""
    known = [_value_text(game, name, value) for name, value in failure.values]
    text = _finds_text(writer, failure.seat, failure.key, failure.available, failure.required)
    return f"{text} ({join_words(known)})" if known else text


def shortage_text(writer: StepWriter, short: Sequence[ToleratedShortage]) -> str:
    """Return the first shortage at a step that tolerates shortages."""
    first = min(short, key=lambda one: (one.round, one.turn))
    text = _finds_text(writer, first.seat, first.key, first.available, first.required)
    return f"{text}, first in round {first.round}; the step allows for that"


def _finds_text(writer: StepWriter, seat: int | None, key: PileKey, there: int, wanted: int) -> str:
    name, owner = key
    who = "there can be" if seat is None else f"seat {seat + 1} can find"
    of_another = owner is not None and owner != seat
    return (
        f"{who} {there} of {wanted} in {writer.pile_name(name)}{f' of seat {(owner or 0) + 1}' if of_another else ''}"
    )


def _value_text(game: Game, name: str, value: Value) -> str:
    """Return a value of the situation: a die roll, a named seat, a round or a turn."""
    if name in _WHEN:
        return _WHEN[name].format(value)
    if name in game.file.seats and isinstance(value, int):
        return f"{game.file.seats[name].name} is seat {value + 1}"
    return f"{game.file.dice[name].name if name in game.file.dice else name} {value}"


class AnswerRow(NamedTuple):
    """The chance with some numbers of players, in one variant, for some seats."""

    who: str
    least: Fraction
    most: Fraction
    unknown: str
    seen: None = None
    """Nothing was played at random."""

    @property
    def low(self) -> float:
        """The least chance."""
        return float(self.least)

    @property
    def high(self) -> float:
        """The greatest chance."""
        return float(self.most)

    @property
    def percent(self) -> str:
        """The chance in per cent, or its range; ``not known`` when it is not."""
        return "not known" if self.unknown else percent_range(self.least, self.most)

    @property
    def exact(self) -> str:
        """The chance as a fraction; empty for a range, and when it is too long to read or not known."""
        return fraction(self.most) if self.least == self.most and not self.unknown else ""


class AnsweredQuestion(NamedTuple):
    """A question with its answers."""

    name: str
    question: OddsQuestion
    rows: tuple[AnswerRow, ...]

    @property
    def after(self) -> str:
        """After which lines of the set-up it is asked."""
        lines = self.question.after
        return "after set-up" if lines is None else f"after line {lines} of the set-up"


def answered(game: Game, name: str, question: OddsQuestion, players: int | None = None) -> AnsweredQuestion:
    """Return a question with its answers; for one number of players, or for all when None.

    Raises:
        ExpressionError: for a condition, or expressions of the set-up, that cannot be read.
    """
    chances = answers(game, question.when, question.after, players)
    return AnsweredQuestion(
        name, question, tuple(AnswerRow(_who(game, one), one.least, one.most, one.unknown) for one in chances)
    )


def answer_data(asked: AnsweredQuestion) -> dict[str, Any]:
    """Return a question with its answers as plain values for JSON."""
    return {
        "name": asked.name,
        "when": asked.question.when,
        "after": asked.question.after,
        "answers": [
            {
                "who": row.who,
                "least": None if row.unknown else row.low,
                "most": None if row.unknown else row.high,
                "exact": str(row.most) if row.least == row.most and not row.unknown else None,
                "unknown": row.unknown,
            }
            for row in asked.rows
        ],
    }


def _who(game: Game, answer: Answer) -> str:
    names = {variant.key: variant.name for variant in game.file.variants}
    seats = f"seat {player_counts(seat + 1 for seat in answer.seats)}, " if answer.seats else ""
    return f"{seats}{players_text(answer.players)}{f', {names[answer.variant]}' if answer.variant else ''}"
