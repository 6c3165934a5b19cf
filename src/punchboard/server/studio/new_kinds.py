"""A new kind of component: its entry in game.yaml, the file of its face, and a table with a first row."""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import StringIO
from itertools import chain, count
from pathlib import PurePosixPath
from typing import Annotated, Any, Final

from pydantic import Field

from punchboard.edit.game_files import FileChange, decoded
from punchboard.edit.tables.records import value_at
from punchboard.edit.yaml_edit import set_value
from punchboard.expression import slug
from punchboard.importer.kinds.builtin_layouts import LARGE_ICONS, SAME_ON_BOTH_SIDES, back_for
from punchboard.importer.yaml_text import quoted
from punchboard.load.layouts.raw_layouts import builtin_boxes, face_of_text, raw_face
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.layout.layout import FaceFile
from punchboard.model.layout.trim import trim_from_text
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.products.sheets import face_page
from punchboard.render import render
from punchboard.scene import Document
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.boxes import refused
from punchboard.server.studio.face_gallery import CARDS, PIECES, layouts_to_extend
from punchboard.server.studio.requests import ShowingRequest
from punchboard.server.studio.session import Outcome, Session

_SHAPES: Final = {
    "tarot": "tarot", "jumbo": "jumbo", "mini": "mini", "event-landscape": "poker landscape", "tile-hex": "hex 50mm",
    "tile-square": "square 50mm", "tile-triangle": "triangle 50mm", "token": "circle 25mm", "coin": "circle 25mm",
    "counter": "square 16mm", "chit": "square 25mm", "standee": "pawn 20mm x 32mm", "banknote": "card 100mm x 50mm",
}  # fmt: skip
"""The shapes of layouts; all others are poker cards."""

_FIELDS: Final = {
    "title": "{type: text}", "type": "{type: text, optional: true}", "cost": "{type: integer, optional: true}",
    "value": "{type: integer, optional: true}", "attack": "{type: integer, optional: true}",
    "defence": "{type: integer, optional: true}", "move": "{type: integer, optional: true}",
    "text": "{type: markdown, optional: true}", "flavour": "{type: text, optional: true}",
    "icon": "{type: text, optional: true}", "picture": "{type: picture, optional: true}",
}  # fmt: skip
"""The fields for the slots of a layout, in the order of the table."""


class KindRequest(ShowingRequest):
    """Add a kind with a name and one of the built-in layouts."""

    label: Annotated[str, Field(max_length=200)]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    layout: Annotated[str, Field(max_length=100)]


def kind_layouts(session: Session, snapshot: Snapshot) -> list[dict[str, str]]:
    """Return the layouts for a new kind, cards first, each with its shape."""
    names = layouts_to_extend(session, CARDS | PIECES, _face_file(snapshot, session, "framed", "a new kind"))
    return [{"name": name, "shape": _shape(name)} for name in sorted(names, key=lambda one: (one in PIECES, one))]


def _shape(layout: str) -> str:
    return _SHAPES.get(layout, "poker")


def _fields(layout: str) -> list[str]:
    slots = {name for name, is_slot in builtin_boxes(layout).items() if is_slot}
    return [name for name in _FIELDS if name in slots and (name != "icon" or layout in LARGE_ICONS)]


def _first_row(name: str, layout: str) -> dict[str, str]:
    """Return the first row of the table by its columns."""
    known = {"title": f"First {name}", "type": name, "cost": "1", "text": "What it does.", "copies": "1"}
    return {field: known.get(field, "") for field in (*_fields(layout), "copies")}


def kind_sample(session: Session, snapshot: Snapshot, named: Mapping[str, Any]) -> bytes | None:
    """Return the picture of the first component of a new kind with a layout, as SVG; None for no such layout."""
    layout, composed = named["layout"], snapshot.composed
    if layout not in CARDS | PIECES:
        return None
    try:
        raw = face_of_text(snapshot.game, session.workspace, f"extends: {layout}\n", "sample kind.yaml")
        values = {**dict.fromkeys(builtin_boxes(layout), ""), **_first_row("Card", layout), "id": layout}
        trim = trim_from_text(_shape(layout))
        file = raw.validated(FaceFile)
        spec = composed.composer.face_spec(f"sample kind {layout}", trim, values, snapshot.game.place, file)
        page = face_page(composed.draw(spec))
    except ProblemsFound:
        return None
    return render("svg", Document(layout, (page,), language=snapshot.game.file.language))


def make_kind(session: Session, snapshot: Snapshot, request: KindRequest) -> Outcome:
    """Write a new kind, its face and its table, as one step.

    Raises:
        ProblemsFound: EDIT002 for a name that another kind has, or that has no letters.
    """
    return session.do(request.label, partial(_kind_files, session, snapshot, request))


def _kind_files(session: Session, snapshot: Snapshot, request: KindRequest) -> Sequence[FileChange]:
    file, name = snapshot.game.place.file, " ".join(request.name.split())
    kind, before = slug(name), session.read(file)
    text = decoded(before or b"", file)
    if request.layout not in CARDS | PIECES:
        raise refused(f"there is no layout {request.layout!r} for a kind", file)
    if not kind or value_at(read_yaml_value(text.text, file), ("kinds", kind)) is not None:
        why = f"there is already a kind {kind!r}" if kind else f"{name!r} has no letters"
        raise fail("EDIT002", Place(file), why, "take another name")
    folder, faces = PurePosixPath(file).parent, snapshot.composed.loaded.layouts.faces
    face_file = partial(_face_file, snapshot, session, request.layout)
    face = _free(kind, lambda one: one in faces or session.read(face_file(one)) is not None)
    table = _free(kind, lambda one: session.read(str(folder / f"{one}.csv")) is not None)
    after = _with_kind(text.text, kind, dict(_entry(snapshot, request.layout, name, face, f"{table}.csv")))
    row, out = _first_row(name, request.layout), StringIO()
    csv.writer(out, lineterminator="\n").writerows((row, row.values()))
    return (
        FileChange(file, before, text.encoded(after)),
        FileChange(face_file(face), None, f"# The face of {name}.\nextends: {request.layout}\n".encode()),
        FileChange(str(folder / f"{table}.csv"), None, out.getvalue().encode()),
    )


def _free(wanted: str, is_taken: Callable[[str], bool]) -> str:
    return next(name for name in chain([wanted], (f"{wanted}-{number}" for number in count(2))) if not is_taken(name))


def _face_file(snapshot: Snapshot, session: Session, layout: str, face: str) -> str:
    """Return the path of the file of a new face: beside that which the game has, or would have, for a layout."""
    return str(PurePosixPath(raw_face(snapshot.game, session.workspace, layout).file).with_name(f"{face}.yaml"))


def _entry(snapshot: Snapshot, layout: str, name: str, face: str, table: str) -> Iterator[tuple[str, str]]:
    """Yield the keys of a kind with their YAML; cards get the back of the cards that the game has."""
    trim = trim_from_text(_shape(layout))
    backs = [kind.back for kind in snapshot.game.file.kinds.values() if kind.back and kind.trim.form == trim.form]
    yield "name", quoted(name)
    yield "shape", _shape(layout)
    yield "face", face
    yield "back", face if layout in SAME_ON_BOTH_SIDES else (backs[0] if backs else back_for(trim))
    yield "id", quoted("{{ title | slug }}")
    yield "fields", "{" + ", ".join(f"{field}: {_FIELDS[field]}" for field in _fields(layout)) + "}"
    yield "rows", table


def _with_kind(text: str, kind: str, entry: Mapping[str, str]) -> str:
    """Return the text of game.yaml with a kind as the last one; a line for each key where its neighbours have lines."""
    flow = "{" + ", ".join(f"{key}: {value}" for key, value in entry.items()) + "}"
    with_it = set_value(text, ("kinds", kind), read_yaml_value(flow, ""))
    line = re.compile(rf"^( +){kind}: \{{.*\}}$", re.MULTILINE)
    if len(line.findall(with_it)) != 1:
        return with_it
    lines = "".join(f"\n\\1  {key}: {value}" for key, value in entry.items())
    return line.sub(rf"\1{kind}:{lines}", with_it)
