"""The options of ``punchboard build`` as typed; `print_options` loads the printer and profile that they name."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from punchboard.model.print_options import PrintOptions, Standard


DEFAULT_PAPERS: Final = ("a4", "letter")

STANDARDS: "Final[tuple[Standard, ...]]" = ("x-4", "x-1a", "a-2b")


class BuildRequest(NamedTuple):
    """The options of ``punchboard build``; an option that was not given is empty."""

    workspace: Path
    names: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    out: Path | None = None
    jobs: int | None = None
    as_json: bool = False
    verbose: bool = False
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
        """The maximum number of processes at a time; by default the number of processors."""
        return self.jobs or os.cpu_count() or 1

    @property
    def conflict(self) -> str:
        """The error in these options: a conflict or an unknown value; empty if there is none."""
        if self.low_ink and self.grey:
            return "error: --low-ink and --grey cannot be combined"
        if self.standard and self.standard not in STANDARDS:
            return f"error: {self.standard!r} is not a PDF standard\n    choose one of: {', '.join(STANDARDS)}"
        if self.standard.startswith("x-") and self.profile is None:
            return f"error: --standard {self.standard} needs --profile, the ICC profile of the press"
        if not self.untrusted and (self.seconds or self.megabytes):
            return "error: --seconds and --megabytes need --untrusted"
        if self.untrusted and self.cluster:
            return "error: --untrusted and --cluster cannot be combined: the sandbox works on this machine only"
        return ""


def print_options(request: BuildRequest) -> "PrintOptions":
    """Return the print options of a build, with printer and profile loaded.

    Raises:
        ProblemsFound: when the printer or profile does not exist or is invalid.
    """
    from punchboard.load.files.press_profiles import profile  # noqa: PLC0415
    from punchboard.load.files.printers import printer  # noqa: PLC0415 - an unchanged build needs none of it
    from punchboard.model.print_options import PrintOptions  # noqa: PLC0415

    return PrintOptions(
        everything=request.everything,
        ink="low" if request.low_ink else "grey" if request.grey else "full",
        players=request.players,
        printer=printer(request.printer) if request.printer else None,
        profile=profile(request.profile) if request.profile else None,
        standard=next((name for name in STANDARDS if name == request.standard), ""),
        dpi=request.dpi,
    )
