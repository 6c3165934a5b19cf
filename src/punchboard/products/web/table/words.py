"""The printed words of steps, and the odds of what chance decides in them."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.text.markdown import parse_inline
from punchboard.engine.proof import setup_walks
from punchboard.engine.script.rounds import StepPath, inner_steps, option_steps, script_steps
from punchboard.expression import ExpressionError
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.products.web.checks.chances import step_chances


def plain(text: str) -> str:
    """Return one line of Markdown as plain text."""
    return "".join(span.text for span in parse_inline(text)).strip()


def step_words(game: Game) -> dict[str, str]:
    """Return the sentence of every step of set-up, turn and round, by its place such as ``setup.3``.

    The steps of the set-up have their notes as well, as the rulebook prints them.
    """
    writer = StepWriter(game, game.words)
    words = {}
    for script in ("setup", "turn", "round"):
        for path, step in _every_step(script_steps(game, script)):
            is_printed = path[0] == "setup" and len(path) == 2
            sentence = writer.sentence(step) if is_printed else writer.plain_sentence(step)
            words[".".join(map(str, path))] = plain(sentence)
    return words


def _every_step(steps: tuple[tuple[StepPath, Step], ...]) -> Iterator[tuple[StepPath, Step]]:
    for path, step in steps:
        yield path, step
        yield from _every_step(inner_steps(path, step))
        for option in option_steps(path, step):
            yield from _every_step(option)


def odds(game: Game) -> dict[str, dict[str, list[str]]]:
    """Return what chance can do at each step of the set-up, in words, by ``players/variant`` and place."""
    found: dict[str, dict[str, list[str]]] = {}
    try:
        walks = setup_walks(game)
    except ExpressionError:
        return found
    for walk in walks:
        steps = found.setdefault(f"{walk.players}/{walk.variant}", {})
        for line in walk.results:
            rows = [
                f"{row.what}: {row.percent}" + (f" ({row.odds.who})" if row.odds.who else "")
                for row in step_chances({walk.players: line.event_chances})
            ]
            if rows:
                steps[".".join(map(str, line.path))] = rows
    return found
