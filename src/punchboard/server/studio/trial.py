"""A move that is still in the hand: what it would cover, cut or bring too close, on any card. Nothing is written."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from punchboard.checks.faces import check_faces
from punchboard.checks.severities import apply_overrides
from punchboard.compose.faces.composer import FaceComposer
from punchboard.load.layouts.raw_layouts import face_of_text
from punchboard.model.game.game import Component
from punchboard.model.layout.face import Face
from punchboard.model.layout.layout import FaceFile
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.box_edits import face_texts
from punchboard.server.studio.requests import TrialRequest
from punchboard.server.studio.session import Session

MOST: Final = 24
"""How many cards are tried: those with the longest texts, since a late answer is of no use."""


def composer_with(session: Session, snapshot: Snapshot, layout: str, text: str, file: str) -> FaceComposer:
    """Return a composer of the game as it would be with a text as its own file of a layout.

    Raises:
        ProblemsFound: all problems of the text.
    """
    face = face_of_text(snapshot.game, session.workspace, text, file).validated(FaceFile)
    loaded = snapshot.composed.loaded
    layouts = replace(loaded.layouts, faces={**loaded.layouts.faces, layout: face})
    return FaceComposer(replace(loaded, layouts=layouts))


def tried(session: Session, snapshot: Snapshot, wanted: TrialRequest) -> dict[str, Any]:
    """Return what would be wrong after edits of one layout, as plain data for the page.

    Each fault has its message and the cards with it; ``tried`` says how many of the ``of`` cards were looked at.

    Raises:
        ProblemsFound: as `Session.edit`.
    """
    first = wanted.edits[0]
    ((layout, now),) = face_texts(snapshot, session.workspace, session.read, wanted.edits).items()
    composer = composer_with(session, snapshot, layout, now.text, now.face.file)
    kinds = snapshot.game.file.kinds
    parts = [part for part in snapshot.game.components if layout in {kinds[part.kind].face, kinds[part.kind].back}]
    parts.sort(key=lambda part: (part.id != first.component, -sum(len(f"{value}") for value in part.values.values())))
    cards: dict[str, dict[str, None]] = {}
    for part in parts[:MOST]:
        problems = apply_overrides(snapshot.game, check_faces(_faces(composer, part, layout)), is_complete=False)
        for problem in problems.problems:
            cards.setdefault(problem.message, {})[part.id] = None
    faults = [{"message": message, "cards": [*ids]} for message, ids in cards.items()]
    return {"faults": faults, "tried": min(MOST, len(parts)), "of": len(parts)}


def _faces(composer: FaceComposer, part: Component, layout: str) -> Iterator[Face]:
    """Yield the sides of a component that have a layout."""
    sides = (composer.front(part), composer.back(part))
    yield from (composer.draw(spec) for spec in sides if spec is not None and spec.program.layout == layout)
