"""The command line: one module per command, options, shell completion and report formats.

Read `main` first: it maps each command to its module in `commands`.
"""

from punchboard.cli.process import run

__all__ = ["run"]
