"""Boxes copied to the layouts of other kinds: which kinds can have them, what each lacks, and the files with them."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field

from punchboard.edit import face_edit
from punchboard.edit.game_files import FileChange, decoded
from punchboard.edit.yaml_edit import set_value
from punchboard.geometry import Rect, Size
from punchboard.load.layouts.raw_layouts import raw_face
from punchboard.model.game.game_file import KindFile
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.boxes import fields_in, label_of, outdated_error, refused, shown_areas, side_spec
from punchboard.server.studio.requests import ShowingRequest
from punchboard.server.studio.session import Outcome, Session

_NEEDED: Final = ("icon of", "turned copy of")
"""The keys that take what a box shows from other boxes."""

_BESIDE: Final = ("goes with", "stands in for", "over")
"""The keys that name other boxes without which a box is still something."""

_PLACE: Final = ("at", "from", "size", "sides")


class BoxesToKinds(ShowingRequest):
    """Copy boxes of a side of a component to the fronts of other kinds."""

    label: Annotated[str, Field(max_length=200)]
    component: str
    side: Annotated[int, Field(ge=0, le=3)] = 0
    boxes: Annotated[tuple[str, ...], Field(min_length=1, max_length=100)]
    kinds: Annotated[tuple[str, ...], Field(min_length=1, max_length=100)]


class _Source(NamedTuple):
    """The boxes to copy, as their files have them, where each lies on the card, and the kind of that card."""

    layout: str
    trim: Size
    kind: KindFile | None
    boxes: Mapping[str, Mapping[str, Any]]
    areas: Mapping[str, Rect]


def kinds_for_copy(session: Session, snapshot: Snapshot, component: str, side: int, names: str) -> list[dict[str, Any]]:
    """Return the other kinds of a game, those with one layout together, each with what it lacks for the boxes.

    Args:
        session: the edits of the game.
        snapshot: the game.
        component: a component that shows the boxes.
        side: 0 for its front.
        names: the names of the boxes, with commas between them.

    Raises:
        ProblemsFound: EDIT001 for a side or a box that does not exist any more.
    """
    source = _source(session, snapshot, component, side, names.split(","))
    return [
        {"kind": kinds[0], "name": " and ".join(snapshot.game.kinds[kind].plural for kind in kinds), "lacks": lacks}
        for layout, kinds in _kinds_by_layout(snapshot).items()
        if layout != source.layout
        for lacks in [list(_lacks(session, snapshot, source, layout, kinds))]
    ]


def copy_to_kinds(session: Session, snapshot: Snapshot, request: BoxesToKinds) -> Outcome:
    """Write copies of boxes into the layouts of other kinds, as one step.

    Raises:
        ProblemsFound: EDIT002 for a kind that lacks a field, and as `kinds_for_copy`.
    """
    return session.do(request.label, partial(_faces_with_copies, session, snapshot, request))


def _faces_with_copies(session: Session, snapshot: Snapshot, request: BoxesToKinds) -> Iterator[FileChange]:
    source = _source(session, snapshot, request.component, request.side, request.boxes)
    wanted = {layout: kinds for layout, kinds in _kinds_by_layout(snapshot).items() if {*kinds} & {*request.kinds}}
    for layout, kinds in wanted.items():
        raw = raw_face(snapshot.game, session.workspace, layout)
        if lacks := [*_lacks(session, snapshot, source, layout, kinds)]:
            raise refused(f"{snapshot.game.kinds[kinds[0]].plural} have {', '.join(lacks)}", raw.file)
        before = session.read(raw.file)
        text = face_edit.own_text(None if before is None else decoded(before, raw.file).text, layout)
        trim = side_spec(snapshot, _component(snapshot, kinds[0]), 0).program.trim.size
        taken = {*raw.boxes_with(text), *raw.inherited}
        for name, values in _copies(source, trim, taken):
            text = set_value(text, ("boxes", name), values)
        yield FileChange(raw.file, before, decoded(before or b"", raw.file).encoded(text))


def _source(session: Session, snapshot: Snapshot, component: str, side: int, names: Sequence[str]) -> _Source:
    spec = side_spec(snapshot, component, side)
    layout, kind = spec.program.layout, snapshot.game.file.kinds.get(getattr(spec.source, "kind", ""))
    raw = raw_face(snapshot.game, session.workspace, layout)
    boxes, areas = {name: raw.boxes.get(name) for name in names}, shown_areas(spec)
    for name, values in boxes.items():
        if values is None or name not in areas:
            raise outdated_error(f"the face no longer has a box {name!r}", raw.file)
    return _Source(
        layout, spec.program.trim.size, kind, {name: _with_content(name, boxes[name]) for name in boxes}, areas
    )


def _with_content(name: str, raw: Any) -> Mapping[str, Any]:
    """Return a box with the template of what it shows: a slot shows the field of its own name, which may change."""
    values = deepcopy(dict(raw))
    slot = values.pop("slot", None)
    if slot and not any(values.get(key) for key in ("text", "markdown", "pips", "icon", "picture")):
        values[slot] = f"{{{{ {name} }}}}"
    return values


def _component(snapshot: Snapshot, kind: str) -> str:
    return next(one.id for one in snapshot.game.components if one.kind == kind)


def _kinds_by_layout(snapshot: Snapshot) -> Mapping[str, list[str]]:
    """Return the kinds that have components, by the layout of the front of their first one."""
    by_layout = dict[str, list[str]]()
    for kind in dict.fromkeys(one.kind for one in snapshot.game.components):
        layout = side_spec(snapshot, _component(snapshot, kind), 0).program.layout
        by_layout.setdefault(layout, []).append(kind)
    return by_layout


def _lacks(session: Session, snapshot: Snapshot, source: _Source, layout: str, kinds: Sequence[str]) -> Iterator[str]:
    """Yield what a layout and its kinds lack for the boxes, in words: ``no Cost``."""
    there = {*raw_face(snapshot.game, session.workspace, layout).boxes, *source.boxes}
    known = {} if source.kind is None else source.kind.fields
    for name in dict.fromkeys(name for box in source.boxes.values() for name in fields_in(_templates(box), known)):
        field = known[name]
        theirs = [snapshot.game.file.kinds[kind].fields.get(name) for kind in kinds]
        if any(one is None or (isinstance(field.one_of, str) and one.one_of != field.one_of) for one in theirs):
            yield f"no {field.column or label_of(name)}"
    for box in source.boxes.values():
        yield from (f"no box {name!r}" for key in _NEEDED for name in _names(box.get(key)) if name not in there)


def _templates(value: Any, key: str = "") -> str:
    """Return all templates of a box as one; a condition is one without braces."""
    if isinstance(value, Mapping):
        return " ".join(_templates(one, str(name)) for name, one in value.items())
    if isinstance(value, list):
        return " ".join(map(_templates, value))
    return f"{{{{ {value} }}}}" if key == "when" and "{" not in str(value) else str(value)


def _names(value: Any) -> list[str]:
    return [] if value is None else [value] if isinstance(value, str) else list(value)


def _copies(source: _Source, trim: Size, taken: set[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the boxes under names that are free, each where it lies on the card, at a place of its own."""
    for name, box in source.boxes.items():
        values = {key: value for key, value in box.items() if key not in _PLACE}
        for key in _BESIDE:
            if not {*_names(values.get(key))} <= taken:
                del values[key]
        if not box.get("area") and not box.get("turned copy of"):
            area = source.areas[name]
            x, width = _span(area.x, area.width, source.trim.width, trim.width)
            y, height = _span(area.y, area.height, source.trim.height, trim.height)
            values = {"at": [x, y], "size": [width, height], **values}
        number = 2
        free = name
        while free in taken:
            free, number = f"{name}-{number}", number + 1
        taken.add(free)
        yield free, values


def _span(start: float, extent: float, old: float, new: float) -> tuple[float, float]:
    """Return where a box begins and how long it is on another card: an edge box stays there, a wide one wide."""
    length = extent + new - old if extent > old * 0.8 else min(extent, new)
    room, left = old - extent, new - length
    if room < 1 or start < room / 4:  # also one that reaches into the bleed
        begins = min(start, max(left, 0))
    elif start > room * 3 / 4:
        begins = max(left - (room - start), 0)
    else:
        begins = start / room * left
    return round(begins, 2), round(length, 2)
