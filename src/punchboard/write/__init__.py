"""Writing: a game's files take their place in one exchange, or not at all."""

from punchboard.write.lock import lock
from punchboard.write.manifest import Head, More, head_of, manifest, manifest_parts, record
from punchboard.write.output_folder import Folder

__all__ = ["Folder", "Head", "More", "head_of", "lock", "manifest", "manifest_parts", "record"]
