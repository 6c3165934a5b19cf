"""Writing: a game's files take their place in one exchange, or not at all."""

from punchboard.write.lock import lock
from punchboard.write.manifest import GameSummary, ManifestExtras, game_summary, manifest, manifest_parts, record
from punchboard.write.output_folder import OutputFolder

__all__ = [
    "GameSummary",
    "ManifestExtras",
    "OutputFolder",
    "game_summary",
    "lock",
    "manifest",
    "manifest_parts",
    "record",
]
