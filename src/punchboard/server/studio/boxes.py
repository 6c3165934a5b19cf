"""The boxes of a face on one card: where they lie, what they show, and the fields of the panel for each.

The schema comes from the models that load the files, so a new key is in the panel without a change here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.text.style import TextStyle
from punchboard.edit.face_edit import Around, held_edges
from punchboard.expression import ExpressionError, is_fixed
from punchboard.fonts import Cut
from punchboard.geometry import Rect
from punchboard.load.layouts.raw_layouts import RawFace
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.layout.layout import TEXT_CONTENT, Box, StyleFile
from punchboard.model.values import picture_crop
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.scene import Image
from punchboard.schema.json_schemas import data, schema
from punchboard.server.game_snapshot import Snapshot
from punchboard.units import MM_PER_POINT

_EVALUATED: Final = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_QUOTED: Final = re.compile(r"'[^']*'|\"[^\"]*\"")
_NAME: Final = re.compile(r"(?<![.\w])[A-Za-z_]\w*")
_ONE_NAME: Final = re.compile(r"\{\{\s*([A-Za-z_]\w*)\s*\}\}")


def fields_in(template: str, fields: Iterable[str]) -> list[str]:
    """Return the fields that a template names, in its order."""
    parts = (_QUOTED.sub("", part) for part in _EVALUATED.findall(template))
    known, names = frozenset(fields), dict.fromkeys(name for part in parts for name in _NAME.findall(part))
    return [name for name in names if name in known]


def content_of(box: Box) -> str:
    """Return the template of what a box shows; empty for a shape, an ornament or nothing."""
    content = getattr(box, box.content) if box.content else None
    return content if isinstance(content, str) else ""


def shown_of_row(snapshot: Snapshot, spec: FaceSpec, name: str, box: Box) -> dict[str, Any]:
    """Return the fields of the card's row that a box names, and the picture that it shows, as plain data for the page.

    The picture has its path, the focus in percent, the zoom, its size in pixels, and which value names it: a ``field``,
    the layout (``fixed``), or neither when the layout makes up its path.
    """
    kind = snapshot.game.file.kinds.get(getattr(spec.source, "kind", ""))
    fields, template = {} if kind is None else kind.fields, content_of(box)
    view: dict[str, Any] = {"fields": fields_in(template, fields), "picture": None}
    if box.content == "picture" and (picture := _picture(snapshot, spec, name)) is not None:
        value, image = picture
        only, crop = _ONE_NAME.fullmatch(template.strip()), picture_crop(value)
        view["picture"] = {
            "path": crop.path,
            "focus": [round(share * 100) for share in crop.focus],
            "zoom": crop.zoom,
            "size": [image.width, image.height],
            "field": only[1] if only and only[1] in fields else None,
            "fixed": is_fixed(template),
        }
    return view


def picture_of(snapshot: Snapshot, spec: FaceSpec, name: str) -> Image | None:
    """Return the picture that a box shows; None when it shows none."""
    picture = _picture(snapshot, spec, name)
    return None if picture is None else picture[1]


def _picture(snapshot: Snapshot, spec: FaceSpec, name: str) -> tuple[str, Image] | None:
    pairs = zip(spec.program.boxes, spec.box_specs, strict=True)
    shown = next((drawn for program, drawn in pairs if program.name == name and program.content == "picture"), None)
    value = shown[0].content if shown else None
    if not value:
        return None
    try:
        return value, snapshot.composed.loaded.pictures[picture_crop(value).path]
    except (KeyError, ProblemsFound):
        return None


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
        raise outdated_error(f"{component!r} no longer has this side", snapshot.game.place.file)
    return sides[side]


def outdated_error(message: str, file: str) -> ProblemsFound:
    """Return the problem of something that the page still shows but the files no longer have."""
    return fail("EDIT001", Place(file), message, "wait until the page shows the newest version, and try again")


def refused(message: str, file: str) -> ProblemsFound:
    """Return the problem of an edit that cannot be made."""
    return fail("EDIT002", Place(file), message, "use the panel, or edit the file")


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
    layout, room = spec.program.layout, spec.program.area
    among = Around(spec.program.trim.size, _areas_to_choose(spec))
    file_boxes = snapshot.composed.loaded.layouts.faces[layout].boxes
    source = snapshot.composed.loaded.layouts.sources[layout]
    looks, rows = text_looks(snapshot, spec), []
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
                "look": looks.get(name),
                "styled": _effects_of(snapshot, box.style),
                **shown_of_row(snapshot, spec, name, box),
            }
        )
    kind = snapshot.game.file.kinds.get(getattr(spec.source, "kind", ""))
    known = {} if kind is None else kind.fields
    fields = [
        {
            "name": name,
            "label": field.column or label_of(name),
            "type": field.type,
            "prints": f"{{{{ {name}.name }}}}" if isinstance(field.one_of, str) else f"{{{{ {name} }}}}",
        }
        for name, field in known.items()
    ]
    taken = sorted({*raw.boxes, *raw.inherited})
    room_of = {"safe": room.safe, "bleed": room.bleed}
    return {"face": layout, "file": raw.file, "fields": fields, **room_of, "taken": taken, "boxes": rows}


def _effects_of(snapshot: Snapshot, style: str) -> dict[str, bool]:
    """Return the effects that the texts of a style have."""
    text_style = snapshot.composed.composer.tools.styles.get(style)
    outline, thrown = text_style.text_outline, text_style.text_shadow
    return {"text outline": bool(outline and outline.width), "text shadow": bool(thrown and thrown.opacity)}


def label_of(field: str) -> str:
    """Return what the page calls a field that has no column's name: ``card_type`` is Card type."""
    return field.replace("_", " ").capitalize()


_GROUPS: Final = "box_fields.yaml"
_BOX: Final = "Box"
_NO_FIELDS: Final = frozenset({"at", "size", "with", "repeat"})
"""Keys that the handles on the card change, and mappings, which the panel cannot show."""

_EFFECTS: Final = frozenset({"ShadowFile", "OutlineFile"})
"""The parts that a box has or has not, with a field for the whole of each."""

_CHOSEN: Final = {
    "gradient": "fill",
    "[colour]": "colour",
    "[style]": "style",
    "[icon]": "icon",
    "[face]": "face",
    "[drawing]": "ornament",
}
"""The controls for names that the game or its theme defines, by the link that the reference has for them."""

_CONTROLS: Final = {"boolean": "tick", "number": "number", "integer": "number", "array": "names"}
"""The controls for other types of the schema; all others are text fields."""

_LONG: Final = frozenset({"text", "markdown"})
"""The keys whose text may have several lines."""


@cache
def box_fields() -> tuple[Mapping[str, Any], ...]:
    """Return the fields of a box in the order of the panel, as plain data for the page.

    Each has its ``path`` within the box, the ``group`` it is shown in, its ``help`` text, its ``control`` (choice,
    choices, tick, number, names, effect, fill, colour, style, icon, face, ornament, text or long) and the ``choices``
    of the first two.
    """
    groups: Mapping[str, list[str]] = read_yaml_value(files(__package__).joinpath(_GROUPS).read_text("utf-8"), _GROUPS)
    place = {key: (group, index) for group, keys in groups.items() for index, key in enumerate(keys)}
    order = list(groups)
    fields = [{**field, "group": place.get(".".join(field["path"]), (order[-1], 0))[0]} for field in _fields()]
    return tuple(
        sorted(fields, key=lambda one: (order.index(one["group"]), place.get(".".join(one["path"]), ("", 0))[1]))
    )


def _fields() -> Iterator[dict[str, Any]]:
    models = schema("face")["$defs"]
    for key, value in models[_BOX]["properties"].items():
        part = _part(value)
        if key in _NO_FIELDS:
            continue
        if part is None:
            yield model_field((key,), _BOX, value)
            continue
        if part in _EFFECTS:
            yield model_field((key,), _BOX, value)
        for inner, form in models[part]["properties"].items():
            if not any(one.get("type") == "object" for one in _forms(form)):
                yield model_field((key, inner), part, form)


def model_field(path: tuple[str, ...], model: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the field for a key of a model, from its JSON Schema, as `box_fields` does."""
    forms = list(_forms(value))
    field = {"path": path, "help": value.get("description", ""), "default": value.get("default")}
    if _part(value) in _EFFECTS:
        return {**field, "control": "effect"}
    choices = [choice for form in forms for choice in form.get("enum", [form["const"]] if "const" in form else [])]
    lists = [form["items"]["enum"] for form in forms if "enum" in form.get("items", {})]
    takes = str(data("takes").get(model, {}).get(path[-1], ""))
    named = next((control for link, control in _CHOSEN.items() if link in takes), None)
    types = [_CONTROLS[kind] for form in forms for kind in _types(form) if kind in _CONTROLS]
    if lists:
        return {**field, "control": "choices", "choices": lists[0]}
    if choices and len(choices) > 1:
        return {**field, "control": "choice", "choices": choices}
    words = any(kind == "string" for form in forms for kind in _types(form))
    control = named or ("text" if words and "number" in types else types[0] if types else "text")
    return {**field, "control": "long" if path[-1] in _LONG else control}


def _part(value: Mapping[str, Any]) -> str | None:
    """Return the model of a key whose value is a mapping."""
    return next((one["$ref"].rpartition("/")[2] for one in _forms(value) if "$ref" in one), None)


def _forms(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the alternatives of a schema that are not null."""
    for form in value.get("anyOf", [value]):
        if "anyOf" in form:
            yield from _forms(form)
        elif form.get("type") != "null":
            yield form


def _types(form: Mapping[str, Any]) -> list[str]:
    kinds = form.get("type", [])
    return [kinds] if isinstance(kinds, str) else list(kinds)


def text_looks(snapshot: Snapshot, spec: FaceSpec) -> dict[str, dict[str, Any]]:
    """Return how the texts of a face are set, by the names of their boxes, as plain data for the page.

    Each has the address of its font, lengths in mm, its colour and its alignment.
    """
    drawn = snapshot.composed.draw(spec).boxes
    sizes = {one.name: one.size * MM_PER_POINT for one in drawn if one.size}
    pairs = zip(spec.program.boxes, spec.box_specs, strict=True)
    shown = ((box, specs[0]) for box, specs in pairs if specs and box.content in TEXT_CONTENT)
    styles = snapshot.composed.loaded.layouts.theme.styles
    return {
        box.name: {**_look(box.box, box.text_style(specs), sizes.get(box.name)), "own": _own(styles[box.box.style])}
        for box, specs in shown
    }


TYPE: Final = ("font", "size", "bold", "italic")
"""The keys of a style that the panel of a box changes."""


def _own(style: StyleFile) -> dict[str, Any]:
    """Return what a style has of `TYPE` by itself; None for what comes from the style that it extends."""
    return {key: getattr(style, key) for key in TYPE}


def _look(box: Box, full: TextStyle, size: float | None) -> dict[str, Any]:
    style = full if size is None else full.at_size(size)
    face, cut = style.face, Cut.of(bold=style.bold, italic=style.italic)
    return {
        "type": {
            "font": style.family.name,
            "size": round(full.size / MM_PER_POINT, 2),
            "bold": style.bold,
            "italic": style.italic,
        },
        "font": f"{style.family.name}/{cut.value}.ttf",
        "axes": face.file[1],
        "digest": face.digest,
        "size": style.size,
        "leading": style.leading / style.size,
        "colour": style.colour,
        "align": style.align,
        "caps": style.caps,
        "tracking": style.tracking,
        "features": [one for one in style.features.split() if "=" not in one and "-" not in one],
        "inset": box.inset,
        "valign": box.valign,
        "shift": _shift(box, style),
    }


def _shift(box: Box, style: TextStyle) -> float:
    """Return how far in mm the lines lie below those of a browser, which centres a typeface in the line."""
    above, below = style.face.ascent * style.size, style.face.descent * style.size
    space = (style.leading - above - below) / 2
    if box.valign == "top":
        return style.cap_height - space - above
    if box.valign == "bottom":
        return space + below - style.descent
    below_line = style.descent if box.content == "markdown" else 0.0  # a plain text is centred by its capitals alone
    return (style.cap_height - below_line - above + below) / 2


def font_file(snapshot: Snapshot, named: Mapping[str, Any]) -> bytes | None:
    """Return the font file of a cut of a family of the game's theme; None when there is none."""
    family, cut = named["family"], named["cut"]
    families = snapshot.composed.loaded.families
    if family not in families or cut not in list(Cut):
        return None
    return families[family].face(Cut(cut)).file[0]
