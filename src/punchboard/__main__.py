"""``python -m punchboard``."""

from punchboard.cli import run

run()
