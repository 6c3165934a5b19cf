"""The options of ``punchboard sync`` as typed."""

from pathlib import Path
from typing import NamedTuple

from punchboard.download.download_limits import Permissions


class SyncRequest(NamedTuple):
    """The options of ``punchboard sync``."""

    workspace: Path
    games: tuple[str, ...] = ()
    yes: bool = False
    undo: bool = False
    verbose: bool = False
    permissions: Permissions = Permissions()
