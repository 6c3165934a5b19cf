"""The program as ``python -m punchboard``."""

import os
import sys
from contextlib import suppress

with suppress(FileNotFoundError):  # the current folder may have been deleted
    if sys.path and sys.path[0] == os.getcwd() and not sys.flags.safe_path:  # noqa: PTH109 - compared as text
        del sys.path[0]  # otherwise a module in the current folder could replace one of ours

from punchboard.cli import run

run()
