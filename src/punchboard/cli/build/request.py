"""What the command line asks of a build, as it was typed; `wishes` loads what it names."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from punchboard.model.options import PrintOptions, Standard


DEFAULT_PAPERS: Final = ("a4", "letter")

STANDARDS: "Final[tuple[Standard, ...]]" = ("x-4", "x-1a", "a-2b")


class BuildRequest(NamedTuple):
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
    locales: tuple[str, ...] = ()
    cluster: str = ""
    untrusted: bool = False
    seconds: int | None = None
    megabytes: int | None = None

    @property
    def workers(self) -> int:
        """How many processes work at once, at the most: as many as there are processors where it is not said."""
        return self.jobs or os.cpu_count() or 1

    @property
    def conflict(self) -> str:
        """What cannot be asked together, or for; nothing when all can."""
        if self.low_ink and self.grey:
            return "error: --low-ink and --grey exclude each other"
        if self.standard and self.standard not in STANDARDS:
            return f"error: {self.standard!r} is not a standard\n    known are: {', '.join(STANDARDS)}"
        if self.standard.startswith("x-") and self.profile is None:
            return f"error: --standard {self.standard} needs --profile, the ICC profile of the press"
        if not self.untrusted and (self.seconds or self.megabytes):
            return "error: --seconds and --megabytes are limits of --untrusted"
        if self.untrusted and self.cluster:
            return "error: --untrusted and --cluster exclude each other: walls are raised on this machine alone"
        return ""


def print_options(asked: BuildRequest) -> "PrintOptions":
    """Return what a build is asked for, with printer and profile loaded.

    Raises:
        ProblemsFound: when there is no such printer or profile.
    """
    from punchboard.load.files.press_profiles import profile  # noqa: PLC0415
    from punchboard.load.files.printers import printer  # noqa: PLC0415 - where nothing is to be built, nothing is loaded
    from punchboard.model.options import PrintOptions  # noqa: PLC0415

    return PrintOptions(
        everything=asked.everything,
        ink="low" if asked.low_ink else "grey" if asked.grey else "full",
        players=asked.players,
        printer=printer(asked.printer) if asked.printer else None,
        profile=profile(asked.profile) if asked.profile else None,
        standard=next((name for name in STANDARDS if name == asked.standard), ""),
        dpi=asked.dpi,
    )
