"""Writing: a game's files take their place in one exchange, or not at all."""

from punchboard.write.folder import Folder, lock
from punchboard.write.manifest import FileRecord, manifest, record

__all__ = ["FileRecord", "Folder", "lock", "manifest", "record"]
