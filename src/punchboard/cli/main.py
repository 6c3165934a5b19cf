"""The entry point of ``punchboard``: parses the arguments and calls the command, whose module is imported only then."""

import importlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from punchboard import __version__

# pydantic searches every installed package for plugins, which takes a fifth of a small build; we use none
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

import typer
from typer.core import TyperCommand, TyperGroup

COMMANDS: Final[Mapping[str, str]] = {
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
"""The commands in the order of the help, with their help lines; each is a module in punchboard.cli.commands."""

HELP: Final = {"help_option_names": ["-h", "--help"]}


class Commands(TyperGroup):
    """The commands by name, each loaded when it is called: help, completion and suggestions need only its help line.

    Follows https://click.palletsprojects.com/en/stable/complex/#lazily-loading-subcommands.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.commands.update({name: TyperCommand(name, short_help=line) for name, line in COMMANDS.items()})

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Return the name of the called command, the command, loaded, and its arguments."""
        name, _, rest = super().resolve_command(ctx, args)
        assert name is not None
        return name, load_command(name), rest


def load_command(name: str) -> Any:
    """Return a command with its arguments and options, from its module."""
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
    context: typer.Context,
    *,
    version: Annotated[  # noqa: ARG001 - its callback prints it
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=_print_version)
    ] = False,
) -> None:
    """Compile tabletop games: checked data in, printable sheets, references and rulebooks out.

    Without a command, a page opens in the browser that makes a game from a spreadsheet or opens one.
    """
    if context.invoked_subcommand is None:
        if not sys.stdout.isatty():  # a script or a log cannot drop a spreadsheet, and would wait for ever
            typer.echo(context.get_help())
            raise typer.Exit
        from punchboard.cli.commands.preview import run_edit  # noqa: PLC0415 - most calls name a command

        raise typer.Exit(run_edit(Path(), (), None, begin=True))


def main() -> None:
    """Run the command that the arguments name.

    Raises:
        SystemExit: always, with the exit status.
        KeyboardInterrupt: when the command is interrupted and has nothing to finish.
    """
    app = typer.Typer(
        name="punchboard",
        cls=Commands,
        context_settings=HELP,
        invoke_without_command=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_punchboard)
    if sys.argv[1:2] == ["help"]:
        sys.argv[1:] = [*sys.argv[2:3], "--help"]
    app()
