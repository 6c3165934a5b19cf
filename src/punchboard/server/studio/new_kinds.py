"""A new kind of component: its entry in game.yaml, the file of its face, and a table with a first row."""

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import StringIO
from itertools import chain, count
from pathlib import PurePosixPath
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field

from punchboard.edit.game_files import FileChange, decoded
from punchboard.edit.tables.records import value_at
from punchboard.edit.yaml_edit import set_value
from punchboard.expression import slug
from punchboard.importer.kinds.builtin_layouts import LARGE_ICONS, SAME_ON_BOTH_SIDES, back_for
from punchboard.importer.yaml_text import quoted
from punchboard.load.layouts.raw_layouts import builtin_boxes, face_of_text, raw_face
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.layout.grid_map import MAP_VALUE, DrawnCell, GridFile, GridMap, Terrain
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

_TEXT, _WORDS, _NUMBER = "{type: text}", "{type: text, optional: true}", "{type: integer}"
_VALUE: Final = "{type: integer, optional: true}"

_FIELDS: Final = {
    "title": _TEXT, "type": _WORDS, "cost": _VALUE, "value": _VALUE, "attack": _VALUE, "defence": _VALUE,
    "move": _VALUE, "text": "{type: markdown, optional: true}", "flavour": _WORDS, "icon": _WORDS,
    "picture": "{type: picture, optional: true}",
}  # fmt: skip
"""The fields for the slots of a layout, in the order of the table."""


class _Board(NamedTuple):
    """A layout that is neither a card nor a piece: the shape of its kind, its first row, its fields and its id."""

    shape: str
    row: Mapping[str, str]
    fields: Mapping[str, str]
    id: str = "{{ title | slug }}"


_NAMED: Final = {"title": _TEXT, "icon": _WORDS}

_BOARDS: Final = {
    "dial": _Board("circle 60mm", {"least": "0", "most": "12"}, {"title": _TEXT, "least": _NUMBER, "most": _NUMBER}),
    "dial-cover": _Board("circle 50mm", {}, _NAMED),
    "domino": _Board(
        "domino", {"top": "1", "bottom": "2"}, {"top": _TEXT, "bottom": _TEXT}, "{{ top | slug }}-{{ bottom | slug }}"
    ),
    "player-mat": _Board(
        "mat 250mm x 182mm",
        {"cards": "Deck, In play, Discard pile", "tokens": "First, Second, Third"},
        {**_NAMED, "text": _FIELDS["text"], "cards": _WORDS, "tokens": _WORDS},
    ),
    "resource-track": _Board("board 190mm x 26mm", {"most": "10"}, {**_NAMED, "most": _NUMBER}),
    "score-track": _Board("board 200mm x 118mm", {"spaces": "50"}, {**_NAMED, "spaces": _NUMBER}),
}
"""The layouts of what lies before the players; only dominoes have a back."""

_MAP, _DIE = "map", "die-theme-pips"

_TERRAIN: Final = {
    "sea": "{name: Sea, colour: land-sea, icon: waves}",
    "meadow": "{name: Meadow, colour: land-plain}",
}
"""The terrain of a first map, which differs in grey print, too."""

_GRID: Final = GridFile(grid="hex", size=20, columns=7, rows=6)

_ONE_SIDED: Final = _BOARDS.keys() - {"domino"} | {_MAP}
"""The layouts whose kinds have no back."""

_LAYOUTS: Final = CARDS | PIECES | _BOARDS.keys() | {_MAP, _DIE}


class KindRequest(ShowingRequest):
    """Add a kind with a name and one of the built-in layouts."""

    label: Annotated[str, Field(max_length=200)]
    name: Annotated[str, Field(min_length=1, max_length=60)]
    layout: Annotated[str, Field(max_length=100)]


def kind_layouts(session: Session, snapshot: Snapshot) -> list[dict[str, str]]:
    """Return the layouts for a new kind, cards first, each with its shape."""
    names = layouts_to_extend(session, _LAYOUTS, _face_file(snapshot, session, "framed", "a new kind"))
    groups = (CARDS, PIECES)
    ordered = sorted(names, key=lambda one: (next((at for at, of in enumerate(groups) if one in of), len(groups)), one))
    return [{"name": name, "shape": _shape(name)} for name in ordered]


def _shape(layout: str) -> str:
    if layout in _BOARDS:
        return _BOARDS[layout].shape
    return {_MAP: "map", _DIE: "die 16mm"}.get(layout) or _SHAPES.get(layout, "poker")


def _fields(layout: str) -> Mapping[str, str]:
    """Return the fields of a kind with a layout, by name, as YAML."""
    if layout in _BOARDS:
        return _BOARDS[layout].fields
    slots = {name for name, is_slot in builtin_boxes(layout).items() if is_slot}
    return {
        name: field for name, field in _FIELDS.items() if name in slots and (name != "icon" or layout in LARGE_ICONS)
    }


def _first_row(name: str, layout: str, terrain: str = "") -> dict[str, str]:
    """Return the first row of the table by its columns; ``terrain`` is that of the first cell of a map."""
    if layout == _MAP:
        return {"cell": "C3", "terrain": terrain, "label": name, "icon": ""}
    known = {"title": f"First {name}", "type": name, "cost": "1", "text": "What it does.", "copies": "1"}
    known |= {"title": name, **_BOARDS[layout].row} if layout in _BOARDS else {}
    return {field: known.get(field, "") for field in (*_fields(layout), "copies")}


def kind_sample(session: Session, snapshot: Snapshot, named: Mapping[str, Any]) -> bytes | None:
    """Return the picture of the first component of a new kind with a layout, as SVG; None for no such layout."""
    layout, composed = named["layout"], snapshot.composed
    if layout not in _LAYOUTS:
        return None
    try:
        raw = face_of_text(snapshot.game, session.workspace, f"extends: {layout}\n", "sample kind.yaml")
        values = {**dict.fromkeys(builtin_boxes(layout), ""), **_sample_values(layout), "id": layout}
        trim = trim_from_text(_sample_shape(layout))
        file = raw.validated(FaceFile)
        spec = composed.composer.face_spec(f"sample kind {layout}", trim, values, snapshot.game.place, file)
        page = face_page(composed.draw(spec))
    except ProblemsFound:
        return None
    return render("svg", Document(layout, (page,), language=snapshot.game.file.language))


def _sample_shape(layout: str) -> str:
    width, height = _GRID.size_of_map
    return {_MAP: f"board {width:.2f}mm x {height:.2f}mm", _DIE: "square 16mm"}.get(layout) or _shape(layout)


def _sample_values(layout: str) -> Mapping[str, str]:
    if layout == _DIE:
        return {"label": "5", "icon": "", "colour": ""}
    if layout != _MAP:
        return _first_row(layout.replace("-", " ").capitalize() if layout in _BOARDS else "Card", layout)
    entries = {name: read_yaml_value(entry, "") for name, entry in _TERRAIN.items()}
    terrain = tuple(
        Terrain(name, one["name"], one["colour"], f":{one['icon']}:" if "icon" in one else "")
        for name, one in entries.items()
    )
    cells = tuple(DrawnCell(cell, (cell.column // 2 + cell.row // 2) % len(terrain), "", "") for cell in _GRID.cells())
    return {"name": "Map", MAP_VALUE: GridMap(name="Map", grid=_GRID, terrain=terrain, cells=cells).model_dump_json()}


def make_kind(session: Session, snapshot: Snapshot, request: KindRequest) -> Outcome:
    """Write a new kind, its face and its table, as one step.

    Raises:
        ProblemsFound: EDIT002 for a name that another kind has, or that has no letters.
    """
    return session.do(request.label, partial(_kind_files, session, snapshot, request))


def _kind_files(session: Session, snapshot: Snapshot, request: KindRequest) -> Sequence[FileChange]:
    file, layout, name = snapshot.game.place.file, request.layout, " ".join(request.name.split())
    if layout not in _LAYOUTS:
        raise refused(f"there is no layout {layout!r} for a kind", file)
    kind, before = slug(name), session.read(file)
    text = decoded(before or b"", file)
    written = read_yaml_value(text.text, file)
    _check_name(name, kind, written, file)
    if layout == _DIE:
        entry = {"name": quoted(name), "face": _DIE, "faces": "[1, 2, 3, 4, 5, 6]"}
        return (FileChange(file, before, text.encoded(_with_lines(text.text, ("dice", kind), entry))),)
    folder, faces = PurePosixPath(file).parent, snapshot.composed.loaded.layouts.faces
    face_file = partial(_face_file, snapshot, session, layout)
    face = _free(kind, lambda one: one in faces or session.read(face_file(one)) is not None)
    table = _free(kind, lambda one: session.read(str(folder / f"{one}.csv")) is not None)
    terrain = value_at(written, ("lists", "terrain", "entries"))
    is_first_map = layout == _MAP and not terrain
    after = _with_lines(text.text, ("lists", "terrain"), {"entries": _flow(_TERRAIN)}) if is_first_map else text.text
    entry = dict(_entry(snapshot, layout, name, (face, f"{table}.csv"), next(iter(terrain or _TERRAIN))))
    if not _has_like(snapshot, entry):
        after = _with_old_kinds_in_piles(after, written)
    row, out = _first_row(name, layout, list(terrain or _TERRAIN)[-1]), StringIO()
    csv.writer(out, lineterminator="\n").writerows((row, row.values()))
    return (
        FileChange(file, before, text.encoded(_with_lines(after, ("kinds", kind), entry))),
        FileChange(face_file(face), None, f"# The face of {name}.\nextends: {layout}\n".encode()),
        FileChange(str(folder / f"{table}.csv"), None, out.getvalue().encode()),
    )


def _check_name(name: str, kind: str, written: Any, file: str) -> None:
    """Check the name of a kind or die, which is ``kind`` as an id, against what game.yaml says.

    Raises:
        ProblemsFound: EDIT002 for a name that a kind or a die has, or that has no letters.
    """
    what = {"kinds": "a kind", "dice": "a die"}
    taken = next((words for key, words in what.items() if value_at(written, (key, kind)) is not None), None)
    if taken or not kind:
        why = f"there is already {taken} {kind!r}" if kind else f"{name!r} has no letters"
        raise fail("EDIT002", Place(file), why, "take another name")


def _free(wanted: str, is_taken: Callable[[str], bool]) -> str:
    return next(name for name in chain([wanted], (f"{wanted}-{number}" for number in count(2))) if not is_taken(name))


def _face_file(snapshot: Snapshot, session: Session, layout: str, face: str) -> str:
    """Return the path of the file of a new face: beside that which the game has, or would have, for a layout."""
    return str(PurePosixPath(raw_face(snapshot.game, session.workspace, layout).file).with_name(f"{face}.yaml"))


def _entry(snapshot: Snapshot, layout: str, name: str, files: tuple[str, str], fill: str) -> Iterator[tuple[str, str]]:
    """Yield the keys of a kind with their YAML; cards get the back of the cards that the game has, boards none.

    ``files`` are the name of its face and the file of its table, ``fill`` is the terrain of all cells of a map that the
    table does not have.
    """
    face, table = files
    yield "name", quoted(name)
    yield "shape", _shape(layout)
    if layout == _MAP:
        yield "map", f"{{grid: hex, size: 20mm, columns: {_GRID.columns}, rows: {_GRID.rows}, fill: {fill}}}"
    yield "face", face
    if layout not in _ONE_SIDED:
        yield "back", _back(snapshot, layout, face)
    yield (
        "id",
        slug(name) if layout == _MAP else quoted(_BOARDS[layout].id if layout in _BOARDS else "{{ title | slug }}"),
    )
    if layout != _MAP:
        yield "fields", _flow(_fields(layout))
    yield "rows", table


def _has_like(snapshot: Snapshot, entry: Mapping[str, str]) -> bool:
    """Return whether the game has components with the shape and back of a new kind: they can share a pile."""
    shape = trim_from_text(entry["shape"]) if entry["shape"] != "map" else None
    return any((kind.trim, kind.back) == (shape, entry.get("back")) for kind in snapshot.game.file.kinds.values())


def _with_old_kinds_in_piles(text: str, written: Any) -> str:
    """Return the text of game.yaml, in which piles of all components hold those that there are, not a new kind."""
    kinds = [*written["kinds"]]
    ids = kinds[0] if len(kinds) == 1 else f"kind in [{', '.join(map(repr, kinds))}]"
    for pile, value in (written.get("decks") or {}).items():
        if value.get("contains") == "all":
            text = set_value(text, ("decks", pile, "contains"), ids)
    return text


def _back(snapshot: Snapshot, layout: str, face: str) -> str:
    trim = trim_from_text(_shape(layout))
    backs = [kind.back for kind in snapshot.game.file.kinds.values() if kind.back and kind.trim.form == trim.form]
    return face if layout in SAME_ON_BOTH_SIDES else (backs[0] if backs else back_for(trim))


def _flow(entries: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in entries.items()) + "}"


def _with_lines(text: str, path: tuple[str, str], entry: Mapping[str, str]) -> str:
    """Return the text of game.yaml with a new entry; a line for each key where its neighbours have lines."""
    with_it = set_value(text, path, read_yaml_value(_flow(entry), ""))
    line = re.compile(rf"^( +){path[-1]}: \{{.*\}}$", re.MULTILINE)
    if len(line.findall(with_it)) != 1:
        return with_it
    lines = "".join(f"\n\\1  {key}: {value}" for key, value in entry.items())
    return line.sub(rf"\1{path[-1]}:{lines}", with_it)
