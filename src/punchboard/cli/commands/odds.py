"""The command ``punchboard odds``: how likely a condition is after set-up."""

from collections.abc import Iterator
from typing import Annotated, Final, NamedTuple

from punchboard.checks.data import expressions, references
from punchboard.checks.setup.conditions import condition_error, unknown_in_condition
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.game_selection import select_games
from punchboard.cli.options import (
    HERE,
    AsJson,
    GameArgument,
    Workspace,
    argument,
    option,
    options_from_record,
    usage_error,
)
from punchboard.cli.report import print_line, show_failure, show_json
from punchboard.cli.text_table import text_table
from punchboard.expression import ExpressionError
from punchboard.load import load
from punchboard.model.game.game import Game
from punchboard.model.game.game_file import OddsQuestion
from punchboard.model.values import counted
from punchboard.problem import ProblemsFound, Severity
from punchboard.products.web.checks.wording import AnsweredQuestion, answer_data, answered


class Request(NamedTuple):
    """The arguments and options of ``punchboard odds``."""

    game: GameArgument
    questions: Annotated[
        tuple[str, ...],
        argument(
            "QUESTION",
            "A condition as \"count('hand', rank=5) >= 1\", or a name from odds in game.yaml (default: all).",
        ),
    ] = ()
    after: Annotated[int | None, option("--after", "Ask after N lines of the set-up (default: all).", "N", min=1)] = (
        None
    )
    players: Annotated[int | None, option("--players", "Ask for N players (default: every number).", "N", min=1)] = None
    workspace: Workspace = HERE
    as_json: AsJson = False


NOTHING: Final = "no questions; write a condition after the game's name, or 'odds' into game.yaml"


@options_from_record
def command(request: Request) -> int:
    """Print how likely a condition is after set-up: exactly, as a fraction and in per cent."""
    try:
        (name,) = select_games(request.workspace, (request.game,))
        game = load(name, request.workspace, books=False).game
        _check_names(game)
        questions = tuple(answered(game, *question, request.players) for question in _questions(game, request))
    except ExpressionError as error:
        return usage_error(f"error: {error}" + (f"\n    {error.hint}" if error.hint else ""))
    except ProblemsFound as error:
        show_failure(error.problems, request.workspace, as_json=request.as_json, odds=[])
        return PROBLEMS
    if request.as_json:
        show_json({"odds": [answer_data(one) for one in questions], "problems": []})
    else:
        for line in _lines(game, questions) if questions else (f"{game.title}: {NOTHING}",):
            print_line(line)
    return SUCCESS


def _check_names(game: Game) -> None:
    """Check that the game names nothing that is not there.

    Raises:
        ProblemsFound: with a place in its files for each name that is not.
    """
    problems = tuple(problem for rule in (references, expressions) for problem in rule.check(game))
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise ProblemsFound(problems)


def _questions(game: Game, request: Request) -> Iterator[tuple[str, OddsQuestion]]:
    """Yield the questions by name.

    Raises:
        ExpressionError: for a condition with a name that the game does not have, or that cannot be read.
    """
    file = game.file
    if request.players is not None and request.players not in file.players.seat_counts:
        raise ExpressionError(f"{game.id} is not for {counted(request.players, 'player')}")
    for text in request.questions or file.odds:
        question = file.odds.get(text) or OddsQuestion(when=text)
        for message, hint in unknown_in_condition(game, question.when):
            raise ExpressionError(message, hint)
        error = condition_error(game, question.when)
        if error is not None:
            raise error
        question = question if request.after is None else question.model_copy(update={"after": request.after})
        if (question.after or 0) > len(file.setup):
            raise ExpressionError(f"the set-up of {game.id} has {counted(len(file.setup), 'line')}")
        yield text, question


def _lines(game: Game, questions: tuple[AnsweredQuestion, ...]) -> Iterator[str]:
    for number, entry in enumerate(questions):
        if number:
            yield ""
        yield f"{game.title}, {entry.after}: {entry.question.when}"
        yield from text_table(
            (entry.name if entry.name != entry.question.when else "", "chance", "exact"),
            [(row.who, row.percent, row.exact or "-") for row in entry.rows],
        )
        for why in dict.fromkeys(row.unknown for row in entry.rows if row.unknown):
            yield f"not known: {why}"
