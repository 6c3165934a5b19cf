"""What the lines after one ask: all that states have to be told apart by.

A line under a condition that nothing changes any more, such as which Objective was chosen, asks nothing of the states
in which that condition does not hold.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from punchboard.engine.moves.conditions import counts_only, piles_if_constant
from punchboard.engine.moves.queries import (
    MOVED,
    SHUFFLE_IN,
    condition_queries,
    shortage_fallbacks,
    step_queries,
    uses_moved_count,
    value_names,
)
from punchboard.engine.states.component_classes import ComponentQuery
from punchboard.engine.states.state import BOX, TABLE, UnknownOutcome
from punchboard.engine.states.table import Table, all_steps
from punchboard.model.game.setup import Step


class StepLiveness(NamedTuple):
    """What a line asks when all the conditions hold under which it is done."""

    under: frozenset[str]
    live: frozenset[ComponentQuery]
    ignores_seat_order: bool
    """Whether it leads to the same for seats in another order."""


class Liveness(NamedTuple):
    """What the lines after one ask: of components, of values, and of the order of the seats."""

    live: frozenset[ComponentQuery]
    value_names: frozenset[str]
    ignores_seat_order: bool
    """Whether what follows leads to the same for seats in another order."""
    steps: tuple[StepLiveness, ...] | None = None
    """The same line by line; None when that is not known."""
    touched: frozenset[str] = frozenset()
    """The piles that the lines may change."""

    def with_steps(
        self, table: Table, script: Sequence[Step], *, repeated: bool = False, finished_seats_only: bool = False
    ) -> "Liveness":
        """Return what these lines and all after them ask; ``again`` when they need not be the next.

        With ``done_only`` the lines are taken not to mind the order of the seats that have done them.
        """
        if not script:
            return self
        moved = uses_moved_count(script)
        asked = self.value_names if moved is None or repeated else self.value_names - {MOVED}
        before = (StepLiveness(frozenset(), self.live, self.ignores_seat_order),) if self.steps is None else self.steps
        parts = tuple(dict.fromkeys((*before, *_asked(table, script, frozenset(), done_only=finished_seats_only))))
        return Liveness(
            frozenset().union(*(part.live for part in parts)),
            asked | frozenset(value_names(script)) | ({MOVED} if moved else frozenset()),
            all(part.ignores_seat_order for part in parts),
            parts,
            self.touched | _touched(table, script),
        )

    def fixed_conditions(self, table: Table) -> tuple[str, ...]:
        """Return the conditions of later lines that hold, or do not, whatever happens before these."""
        texts = dict.fromkeys(text for part in self.steps or () for text in sorted(part.under))
        known = ((text, piles_if_constant(table, text)) for text in texts)
        return tuple(text for text, piles in known if piles is not None and not piles & self.touched)

    def excluding(self, failing: frozenset[str]) -> tuple[frozenset[ComponentQuery], bool]:
        """Return what is asked, and whether any order of seats will do, once it is known which conditions fail."""
        if self.steps is None:
            return self.live, self.ignores_seat_order
        parts = [part for part in self.steps if not part.under & failing]
        return frozenset().union(*(part.live for part in parts)), all(part.ignores_seat_order for part in parts)


def _asked(table: Table, script: Sequence[Step], under: frozenset[str], *, done_only: bool) -> Iterator[StepLiveness]:
    for step in script:
        inner = under
        if step.when is not None:
            yield StepLiveness(under, frozenset(condition_queries(table.game, step.when)), ignores_seat_order=True)
            inner = under | {step.when}
        order = ignores_seat_order(table, step) or (done_only and spares_finished_seats(step))
        yield StepLiveness(inner, frozenset(step_queries(table.game, step)), order)
        for lines in (step.steps, *step.choices):
            yield from _asked(table, lines, inner, done_only=False)


def _touched(table: Table, script: Sequence[Step]) -> frozenset[str]:
    """Return the names of the piles that lines may change; discard piles may always be, and so may the box."""
    found = {BOX, TABLE, *(name for name, _ in table.keys if "discard" in name)}
    for step in all_steps(script):
        for name in step_piles(step):
            try:
                found.update(key for key, _ in table.keys_of(name, 0))
            except UnknownOutcome:
                found.add(name)
    return frozenset(found)


def spares_finished_seats(step: Step) -> bool:
    """Tell whether seats that have done a line are left alone by those who do it after them."""
    if step.verb != "deal" and step.who != "each player":
        return False
    plain = step.amount is not None or step.verb in {"shuffle", "say"}
    return plain and not any("count_all" in text for text in conditions(step))


def ignores_seat_order(table: Table, step: Step) -> bool:
    """Tell whether a line, apart from those within it, does the same to seats in another order.

    If unsure, it does not.
    """
    who = "each player" if step.verb == "deal" else step.who
    if who is None:
        own = any(map(table.seat_pile_names.__contains__, step_piles(step)))
        return not own and all(counts_only(text, table.shared_pile_names) for text in conditions(step))
    if step.steps:
        return False
    if who in table.game.file.seats:
        return True
    return who == "each player" and _keeps_to_itself(table, step)


def _keeps_to_itself(table: Table, step: Step) -> bool:
    """Tell whether what a seat does at a line leaves the others' to them, or is the same for all."""
    own = table.seat_pile_names
    shared = {name for name in (*step.piles, *_homes(step), step.target or TABLE) if name not in own}
    if step.otherwise == "discard" or (step.verb == "discard" and step.target is None):
        return False
    mode = step.amount.mode if step.amount is not None else ""
    picks = mode in {"exactly", "until", "up to", "between"} or (mode == "all" and step.same is not None)
    picks = picks and step.verb not in {"draw", "deal"}
    if step.source not in own and not (step.amount is None or (picks and not shortage_fallbacks(step))):
        return False
    return not shared & table.ordered_pile_names and has_local_conditions(table, step)


def has_local_conditions(table: Table, step: Step) -> bool:
    """Tell whether the conditions of a line count nothing that it changes for other seats."""
    for text in conditions(step):
        piles = piles_if_constant(table, text)
        if counts_only(text, table.seat_pile_names) and "count_all" not in text:
            continue
        if piles is None or piles & _touched(table, (step,)):
            return False
    return True


def step_piles(step: Step) -> Iterator[str]:
    """Yield the names of all piles that a line names, apart from those that its conditions count."""
    yield from (name for name in (step.source, step.target) if name is not None)
    yield from step.piles
    yield from _homes(step)


def _homes(step: Step) -> Iterator[str]:
    """Yield the piles that a line brings something to besides its target."""
    if isinstance(step.otherwise, tuple):
        yield from (rule["to"] for rule in step.otherwise)
    yield from (way.removeprefix(SHUFFLE_IN) for way in shortage_fallbacks(step) if way.startswith(SHUFFLE_IN))


def conditions(step: Step) -> Iterator[str]:
    """Yield the conditions of a line."""
    yield from (text for text in (step.when, step.needs) if text is not None)
