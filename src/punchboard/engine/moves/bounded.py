"""What a line moves when only bounds of its piles are known, and whether it can fall short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from punchboard.engine.moves.amounts import constant
from punchboard.engine.moves.choosy_draws import BACK
from punchboard.engine.moves.for_each import entries
from punchboard.engine.moves.outcome import Act, Fits
from punchboard.engine.moves.questions import MOVED, SHUFFLE_IN, moved_by, ways_out
from punchboard.engine.states.bounds import NONE, Heap, Span, together
from punchboard.engine.states.classes import select
from punchboard.engine.states.state import Key, Unknown

Heaps = Mapping[Key, Heap]


def moved(act: Act, heaps: Heaps, values: Mapping[str, Span]) -> tuple[dict[Key, Heap], Span, str]:
    """Return the piles that a line changes, how many it moves, and why it may fall short, if it may.

    Raises:
        Unknown: when nothing bounds what it moves.
    """
    step = act.step
    if step.same is not None and step.verb in {"draw", "deal"}:
        raise Unknown("a draw of components that are all alike is not worked out")
    changed = dict(heaps)
    fits = act.allowed()
    helped = _helped(act, changed)
    number, short = NONE, ""
    for good in _each_entry(act, fits):
        wanted, need = _wanted(act, changed, values, good)
        taken, lacking = _taken(act, changed[act.source], good, wanted, need=need, helped=helped)
        short = short or lacking
        number = number.plus(taken.size)
        every = step.amount is not None and step.amount.mode == "all" and step.same is None and not short
        source = changed[act.source]
        changed[act.source] = source.of([not fit for fit in good]) if every else source.minus(taken)
        changed[act.target] = changed[act.target].plus(taken)
        if step.verb in {"draw", "deal"} and not all(good):
            _refuse(act, changed, good)
    if step.needs is not None:
        short = short or "bounds do not tell whether what it needs can be had"
    return changed, number, short


def _helped(act: Act, heaps: dict[Key, Heap]) -> Heap:
    """Return what a way out of a shortage surely brings; the pile may have it or not from now on."""
    size = len(act.table.classes)
    helped = together((), size)
    for way in ways_out(act.step):
        if way not in {"stop", "end"} and not way.startswith(SHUFFLE_IN):
            raise Unknown(f"{way!r} is no way out of a shortage")
        if way.startswith(SHUFFLE_IN):
            other = act.table.key(way.removeprefix(SHUFFLE_IN), act.seat)
            helped = helped.plus(heaps[other])
            heaps[act.source] = heaps[act.source].joined(heaps[act.source].plus(heaps[other]))
            heaps[other] = heaps[other].joined(together((), size))
    return helped


def _each_entry(act: Act, fits: Fits) -> Sequence[Fits]:
    if act.step.each is None:
        return (fits,)
    held = act.held(act.step.each)
    wanted = entries(act, act.step.each) or dict.fromkeys(
        entry for entry, fit in zip(held, fits, strict=True) if fit and entry is not None
    )
    return [tuple(fit and entry == one for fit, entry in zip(fits, held, strict=True)) for one in wanted]


def _wanted(  # noqa: PLR0911 - one return a way of counting
    act: Act, heaps: Heaps, values: Mapping[str, Span], fits: Fits
) -> tuple[Span, int]:
    """Return how many a line wants, and how many must be there for it not to fall short."""
    amount = act.step.amount
    if amount is None:
        return Span(1, 1), 1
    if amount.mode == "all":
        there = heaps[act.source].fitting(fits)
        drawn = act.step.verb in {"draw", "deal"}
        return (heaps[act.source].size, heaps[act.source].size.most if not all(fits) else 0) if drawn else (there, 0)
    if amount.mode == "as many":
        span = values.get(moved_by(act.seat), values.get(MOVED) if act.seat is None else None)
        if span is None:
            raise Unknown("nothing bounds how many were moved before")
        return span, span.most
    number = _number(act, amount.number, values)
    if amount.mode == "until":
        span = number.minus(heaps[act.target].size)
        return span, span.most
    if amount.mode == "down to":
        span = heaps[act.source].size.minus(number)
        return span, 0 if all(fits) and act.step.same is None else span.most
    if amount.mode == "up to":
        return Span(0, number.most), 0
    if amount.most is not None:
        return number.joined(Span(amount.most, amount.most)), min(number.least, amount.most)
    return number, number.most


def _number(act: Act, number: int | str | dict[int, int], values: Mapping[str, Span]) -> Span:
    known = constant(act.table, number)
    if known is not None:
        return Span(known, known)
    if str(number) not in values:
        raise Unknown(f"nothing bounds {number!r}")
    return values[str(number)]


def _taken(act: Act, source: Heap, fits: Fits, wanted: Span, *, need: int, helped: Heap) -> tuple[Heap, str]:
    """Return what is taken, and why it may fall short."""
    step = act.step
    stops = {"stop", "end"}.intersection(ways_out(step))
    groups = _alike(act, fits)
    all_of = step.amount is not None and step.amount.mode == "all"
    there = [source.fitting(one) for one in groups]
    surest = max((one.least for one in there), default=0) + (helped.fitting(fits).least if len(groups) == 1 else 0)
    if step.same is not None and all_of:
        least = min((max(1, one.least) for one in there), default=1)
        short = "" if source.fitting(fits).least else f"{act.source[0]} may hold none"
        most = max((one.most for one in there), default=0)
        return source.some(fits, Span(min(least, most), most)), short
    most = min(wanted.most, max((one.most for one in there), default=0))
    short = "" if stops or surest >= need else f"{act.source[0]} may hold {surest} where {need} are needed"
    if all_of and step.verb not in {"draw", "deal"}:
        return source.of(fits), short
    least = min(wanted.least, surest) if stops else wanted.least
    return source.some(fits, Span(min(least, most), most)), short


def _alike(act: Act, fits: Fits) -> Sequence[Fits]:
    if act.step.same is None:
        return (fits,)
    held = act.held(act.step.same)
    return [
        tuple(fit and entry == one for fit, entry in zip(fits, held, strict=True))
        for one in dict.fromkeys(entry for fit, entry in zip(fits, held, strict=True) if fit)
    ]


def _refuse(act: Act, heaps: dict[Key, Heap], good: Fits) -> None:
    """Move what a choosy draw may turn up and refuse."""
    otherwise = act.step.otherwise
    refused = heaps[act.source].of([not fit for fit in good]).at_most()
    if isinstance(otherwise, str | None) and otherwise in BACK:
        return
    heaps[act.source] = heaps[act.source].minus(refused)
    if isinstance(otherwise, tuple):
        if all("of" in rule for rule in otherwise):
            raise Unknown("bounds do not tell whether all that is refused has a place")
        for rule in otherwise:
            fits = act.table.classes.of(select(rule["of"])) if "of" in rule else (True,) * len(good)
            home = act.table.key(rule["to"], act.seat)
            heaps[home] = heaps[home].plus(refused.of(fits).at_most())
    elif otherwise == "discard":
        heaps[act.discards] = heaps[act.discards].plus(refused)
    else:
        raise Unknown(f"what {otherwise!r} does with refused components is not worked out")
