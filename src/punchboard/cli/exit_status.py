"""Exit statuses of every command."""

from typing import Final

SUCCESS: Final = 0
"""The command did everything that was requested."""

PROBLEMS: Final = 1
"""The command reported problems."""

USAGE_ERROR: Final = 2
"""The arguments are invalid; typer uses the same status."""

PENDING: Final = 3
"""A table has changes that were shown and not written."""

INTERRUPTED: Final = 130
"""The user interrupted the command: 128 plus the signal number, as in shells."""
