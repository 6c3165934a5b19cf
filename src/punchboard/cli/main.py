"""``punchboard``: reads the arguments and calls the command. Heavy imports wait for their command."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final

from punchboard import __version__
from punchboard.cli.lazy_imports import import_lazily, import_when_called

# pydantic looks for plugins in every installed package; none is ours, and the search costs a fifth of a small build
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

# these come with typer, pydantic and reportlab and are used by few commands; a thirtieth of a small build
for seldom in ("ipaddress", "pickle", "platform", "secrets", "subprocess"):
    import_lazily(seldom)

# pydantic imports the first only to look for plugins; it brings the mail and socket modules, a twentieth of a small
# build; typer calls the second for a command that it does not know
import_when_called("importlib.metadata", "entry_points")
import_when_called("difflib", "get_close_matches")

gc.disable()  # imports make few cycles, and collecting them takes a tenth of this one
import typer  # noqa: E402 - it imports pydantic, which must find all of this done
from typer.core import TyperGroup  # noqa: E402

gc.enable()

COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "new": "Make a new game from a table of yours, or with three cards.",
        "build": "Build games: sheets, references, rulebooks and more.",
        "preview": "Show games in the browser, and follow every change.",
        "check": "Check games, or any rulebook beside a table.",
        "explain": "Print the manual's page of a code.",
        "list": "List games, products and layouts, papers and printers.",
        "calibrate": "Measure a printer, so that backs meet their fronts.",
        "diff": "List the components that are new, changed or gone.",
        "translate": "Write the texts of a game for a translator.",
        "doctor": "Tell what is missing on this machine, and how to get it.",
        "schema": "Write JSON Schemas, by which editors complete and check.",
        "version": "Print the version.",
    }
)
"""The commands in the order of the help, with its lines; each is a function of a module in punchboard.cli.commands."""


HELP: Final = {"help_option_names": ["-h", "--help"]}


class Commands(TyperGroup):
    """The commands by name. One is made when it is called for: making all takes a thirtieth of a small build.

    The recipe is that of https://click.palletsprojects.com/en/stable/complex/#lazily-loading-subcommands.
    """

    def list_commands(self, _ctx: object) -> list[str]:
        """Return the names."""
        return list(COMMANDS)

    def get_command(self, _ctx: object, cmd_name: str) -> Any:
        """Return a command; None for a name that is none, and then all are made, for one alike to be suggested."""
        for name in (cmd_name,) if cmd_name in COMMANDS else COMMANDS:
            if name not in self.commands:
                self.commands[name] = _load_command(name)
        return self.commands.get(cmd_name)


def _load_command(name: str) -> Any:
    one = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    one.command(name, short_help=COMMANDS[name], context_settings=HELP)(
        importlib.import_module(f"punchboard.cli.commands.{name}").command
    )
    made = typer.main.get_command(one)
    for param in made.params:
        if param.param_type_name == "argument":
            _simplify_metavar(param)
    return made


def _simplify_metavar(argument: Any) -> None:
    """Let the help call an argument by its name alone; typer adds braces, and the type that Python has for it."""
    name = argument.metavar or argument.name.upper()
    shown = f"{name if argument.required else f'[{name}]'}{'' if argument.nargs == 1 else '...'}"
    vars(argument).update(display_type_rich=lambda ctx: "", _usage_display_name=lambda: shown)  # noqa: ARG005


def _print_version(asked: bool) -> None:  # noqa: FBT001 - what typer calls an option's callback with
    if asked:
        typer.echo(f"punchboard {__version__}")
        raise typer.Exit


def _punchboard(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Compile tabletop games: checked data in, printable sheets, references and rulebooks out."""


def main() -> None:
    """Run the command that the arguments name.

    Raises:
        SystemExit: always, with the status.
        KeyboardInterrupt: when the command is interrupted and has nothing to finish.
    """
    gc.disable()  # a command is short and makes no cycles worth collecting; collecting costs a tenth of a build
    app = typer.Typer(
        name="punchboard",
        cls=Commands,
        context_settings=HELP,
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_punchboard)
    if sys.argv[1:2] == ["help"]:
        sys.argv[1:] = [*sys.argv[2:3], "--help"]
    app()
