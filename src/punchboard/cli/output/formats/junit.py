"""Reports for continuous integration: JUnit XML with a suite for each game and a test case for each code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree as ET

from punchboard.cli.output.formats import CheckResult, Report
from punchboard.cli.output.report import print_line
from punchboard.manual import pages
from punchboard.problem import Problem, Severity

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def show(report: Report) -> None:
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
    found = dict.fromkeys((*pages(), *(problem.rule for problem in result.problems)))
    suite = ET.Element("testsuite", name=_xml_text(result.name), tests=str(len(found)), errors="0")
    for code in found:
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
