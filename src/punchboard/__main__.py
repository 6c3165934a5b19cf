"""``python -m punchboard``."""

from punchboard.cli import main

main()
