"""Liveness: what the steps after a point still read, which is all that states there must be distinguished by.

As with live variables in a compiler. A step under a condition that can no longer change, such as which Objective was
chosen, reads nothing in states where that condition fails.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from punchboard.engine.moves.conditions import (
    MOVED,
    SHUFFLE_IN,
    condition_queries,
    counts_only,
    looks_at_all_seats,
    piles_if_constant,
    shortage_fallbacks,
    step_queries,
    uses_moved_count,
    value_names,
    value_names_before,
)
from punchboard.engine.states.piles import ComponentQuery
from punchboard.engine.states.table import BOX, TABLE, Table, UnknownOutcome, all_steps
from punchboard.model.game.setup import Step


class StepLiveness(NamedTuple):
    """What a step reads when all conditions hold under which it is carried out."""

    conditions: frozenset[str]
    live: frozenset[ComponentQuery]
    ignores_seat_order: bool
    """Whether it has the same result with the seats in another order."""


class Liveness(NamedTuple):
    """What later steps read: of components, of values, and of the order of seats."""

    value_names: frozenset[str]
    steps: tuple[StepLiveness, ...]
    changed_piles: frozenset[str] = frozenset()
    """The piles that the steps may change."""

    def with_steps(
        self, table: Table, script: Sequence[Step], *, repeated: bool = False, finished_seats_only: bool = False
    ) -> "Liveness":
        """Return the liveness before these steps; ``repeated`` when other steps may come first.

        With ``finished_seats_only``, the steps need not keep the order of seats that have carried them out.
        """
        if not script:
            return self
        uses_moved = uses_moved_count(script)
        names = self.value_names if uses_moved is None or repeated else self.value_names - {MOVED}
        read = names | frozenset(value_names(script)) if repeated else value_names_before(script, names)
        steps = _step_liveness(table, script, frozenset(), finished_seats_only=finished_seats_only)
        return Liveness(
            read | ({MOVED} if uses_moved else frozenset()),
            tuple(dict.fromkeys((*self.steps, *steps))),
            self.changed_piles | changed_piles(table, script),
        )

    def fixed_conditions(self, table: Table) -> tuple[str, ...]:
        """Return the conditions of later steps whose truth none of these steps can change."""
        texts = dict.fromkeys(text for part in self.steps for text in sorted(part.conditions))
        known = ((text, piles_if_constant(table, text)) for text in texts)
        return tuple(text for text, piles in known if piles is not None and not piles & self.changed_piles)

    def live(self, failing: frozenset[str] = frozenset()) -> frozenset[ComponentQuery]:
        """Return what is asked of components, once these conditions are known to fail."""
        return frozenset().union(*(step.live for step in self.steps if not step.conditions & failing))

    def ignores_seat_order(self, failing: frozenset[str] = frozenset()) -> bool:
        """Tell whether the steps come to the same with the seats in another order, once these conditions fail."""
        return all(step.ignores_seat_order for step in self.steps if not step.conditions & failing)


def liveness_at_end(
    value_names: frozenset[str],
    live: frozenset[ComponentQuery] = frozenset(),
    *,
    ignores_seat_order: bool = False,
) -> Liveness:
    """Return the liveness at the end of a script: what is wanted to be known there."""
    return Liveness(value_names, (StepLiveness(frozenset(), live, ignores_seat_order),))


def _step_liveness(
    table: Table, script: Sequence[Step], outer: frozenset[str], *, finished_seats_only: bool
) -> Iterator[StepLiveness]:
    for step in script:
        inner = outer
        if step.when is not None:
            yield StepLiveness(outer, frozenset(condition_queries(table.game, step.when)), ignores_seat_order=True)
            inner = outer | {step.when}
        order = ignores_seat_order(table, step) or (finished_seats_only and spares_finished_seats(step))
        yield StepLiveness(inner, frozenset(step_queries(table.game, step)), order)
        for lines in (step.steps, *step.choices):
            yield from _step_liveness(table, lines, inner, finished_seats_only=False)


def changed_piles(table: Table, script: Sequence[Step]) -> frozenset[str]:
    """Return the names of the piles that steps may change; discard piles and the box always may."""
    names = {BOX, TABLE, *table.game.file.discard_piles}
    for step in all_steps(script):
        for name in step_piles(step):
            try:
                names.update(key for key, _ in table.keys_of(name, 0))
            except UnknownOutcome:
                names.add(name)
    return frozenset(names)


def spares_finished_seats(step: Step) -> bool:
    """Tell whether seats that carry out a step leave alone the seats that have already done so."""
    if step.actor != "each player" or not step.traits.affects_own_seat_only:
        return False
    return not any(map(looks_at_all_seats, conditions(step)))


def ignores_seat_order(table: Table, step: Step) -> bool:
    """Tell whether a step, without the steps nested in it, treats the seats alike in any order; False if unsure."""
    who = step.actor
    if who is None:
        uses_own_piles = any(map(table.seat_pile_names.__contains__, step_piles(step)))
        return not uses_own_piles and all(counts_only(text, table.shared_pile_names) for text in conditions(step))
    if step.steps:
        return False
    if who in table.game.file.seats:
        return True
    return who == "each player" and _affects_own_piles_only(table, step)


def _affects_own_piles_only(table: Table, step: Step) -> bool:
    """Tell whether a step leaves the other seats' piles alone, or changes shared piles equally for all seats."""
    own = table.seat_pile_names
    target = step.target or step.traits.default_target
    shared = {name for name in (*step.piles, *_extra_targets(step), target) if name not in own}
    if step.otherwise == "discard" or (step.target is None and step.traits.default_target == "discards"):
        return False
    mode = step.amount.mode if step.amount is not None else ""
    picks = mode in {"exactly", "until", "up to", "between"} or (mode == "all" and step.same is not None)
    picks = picks and not step.traits.draws
    if step.source not in own and not (step.amount is None or (picks and not shortage_fallbacks(step))):
        return False
    return not shared & table.ordered_pile_names and has_local_conditions(table, step)


def is_own_step(table: Table, step: Step) -> bool:
    """Tell whether each seat carries out a step with its own piles alone."""
    if step.actor != "each player" or not step.traits.affects_own_seat_only:
        return False
    if step.amount is not None and (step.source is None or step.target is None):
        return False
    if step.otherwise == "discard" or "end" in shortage_fallbacks(step):
        return False
    return all(map(table.seat_pile_names.__contains__, step_piles(step))) and has_local_conditions(table, step)


def has_local_conditions(table: Table, step: Step) -> bool:
    """Tell whether the conditions of a step count nothing that the step changes for other seats."""
    for text in conditions(step):
        piles = piles_if_constant(table, text)
        if counts_only(text, table.seat_pile_names) and not looks_at_all_seats(text):
            continue
        if piles is None or piles & changed_piles(table, (step,)):
            return False
    return True


def step_piles(step: Step) -> Iterator[str]:
    """Yield the names of all piles that a step names, except those counted by its conditions."""
    yield from (name for name in (step.source, step.target) if name is not None)
    yield from step.piles
    yield from _extra_targets(step)


def _extra_targets(step: Step) -> Iterator[str]:
    """Yield the piles that a step moves something to besides its target."""
    if isinstance(step.otherwise, tuple):
        yield from (rule["to"] for rule in step.otherwise)
    yield from (way.removeprefix(SHUFFLE_IN) for way in shortage_fallbacks(step) if way.startswith(SHUFFLE_IN))


def conditions(step: Step) -> Iterator[str]:
    """Yield the conditions of a step, and its formula."""
    yield from (text for text in (step.when, step.needs, step.formula) if text is not None)
