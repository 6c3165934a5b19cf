"""The counted results of a trial."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from faulty.table import Ran, Table

HEAD = ("what was done", "times", "last good output whole", "next build right", "nothing left behind", "no traceback")


@dataclass
class Tally:
    """The number of repetitions of a trial, and how many passed each check."""

    name: str
    times: int = 0
    whole: int = 0
    right: int = 0
    tidy: int = 0
    silent: int = 0
    wrong: list[str] = field(default_factory=list)
    """The failed checks, in words."""
    skipped: str = ""
    """Why it could not run on this machine."""
    note: str = ""
    """Another count."""

    @property
    def is_good(self) -> bool:
        """Whether the trial was run and passed every check."""
        return bool(self.times) and not self.wrong

    def after(self, table: Table, state: int, ran: Ran | None = None, *, what: str = "", old: bool = True) -> None:
        """Check a workspace after a fault, build again, and count the results.

        Args:
            table: the workspace.
            state: the current state of its games, which the next build must show.
            ran: the result of the run with the fault, if it ended.
            what: the name of this repetition, for messages.
            old: whether there was a good output before.
        """
        self.times += 1
        text = ran.text if ran is not None else ""
        self.silent += self._held("Traceback" not in text, f"{what}: a traceback: {text[-1500:]}")
        left = table.orphans()
        found = table.snapshot()
        goods = [table.clean(0), table.clean(1)]
        games = all(any(found.get(game) == good[game] for good in goods) for game in (table.games if old else found))
        self.whole += self._held(games and table.is_whole(), f"{what}: not whole: {_differences(table, found)}")
        after = table.build()
        is_right = after.status == 0 and "Traceback" not in after.text and table.snapshot() == table.clean(state)
        self.right += self._held(is_right, f"{what}: the next build is not right: {after.text[-1500:]}")
        rubbish = [*table.rubbish(), *map(str, left)]
        self.tidy += self._held(not rubbish, f"{what}: left behind: {rubbish}")

    def count(self, *, whole: bool, right: bool, tidy: bool, silent: bool, what: str) -> None:
        """Count one repetition with known results."""
        self.times += 1
        self.whole += self._held(whole, f"{what}: not whole")
        self.right += self._held(right, f"{what}: not right")
        self.tidy += self._held(tidy, f"{what}: left behind")
        self.silent += self._held(silent, f"{what}: a traceback")

    def _held(self, so: object, otherwise: str) -> int:
        if not so and otherwise:
            self.wrong.append(otherwise)
        return int(bool(so))

    def row(self) -> tuple[str, ...]:
        """Return the cells of its row in a report."""
        name = f"{self.name} ({self.note})" if self.note else self.name
        if not self.times:
            return (name, "not done here" + (f": {self.skipped}" if self.skipped else ""), "", "", "", "")
        counts = (self.whole, self.right, self.tidy, self.silent)
        return (name, f"{self.times:,}", *(f"{count:,}" for count in counts))


def _differences(table: Table, found: dict[str, dict[str, str]]) -> str:
    goods = [table.clean(0), table.clean(1)]
    differences = []
    for game in table.games:
        nearest = min(({*found.get(game, {}).items()} ^ {*good[game].items()} for good in goods), key=len)
        differences.append(f"{game}: {sorted({path for path, _ in nearest})[:5]}")
    return "; ".join(differences)


def markdown(tallies: Sequence[Tally]) -> str:
    """Return a table of Markdown with a row for each."""
    rows = [HEAD, ("---", *["---:"] * (len(HEAD) - 1)), *(tally.row() for tally in tallies)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"
