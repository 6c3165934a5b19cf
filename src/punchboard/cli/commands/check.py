"""``punchboard check``: what can be asked of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from punchboard.cli.options import HERE, AsJson, Games, Locale, ReportFormat, Workspace, exit_with, usage_error

if TYPE_CHECKING:
    from punchboard.cli.check.check import TableLines


def command(
    games: Games = None,
    rules: Annotated[
        list[Path] | None,
        typer.Option(
            "--rules", metavar="FILE", help="Check this Markdown text instead of games. May be given more than once."
        ),
    ] = None,
    cards: Annotated[
        Path | None,
        typer.Option("--cards", metavar="FILE", help="The table of components that --rules speaks of, one row each."),
    ] = None,
    decks: Annotated[
        list[Path] | None,
        typer.Option(
            "--deck",
            metavar="FILE",
            help="A player's own deck to judge by the one game named. May be given more than once.",
        ),
    ] = None,
    setups: Annotated[
        bool, typer.Option("--setup", help="Print what is left in each pile after set-up, and the odds on the way.")
    ] = False,
    turns: Annotated[
        bool, typer.Option("--turns", help="Print how long the games last, who is short of what, how they end.")
    ] = False,
    plays: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            help="Play so many games at random where turns cannot all be walked through.",
        ),
    ] = None,
    locale: Locale = "",
    form: ReportFormat = "text",
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Check games, or any rulebook beside any table of its components; nothing is written."""
    form = "json" if as_json else form
    if unknown := _format_error(form):
        exit_with(usage_error(unknown))
    if rules:
        from punchboard.cli.check.any_rulebook import run_check_rules

        exit_with(run_check_rules(rules, cards, form) if not games else usage_error("--rules takes no games"))
    if cards is not None:
        exit_with(usage_error("--cards needs --rules"))
    if decks:
        from punchboard.cli.check.own_deck import run_check_decks

        one = games[0] if games and len(games) == 1 else None
        exit_with(
            run_check_decks(workspace, one, decks, form) if one else usage_error("--deck needs the name of one game")
        )
    if (setups or turns) and form != "text":
        exit_with(usage_error("--setup and --turns print text; they have no other format"))
    from punchboard.cli.check.check import run_check

    exit_with(
        run_check(
            workspace, games or [], form, _requested_tables(setups=setups, turns=turns), plays=plays, locale=locale
        )
    )


def _requested_tables(*, setups: bool, turns: bool) -> "list[TableLines]":
    """Return what prints the tables that were asked for."""
    found: list[TableLines] = []
    if setups:
        from punchboard.cli.check.setup_report import setup_lines

        found.append(setup_lines)
    if turns:
        from punchboard.cli.check.turns_report import turn_lines

        found.append(turn_lines)
    return found


def _format_error(form: str) -> str:
    """Return what is wrong with the name of a report's format, if anything."""
    from punchboard.cli.output.formats import FORMATS

    return "" if form in FORMATS else f"error: {form!r} is not a format\n    known are: {', '.join(FORMATS)}"
