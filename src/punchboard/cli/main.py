"""The entry point of ``punchboard``: parses the arguments and calls the command, whose module is imported only then."""

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

# pydantic searches every installed package for plugins, which takes a fifth of a small build; we use none
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

# typer, pydantic and reportlab import these modules, but few commands use them; a thirtieth of a small build
for module in ("ipaddress", "pickle", "platform", "secrets", "subprocess"):
    import_lazily(module)

# pydantic needs the first only to search for plugins, and it imports the mail and socket modules, a twentieth of a
# small build; typer calls the second only for unknown commands
import_when_called("importlib.metadata", "entry_points")
import_when_called("difflib", "get_close_matches")

gc.disable()  # the import of typer makes few cycles, and collecting them would take a tenth of its time
import typer  # noqa: E402 - imports pydantic, which needs the preparations above
from typer.core import TyperGroup  # noqa: E402

gc.enable()

COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "demo": "Make a small game, build it and show it.",
        "new": "Make a new game from a spreadsheet, or with three cards.",
        "build": "Build games: sheets, references, rulebooks and more.",
        "preview": "Show games in the browser and update them on each save.",
        "edit": "Edit games in the browser; their files are changed.",
        "table": "Share a game on a table in the browser.",
        "check": "Check games, or any rulebook against a table.",
        "odds": "Print how likely a condition is after set-up.",
        "simulate": "Let bots play many games, and print what they show.",
        "stats": "Write a page of curves, odds and what logs of games show.",
        "explain": "Print the manual page of a problem code.",
        "list": "List games, products and layouts, papers and printers.",
        "themes": "Show a card of a game in every theme.",
        "icons": "Add sets of icons, or find icons by name and meaning.",
        "fonts": "Add fonts for letters of any script, or find them.",
        "calibrate": "Measure a printer, so that backs align with fronts.",
        "diff": "List the components that are new, changed or gone.",
        "sync": "Fetch tables from their links again, if you agree.",
        "translate": "Write the texts of a game for a translator.",
        "doctor": "Report what is missing on this machine and how to get it.",
        "schema": "Write JSON Schemas for completion and checks in editors.",
        "version": "Print the version.",
    }
)
"""The commands in the order of the help, with their help lines; each is a module in punchboard.cli.commands."""

HELP: Final = {"help_option_names": ["-h", "--help"]}


class Commands(TyperGroup):
    """The commands by name, each loaded when it is called: loading all takes a thirtieth of a small build.

    Follows https://click.palletsprojects.com/en/stable/complex/#lazily-loading-subcommands.
    """

    def list_commands(self, _ctx: object) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, _ctx: object, cmd_name: str) -> Any:
        """Return a command; None for an unknown name, after loading all commands so that typer can suggest one."""
        for name in (cmd_name,) if cmd_name in COMMANDS else COMMANDS:
            if name not in self.commands:
                self.commands[name] = _load_command(name)
        return self.commands.get(cmd_name)


def _load_command(name: str) -> Any:
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(name, short_help=COMMANDS[name], context_settings=HELP)(
        importlib.import_module(f"punchboard.cli.commands.{name}").command
    )
    command = typer.main.get_command(app)
    for param in command.params:
        if param.param_type_name == "argument":
            _simplify_metavar(param)
    return command


def _simplify_metavar(argument: Any) -> None:
    """Print an argument in the help by its name alone; typer would add braces and its Python type."""
    name = argument.metavar or argument.name.upper()
    display_name = f"{name if argument.required else f'[{name}]'}{'' if argument.nargs == 1 else '...'}"
    vars(argument).update(display_type_rich=lambda ctx: "", _usage_display_name=lambda: display_name)  # noqa: ARG005


def _print_version(requested: bool) -> None:  # noqa: FBT001 - typer calls the callback of an option so
    if requested:
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
        SystemExit: always, with the exit status.
        KeyboardInterrupt: when the command is interrupted and has nothing to finish.
    """
    gc.disable()  # a command is short and makes few cycles; collecting them would take a tenth of a build
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
