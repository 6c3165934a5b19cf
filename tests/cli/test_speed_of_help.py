"""The work for `--help`: nothing that only a build needs."""

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


def test_help_imports_nothing_heavy(workspace):
    """Whatever the machine: no library that a build needs is imported to show the help."""
    modules = workspace.imported("--help")
    assert "typer" in modules
    assert modules.intersection(HEAVY) == set()
