"""The command line: build, check, list."""

from punchboard.cli.process import run

__all__ = ["run"]
