"""Every step, expectation and selection of a game with its path, and the components that each pile can hold."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import chain, product
from typing import Final, NamedTuple

from punchboard.engine.moves.conditions import COUNTS, SHUFFLE_IN
from punchboard.expression import ExpressionError
from punchboard.model.game.amounts import formula_names, is_formula, known_amount
from punchboard.model.game.expectations import ENTRIES_OF, Expectation
from punchboard.model.game.game import Game
from punchboard.model.game.game_file import Pile
from punchboard.model.game.selection import is_named_selection, pile_contents, selected_components
from punchboard.model.game.setup import Step
from punchboard.model.values import Path

BUILT_IN_PILES: Final = frozenset({"box", "table"})
"""Piles that every game has: everything that is in no deck, and the middle of the table."""

PILE_SECTIONS: Final[Mapping[str, str]] = {"decks": "decks", "piles": "piles", "each player has": "each_player_has"}
"""The sections of ``game.yaml`` that declare piles, and the fields of the model that hold them."""

_NAME: Final = re.compile(r"[A-Za-z][\w' -]*")
_OPERATORS: Final = frozenset({"and", "or", "not", "in", "is", "if", "else"})


class PlacedStep(NamedTuple):
    """A step of a script and its path in ``game.yaml``."""

    step: Step
    path: Path


class Selection(NamedTuple):
    """The text of a selection or condition and its path in ``game.yaml``."""

    text: str
    path: Path


def steps(game: Game) -> Iterator[PlacedStep]:
    """Yield every step of the set-up, turn, round and sequences, including nested steps."""
    file = game.file
    for name in ("setup", "turn", "round"):
        yield from _steps(getattr(file, name), (name,))
    for name, script in file.sequences.items():
        yield from _steps(script, ("sequences", name))


def setup_steps(game: Game) -> Iterator[PlacedStep]:
    """Yield every step of the set-up, including nested steps. Only these steps are printed."""
    yield from _steps(game.file.setup, ("setup",))


def _steps(script: Iterable[Step], path: Path) -> Iterator[PlacedStep]:
    for number, step in enumerate(script):
        here = (*path, number)
        yield PlacedStep(step, here)
        yield from _steps(step.steps, (*here, step.verb))
        for choice, option in enumerate(step.choices):
            yield from _steps(option, (*here, step.verb, choice))


def conditions(game: Game) -> Iterator[Selection]:
    """Yield every condition of steps, ends and questions about chance, what is counted for an amount, and the aim."""
    for step, path in steps(game):
        counted = step.formula if reads_play(game, step.formula) else None
        written = (("when", step.when), ("needs", step.needs), (step.formula_key, counted))
        yield from (Selection(condition, (*path, key)) for key, condition in written if condition is not None)
    yield from (Selection(end.when, ("end", name, "when")) for name, end in game.file.end.items())
    yield from (Selection(question.when, ("odds", name, "when")) for name, question in game.file.odds.items())
    if game.file.aim is not None:
        yield Selection(game.file.aim.most, ("aim", "most"))


def reads_play(game: Game, amount: object) -> bool:
    """Tell whether a formula counts piles or reads dice, so that it is calculated during play."""
    if not is_formula(amount):
        return False
    called = {step.called for step, _path in steps(game)}
    return bool(formula_names(str(amount)) & {*COUNTS, *game.file.dice, *called})


def expectations(game: Game) -> Iterator[tuple[Expectation, Path]]:
    """Yield every expectation of the catalog and of players' own decks, with its path."""
    yield from ((expectation, ("expect", number)) for number, expectation in enumerate(game.file.expect))
    for name, deck in game.file.own_decks.items():
        yield from (
            (expectation, ("own decks", name, "expect", number)) for number, expectation in enumerate(deck.expect)
        )


def declared_piles(game: Game) -> dict[str, tuple[Pile, Path]]:
    """Return each pile that the game declares, by name, with its path."""
    return {
        name: (pile, (section, name))
        for section, field in PILE_SECTIONS.items()
        for name, pile in getattr(game.file, field).items()
    }


def pile_names(game: Game) -> frozenset[str]:
    """Return every way to name a pile: ``part``, ``part 1`` to ``part 3`` where it exists three times, ``supply``."""
    declared = declared_piles(game)
    numbered = (
        f"{name} {number}"
        for name, (pile, _path) in declared.items()
        for number in range(1, 1 + _most_piles(game, pile.many))
    )
    return frozenset((*declared, *numbered, *game.pile_families, *BUILT_IN_PILES))


def is_pile(game: Game, name: str) -> bool:
    """Tell whether a name is that of a pile, or would be if the field of its ``for each`` were known."""
    declared = declared_piles(game).items()
    unread = (
        family for family, (pile, _path) in declared if pile.for_each is not None and family not in game.pile_families
    )
    return name in pile_names(game) or any(name.startswith(f"{family} ") for family in unread)


def _most_piles(game: Game, many: int | str | dict[int, int] | None) -> int:
    """Return how many equal piles there are at most, with any number of players and any variant."""
    if isinstance(many, dict):
        return max(many.values(), default=0)
    if isinstance(many, str):
        variants = ("", *(variant.key for variant in game.file.variants))
        with suppress(ExpressionError):  # EXPR001 reports it
            ways = product(game.file.players.seat_counts, map(game.numbers_in, variants))
            return max([known_amount(many, players, numbers) or 0 for players, numbers in ways], default=0)
        return 0
    return many or 0


def amounts(game: Game) -> Iterator[tuple[int | str | dict[int, int], Path]]:
    """Yield what says how many there are or how often something is done, with its path."""
    for step, path in steps(game):
        if step.amount is not None:
            yield step.amount.number, (*path, step.verb)
        if step.times is not None:
            yield step.times, (*path, "times")
    for pile, path in declared_piles(game).values():
        if pile.many is not None:
            yield pile.many, (*path, "many")


def pile_name(text: str) -> str:
    """Return the pile that a step names: ``part`` for ``each part``."""
    return text.removeprefix("each ")


def piles_named(game: Game, text: str) -> tuple[str, ...]:
    """Return the piles of ``game.yaml`` that a step names: ``part`` for ``part 1``, all of a pile with ``for each``."""
    name = pile_name(text)
    declared = declared_piles(game)
    base = name.rpartition(" ")[0]
    is_numbered = name not in declared and base in declared and declared[base][0].many is not None
    return (base,) if is_numbered else game.pile_families.get(name, (name,))


def selections(game: Game) -> Iterator[Selection]:
    """Yield every selection of components in ``game.yaml``."""
    yield from (Selection(text, ("groups", name)) for name, text in game.file.groups.items())
    for pile, path in declared_piles(game).values():
        written = (("contains", pile.contains), ("may hold", pile.may_hold))
        yield from (Selection(text, (*path, key)) for key, text in written if text is not None)
    for expectation, path in expectations(game):
        if not expectation.selection.startswith(ENTRIES_OF):
            key = expectation.keyword if expectation.keyword in {"count", "every"} else "of"
            yield Selection(expectation.selection, (*path, key))
    yield from (Selection(box.holds, ("tuck boxes", name, "holds")) for name, box in game.file.tuck_boxes.items())
    yield from (Selection(deck.source, ("own decks", name, "from")) for name, deck in game.file.own_decks.items())
    for step, path in steps(game):
        if step.only is not None:
            yield Selection(step.only, (*path, "only"))


def is_unknown_name(game: Game, text: str) -> bool:
    """Return whether a selection is written as a name, but no kind, group, filled pile or field has that name."""
    if (
        is_named_selection(game, text)
        or pile_contents(game, text)
        or not _NAME.fullmatch(text)
        or _OPERATORS & set(text.split())
    ):
        return False
    return all(text not in kind.file.fields for kind in game.kinds.values())


Contents = dict[str, frozenset[str]]
"""Ids of components by pile name."""


def hidden_piles(game: Game) -> frozenset[str]:
    """Return the piles that show only backs: ``shows: backs`` or ``owner``, and decks that do not say otherwise."""
    return frozenset(
        name
        for name, (pile, path) in declared_piles(game).items()
        if pile.shows in {"backs", "owner"} or (pile.shows is None and path[0] == "decks")
    )


def possible_contents(game: Game) -> Mapping[str, frozenset[str]]:
    """Return the components that each pile, including the box, can ever hold."""
    piles: Contents = {"box": frozenset(component.id for component in game.components)}
    for name, (pile, _path) in declared_piles(game).items():
        written = (text for text in (pile.contains, pile.may_hold) if text is not None)
        piles[name] = frozenset(chain.from_iterable(_ids(game, text) for text in written))
    moves = [move for step, _path in steps(game) for move in _moves(game, step)]
    while True:
        before = dict(piles)
        for sources, target, only in moves:
            held = frozenset().union(*(piles.get(source, frozenset()) for source in sources))
            piles[target] = piles.get(target, frozenset()) | (held if only is None else held & only)
        if piles == before:
            return piles


def _moves(game: Game, step: Step) -> Iterator[tuple[tuple[str, ...], str, frozenset[str] | None]]:
    """Yield (source piles, target pile, component ids or None for all) for each way that a step moves components."""
    sources = tuple(pile for name in step.piles or (step.source or "box",) for pile in piles_named(game, name))
    discards, default = tuple(game.file.discard_piles), step.traits.default_target
    ways: list[tuple[tuple[str, ...], tuple[str, ...], frozenset[str] | None]] = []
    if step.target is not None:
        ways.append((sources, piles_named(game, step.target), _taken(game, step)))
    elif default == "box":
        ways.append((sources, ("box",), None))
    elif default == "discards":
        ways.append((sources, discards, _taken(game, step)))
    if step.otherwise == "discard":
        ways.append((sources, discards, None))
    if step.source is not None:
        ways += ((piles_named(game, pile), piles_named(game, step.source), None) for pile in _shuffled_in(step))
    for rule in step.otherwise if isinstance(step.otherwise, tuple) else ():
        if "to" in rule:
            only = _ids(game, rule["of"]) if "of" in rule else None
            ways.append((sources, piles_named(game, rule["to"]), only))
    yield from ((sources, target, only) for sources, targets, only in ways for target in targets)


def _shuffled_in(step: Step) -> Iterator[str]:
    """Yield the piles that a step shuffles into its source if that runs short."""
    ways = (step.if_short,) if isinstance(step.if_short, str) else step.if_short or ()
    return (way.removeprefix(SHUFFLE_IN) for way in ways if way.startswith(SHUFFLE_IN))


def _taken(game: Game, step: Step) -> frozenset[str] | None:
    """Return the components that a step's own words select, or None for all."""
    number = step.amount.number if step.amount is not None else None
    named = number if isinstance(number, str) and number in game.kinds else None
    words = [text for text in (named, step.kind, step.of, step.only) if text is not None]
    return frozenset.intersection(*(_ids(game, text) for text in words)) if words else None


def _ids(game: Game, text: str) -> frozenset[str]:
    try:
        return frozenset(component.id for component in selected_components(game, text))
    except ExpressionError:
        return frozenset()  # EXPR001 reports it
