"""What came of a trial, counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from faulty.table import Ran, Table

HEAD = ("what was done", "times", "last good output whole", "next build right", "nothing left behind", "no traceback")


@dataclass
class Tally:
    """How often something was done, and how often what must be so afterwards was so."""

    name: str
    times: int = 0
    whole: int = 0
    right: int = 0
    tidy: int = 0
    silent: int = 0
    wrong: list[str] = field(default_factory=list)
    """What was not so, in words."""
    skipped: str = ""
    """Why it could not be done here."""
    note: str = ""
    """What else was counted."""

    @property
    def is_good(self) -> bool:
        """Whether it was done, and everything was so."""
        return bool(self.times) and not self.wrong

    def after(self, table: Table, state: int, ran: Ran | None = None, *, what: str = "", old: bool = True) -> None:
        """Look at a table after a fault, build again, and count.

        Args:
            table: where something went wrong.
            state: the state that its games are in now, which the next build must show.
            ran: how the run ended that it went wrong for, if it has come to an end.
            what: how this time is called, if something is not so.
            old: whether there was a good output before.
        """
        self.times += 1
        text = ran.text if ran is not None else ""
        self.silent += self._held("Traceback" not in text, f"{what}: a traceback: {text[-1500:]}")
        left = table.orphans()
        found = table.snapshot()
        goods = [table.clean(0), table.clean(1)]
        games = all(any(found.get(game) == good[game] for good in goods) for game in (table.games if old else found))
        self.whole += self._held(games and table.is_whole(), f"{what}: not whole: {_told(table, found)}")
        after = table.build()
        is_right = after.status == 0 and "Traceback" not in after.text and table.snapshot() == table.clean(state)
        self.right += self._held(is_right, f"{what}: the next build is not right: {after.text[-1500:]}")
        rubbish = [*table.rubbish(), *map(str, left)]
        self.tidy += self._held(not rubbish, f"{what}: left behind: {rubbish}")

    def count(self, *, whole: bool, right: bool, tidy: bool, silent: bool, what: str) -> None:
        """Count one time of which all is known."""
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


def _told(table: Table, found: dict[str, dict[str, str]]) -> str:
    goods = [table.clean(0), table.clean(1)]
    told = []
    for game in table.games:
        nearest = min(({*found.get(game, {}).items()} ^ {*good[game].items()} for good in goods), key=len)
        told.append(f"{game}: {sorted({path for path, _ in nearest})[:5]}")
    return "; ".join(told)


def markdown(tallies: Sequence[Tally]) -> str:
    """Return a table of Markdown with a row for each."""
    rows = [HEAD, ("---", *["---:"] * (len(HEAD) - 1)), *(tally.row() for tally in tallies)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"
