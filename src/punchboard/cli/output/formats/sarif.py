"""Reports for code scanning: SARIF 2.1.0, with the manual pages as help texts of the rules.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

from punchboard import __version__
from punchboard.cli.output.formats import Report
from punchboard.cli.output.report import show_json
from punchboard.manual import pages
from punchboard.manual.manual_markdown import page_markdown
from punchboard.manual.terminal import terminal_text
from punchboard.problem import Problem

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def show(report: Report) -> None:
    """Print the log: one run with its rules and results; suppressed problems have their reason."""
    problems = [*report.problems, *(suppressed.problem for suppressed in report.suppressed)]
    rules = {code: number for number, code in enumerate(sorted({problem.rule for problem in problems}))}
    results = [_result(problem, rules) for problem in report.problems]
    results += [
        _result(suppressed.problem, rules)
        | {"suppressions": [{"kind": "external", "justification": suppressed.reason}]}
        for suppressed in report.suppressed
    ]
    driver = {"name": "punchboard", "version": __version__, "rules": _rules(list(rules), problems)}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    show_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rules(codes: Sequence[str], problems: Sequence[Problem]) -> list[dict[str, Any]]:
    found = []
    for code in codes:
        level = next(problem.severity.value for problem in problems if problem.rule == code)
        rule: dict[str, Any] = {"id": code, "defaultConfiguration": {"level": level}}
        page = pages().get(code)
        if page:
            rule["shortDescription"] = {"text": f"{page.title[:1].upper()}{page.title[1:]}."}
            rule["help"] = {"text": terminal_text(page), "markdown": page_markdown(page)}
        found.append(rule)
    return found


def _result(problem: Problem, rules: Mapping[str, int]) -> dict[str, Any]:
    message = f"{problem.message}\n{problem.hint}" if problem.hint else problem.message
    place = problem.place
    physical: dict[str, Any] = {"artifactLocation": {"uri": quote(problem.place.file)}}
    if place.line:
        region = {"startLine": place.line, "startColumn": place.column}
        physical["region"] = {name: number for name, number in region.items() if number}
    return {
        "ruleId": problem.rule,
        "ruleIndex": rules[problem.rule],
        "level": problem.severity.value,
        "message": {"text": message},
        "locations": [{"physicalLocation": physical}],
    }
