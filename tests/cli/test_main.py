"""Help, version and unknown commands."""

import re

import pytest

from punchboard import __version__
from punchboard.cli.main import COMMANDS


def test_help_has_an_uncut_line_for_every_command(workspace):
    """No line is cut, and none is wider than a terminal."""
    ran = workspace.run("--help")
    _, _, commands = ran.out.partition("Commands:\n")
    lines = commands.splitlines()
    assert (ran.status, ran.err, len(lines)) == (0, "", 22)
    assert all(re.fullmatch(r"  [a-z]+ +[A-Z].*[^.]\.", line) and len(line) < 80 for line in lines), lines


def test_help_has_a_short_option(workspace):
    """As an option of the program, and of every command."""
    assert workspace.run("-h") == workspace.run("--help")
    assert workspace.run("check", "-h") == workspace.run("check", "--help")


def test_help_is_a_command_too(workspace):
    """`punchboard help` works as well."""
    assert workspace.run("help").out == workspace.run("--help").out
    assert workspace.run("help", "build").out == workspace.run("build", "--help").out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_arguments_without_python_types(workspace, command):
    """NAME, GAME, FILE, N."""
    shown = workspace.run(command, "--help").out
    assert not re.search(r"<\w|\b(TEXT|INTEGER|FLOAT|PATH)\b|list\[|\{\w+\}", shown), shown


def test_no_arguments_print_the_help_where_nobody_reads_a_page(workspace):
    """A script and a log get the help at once; at a terminal a page begins."""
    assert workspace.run().err + workspace.run().out == workspace.run("--help").out


def test_the_version_is_a_command_and_an_option(workspace):
    """Users try either."""
    assert workspace.run("--version") == workspace.run("version") == (0, f"punchboard {__version__}\n", "")


def test_an_unknown_command_gets_a_suggestion(workspace):
    """With status 2, as all usage errors."""
    ran = workspace.run("bild")
    assert (ran.status, ran.out) == (2, "")
    assert "No such command 'bild'. Did you mean 'build'?" in ran.err
