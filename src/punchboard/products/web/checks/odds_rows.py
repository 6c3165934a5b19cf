"""Questions about chance with their answers, as rows of text: for pages and for the terminal."""

from fractions import Fraction
from typing import Any, NamedTuple

from punchboard.engine.odds import Answer, answers
from punchboard.model.game.game import Game
from punchboard.model.game.game_file import OddsQuestion
from punchboard.products.web.checks.formatting import fraction, percent, player_counts


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
        if self.unknown:
            return "not known"
        return percent(self.most) if self.least == self.most else f"{percent(self.least)} to {percent(self.most)}"

    @property
    def exact(self) -> str:
        """The chance as a fraction; empty for a range, and when it is too long to read or not known."""
        return fraction(self.most) if self.least == self.most and not self.unknown else ""


class Asked(NamedTuple):
    """A question with its answers."""

    name: str
    question: OddsQuestion
    rows: tuple[AnswerRow, ...]

    @property
    def after(self) -> str:
        """After which lines of the set-up it is asked."""
        lines = self.question.after
        return "after set-up" if lines is None else f"after line {lines} of the set-up"


def asked(game: Game, name: str, question: OddsQuestion, players: int | None = None) -> Asked:
    """Return a question with its answers; for one number of players, or for all when None.

    Raises:
        ExpressionError: for a condition, or expressions of the set-up, that cannot be read.
    """
    found = answers(game, question.when, question.after, players)
    return Asked(name, question, tuple(AnswerRow(_who(game, one), one.least, one.most, one.unknown) for one in found))


def asked_data(one: Asked) -> dict[str, Any]:
    """Return a question with its answers as plain values for JSON."""
    return {
        "name": one.name,
        "when": one.question.when,
        "after": one.question.after,
        "answers": [
            {
                "who": row.who,
                "least": None if row.unknown else row.low,
                "most": None if row.unknown else row.high,
                "exact": str(row.most) if row.least == row.most and not row.unknown else None,
                "unknown": row.unknown,
            }
            for row in one.rows
        ],
    }


def _who(game: Game, answer: Answer) -> str:
    names = {variant.key: variant.name for variant in game.file.variants}
    seats = f"seat {player_counts(seat + 1 for seat in answer.seats)}, " if answer.seats else ""
    noun = "player" if answer.players == (1,) else "players"
    return f"{seats}{player_counts(answer.players)} {noun}{f', {names[answer.variant]}' if answer.variant else ''}"
