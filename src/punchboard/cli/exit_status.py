"""Exit statuses of every command."""

from typing import Final

SUCCESS: Final = 0
"""All that was asked for was done."""

PROBLEMS: Final = 1
"""There are problems, and they were shown."""

USAGE_ERROR: Final = 2
"""The command was not understood; typer's own status for wrong options is the same."""

INTERRUPTED: Final = 130
"""The user interrupted it: 128 and the number of the signal, as shells tell it."""
