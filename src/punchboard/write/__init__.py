"""Writing: a game's files take their place in one exchange, or not at all."""

from punchboard.write.folder import Folder
from punchboard.write.lock import lock
from punchboard.write.manifest import Head, More, head_of, manifest, manifest_parts, record

__all__ = ["Folder", "Head", "More", "head_of", "lock", "manifest", "manifest_parts", "record"]
