"""The results as Markdown: what was measured and on what, a table for each part, and every bar held or missed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from bars import FEW, FEW_SECONDS, YARDSTICK, YARDSTICK_SECONDS, judged, yardstick_of
from chart_builds import ROWS
from outcome import Result
from programs import FLOOR, OURS, PLAIN, PROTOGRAF, SQUIB, TUNED
from recorded import FLOOR_THEN, SIZES, missing
from stages import TASK

HEAD = f"""\
# Results

Written by `python benchmarks/run.py --results`; the data are in [results.json](results.json). Every tool is a process
of its own that reads a CSV and writes a PDF, nine poker cards to an A4 page; all tools take turns, so that what else
the machine does hits all alike. Seconds are medians of whole processes, from start to end. Memory is the highest peak
of the largest process of any run. *Times the floor* is the median of what each run took in times of the floor's run
beside it. protograf takes part where it is installed (`pip install 'punchboard[bench]'`, or `--peer-python`), Squib
where Ruby has it (`gem install squib`).

- **{FLOOR}**: the bytes of the PDF and nothing else, by Python's standard library; nothing is checked or embedded.
- **{TUNED}**: by somebody who knows reportlab well; **{PLAIN}**: as a first careful program has it.
- **{PROTOGRAF}**, **{SQUIB}**: the peers, each by a program as its manual has it.
- **{OURS}** reads and checks the data, composes and checks every card, and reads the finished PDF back as a proof. From
  1,000 cards on it uses all processors, as it does when nothing is said; the others use one.
"""
CHART = "![Seconds by cards for each tool, and seconds of builds of the five games](results.svg)"


def report(results: Sequence[Result], machine: Mapping[str, str]) -> str:
    """Return the whole page."""
    parts = (_machine(machine), [CHART], _bars(results), _decks(results), _pictures(results), _builds(results))
    more = (_stages(results), _single(results), _recorded(results))
    return "\n".join([HEAD, *("\n".join(lines) + "\n" for part in (*parts, *more) if (lines := list(part)))])


def _machine(machine: Mapping[str, str]) -> Iterator[str]:
    yield from _table(("measured on", ""), ((name, value) for name, value in machine.items()))


def _bars(results: Sequence[Result]) -> Iterator[str]:
    rows = [(one.what, one.asked, one.found, one.carried, VERDICTS[one.holds]) for one in judged(results)]
    if not rows:
        return
    yield "## What was to be held\n"
    yardstick = yardstick_of(results)
    here = f"; here it took {yardstick.seconds:.2f} s, and seconds are carried there in step" if yardstick else ""
    yield (
        f"The bars are told for a machine where *{YARDSTICK}* takes {YARDSTICK_SECONDS:g} s for 2,000 cards{here}. For "
        f"{FEW} cards it takes {FEW_SECONDS:.2f} s there, a third of that bar.\n"
    )
    yield from _table(("what", "bar", "measured here", "carried", ""), rows, right=frozenset({1, 2, 3}))
    if reasons := [f"- **{one.what}**: {one.why}" for one in judged(results) if not one.holds and one.why]:
        yield "\n### What fell short, and why\n"
        yield from reasons


VERDICTS = {True: "held", False: "**missed**"}


def _decks(results: Sequence[Result]) -> Iterator[str]:
    found = [one for one in results if one.task == "text"]
    if found:
        yield "## Text cards\n"
        yield "Every card is different: a title, a number in a circle, an icon, 40 words, a footer and a border.\n"
        yield from _compared(found)


def _pictures(results: Sequence[Result]) -> Iterator[str]:
    found = [one for one in results if one.task == "pictures"]
    if found:
        yield "## Cards with pictures\n"
        yield "The same cards; in the place of the icon each has a different PNG of 590 x 236 pixels and some 90 kB.\n"
        yield from _compared(found)


def _compared(found: Sequence[Result]) -> Iterator[str]:
    """Yield a table of tools by decks, and a line on those that were left out of the larger ones."""
    ours = {one.cards: one.seconds for one in found if one.tool == OURS}
    heads = ("cards", "tool", "seconds", "times the floor", "times Punchboard", "memory, MB", "bytes a card", "runs")
    yield from _table(heads, (_tool(one, ours.get(one.cards)) for one in found), right=frozenset({0, *range(2, 8)}))
    for cards, names in _left_out(found):
        yield f"\nNot built with {cards:,} cards, as it would have taken too long: {', '.join(names)}."


def _tool(one: Result, ours: float | None) -> tuple[str, ...]:
    name = f"**{one.tool}**" if one.tool == OURS else one.tool
    beside = f"{one.seconds / ours:.2f}" if ours else ""
    size = f"{one.size / one.cards:,.0f}"
    return (
        *(f"{one.cards:,}", name, f"{one.seconds:.2f}", f"{one.times:.1f}"),
        *(beside, f"{one.memory:.0f}", size, f"{one.runs}"),
    )


def _left_out(found: Sequence[Result]) -> Iterator[tuple[int, list[str]]]:
    tools = dict.fromkeys(one.tool for one in found)
    for cards in dict.fromkeys(one.cards for one in found):
        here = {one.tool for one in found if one.cards == cards}
        if names := [tool for tool in tools if tool not in here]:
            yield cards, names


def _builds(results: Sequence[Result]) -> Iterator[str]:
    found = {one.task: one for one in results if one.task in ROWS}
    if not found:
        return
    yield "## The five games, and building again\n"
    yield (
        "The games of this repository, with two jobs; the deck has 2,000 text cards. *Anew* is with an empty output, "
        "*nothing changed* right after it, *one card edited* after a word was added to one cell of a table: "
        "of a card that the rulebook and the set-up sheet show, too, while *another card* is on sheets alone; "
        "*watched*: from the saving of the table to the line in which `build --watch` tells that it has built. "
        f"*Times the yardstick* counts in the 2,000 cards of *{YARDSTICK}*, run beside them.\n"
    )
    heads = ("build", "seconds", "times the yardstick", "work of processors, s", "memory, MB", "output, MB", "runs")
    rows = (
        (
            *(task, f"{one.seconds:.2f}", f"{one.times:.1f}", f"{one.work:.2f}"),
            *(f"{one.memory:.0f}", f"{one.size / 1e6:.1f}", f"{one.runs}"),
        )
        for task, one in found.items()
    )
    yield from _table(heads, rows, right=frozenset(range(1, 7)))


def _stages(results: Sequence[Result]) -> Iterator[str]:
    found: dict[str, dict[str, float]] = {}
    for one in results:
        if one.task.startswith(TASK):
            found.setdefault(one.task.removeprefix(TASK), {})[one.tool] = one.seconds
    if not found:
        return
    yield "## Where the time goes\n"
    yield (
        "Seconds of the processor's time with one job, looked at a thousand times a second, which makes all of it a "
        "little slower. A stage's time is that of its own functions and of what they use of no other stage: *check* is "
        "without the drawing of what it looks at, which is *compose*. *Prove* reads PDF files back; *remember* finds "
        "out what has changed, and keeps what has not.\n"
    )
    stages = list(next(iter(found.values())))
    rows = (
        (build, *(f"{taken[stage]:.2f}" for stage in stages), f"{sum(taken.values()):.2f}")
        for build, taken in found.items()
    )
    yield from _table(("build", *stages, "in all"), rows, right=frozenset(range(1, len(stages) + 2)))


def _single(results: Sequence[Result]) -> Iterator[str]:
    found = [one for one in results if one.task == "single"]
    if found:
        yield "## A file for every card\n"
        yield "PNG is 750 x 1050 pixels, cut to the trim.\n"
        heads = ("cards", "files", "seconds", "times the floor", "memory, MB", "bytes a card")
        rows = (
            (
                *(f"{one.cards:,}", one.tool, f"{one.seconds:.2f}", f"{one.times:.1f}"),
                *(f"{one.memory:.0f}", f"{one.size / one.cards:,.0f}"),
            )
            for one in found
        )
        yield from _table(heads, rows, right=frozenset({0, 2, 3, 4, 5}))


def _recorded(results: Sequence[Result]) -> Iterator[str]:
    found = missing(results)
    if not found:
        return
    yield "## Tools that were not here\n"
    yield (
        "These were **not measured in this run**. The figures are those of an earlier measurement on another machine "
        "(two cores, CPython 3.12, the same kind of deck, all tools in turn), where the floor took 0.12 to 0.15 s for "
        "2,000 cards. Compare ratios; seconds of two machines do not compare.\n"
    )
    heads = ("tool", *(f"{size:,} cards, s" for size in SIZES), "times the floor there", "memory, MB", "bytes a card")
    rows = (
        (
            *(f"{one.tool} {one.version}".strip(), *(f"{taken:.2f}" for taken in one.seconds)),
            *(f"{one.seconds[-1] / FLOOR_THEN:.0f}", f"{one.memory:,.0f}", f"{one.size:,}"),
        )
        for one in found
    )
    yield from _table(heads, rows, right=frozenset(range(1, 7)))


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], right: frozenset[int] = frozenset()) -> Iterator[str]:
    """Yield the lines of a Markdown table; columns of numbers stand to the right."""
    line: Callable[[Iterable[str]], str] = lambda cells: f"| {' | '.join(cells)} |"
    yield line(heads)
    yield line("---:" if index in right else "---" for index in range(len(heads)))
    yield from map(line, rows)
