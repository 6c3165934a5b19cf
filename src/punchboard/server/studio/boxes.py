"""The boxes of a face on one card as the page needs them: where they lie, and what holds each edge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.edit.face_edit import Around, held_edges
from punchboard.expression import ExpressionError
from punchboard.geometry import Rect
from punchboard.load.layouts.raw_layouts import RawFace
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.on_card.shown import shown_of_row


def side_spec(snapshot: Snapshot, component: str, side: int) -> FaceSpec:
    """Return what a side of a component shows.

    Raises:
        ProblemsFound: EDIT001 for a component or side that does not exist any more.
    """
    composed = snapshot.composed
    part = next((one for one in composed.game.components if one.id == component), None)
    if part is not None:  # one of 2,000 cards is found without composing the others
        front, back = composed.composer.front(part), composed.composer.back(part)
        sides = [front] if back is None else [front, back]
    else:
        sides = [spec for name, spec in composed.all_specs if name == component]
    if side >= len(sides):
        raise gone(f"{component!r} no longer has this side", snapshot.game.place.file)
    return sides[side]


def gone(message: str, file: str) -> ProblemsFound:
    """Return the problem of something that the page still shows but the files no longer have."""
    return fail("EDIT001", Place(file), message, "wait until the page shows the newest version, and try again")


def shown_areas(spec: FaceSpec) -> Mapping[str, Rect]:
    """Return the areas of the boxes that a face shows, by name: before it is turned, and of a repeated box its first.

    Raises:
        ProblemsFound: for a box that is placed beside itself.
    """
    program, specs = spec.program, spec.box_specs
    try:
        moved = program.box_areas(specs)
    except ExpressionError as error:
        raise fail("EDIT002", spec.place, f"{error}", "change what the box is placed by") from error
    shown = zip(program.boxes, specs, moved, strict=True)
    return {box.name: area or box.area for box, content, area in shown if content}


def _areas_to_choose(spec: FaceSpec) -> Mapping[str, Rect]:
    """Return the areas of shown boxes; while one is placed beside itself, without their sides, to be chosen."""
    try:
        return shown_areas(spec)
    except ProblemsFound:
        shown = zip(spec.program.boxes, spec.box_specs, strict=True)
        return {box.name: box.area for box, content in shown if content}


def boxes_view(snapshot: Snapshot, component: str, side: int, own: Mapping[str, Any], raw: RawFace) -> dict[str, Any]:
    """Return the boxes of a side of a component, first drawn first, as plain data for the page.

    Args:
        snapshot: the game.
        component: the component's id.
        side: 0 for its front.
        own: the boxes that the game's own file for this face has.
        raw: the face as its files have it.
    """
    spec = side_spec(snapshot, component, side)
    layout, room = spec.program.layout, spec.program.room
    among = Around(spec.program.trim.size, _areas_to_choose(spec))
    file_boxes = snapshot.composed.loaded.layouts.faces[layout].boxes
    source = snapshot.composed.loaded.layouts.sources[layout]
    rows = []
    for name, box in file_boxes.items():
        if box is None:
            continue
        area = among.areas.get(name)
        rows.append(
            {
                "name": name,
                "area": None if area is None else [area.x, area.y, area.width, area.height],
                "turn": box.turn,
                "content": box.content,
                "placed": "sides" if box.sides else "area" if box.area else "at",
                "holds": held_edges(box, among),
                "own": name in own,
                "values": raw.boxes.get(name) or {},
                "inherited": raw.inherited.get(name) is not None,
                "changed": sorted(own.get(name) or {}),
                "place": str(source.place("boxes", name)),
                **shown_of_row(snapshot, spec, name, box),
            }
        )
    return {"face": layout, "file": raw.file, "safe": room.safe, "bleed": room.bleed, "boxes": rows}
