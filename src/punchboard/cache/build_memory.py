"""What a build knows of the last one of the same output before it draws anything, and what it keeps for the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from punchboard.cache.answers import Answers, Entry
from punchboard.cache.digests import Digests
from punchboard.cache.face_inputs import Ground
from punchboard.cache.page_cache import KeptPages, OutputPages
from punchboard.cache.valid_faces import keep_sound_faces, sound_faces
from punchboard.compose.faces.lazy_faces import Known
from punchboard.load.kinds import tables_of
from punchboard.products import Composed
from punchboard.scene import Document

MOST: Final = 20_000
"""Components of a game of which anything is remembered: a larger deck needs its memory for what it prints."""


class Memory:
    """What is remembered of the faces and pages of an output.

    Args:
        ground: what the faces are drawn from, from before the game was loaded; nothing is remembered where it is None.
        asked: what was asked for that faces go by, beside the files.
        out: the folder of outputs.
        output: the name of the game's folder in it.
    """

    def __init__(self, ground: Ground | None, asked: Sequence[str], out: Path, output: str) -> None:
        self._ground, self._asked, self._out, self._output = ground, asked, out, output
        self._sound: frozenset[str] = frozenset()
        self._pages: OutputPages | None = None
        self._answers: Answers | None = None
        self.digests = Digests()
        """Makes the hashes of products and pages: what both show is hashed once."""

    def tell(self, composed: Composed) -> None:
        """Tell a game that has been loaded what is known of its faces."""
        if len(composed.game.components) > MOST or self._ground is None or not self._ground.stays():
            return
        tables = tables_of(kind.file for kind in composed.game.kinds.values())
        self._sound = sound_faces(self._out, self._output)
        composed.composer.known = Known(self._ground.digest(tables, *self._asked), self._sound)
        self._answers = Answers(self._out, self._output, self.digests)
        composed.answers = self._answers
        self._pages = OutputPages(self._out, self._output, composed.material, self.digests)

    def before(self, path: str, document: Document) -> KeptPages | None:
        """Return what is known of the pages of a file; see `OutputPages.of`."""
        return self._pages.of(path, document) if self._pages is not None else None

    def keep_faces(self, composed: Composed) -> None:
        """Keep the looks of the faces with which nothing is wrong, if nothing was touched that they were drawn from."""
        if self._pages is not None and self._stays():
            self._keep_faces(composed.sound)

    def _stays(self) -> bool:
        return self._ground is not None and self._ground.stays()

    def _keep_faces(self, sound: frozenset[str]) -> None:
        if sound != self._sound:
            keep_sound_faces(self._out, self._output, sound)

    def handed_on(self, path: str) -> Mapping[str, Entry]:
        """Return the answers that a file needed which a copy of this process has made, and keep what is its alone.

        The output is not there yet, but its pages and drawings are known by what is on them.
        """
        if self._pages is None or self._answers is None:
            return {}
        if self._stays():
            self._pages.keep_of(path)
            self._answers.keep_of(path)
        return self._answers.taken()

    def add(self, answers: Mapping[str, Entry]) -> None:
        """Take over the answers that a copy hands on."""
        if self._answers is not None:
            self._answers.add(answers)

    def keep(self, composed: Composed) -> None:
        """Keep all that was found out and drawn; the output has taken its place."""
        if self._pages is not None and self._answers is not None and self._stays():
            self._keep_faces(composed.sound)
            self._pages.keep()
            self._answers.keep()
