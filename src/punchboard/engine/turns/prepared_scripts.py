"""Scripts prepared for play with any number of players, without distinctions that nothing reads."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from punchboard.engine.merging.liveness import conditions
from punchboard.engine.moves.queries import SHUFFLE_IN, script_queries, shortage_fallbacks
from punchboard.engine.script.rounds import PlacedSteps, script_steps
from punchboard.engine.states.component_classes import ComponentClasses, ComponentQuery
from punchboard.engine.states.state import EACH
from punchboard.engine.states.table import all_steps
from punchboard.model.game.game import Game
from punchboard.model.game.selection import ALL, expand_selection
from punchboard.model.game.setup import Step


class PreparedScripts(NamedTuple):
    """The scripts of a game, and what they ask of components."""

    setup: PlacedSteps
    turn: PlacedSteps
    round: PlacedSteps
    repeated_steps: tuple[Step, ...]
    """Every step and end that is carried out or tested repeatedly: rounds, turns, ends."""
    repeated_queries: tuple[ComponentQuery, ...]
    """The component queries of ``repeated_steps``."""
    all_classes: ComponentClasses
    """The component classes that all scripts distinguish."""
    classes: ComponentClasses
    """The component classes that ``repeated_steps`` distinguish."""


@lru_cache(maxsize=8)
def prepare_scripts(game: Game) -> PreparedScripts:
    """Return the scripts of a game, prepared once for every number of players and variant.

    Raises:
        ExpressionError: for expressions that cannot be read.
    """
    setup, turn, rounds = (script_steps(game, name) for name in ("setup", "turn", "round"))
    ends = tuple(Step.model_validate({"say": "", "when": end.when}) for end in game.file.end.values())
    read_piles = frozenset(_read_piles(game, (*ends, *_steps(turn), *_steps(rounds))))

    def simplify(lines: PlacedSteps) -> PlacedSteps:
        return tuple((path, _simplify(game, step, read_piles)) for path, step in lines)

    turn, rounds = simplify(turn), simplify(rounds)
    repeated_steps = (*ends, *_steps(turn), *_steps(rounds))
    repeated_queries = tuple(dict.fromkeys(script_queries(game, repeated_steps)))
    classes = ComponentClasses(game, (*script_queries(game, _steps(setup)), *repeated_queries))
    return PreparedScripts(
        setup,
        turn,
        rounds,
        repeated_steps,
        repeated_queries,
        classes,
        ComponentClasses(game, repeated_queries),
    )


def _steps(lines: PlacedSteps) -> Iterator[Step]:
    return (step for _, step in lines)


def _simplify(game: Game, step: Step, read_piles: frozenset[str]) -> Step:
    """Return a step whose refused components all go to one pile, if no step ever reads any of their piles."""
    changed: dict[str, object] = {}
    rules = step.otherwise
    if isinstance(rules, tuple) and len(rules) > 1 and not any(rule["to"] in read_piles for rule in rules):
        fitting = " or ".join(f"({_selection_expression(game, rule.get('of', ALL))})" for rule in rules)
        changed["otherwise"] = ({"of": fitting, "to": rules[0]["to"]},)
    if step.steps:
        changed["steps"] = tuple(_simplify(game, one, read_piles) for one in step.steps)
    if step.choices:
        changed["choices"] = tuple(tuple(_simplify(game, one, read_piles) for one in option) for option in step.choices)
    return step.model_copy(update=changed) if changed else step


def _selection_expression(game: Game, text: str) -> str:
    found = expand_selection(game, text)
    if found == ALL:
        return "true"
    return f"kind == {found!r}" if found in game.kinds else found


def _read_piles(game: Game, script: Sequence[Step]) -> Iterator[str]:
    """Yield the piles that a step takes from, fills up, shuffles or counts."""
    file = game.file
    for step in all_steps(script):
        names = [step.source, *step.piles, *(way.removeprefix(SHUFFLE_IN) for way in shortage_fallbacks(step))]
        if step.target is not None and (step.amount is None or step.amount.mode == "until" or step.piles):
            names.append(step.target)
        text = " ".join(conditions(step))
        names += [name for name in (*file.decks, *file.piles, *file.each_player_has, "box", "table") if name in text]
        yield from (name.removeprefix(EACH) for name in names if name is not None)
