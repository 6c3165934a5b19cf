"""A side of a component in three layers, so that the page can move boxes before anything is drawn again."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from punchboard.model.layout.face import CardData
from punchboard.problem import ProblemsFound
from punchboard.server.game_snapshot import Snapshot, face_svg
from punchboard.server.studio.boxes import side_spec
from punchboard.server.studio.session import Session

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
