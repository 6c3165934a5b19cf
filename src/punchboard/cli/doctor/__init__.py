"""``punchboard doctor``: what is there, what is missing, what that means and how to get it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from punchboard.cli.doctor.finding import Finding
from punchboard.cli.doctor.recommendations import recommendation_findings
from punchboard.cli.doctor.requirements import requirement_findings
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.output.report import print_line, show_json


def run_doctor(workspace: Path, out: Path | None, *, as_json: bool) -> int:
    """Tell what was found; return the exit status: good unless something that builds need is missing."""
    needed, gained = tuple(requirement_findings(workspace, out)), tuple(recommendation_findings())
    ready = all(one.good for one in needed)
    if as_json:
        show_json({
            "ready": ready, "needed": [one._asdict() for one in needed], "optional": [one._asdict() for one in gained]
        })  # fmt: skip
    else:
        for line in _report_lines(needed, gained, ready=ready):
            print_line(line)
    return SUCCESS if ready else PROBLEMS


def _report_lines(needed: tuple[Finding, ...], gained: tuple[Finding, ...], *, ready: bool) -> Iterator[str]:
    width = max(len(one.name) for one in (*needed, *gained))
    yield from _finding_lines(needed, width, "missing")
    yield ""
    yield "not needed, but good to have"
    yield from _finding_lines(gained, width, "-")
    yield ""
    yield "All that builds need is here." if ready else "Builds need what is marked as missing."


def _finding_lines(found: Iterable[Finding], width: int, mark: str) -> Iterator[str]:
    for one in found:
        yield f"  {'ok' if one.good else mark:7}  {one.name.ljust(width)}  {one.told}"
        if one.how:
            yield f"  {'':7}  {'':{width}}  {one.how}"
