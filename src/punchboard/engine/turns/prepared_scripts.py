"""Scripts made ready to be played for any number of seats, without differences that nothing asks for."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from punchboard.engine.moves.queries import SHUFFLE_IN, script_queries, shortage_fallbacks
from punchboard.engine.script.rounds import PlacedSteps, StepPath, inner_steps, option_steps, script_steps
from punchboard.engine.states.component_classes import ComponentClasses, ComponentQuery
from punchboard.engine.states.state import EACH
from punchboard.engine.states.table import all_steps
from punchboard.model.game.game import Game
from punchboard.model.game.selection import ALL, expand_selection
from punchboard.model.game.setup import Step


class PreparedScripts(NamedTuple):
    """A game's scripts, and what they ask."""

    setup: PlacedSteps
    turn: PlacedSteps
    round: PlacedSteps
    repeated_steps: tuple[Step, ...]
    """Everything that is done or asked again and again: rounds, turns, ends."""
    all_script_steps: tuple[Step, ...]
    """Every line of all scripts once, and every group without its lines."""
    repeated_queries: tuple[ComponentQuery, ...]
    """What is asked of components again and again."""
    all_classes: ComponentClasses
    """Components as all scripts tell them apart."""
    classes: ComponentClasses
    """Components as what is done again and again tells them apart."""


@lru_cache(maxsize=8)
def prepare_scripts(game: Game) -> PreparedScripts:
    """Return the scripts of a game, made ready once for every number of seats and variant.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    setup, turn, rounds = (script_steps(game, name) for name in ("setup", "turn", "round"))
    ends = tuple(Step.model_validate({"say": "", "when": end.when}) for end in game.file.end.values())
    looked_at = frozenset(_looked_at(game, (*ends, *_steps(turn), *_steps(rounds))))

    def plainer(lines: PlacedSteps) -> PlacedSteps:
        return tuple((path, _plainer(game, step, looked_at)) for path, step in lines)

    turn, rounds = plainer(turn), plainer(rounds)
    again = (*ends, *_steps(turn), *_steps(rounds))
    asked = tuple(dict.fromkeys(script_queries(game, again)))
    classes = ComponentClasses(game, (*script_queries(game, _steps(setup)), *asked))
    every = (*ends, *dict((*_each(setup), *_each(turn), *_each(rounds))).values())
    return PreparedScripts(setup, turn, rounds, again, every, asked, classes, ComponentClasses(game, asked))


def _each(lines: PlacedSteps) -> Iterator[tuple[StepPath, Step]]:
    """Yield lines and groups with their places, groups without their lines."""
    for path, step in lines:
        grouped = step.steps or step.choices
        yield path, step.model_copy(update={"steps": (), "choices": ()}) if grouped else step
        yield from _each(inner_steps(path, step))
        for option in option_steps(path, step):
            yield from _each(option)


def _steps(lines: PlacedSteps) -> Iterator[Step]:
    return (step for _, step in lines)


def _plainer(game: Game, step: Step, looked_at: frozenset[str]) -> Step:
    """Return a line whose refused components all go to one pile, where nobody ever looks at any of their piles."""
    changed: dict[str, object] = {}
    rules = step.otherwise
    if isinstance(rules, tuple) and len(rules) > 1 and not any(rule["to"] in looked_at for rule in rules):
        fitting = " or ".join(f"({_expression(game, rule.get('of', ALL))})" for rule in rules)
        changed["otherwise"] = ({"of": fitting, "to": rules[0]["to"]},)
    if step.steps:
        changed["steps"] = tuple(_plainer(game, one, looked_at) for one in step.steps)
    if step.choices:
        changed["choices"] = tuple(tuple(_plainer(game, one, looked_at) for one in option) for option in step.choices)
    return step.model_copy(update=changed) if changed else step


def _expression(game: Game, text: str) -> str:
    found = expand_selection(game, text)
    if found == ALL:
        return "true"
    return f"kind == {found!r}" if found in game.kinds else found


def _looked_at(game: Game, script: Sequence[Step]) -> Iterator[str]:
    """Yield the piles that a line takes from, fills up, shuffles or counts."""
    file = game.file
    for step in all_steps(script):
        names = [step.source, *step.piles, *(way.removeprefix(SHUFFLE_IN) for way in shortage_fallbacks(step))]
        if step.target is not None and (step.amount is None or step.amount.mode == "until" or step.piles):
            names.append(step.target)
        text = f"{step.when or ''} {step.needs or ''}"
        names += [name for name in (*file.decks, *file.piles, *file.each_player_has, "box", "table") if name in text]
        yield from (name.removeprefix(EACH) for name in names if name is not None)
