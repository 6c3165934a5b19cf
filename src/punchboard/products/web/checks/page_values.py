"""The values for the template of ``checks.html``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from punchboard.checks.severities import ReportedProblems
from punchboard.expression import ExpressionError
from punchboard.model.game.game import Game
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.web.checks import problems
from punchboard.products.web.page_head import page_head

if TYPE_CHECKING:
    from punchboard.compose.text.phrases import Words
    from punchboard.products.web.checks.odds_rows import Asked
    from punchboard.products.web.checks.setups import Setup
    from punchboard.products.web.checks.turns import TurnResults


def content(composed: ComposedGame, reported: ReportedProblems) -> dict[str, Any]:
    """Return the values for the template, except the results of playing the game through."""
    game = composed.game
    colours = composed.loaded.layouts.theme.colours
    expected = tuple(problems.expectation_rows(game, reported))
    return {
        **page_head(game, colours),
        "problems": problems.problem_rows(reported),
        "set_aside": problems.suppressed_rows(reported),
        "expectations": expected,
        "met": sum(one.met for one in expected),
        "open": len(game.file.open),
    }


def played_content(composed: ComposedGame) -> dict[str, Any]:
    """Return the results of playing the game through, for the template."""
    found, turns = _play(composed.game, composed.loaded.layouts.words)
    return {"setups": found, "turns": turns, "odds": _odds(composed.game)}


def accessible_content(composed: ComposedGame) -> dict[str, Any]:
    """Return the accessibility section, for the template."""
    from punchboard.products.web.checks.accessible import accessibility_section  # noqa: PLC0415 - the preview omits it

    return {"accessible": accessibility_section(composed)}


def _odds(game: Game) -> tuple[Asked, ...]:
    """Return the game's questions about chance with their answers; none if an expression is invalid."""
    if not game.file.odds:
        return ()
    from punchboard.products.web.checks.odds_rows import asked  # noqa: PLC0415 - few games ask

    try:
        return tuple(asked(game, *question) for question in game.file.odds.items())
    except ExpressionError:
        return ()


def _play(game: Game, words: Words) -> tuple[tuple[Setup, ...], tuple[TurnResults, ...]]:
    """Return the results for set-up and turns; empty for a game without a script, or with an invalid one."""
    if not (game.file.setup or game.file.turn or game.file.round):
        return (), ()
    from punchboard.engine.proof import proof_of  # noqa: PLC0415 - a deck without a script is not played
    from punchboard.products.web.checks import turns  # noqa: PLC0415
    from punchboard.products.web.checks.setups import setups  # noqa: PLC0415

    proof = proof_of(game)
    try:
        return tuple(setups(proof, words)), tuple(turns.turn_results(proof, words))
    except ExpressionError:
        return (), ()
