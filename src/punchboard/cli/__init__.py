"""The command line: build, check, list."""

from punchboard.cli.main import main, run

__all__ = ["main", "run"]
