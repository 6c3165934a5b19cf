"""The arguments and options of ``punchboard check``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punchboard.cli.completion import report_formats
from punchboard.cli.options import HERE, AsJson, Games, Locale, Sheets, Verbose, Workspace, exit_with, usage_error
from punchboard.cli.output.formats import FORMATS

if TYPE_CHECKING:
    from punchboard.cli.check.check import TableLines

Rules = Annotated[
    list[Path] | None,
    typer.Option("--rules", metavar="FILE", help="Check this Markdown text instead of games. Can be repeated."),
]
Cards = Annotated[
    Path | None,
    typer.Option(
        "--cards", metavar="FILE", help="The table of components that the rules describe, as for 'new --from'."
    ),
]
Decks = Annotated[
    list[Path] | None,
    typer.Option(
        "--deck",
        metavar="FILE",
        help="A player's own deck to check against the named game. Can be repeated.",
    ),
]
SetupTables = Annotated[
    bool, typer.Option("--setup", help="Print the size of each pile after set-up, and the odds of its steps.")
]
TurnTables = Annotated[
    bool, typer.Option("--turns", help="Print how long games last, who runs short of what, and how games end.")
]
Accessible = Annotated[
    bool,
    typer.Option(
        "--accessible",
        help="Report what is hard to see, to read or to grasp: type, colours, small pieces, the language of the rules.",
    ),
]
Plays = Annotated[
    int | None,
    typer.Option(
        "--games",
        metavar="N",
        min=1,
        help="The number of random games if there are too many courses to examine.",
    ),
]
ReportFormat = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORM",
        help=f"The format of the report: {', '.join(FORMATS)}.",
        autocompletion=report_formats,
    ),
]


def command(
    games: Games = None,
    rules: Rules = None,
    cards: Cards = None,
    sheet: Sheets = None,
    decks: Decks = None,
    setups: SetupTables = False,
    turns: TurnTables = False,
    accessible: Accessible = False,
    plays: Plays = None,
    locale: Locale = "",
    form: ReportFormat = "text",
    workspace: Workspace = HERE,
    as_json: AsJson = False,
    verbose: Verbose = False,
) -> None:
    """Check games, or any rulebook against a table of its components; no file is written."""
    form = "json" if as_json else form
    if unknown := _format_error(form):
        exit_with(usage_error(unknown))
    if sheet and cards is None:
        exit_with(usage_error("--sheet needs --cards"))
    if rules:
        from punchboard.cli.check.any_rulebook import run_check_rules

        exit_with(
            run_check_rules(rules, cards, sheet or (), form, verbose=verbose)
            if not games
            else usage_error("--rules takes no games")
        )
    if cards is not None:
        exit_with(usage_error("--cards needs --rules"))
    if decks:
        from punchboard.cli.check.deck_report import run_check_decks

        game = games[0] if games and len(games) == 1 else None
        exit_with(
            run_check_decks(workspace, game, decks, form, verbose=verbose)
            if game
            else usage_error("--deck needs the name of one game")
        )
    if (setups or turns) and form != "text":
        exit_with(usage_error("--setup and --turns need --format text"))
    from punchboard.cli.check.check import run_check

    exit_with(
        run_check(
            workspace,
            games or [],
            form,
            _requested_tables(setups=setups, turns=turns),
            plays=plays,
            locale=locale,
            accessible=accessible,
            verbose=verbose,
        )
    )


def _requested_tables(*, setups: bool, turns: bool) -> "list[TableLines]":
    """Return the functions that yield the requested tables."""
    found: list[TableLines] = []
    if setups:
        from punchboard.cli.check.setup_report import setup_lines

        found.append(setup_lines)
    if turns:
        from punchboard.cli.check.turns_report import turn_lines

        found.append(turn_lines)
    return found


def _format_error(form: str) -> str:
    """Return the error for an unknown report format, or an empty text."""
    return "" if form in FORMATS else f"error: {form!r} is not a report format\n    choose one of: {', '.join(FORMATS)}"
