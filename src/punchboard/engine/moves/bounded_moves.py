"""What a step moves when only bounds of its piles are known, and whether it can fall short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from punchboard.engine.moves.conditions import MOVED, SHUFFLE_IN, moved_value_name, shortage_fallbacks
from punchboard.engine.moves.draws import RETURNED_TO_PILE, constant_amount, not_below_zero, share_of
from punchboard.engine.moves.outcome import Action, ClassMask, list_entries
from punchboard.engine.states.piles import ZERO, Interval, PileBounds, combined_bounds, selection_query
from punchboard.engine.states.table import PileKey, UnknownOutcome
from punchboard.model.game.setup import HALVES

BoundsByPile = Mapping[PileKey, PileBounds]


def move_bounds(
    action: Action, piles: BoundsByPile, values: Mapping[str, Interval]
) -> tuple[dict[PileKey, PileBounds], Interval, str]:
    """Return the piles that a step changes, how many components it moves, and why it may fall short ("" if it cannot).

    Raises:
        UnknownOutcome: when what it moves has no bounds.
    """
    step = action.step
    is_counted = step.formula is not None and constant_amount(action.table, step.formula) is None
    if step.same is not None and step.traits.draws:
        raise UnknownOutcome("a draw with 'same' is not supported")
    changed = dict(piles)
    fits = action.allowed_classes()
    fallback = _fallback_bounds(action, changed)
    number, short = ZERO, ""
    for good in _entry_masks(action, fits):
        requested, need = Interval(0, changed[action.source].size.most), 0
        if not is_counted:
            requested, need = _requested(action, changed, values, good)
        taken, lacking = _taken_bounds(action, changed[action.source], good, requested, need=need, fallback=fallback)
        short = short or lacking
        number = number.plus(taken.size)
        every = step.amount is not None and step.amount.mode == "all" and step.same is None and not short
        source = changed[action.source]
        changed[action.source] = source.only([not fit for fit in good]) if every else source.minus(taken)
        changed[action.target] = changed[action.target].plus(taken)
        if step.traits.draws and not all(good):
            _move_refused(action, changed, good)
    if step.needs is not None:
        short = short or "bounds cannot show whether 'needs' can be met"
    if is_counted:
        short = short or f"bounds cannot show how many {step.formula!r} are"
    return changed, number, short


def _fallback_bounds(action: Action, piles: dict[PileKey, PileBounds]) -> PileBounds:
    """Return what the fallbacks for a shortage are sure to bring; the source pile may receive it from now on."""
    size = len(action.table.classes)
    helped = combined_bounds((), size)
    for fallback in shortage_fallbacks(action.step):
        if fallback not in {"stop", "end"} and not fallback.startswith(SHUFFLE_IN):
            raise UnknownOutcome(f"unknown 'if short: {fallback}'; use 'stop', 'end' or 'shuffle in ...'")
        if fallback.startswith(SHUFFLE_IN):
            other = action.table.key(fallback.removeprefix(SHUFFLE_IN), action.seat)
            helped = helped.plus(piles[other])
            piles[action.source] = piles[action.source].union(piles[action.source].plus(piles[other]))
            piles[other] = piles[other].union(combined_bounds((), size))
    return helped


def _entry_masks(action: Action, fits: ClassMask) -> Sequence[ClassMask]:
    if action.step.each is None:
        return (fits,)
    held = action.field_values(action.step.each)
    wanted = list_entries(action, action.step.each) or dict.fromkeys(
        entry for entry, fit in zip(held, fits, strict=True) if fit and entry is not None
    )
    return [tuple(fit and entry == one for fit, entry in zip(fits, held, strict=True)) for one in wanted]


def _requested(  # noqa: PLR0911 - one return for each way of counting
    action: Action, piles: BoundsByPile, values: Mapping[str, Interval], fits: ClassMask
) -> tuple[Interval, int]:
    """Return how many components a step requests, and how many must be available so that it does not fall short."""
    amount = action.step.amount
    if amount is None:
        return Interval(1, 1), 1
    if amount.mode == "all":
        available = piles[action.source].size_of(fits)
        drawn = action.step.traits.draws
        return (
            (piles[action.source].size, piles[action.source].size.most if not all(fits) else 0)
            if drawn
            else (available, 0)
        )
    if amount.mode == "as many":
        span = values.get(moved_value_name(action.seat), values.get(MOVED) if action.seat is None else None)
        if span is None:
            raise UnknownOutcome("the number moved by the step before has no bounds")
        return span, span.most
    if amount.mode in HALVES:
        least, most = piles[action.source].size
        return Interval(share_of(least, amount.mode), share_of(most, amount.mode)), 0
    number = _number(action, amount.number, values)
    if amount.mode == "until":
        span = number.minus(piles[action.target].size)
        return span, span.most
    if amount.mode == "down to":
        span = piles[action.source].size.minus(number)
        return span, 0 if all(fits) and action.step.same is None else span.most
    if amount.mode == "up to":
        return Interval(0, number.most), 0
    if amount.most is not None:
        return number.union(Interval(amount.most, amount.most)), min(number.least, amount.most)
    return number, number.most


def _number(action: Action, number: int | str | dict[int, int], values: Mapping[str, Interval]) -> Interval:
    known = constant_amount(action.table, number)
    if known is not None:
        return Interval(known, known)
    if str(number) not in values:
        raise UnknownOutcome(f"{number!r} has no bounds at this step")
    not_below_zero(values[str(number)].least)
    return values[str(number)]


def _taken_bounds(
    action: Action, source: PileBounds, fits: ClassMask, requested: Interval, *, need: int, fallback: PileBounds
) -> tuple[PileBounds, str]:
    """Return what is taken, and why it may fall short."""
    step = action.step
    stops = {"stop", "end"}.intersection(shortage_fallbacks(step))
    groups = _same_value_masks(action, fits)
    all_of = step.amount is not None and step.amount.mode == "all"
    available = [source.size_of(one) for one in groups]
    surest = max((one.least for one in available), default=0) + (
        fallback.size_of(fits).least if len(groups) == 1 else 0
    )
    if step.same is not None and all_of:
        least = min((max(1, one.least) for one in available), default=1)
        short = "" if source.size_of(fits).least else f"{action.source[0]} may be empty"
        most = max((one.most for one in available), default=0)
        return source.part_of(fits, Interval(min(least, most), most)), short
    most = min(requested.most, max((one.most for one in available), default=0))
    short = "" if stops or surest >= need else f"{action.source[0]} may hold {surest} where {need} are needed"
    if all_of and not step.traits.draws:
        return source.only(fits), short
    least = min(requested.least, surest) if stops else requested.least
    return source.part_of(fits, Interval(min(least, most), most)), short


def _same_value_masks(action: Action, fits: ClassMask) -> Sequence[ClassMask]:
    if action.step.same is None:
        return (fits,)
    held = action.field_values(action.step.same)
    return [
        tuple(fit and entry == one for fit, entry in zip(fits, held, strict=True))
        for one in dict.fromkeys(entry for fit, entry in zip(fits, held, strict=True) if fit)
    ]


def _move_refused(action: Action, piles: dict[PileKey, PileBounds], good: ClassMask) -> None:
    """Move the components that a filtered draw may turn up and refuse."""
    otherwise = action.step.otherwise
    refused = piles[action.source].only([not fit for fit in good]).any_part()
    if isinstance(otherwise, str | None) and otherwise in RETURNED_TO_PILE:
        return
    piles[action.source] = piles[action.source].minus(refused)
    if isinstance(otherwise, tuple):
        if all("of" in rule for rule in otherwise):
            raise UnknownOutcome("bounds cannot show whether 'otherwise' has a pile for every refused component")
        for rule in otherwise:
            fits = action.table.classes.results(selection_query(rule["of"])) if "of" in rule else (True,) * len(good)
            home = action.table.key(rule["to"], action.seat)
            piles[home] = piles[home].plus(refused.only(fits).any_part())
    elif otherwise == "discard":
        piles[action.discard_key] = piles[action.discard_key].plus(refused)
    else:
        raise UnknownOutcome(f"'otherwise: {otherwise}' is not supported")
