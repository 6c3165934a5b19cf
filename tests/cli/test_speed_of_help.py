"""The time for `--help`: little more than Python and typer need by themselves."""

import sys

HEAVY = (
    "pydantic",
    "jinja2",
    "reportlab",
    "pikepdf",
    "pypdfium2",
    "uharfbuzz",
    "svgwrite",
    "PIL",
    "yaml",
    "markdown_it",
)


def test_help_takes_little_more_than_importing_typer(workspace, at_best):
    """In at most twice the time that importing typer takes."""
    program, bare = workspace.command("--help"), [sys.executable, "-c", "import typer"]
    assert at_best(2, lambda: workspace.seconds(*program), lambda: workspace.seconds(*bare)) <= 2


def test_help_imports_nothing_heavy(workspace):
    """Whatever the machine: no library that a build needs is imported to show the help."""
    modules = workspace.imported("--help")
    assert "typer" in modules
    assert modules.intersection(HEAVY) == set()
