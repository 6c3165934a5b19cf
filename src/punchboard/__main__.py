"""``python -m punchboard``."""

import os
import sys
from contextlib import suppress

with suppress(FileNotFoundError):  # a folder that is gone holds nothing
    if sys.path and sys.path[0] == os.getcwd() and not sys.flags.safe_path:
        del sys.path[0]  # or a stranger's folder could hold a module that is imported in the place of one of ours

from punchboard.cli import run

run()
