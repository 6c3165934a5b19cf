"""Fault injection; the trials are in a package of their own, so that the report can run them without pytest."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

collect_ignore = [] if sys.platform == "linux" else ["test_faults.py"]  # trials find processes in /proc
