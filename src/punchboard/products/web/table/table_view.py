"""What the table shows of a game, as plain values that become JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.text.markdown import parse_inline
from punchboard.engine.program import GameProgram, compile_game
from punchboard.engine.proof import setup_walks, variant_seat_counts
from punchboard.engine.script import StepPath, inner_steps, option_steps, script_steps
from punchboard.engine.states.table import UnknownOutcome
from punchboard.expression import ExpressionError
from punchboard.model.game.game import Component, Game
from punchboard.model.game.game_file import Pile
from punchboard.model.game.setup import Step
from punchboard.model.snapshot import edition
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.web.checks.chances import step_chances
from punchboard.products.web.components.shown_parts import name_of
from punchboard.products.web.table.drawings import TableDrawings

View = dict[str, Any]


def view(composed: ComposedGame, drawings: TableDrawings) -> View:
    """Return what the table shows: components, piles, dice, ways to play, the program and its printed words."""
    game = composed.game
    file, snapshot = game.file, composed.snapshot
    return {
        "game": game.id,
        "title": game.title,
        "version": file.version,
        "language": file.language,
        "edition": edition(snapshot),
        "components": [
            _component(composed, drawings, component) | {"look": snapshot.parts[component.id].look_hash}
            for component in game.components
        ],
        "kinds": {name: kind.plural for name, kind in game.kinds.items()},
        "piles": {
            **{name: _pile(pile, "backs") | {"deck": True} for name, pile in file.decks.items()},
            **{name: _pile(pile, "faces") for name, pile in (file.piles | file.each_player_has).items()},
        },
        "dice": {name: _die(composed, drawings, name) for name in composed.dice},
        "seats": list(file.players.seat_counts),
        "variants": [
            {"key": one.key, "name": one.name, "text": plain(one.text), "players": variant_seat_counts(game, one)}
            for one in file.variants
        ],
        "names": {name: seat.name for name, seat in file.seats.items()},
        "program": _program(composed),
        "words": _step_words(game),
        "odds": odds(game),
        "reference": [_side(drawings, side) for card in composed.reference_cards for side in card.sides],
    }


def _program(composed: ComposedGame) -> GameProgram | None:
    """Return the program; None if a script cannot be compiled, so that the players set up by hand."""
    try:
        return compile_game(composed.game)
    except (ExpressionError, UnknownOutcome):
        return None


def _component(composed: ComposedGame, drawings: TableDrawings, component: Component) -> dict[str, Any]:
    """Return a component: its sides by the numbers of their drawings, its size in mm and its form."""
    cards = composed.cards_of(component)
    _, front, back = cards[0]
    trim = front.program.trim
    return {
        "id": component.id,
        "name": name_of(composed, component),
        "kind": component.kind,
        "front": drawings.number(front),
        "back": None if back is None else drawings.number(back),
        "more": [drawings.number(side) for _, side, _ in cards[1:]],
        "size": [trim.size.width, trim.size.height],
        "form": trim.form,
    }


def _side(drawings: TableDrawings, side: FaceSpec) -> dict[str, Any]:
    return {"side": drawings.number(side), "size": tuple(side.program.trim.size)}


def _pile(pile: Pile, shows: str) -> dict[str, Any]:
    return {"name": pile.name, "shows": pile.shows or shows}


def _die(composed: ComposedGame, drawings: TableDrawings, name: str) -> dict[str, Any]:
    """Return a die: its printed name, and the value and the drawing of each side."""
    die, game = composed.game.file.dice[name], composed.game
    values = die.faces if isinstance(die.faces, tuple) else tuple(map(str, game.lists[die.faces["one_of"]]))
    sides = composed.dice[name]
    return {
        "name": die.name,
        "copies": die.copies,
        "values": [values[number % len(values)] for number in range(len(sides))],
        "sides": [drawings.number(side) for side in sides],
        "size": tuple(sides[0].program.trim.size),
    }


# The printed words of steps, and the odds of what chance decides in them.


def plain(text: str) -> str:
    """Return one line of Markdown as plain text."""
    return "".join(span.text for span in parse_inline(text)).strip()


def _step_words(game: Game) -> dict[str, str]:
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
