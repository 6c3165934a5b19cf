"""``punchboard doctor``: what is there, what is missing, what that means and how to get it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from punchboard.cli.doctor.finding import Finding
from punchboard.cli.doctor.recommendations import gains
from punchboard.cli.doctor.requirements import needs
from punchboard.cli.exit_status import GOOD, PROBLEMS
from punchboard.cli.output.report import say, show_json


def run_doctor(workspace: Path, out: Path | None, *, as_json: bool) -> int:
    """Tell what was found; return the exit status: good unless something that builds need is missing."""
    needed, gained = tuple(needs(workspace, out)), tuple(gains())
    ready = all(one.good for one in needed)
    if as_json:
        show_json({
            "ready": ready, "needed": [one._asdict() for one in needed], "optional": [one._asdict() for one in gained]
        })  # fmt: skip
    else:
        for line in _lines(needed, gained, ready=ready):
            say(line)
    return GOOD if ready else PROBLEMS


def _lines(needed: tuple[Finding, ...], gained: tuple[Finding, ...], *, ready: bool) -> Iterator[str]:
    width = max(len(one.name) for one in (*needed, *gained))
    yield from _told(needed, width, "missing")
    yield ""
    yield "not needed, but good to have"
    yield from _told(gained, width, "-")
    yield ""
    yield "All that builds need is here." if ready else "Builds need what is marked as missing."


def _told(found: Iterable[Finding], width: int, mark: str) -> Iterator[str]:
    for one in found:
        yield f"  {'ok' if one.good else mark:7}  {one.name.ljust(width)}  {one.told}"
        if one.how:
            yield f"  {'':7}  {'':{width}}  {one.how}"
