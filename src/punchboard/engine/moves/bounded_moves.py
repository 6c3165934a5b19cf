"""What a line moves when only bounds of its piles are known, and whether it can fall short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from punchboard.engine.moves.amounts import constant_amount
from punchboard.engine.moves.filtered_draws import RETURNED_TO_PILE
from punchboard.engine.moves.for_each import list_entries
from punchboard.engine.moves.outcome import Action, ClassMask
from punchboard.engine.moves.queries import MOVED, SHUFFLE_IN, moved_value_name, shortage_fallbacks
from punchboard.engine.states.component_classes import selection_query
from punchboard.engine.states.pile_bounds import ZERO, Interval, PileBounds, combined_bounds
from punchboard.engine.states.state import PileKey, UnknownOutcome

Heaps = Mapping[PileKey, PileBounds]


def move_bounds(
    act: Action, heaps: Heaps, values: Mapping[str, Interval]
) -> tuple[dict[PileKey, PileBounds], Interval, str]:
    """Return the piles that a line changes, how many it moves, and why it may fall short, if it may.

    Raises:
        Unknown: when nothing bounds what it moves.
    """
    step = act.step
    if step.same is not None and step.verb in {"draw", "deal"}:
        raise UnknownOutcome("a draw of components that are all alike is not worked out")
    changed = dict(heaps)
    fits = act.allowed_classes()
    helped = _helped(act, changed)
    number, short = ZERO, ""
    for good in _each_entry(act, fits):
        wanted, need = _wanted(act, changed, values, good)
        taken, lacking = _taken(act, changed[act.source], good, wanted, need=need, helped=helped)
        short = short or lacking
        number = number.plus(taken.size)
        every = step.amount is not None and step.amount.mode == "all" and step.same is None and not short
        source = changed[act.source]
        changed[act.source] = source.only([not fit for fit in good]) if every else source.minus(taken)
        changed[act.target] = changed[act.target].plus(taken)
        if step.verb in {"draw", "deal"} and not all(good):
            _refuse(act, changed, good)
    if step.needs is not None:
        short = short or "bounds do not tell whether what it needs can be had"
    return changed, number, short


def _helped(act: Action, heaps: dict[PileKey, PileBounds]) -> PileBounds:
    """Return what a way out of a shortage surely brings; the pile may have it or not from now on."""
    size = len(act.table.classes)
    helped = combined_bounds((), size)
    for way in shortage_fallbacks(act.step):
        if way not in {"stop", "end"} and not way.startswith(SHUFFLE_IN):
            raise UnknownOutcome(f"{way!r} is no way out of a shortage")
        if way.startswith(SHUFFLE_IN):
            other = act.table.key(way.removeprefix(SHUFFLE_IN), act.seat)
            helped = helped.plus(heaps[other])
            heaps[act.source] = heaps[act.source].union(heaps[act.source].plus(heaps[other]))
            heaps[other] = heaps[other].union(combined_bounds((), size))
    return helped


def _each_entry(act: Action, fits: ClassMask) -> Sequence[ClassMask]:
    if act.step.each is None:
        return (fits,)
    held = act.field_values(act.step.each)
    wanted = list_entries(act, act.step.each) or dict.fromkeys(
        entry for entry, fit in zip(held, fits, strict=True) if fit and entry is not None
    )
    return [tuple(fit and entry == one for fit, entry in zip(fits, held, strict=True)) for one in wanted]


def _wanted(act: Action, heaps: Heaps, values: Mapping[str, Interval], fits: ClassMask) -> tuple[Interval, int]:
    """Return how many a line wants, and how many must be there for it not to fall short."""
    amount = act.step.amount
    if amount is None:
        return Interval(1, 1), 1
    if amount.mode == "all":
        there = heaps[act.source].size_of(fits)
        drawn = act.step.verb in {"draw", "deal"}
        return (heaps[act.source].size, heaps[act.source].size.most if not all(fits) else 0) if drawn else (there, 0)
    if amount.mode == "as many":
        span = values.get(moved_value_name(act.seat), values.get(MOVED) if act.seat is None else None)
        if span is None:
            raise UnknownOutcome("nothing bounds how many were moved before")
        return span, span.most
    number = _number(act, amount.number, values)
    if amount.mode == "until":
        span = number.minus(heaps[act.target].size)
        return span, span.most
    if amount.mode == "down to":
        span = heaps[act.source].size.minus(number)
        return span, 0 if all(fits) and act.step.same is None else span.most
    if amount.mode == "up to":
        return Interval(0, number.most), 0
    if amount.most is not None:
        return number.union(Interval(amount.most, amount.most)), min(number.least, amount.most)
    return number, number.most


def _number(act: Action, number: int | str | dict[int, int], values: Mapping[str, Interval]) -> Interval:
    known = constant_amount(act.table, number)
    if known is not None:
        return Interval(known, known)
    if str(number) not in values:
        raise UnknownOutcome(f"nothing bounds {number!r}")
    return values[str(number)]


def _taken(
    act: Action, source: PileBounds, fits: ClassMask, wanted: Interval, *, need: int, helped: PileBounds
) -> tuple[PileBounds, str]:
    """Return what is taken, and why it may fall short."""
    step = act.step
    stops = {"stop", "end"}.intersection(shortage_fallbacks(step))
    groups = _alike(act, fits)
    all_of = step.amount is not None and step.amount.mode == "all"
    there = [source.size_of(one) for one in groups]
    surest = max((one.least for one in there), default=0) + (helped.size_of(fits).least if len(groups) == 1 else 0)
    if step.same is not None and all_of:
        least = min((max(1, one.least) for one in there), default=1)
        short = "" if source.size_of(fits).least else f"{act.source[0]} may hold none"
        most = max((one.most for one in there), default=0)
        return source.part_of(fits, Interval(min(least, most), most)), short
    most = min(wanted.most, max((one.most for one in there), default=0))
    short = "" if stops or surest >= need else f"{act.source[0]} may hold {surest} where {need} are needed"
    if all_of and step.verb not in {"draw", "deal"}:
        return source.only(fits), short
    least = min(wanted.least, surest) if stops else wanted.least
    return source.part_of(fits, Interval(min(least, most), most)), short


def _alike(act: Action, fits: ClassMask) -> Sequence[ClassMask]:
    if act.step.same is None:
        return (fits,)
    held = act.field_values(act.step.same)
    return [
        tuple(fit and entry == one for fit, entry in zip(fits, held, strict=True))
        for one in dict.fromkeys(entry for fit, entry in zip(fits, held, strict=True) if fit)
    ]


def _refuse(act: Action, heaps: dict[PileKey, PileBounds], good: ClassMask) -> None:
    """Move what a choosy draw may turn up and refuse."""
    otherwise = act.step.otherwise
    refused = heaps[act.source].only([not fit for fit in good]).any_part()
    if isinstance(otherwise, str | None) and otherwise in RETURNED_TO_PILE:
        return
    heaps[act.source] = heaps[act.source].minus(refused)
    if isinstance(otherwise, tuple):
        if all("of" in rule for rule in otherwise):
            raise UnknownOutcome("bounds do not tell whether all that is refused has a place")
        for rule in otherwise:
            fits = act.table.classes.results(selection_query(rule["of"])) if "of" in rule else (True,) * len(good)
            home = act.table.key(rule["to"], act.seat)
            heaps[home] = heaps[home].plus(refused.only(fits).any_part())
    elif otherwise == "discard":
        heaps[act.discard_key] = heaps[act.discard_key].plus(refused)
    else:
        raise UnknownOutcome(f"what {otherwise!r} does with refused components is not worked out")
