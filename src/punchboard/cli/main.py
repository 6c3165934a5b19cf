"""``punchboard``: reads the arguments and calls the command. Heavy imports wait for their command."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from typing import Any, NoReturn

from punchboard.cli.startup import import_when_called
from punchboard.cli.status import GOOD, PROBLEMS, WRONG_USE

# pydantic looks for plugins in every installed package; none is ours, and the search costs a fifth of a small build
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

# pydantic imports it only to look for plugins; it brings the mail and socket modules, a twentieth of a small build
import_when_called("importlib.metadata", "entry_points")

import typer  # noqa: E402 - it imports pydantic, which must find both done
from typer.core import TyperGroup  # noqa: E402

NAMES = ("build", "check", "explain", "list", "calibrate", "diff", "version")
"""The commands in the order of the help; each is a function of a module in punchboard.cli.commands."""


class Commands(TyperGroup):
    """The commands by name. One is made when it is called for: making all takes a thirtieth of a small build.

    The recipe is that of https://click.palletsprojects.com/en/stable/complex/#lazily-loading-subcommands.
    """

    def list_commands(self, _ctx: object) -> list[str]:
        """Return the names."""
        return list(NAMES)

    def get_command(self, _ctx: object, cmd_name: str) -> Any:
        """Return a command; None for a name that is none, and then all are made, for one alike to be suggested."""
        for name in (cmd_name,) if cmd_name in NAMES else NAMES:
            if name not in self.commands:
                self.commands[name] = _command(name)
        return self.commands.get(cmd_name)


def _command(name: str) -> Any:
    one = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    one.command(name)(importlib.import_module(f"punchboard.cli.commands.{name}").command)
    return typer.main.get_command(one)


def main() -> None:
    """Run the command line; an interrupt ends it without a traceback."""
    gc.disable()  # a command is short and makes no cycles worth collecting; collecting costs a tenth of a build
    commands = Commands(
        name="punchboard",
        help="Compile tabletop games: checked data in, printable sheets, references and rulebooks out.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    try:
        commands()
    except KeyboardInterrupt:
        sys.exit(130)


def run() -> NoReturn:
    """Run the command line as the whole of a process, and end it without tearing down what it made.

    Freeing a deck of two thousand cards one object at a time takes a tenth of the time of building it; the system
    frees it at once.
    """
    try:
        main()
        status = GOOD
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else GOOD if end.code is None else WRONG_USE
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        status = PROBLEMS
    os._exit(status)
