"""Output on disk: output folders, manifest, locks. A game's files replace the old ones in one step, or not at all.

Open `output_folder.py` first. Imports only game models, build results and problems.
"""

from punchboard.write.lock import lock
from punchboard.write.manifest import GameSummary, ManifestExtras, file_record, game_summary, manifest, manifest_parts
from punchboard.write.output_folder import OutputFolder

__all__ = [
    "GameSummary",
    "ManifestExtras",
    "OutputFolder",
    "file_record",
    "game_summary",
    "lock",
    "manifest",
    "manifest_parts",
]
