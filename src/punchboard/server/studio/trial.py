"""What a change would do before it is made: its picture, and what it would cover or cut. Nothing is written."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from punchboard.checks.faces import check_faces
from punchboard.checks.severities import apply_overrides
from punchboard.compose.faces.composer import FaceComposer
from punchboard.load.kinds import unsaved_components
from punchboard.load.layouts.raw_layouts import face_of_text
from punchboard.model.game.game import Component
from punchboard.model.layout.face import CardData, Face
from punchboard.model.layout.layout import FaceFile
from punchboard.problem import ProblemsFound
from punchboard.server.game_snapshot import Snapshot, face_svg
from punchboard.server.studio.box_edits import face_texts
from punchboard.server.studio.boxes import side_spec
from punchboard.server.studio.card_edits import Deck, cards_file_changed
from punchboard.server.studio.requests import CardsRequest, ShownSide, TrialRequest
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


def tried(session: Session, snapshot: Snapshot, wanted: TrialRequest) -> tuple[dict[str, Any], bytes | None]:
    """Return what would be wrong after edits of one layout, as plain data for the page, and a picture of what it shows.

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
    reply = {"faults": faults, "tried": min(MOST, len(parts)), "of": len(parts)}
    return reply, _picture(composer, wanted.shown, snapshot.game.components)


class _TriedDeck(Deck):
    """The rows of a kind, whose new bytes are not checked when they are made: their cards are made of them at once."""

    def check(self, data: bytes) -> bytes:
        return data


def tried_cards(session: Session, snapshot: Snapshot, wanted: CardsRequest) -> tuple[dict[str, Any], bytes | None]:
    """Return a picture of the card that the page shows as it would be after a change of the rows of its kind.

    Raises:
        ProblemsFound: as `Session.edit_cards`.
    """
    deck = _TriedDeck(snapshot.game, session.workspace, wanted.kind)
    file = deck.at.file
    after = cards_file_changed(deck, session.read(file) or b"", wanted)
    new = unsaved_components(snapshot.game, session.workspace, wanted.kind, file, after)
    others = (one for one in snapshot.game.components if one.kind != wanted.kind)
    game = replace(snapshot.game, components=(*others, *new))
    composer = FaceComposer(replace(snapshot.composed.loaded, game=game))
    if (shown := wanted.shown) is None:
        return {}, None
    place = next((one.place for one in snapshot.game.components if one.id == shown.component), None)
    now = next((one.id for one in new if one.place == place), shown.component)  # the id may be made of what changes
    return {}, _picture(composer, shown.model_copy(update={"component": now}), game.components)


def _picture(composer: FaceComposer, shown: ShownSide | None, components: Iterable[Component]) -> bytes | None:
    part = next((one for one in components if shown and one.id == shown.component), None)
    if part is None or shown is None:
        return None
    spec = composer.back(part) if shown.side else composer.front(part)
    return None if spec is None else face_svg(composer.draw(spec), composer.loaded.game)


def _faces(composer: FaceComposer, part: Component, layout: str) -> Iterator[Face]:
    """Yield the sides of a component that have a layout."""
    sides = (composer.front(part), composer.back(part))
    yield from (composer.draw(spec) for spec in sides if spec is not None and spec.program.layout == layout)


LAYERS: Final = ("below", "held", "above")
"""What lies below the held boxes, these, and all that lies above the lowest of them."""


def lifted(_session: Session, snapshot: Snapshot, named: Mapping[str, Any]) -> bytes | None:
    """Return the picture of a layer as SVG; None when the side or the layer does not exist.

    The address names the component, its side, the layer, and the held ``boxes`` with commas between them.
    """
    try:
        spec = side_spec(snapshot, named["component"], named["side"])
    except ProblemsFound:
        return None
    held, layer = frozenset(named.get("boxes", "").split(",")), named["layer"]
    names = [box.name for box in spec.program.boxes]
    lowest = next((at for at, name in enumerate(names) if name in held), len(names))
    layers = [("held" if name in held else "below" if at < lowest else "above") for at, name in enumerate(names)]
    if layer not in LAYERS:
        return None
    indices = [at for at, one in enumerate(layers) if one == layer]
    card, face = CardData(spec.place), snapshot.composed.draw(spec)
    items = spec.program.draw_some(spec.box_specs, card, indices, marked=layer == "above")
    return face_svg(replace(face, symbol=replace(face.symbol, items=items)), snapshot.game)
