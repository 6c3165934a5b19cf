"""Text and deals in ``game.yaml``: the sentences that are printed, and what its scripts give to each player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from punchboard.checks.prose.reading.front_matter import Line, lines_of
from punchboard.checks.prose.reading.templates import fill_templates
from punchboard.checks.prose.reading.vocabulary import SetupDeal
from punchboard.checks.traversal import steps
from punchboard.model.game.game import Game
from punchboard.model.game.setup import Step
from punchboard.model.source import Path


def game_file_lines(game: Game, values: Mapping[str, Any]) -> Iterator[Line]:
    """Yield the sentences of ``game.yaml`` as lines of Markdown below headings, each with its line there."""
    for title, paths in _texts(game).items():
        yield Line(game.place.line, f"# {title}", exact=0)
        for path, text in paths:
            place = game.place_of(*path)
            yield from (Line(place.line, line.text, exact=0) for line in lines_of(fill_templates(text, values)))
            yield Line(place.line, "", exact=0)


def _texts(game: Game) -> dict[str, list[tuple[Path, str]]]:
    """Return the texts with their paths, by subject."""
    found: dict[str, list[tuple[Path, str]]] = {"Components": [], "Set-up": []}
    found["Components"] += (((*path, "about"), about) for path, about in _descriptions(game) if about)
    for step, path in steps(game):
        sentence = step.operand if step.traits.operand == "text" else ""
        words = (("note", step.note), ("in words", step.in_words), ("amount in words", step.amount_in_words))
        step_texts = [((*path, key), text or "") for key, text in (*words, (step.verb, sentence))]
        found["Set-up"] += ((at, text) for at, text in step_texts if text)
    for number, variant in enumerate(game.file.variants):
        found[f"Variant: {variant.name}"] = [(("variants", number, "text"), variant.text)]
    return found


def _descriptions(game: Game) -> Iterator[tuple[Path, str]]:
    yield from ((("kinds", name), kind.about) for name, kind in game.file.kinds.items())
    yield from ((("dice", name), die.about) for name, die in game.file.dice.items())


def setup_deals(game: Game, held: Mapping[str, frozenset[str]]) -> Iterator[SetupDeal]:
    """Yield what steps give to each player, as far as they say how many. ``held`` is what each pile can hold."""
    for step, _path in steps(game):
        if step.amount is None or not (_is_for_each(step) or step.target in game.file.each_player_has):
            continue
        selected = step.kind or step.of
        source = held.get(step.source or "box", frozenset())
        pieces = (
            at
            for at, component in enumerate(game.components)
            if component.id in source and selected in {None, component.kind}
        )
        yield SetupDeal(frozenset(pieces), _numbers(game, step))


def _is_for_each(step: Step) -> bool:
    return (step.who or "").startswith("each ")


def _numbers(game: Game, step: Step) -> Mapping[int, int]:
    """Return how many are given by number of players (0 for any), or nothing if the step gives no number."""
    if step.amount is None or step.amount.mode not in {"exactly", "until"} or step.each is not None:
        return {}
    number = step.amount.number
    if by_players := game.amounts_by_players(number):
        return by_players
    value = game.number_value(number)
    return {} if value is None else {0: value}
