"""Reports of checks in every format."""

import json
from xml.etree import ElementTree as ET

import pytest

from punchboard.cli.report_formats import FORMATS, CheckResult, Report, show
from punchboard.manual import pages
from punchboard.problem import Place, Problem, Severity, SuppressedProblem

COUNT = Problem("COUNT001", Place("catalog/oak/game.yaml", 5, 9), "expected 3, found 2", "add a row")
SLIP = Problem("REF001", Place("catalog/oak/game.yaml", 7), "no pile 'pakc': 100%, <no>\nno")
MILD = Problem("TURN003", Place("catalog/elm/game.yaml", 3), "unequal turns", severity=Severity.WARNING)
ASIDE = SuppressedProblem(Problem("BACK001", Place("catalog/elm/ga me.yaml", 8, 2), "two backs"), "It is open.")
LOST = Problem("FILE001", Place("catalog"), "there are no games here")
REPORT = Report((CheckResult("elm", (MILD,), (ASIDE,)), CheckResult("oak", (SLIP, COUNT), is_complete=False)))


@pytest.fixture
def shown(capsys):
    """Print a report and return the standard output."""

    def run(form, report=REPORT):
        show(report, form)
        return capsys.readouterr().out

    return run


def test_a_report_sorts_and_counts_its_problems():
    """Each problem counts once; the summary has the numbers of checked games, of problems and of suppressed ones."""
    assert REPORT.problems == (MILD, COUNT, SLIP)
    assert REPORT.has_errors
    assert REPORT.summary() == "2 games checked: 2 errors, 1 warning, 1 suppressed"
    assert Report((CheckResult("elm"),)).summary() == "1 game checked: no problems"
    assert Report((CheckResult("elm", (), (ASIDE,)),)).summary() == "1 game checked: no problems, 1 suppressed"
    assert Report(other_problems=(LOST,)).summary() == "1 error"
    assert not Report((CheckResult("elm", (MILD,)),)).has_errors


def test_text_is_one_line_for_each_problem_and_a_summary(capsys):
    """On standard error: places first, hints below, the summary last."""
    show(REPORT, "text")
    ran = capsys.readouterr()
    assert ran.out == ""
    assert ran.err.splitlines() == [
        "catalog/elm/game.yaml:3: warning TURN003: unequal turns",
        "catalog/oak/game.yaml:5:9: error COUNT001: expected 3, found 2",
        "    add a row",
        "catalog/oak/game.yaml:7: error REF001: no pile 'pakc': 100%, <no>",
        "no",
        "2 games checked: 2 errors, 1 warning, 1 suppressed",
    ]


def test_on_a_terminal_blank_lines_separate_files_and_words_are_coloured(capsys, monkeypatch):
    """NO_COLOR removes the colours, but not the blank lines."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    show(REPORT, "text")
    coloured = capsys.readouterr().err
    assert "\033[33mwarning TURN003\033[0m" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    show(REPORT, "text")
    plain = capsys.readouterr().err
    assert "\033" not in plain
    assert [number for number, line in enumerate(plain.splitlines()) if not line] == [1]


def test_json_is_one_object_with_the_suppressed_problems(shown):
    """The object has what was checked, the problems by place, and the suppressed ones with their reasons."""
    data = json.loads(shown("json"))
    assert data["checked"] == ["elm", "oak"]
    assert [problem["rule"] for problem in data["problems"]] == ["TURN003", "COUNT001", "REF001"]
    (aside,) = data["set_aside"]
    assert (aside["rule"], aside["reason"], aside["severity"]) == ("BACK001", "It is open.", "error")


def test_github_commands_are_escaped(shown):
    """Colons and commas in properties, line ends in messages, per cent signs in both; line 0 is left out."""
    wrong = Problem("REF001", Place("a,b:c%.yaml", 7), SLIP.message, "did you mean 'pack'?")
    assert shown("github", Report((CheckResult("elm", (wrong, MILD)),), (LOST,))).splitlines() == [
        "::error file=a%2Cb%3Ac%25.yaml,line=7,title=REF001::no pile 'pakc': 100%25, <no>%0Ano%0Adid you mean 'pack'?",
        "::error file=catalog,title=FILE001::there are no games here",
        "::warning file=catalog/elm/game.yaml,line=3,title=TURN003::unequal turns",
        "1 game checked: 2 errors, 1 warning",
    ]


def test_junit_has_a_suite_for_each_game_and_a_case_for_each_code(shown):
    """Errors fail a case, warnings are its output, suppressed or unchecked codes skip it, all others pass."""
    root = ET.fromstring(shown("junit"))
    elm, oak = root
    assert [suite.get("name") for suite in root] == ["elm", "oak"]
    for suite in root:
        cases = list(suite)
        assert {case.get("name").partition(":")[0] for case in cases} == set(pages())
        assert int(suite.get("tests")) == len(cases) == len(pages())
        for kind in ("failure", "skipped"):
            found = sum(case.find(kind) is not None for case in cases)
            assert int(suite.get("failures" if kind == "failure" else "skipped")) == found
    by_code = {
        suite.get("name"): {case.get("name")[: case.get("name").index(":")]: case for case in suite} for suite in root
    }
    failure = by_code["oak"]["COUNT001"].find("failure")
    assert failure.get("message") == "expected 3, found 2"
    assert failure.text == "catalog/oak/game.yaml:5:9: error COUNT001: expected 3, found 2\n    add a row"
    assert by_code["elm"]["TURN003"].find("failure") is None
    assert by_code["elm"]["TURN003"].find("system-out").text.endswith("unequal turns")
    assert by_code["elm"]["BACK001"].find("skipped").get("message") == "suppressed: It is open."
    assert list(by_code["elm"]["COUNT001"]) == []
    assert by_code["oak"]["TURN003"].find("skipped") is not None
    assert (elm.get("failures"), oak.get("failures"), root.get("failures")) == ("0", "2", "2")


def test_junit_accepts_any_text(shown):
    """Characters that XML cannot hold are replaced; problems of no game have a suite of their own."""
    wrong = Problem("VALUE001", Place("a.yaml", 1), 'a "\x00" & \x1b[31m ]]> \ud800 é')
    root = ET.fromstring(shown("junit", Report((CheckResult("<oak>", (wrong,)),), (LOST,))))
    assert [suite.get("name") for suite in root] == ["punchboard", "<oak>"]
    (failure,) = root[1].iter("failure")
    assert failure.get("message") == 'a "\ufffd" & \ufffd[31m ]]> \ufffd é'


def test_sarif_has_the_rules_with_their_help_and_the_results_with_their_places(shown):
    """Results name their rule by id and index, their place in a region, and why they are suppressed."""
    log = json.loads(shown("sarif"))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("/sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["BACK001", "COUNT001", "REF001", "TURN003"]
    assert "**Bad:**" in rules[1]["help"]["markdown"]
    assert rules[1]["help"]["text"].startswith("COUNT001: ")
    assert rules[3]["defaultConfiguration"] == {"level": "warning"}
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
    mild, count, slip, aside = run["results"]
    assert (mild["level"], count["level"]) == ("warning", "error")
    assert count["message"] == {"text": "expected 3, found 2\nadd a row"}
    assert count["locations"][0]["physicalLocation"]["region"] == {"startLine": 5, "startColumn": 9}
    assert slip["locations"][0]["physicalLocation"]["region"] == {"startLine": 7}
    assert aside["suppressions"] == [{"kind": "external", "justification": "It is open."}]


def test_every_format_shows_an_empty_report(shown):
    """Without problems, each prints a valid report."""
    for form in FORMATS:
        assert shown(form, Report((CheckResult("elm"),)))
    assert json.loads(shown("sarif", Report()))["runs"][0]["results"] == []
    assert ET.fromstring(shown("junit", Report())).get("tests") == "0"
