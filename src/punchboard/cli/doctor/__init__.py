"""``punchboard doctor``: reports what builds require and recommend, what is missing and how to get it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from punchboard.cli.doctor.finding import Finding
from punchboard.cli.doctor.recommendations import recommendation_findings
from punchboard.cli.doctor.requirements import requirement_findings
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.output.report import print_line, show_json


def run_doctor(workspace: Path, out: Path | None, *, as_json: bool) -> int:
    """Print the findings; return the exit status, which is 0 unless a requirement is missing."""
    needed, recommended = tuple(requirement_findings(workspace, out)), tuple(recommendation_findings())
    ready = all(finding.good for finding in needed)
    if as_json:
        findings = {"needed": needed, "optional": recommended}
        show_json({"ready": ready, **{key: [one._asdict() for one in found] for key, found in findings.items()}})
    else:
        for line in _report_lines(needed, recommended, ready=ready):
            print_line(line)
    return SUCCESS if ready else PROBLEMS


def _report_lines(needed: tuple[Finding, ...], recommended: tuple[Finding, ...], *, ready: bool) -> Iterator[str]:
    width = max(len(finding.name) for finding in (*needed, *recommended))
    yield from _finding_lines(needed, width, "missing")
    yield ""
    yield "optional"
    yield from _finding_lines(recommended, width, "-")
    yield ""
    yield "Everything that builds require is installed." if ready else "Builds require what is marked as missing."


def _finding_lines(findings: Iterable[Finding], width: int, mark: str) -> Iterator[str]:
    for finding in findings:
        yield f"  {'ok' if finding.good else mark:7}  {finding.name.ljust(width)}  {finding.told}"
        if finding.how:
            yield f"  {'':7}  {'':{width}}  {finding.how}"
