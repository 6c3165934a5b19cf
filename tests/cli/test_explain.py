"""`punchboard explain`: a page of the manual, or all codes."""

import re

import pytest

from punchboard.manual import pages

HEAVY = {"jinja2", "markdown_it", "reportlab", "uharfbuzz", "PIL"}


@pytest.mark.parametrize("code", ["COUNT001", "count001", "YAML001", "BACK002"])
def test_a_page_has_both_examples(workspace, code):
    """The code in capitals or not; what, why, a bad and a good example; status 0; no catalog is needed."""
    ran = workspace.run("explain", code)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert code.upper() in lines[0]
    assert {"What", "Why", "Bad", "Good"} <= set(lines)
    assert "\033" not in ran.out


def test_several_codes_give_several_pages(workspace):
    """One after the other, and a page that two codes share once."""
    ran = workspace.run("explain", "BACK001", "BACK002", "KEY001")
    assert [line for line in ran.out.splitlines() if line[:1].isupper() and line[-1:].islower() and "001" in line] == [
        f"BACK001, BACK002: {pages()['BACK001'].title}",
        f"KEY001: {pages()['KEY001'].title}",
    ]


def test_all_codes_have_a_line(workspace):
    """Without a code, all codes are listed by family with their meaning."""
    ran = workspace.run("explain")
    assert (ran.status, ran.err) == (0, "")
    listed = {
        code for line in ran.out.splitlines() if line.startswith("  ") for code in re.findall(r"[A-Z]+\d{3}", line[:20])
    }
    assert listed == set(pages())
    assert "  FILE001" in ran.out
    assert pages()["FILE001"].title in ran.out


@pytest.mark.parametrize(("code", "hint"), [("CONT001", "did you mean 'COUNT001'?"), ("xyz", "list all codes with")])
def test_an_unknown_code_is_a_usage_error(workspace, code, hint):
    """Status 2, the code, and the nearest known one."""
    ran = workspace.run("explain", code)
    assert (ran.status, ran.out) == (2, "")
    assert repr(code) in ran.err
    assert hint in ran.err


def test_a_page_is_printed_without_heavy_imports(workspace):
    """No library that only a build needs is imported to show a page."""
    modules = workspace.imported("explain", "COUNT001")
    assert "typer" in modules
    assert modules.isdisjoint(HEAVY)
