"""The command ``punchboard version``."""

import typer


def command() -> None:
    """Print the version."""
    from punchboard import __version__

    typer.echo(f"punchboard {__version__}")
