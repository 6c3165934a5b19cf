"""The report formats of ``punchboard check``: a function for each ``--format``.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import quote
from xml.etree import ElementTree as ET

from punchboard import __version__
from punchboard.cli.report import print_line, problem_counts, problems_data, show_json, show_problems, suppressed_data
from punchboard.manual import page_markdown, pages, terminal_text
from punchboard.problem import Problem, Severity, SuppressedProblem, has_errors


class CheckResult(NamedTuple):
    """The result of checking one game, text or deck."""

    name: str
    problems: tuple[Problem, ...] = ()
    suppressed: tuple[SuppressedProblem, ...] = ()
    is_complete: bool = True
    """Whether all checks ran; they do not for a game that cannot be read or composed."""


class Report(NamedTuple):
    """The results of a run of checks; files are named relative to the current folder."""

    results: tuple[CheckResult, ...] = ()
    other_problems: tuple[Problem, ...] = ()
    """Problems that belong to none of the results, such as an unknown game."""
    noun: str = "game"

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems without duplicates, sorted by place."""
        distinct = {*self.other_problems, *(problem for result in self.results for problem in result.problems)}
        return tuple(sorted(distinct, key=lambda problem: (problem.place, problem.rule, problem.message)))

    @property
    def suppressed(self) -> tuple[SuppressedProblem, ...]:
        """All suppressed problems without duplicates."""
        return tuple(dict.fromkeys(problem for result in self.results for problem in result.suppressed))

    @property
    def has_errors(self) -> bool:
        """Whether any problem is an error."""
        return has_errors(self.problems)

    def summary(self) -> str:
        """Return one line with the number of checked games and of problems."""
        count = len(self.results)
        counts = problem_counts(self.problems, len(self.suppressed))
        if not count:
            return counts
        return f"{count} {self.noun}{'' if count == 1 else 's'} checked: {counts}"


def _show_text(report: Report, *, verbose: bool) -> None:
    """Print problems and the summary to standard error; without problems, the summary to standard output."""
    if report.problems:
        show_problems(report.problems, report.summary(), verbose=verbose)
    else:
        print_line(report.summary())


def _show_json(report: Report, **_: bool) -> None:
    """Print the names of what was checked, the problems, and the suppressed problems with their reasons."""
    show_json(
        {
            "checked": [result.name for result in report.results],
            "problems": problems_data(report.problems),
            "set_aside": suppressed_data(report.suppressed),
        }
    )


def _show_github(report: Report, **_: bool) -> None:
    """Print a command for each problem, and a summary."""
    for problem in report.problems:
        print_line(command(problem, problem.place.file))
    print_line(report.summary())


def command(problem: Problem, file: str) -> str:
    """Return the workflow command of a problem."""
    given = {"file": file, "line": problem.place.line, "col": problem.place.column, "title": problem.rule}
    properties = ",".join(f"{name}={_escape_property(str(value))}" for name, value in given.items() if value)
    message = f"{problem.message}\n{problem.hint}" if problem.hint else problem.message
    return f"::{problem.severity.value} {properties}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")


_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _show_junit(report: Report, **_: bool) -> None:
    """Print the test suites."""
    root = ET.Element("testsuites", name="punchboard check")
    others = (CheckResult("punchboard", report.other_problems, is_complete=False),) if report.other_problems else ()
    for result in (*others, *report.results):
        root.append(_suite(result))
    for count in ("tests", "failures", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    ET.indent(root)
    print_line(f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}')


def _suite(result: CheckResult) -> ET.Element:
    codes = dict.fromkeys((*pages(), *(problem.rule for problem in result.problems)))
    suite = ET.Element("testsuite", name=_xml_text(result.name), tests=str(len(codes)), errors="0")
    for code in codes:
        suite.append(_case(result, code))
    suite.set("failures", str(sum(case.find("failure") is not None for case in suite)))
    suite.set("skipped", str(sum(case.find("skipped") is not None for case in suite)))
    return suite


def _case(result: CheckResult, code: str) -> ET.Element:
    """Return the test case of a code: errors fail it, warnings are its output, suppressed or unchecked ones skip it."""
    page = pages().get(code)
    case = ET.Element("testcase", classname=_xml_text(result.name), name=f"{code}: {page.title}" if page else code)
    problems = [problem for problem in dict.fromkeys(result.problems) if problem.rule == code]
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    reasons = dict.fromkeys(suppressed.reason for suppressed in result.suppressed if suppressed.problem.rule == code)
    if errors:
        failure = ET.SubElement(case, "failure", type="error", message=_xml_text(_failure_message(errors)))
        failure.text = _xml_text("\n".join(map(_problem_text, errors)))
    elif reasons:
        ET.SubElement(case, "skipped", message=_xml_text(f"suppressed: {' '.join(reasons)}"))
    elif not problems and not result.is_complete:
        ET.SubElement(case, "skipped", message="not checked because of other errors")
    warnings = [problem for problem in problems if problem.severity is Severity.WARNING]
    if warnings:
        ET.SubElement(case, "system-out").text = _xml_text("\n".join(map(_problem_text, warnings)))
    return case


def _failure_message(problems: Sequence[Problem]) -> str:
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    return f"{problems[0].message}{more}"


def _problem_text(problem: Problem) -> str:
    return f"{problem}\n    {problem.hint}" if problem.hint else str(problem)


def _xml_text(text: str) -> str:
    """Return text without the characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)


SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def _show_sarif(report: Report, **_: bool) -> None:
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
    rules = []
    for code in codes:
        level = next(problem.severity.value for problem in problems if problem.rule == code)
        rule: dict[str, Any] = {"id": code, "defaultConfiguration": {"level": level}}
        page = pages().get(code)
        if page:
            rule["shortDescription"] = {"text": f"{page.title[:1].upper()}{page.title[1:]}."}
            rule["help"] = {"text": terminal_text(page), "markdown": page_markdown(page)}
        rules.append(rule)
    return rules


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


FORMATS: Final[Mapping[str, Callable[..., None]]] = {
    "text": _show_text,
    "json": _show_json,
    "sarif": _show_sarif,
    "junit": _show_junit,
    "github": _show_github,
}
"""The function of each report format."""


def show(report: Report, form: str, *, verbose: bool = False) -> None:
    """Print a report in one of the formats; as text, problems of one cause are one line unless `verbose`."""
    FORMATS[form](report, verbose=verbose)
