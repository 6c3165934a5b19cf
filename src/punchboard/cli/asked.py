"""What the command line asks of a build, as it was typed; `wishes` loads what it names."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from punchboard.load.printers import printer
from punchboard.load.profiles import profile
from punchboard.model.wishes import Standard, Wishes

STANDARDS: Final[tuple[Standard, ...]] = ("x-4", "x-1a", "a-2b")


class Asked(NamedTuple):
    """The options of ``punchboard build``; empty when they were not given."""

    workspace: Path
    names: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    out: Path | None = None
    jobs: int | None = None
    as_json: bool = False
    everything: bool = False
    low_ink: bool = False
    grey: bool = False
    players: int | None = None
    printer: str = ""
    profile: Path | None = None
    standard: str = ""
    dpi: int = 300
    since: str = ""

    @property
    def conflict(self) -> str:
        """What cannot be asked together, or for; nothing when all can."""
        if self.low_ink and self.grey:
            return "error: --low-ink and --grey exclude each other"
        if self.standard and self.standard not in STANDARDS:
            return f"error: {self.standard!r} is not a standard\n    known are: {', '.join(STANDARDS)}"
        if self.standard.startswith("x-") and self.profile is None:
            return f"error: --standard {self.standard} needs --profile, the ICC profile of the press"
        return ""


def wishes(asked: Asked) -> Wishes:
    """Return what a build is asked for, with printer and profile loaded.

    Raises:
        ProblemsFound: when there is no such printer or profile.
    """
    return Wishes(
        everything=asked.everything,
        ink="low" if asked.low_ink else "grey" if asked.grey else "full",
        players=asked.players,
        printer=printer(asked.printer) if asked.printer else None,
        profile=profile(asked.profile) if asked.profile else None,
        standard=next((name for name in STANDARDS if name == asked.standard), ""),
        dpi=asked.dpi,
    )
