"""The command line: build, check, list."""

from punchboard.cli.main import main

__all__ = ["main"]
