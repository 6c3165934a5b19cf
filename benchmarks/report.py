"""The results page in Markdown: the machine, a table for each part, and every bar as held or missed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from bars import FEW, FEW_SECONDS, YARDSTICK, YARDSTICK_SECONDS, bar_results, yardstick_of
from chart_builds import ROWS
from outcome import Result
from programs import FLOOR, OURS, PLAIN, PROTOGRAF, SQUIB, TUNED
from recorded import FLOOR_THEN, SIZES, missing_tools
from stages import TASK

HEAD = f"""\
# Results

`python benchmarks/run.py --results` writes this page; the data are in [results.json](results.json). Every tool is a
process of its own that reads a CSV and writes a PDF with nine poker cards on an A4 page. The tools take turns, so other
work on the machine affects all alike. Seconds are medians of whole processes, from start to end. Memory is the highest
peak of the largest process of any run. *Times the floor* is the median ratio of each run to the floor's run in the same
round. protograf and Squib take part where they are installed (`pip install 'punchboard[bench]'` or `--peer-python`;
`gem install squib`).

- **{FLOOR}**: writes only the bytes of the PDF, with Python's standard library; nothing is checked or embedded.
- **{TUNED}**: written with a thorough knowledge of reportlab; **{PLAIN}**: a careful first program.
- **{PROTOGRAF}**, **{SQUIB}**: the peers, each with a program that follows its manual.
- **{OURS}** reads and checks the data, composes and checks every card, and reads the finished PDF back to verify it.
  From 1,000 cards on it uses all processors, which is its default; the other tools use one.
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
    rows = [(one.what, one.asked, one.found, one.converted, VERDICTS[one.holds]) for one in bar_results(results)]
    if not rows:
        return
    yield "## Bars\n"
    yardstick = yardstick_of(results)
    here = f" (here {yardstick.seconds:.2f} s, so seconds are converted in proportion)" if yardstick else ""
    yield (
        f"The bars are set for a machine where *{YARDSTICK}* takes {YARDSTICK_SECONDS:g} s for 2,000 cards{here}. For "
        f"{FEW} cards it takes {FEW_SECONDS:.2f} s there, a third of that bar.\n"
    )
    yield from _table(("build", "bar", "measured here", "converted", ""), rows, right=frozenset({1, 2, 3}))
    if reasons := [f"- **{one.what}**: {one.why}" for one in bar_results(results) if not one.holds and one.why]:
        yield "\n### Missed bars\n"
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
        yield "The same cards, each with a different PNG of 590 x 236 pixels and about 90 kB instead of the icon.\n"
        yield from _compared(found)


def _compared(found: Sequence[Result]) -> Iterator[str]:
    """Yield a table of tools by decks, and a line on tools that were left out of larger decks."""
    ours = {one.cards: one.seconds for one in found if one.tool == OURS}
    heads = ("cards", "tool", "seconds", "times the floor", "times Punchboard", "memory, MB", "bytes a card", "runs")
    yield from _table(heads, (_tool(one, ours.get(one.cards)) for one in found), right=frozenset({0, *range(2, 8)}))
    for cards, names in _left_out(found):
        yield f"\nNot built with {cards:,} cards, because it would take too long: {', '.join(names)}."


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
    yield "## The five games, and repeated builds\n"
    yield (
        "The games of this repository, with two jobs; the deck has 2,000 text cards. *Clean build* starts with an "
        "empty output, *nothing changed* follows right after it, and *one card edited* after a word was added to one "
        "cell of a table. That card is also in the rulebook and on the set-up sheet, while *another card* is on sheets "
        "only. *Watched* is the time from saving the table to the line in which `build --watch` reports the build. "
        f"*Times the yardstick* is the ratio to the 2,000 cards of *{YARDSTICK}*, run in the same rounds.\n"
    )
    heads = ("build", "seconds", "times the yardstick", "processor time, s", "memory, MB", "output, MB", "runs")
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
        "Processor seconds with one job, sampled a thousand times a second, which slows the build a little. The time "
        "of a stage includes shared code that it calls, but not other stages: *check* does not include drawing the "
        "faces that it checks, which is *compose*. *Verify* reads PDF files back.\n"
    )
    stages = list(next(iter(found.values())))
    rows = (
        (build, *(f"{taken[stage]:.2f}" for stage in stages), f"{sum(taken.values()):.2f}")
        for build, taken in found.items()
    )
    yield from _table(("build", *stages, "total"), rows, right=frozenset(range(1, len(stages) + 2)))


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
    found = missing_tools(results)
    if not found:
        return
    yield "## Tools that were not installed\n"
    yield (
        "These were **not measured in this run**. The figures are from an earlier measurement on another machine "
        "(two cores, CPython 3.12, the same kind of deck, all tools in turn), where the floor took 0.12 to 0.15 s for "
        "2,000 cards. Compare the ratios; seconds of two machines cannot be compared.\n"
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
    """Yield the lines of a Markdown table; the columns in `right` are aligned right."""
    line: Callable[[Iterable[str]], str] = lambda cells: f"| {' | '.join(cells)} |"  # noqa: E731 - one line is enough
    yield line(heads)
    yield line("---:" if index in right else "---" for index in range(len(heads)))
    yield from map(line, rows)
