"""Another built-in layout for a face: which there are, the open card in each, and the game's own file with it.

What the file says of boxes that the other layout has, too, stays, and the colours of a list go to the boxes that are
coloured there. Where boxes were put by hand belongs to the old layout: it is left out, and the page says so before.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field

from punchboard.edit import face_edit
from punchboard.edit.game_files import FileChange, decoded, fingerprint
from punchboard.edit.yaml_edit import remove_value, set_value
from punchboard.importer.kinds.builtin_layouts import CARD_LAYOUTS
from punchboard.load.layouts.raw_layouts import builtin_boxes, component_faces, raw_face
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.layout.coloured_boxes import COLOURED_BOXES, ColouredBoxes
from punchboard.problem import ProblemsFound
from punchboard.products.sheets import face_page
from punchboard.render import render
from punchboard.scene import Document
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.boxes import fields_in, outdated_error, refused, side_spec
from punchboard.server.studio.requests import ShowingRequest
from punchboard.server.studio.session import Outcome, Session
from punchboard.server.studio.trial import composer_with

PIECES: Final = frozenset(
    {"banknote", "chit", "coin", "counter", "standee", "token", "tile-hex", "tile-square", "tile-triangle"}
)
"""The layouts of pieces that are no cards."""

CARDS: Final = CARD_LAYOUTS | {"banner", "full-art", "mini", "quest", "split"}
"""The layouts of cards."""

_COLOURS_COMMENT: Final = re.compile(r"^# In the colours of a list:.*\n(?:#.*\n)?", re.MULTILINE)
"""What an import says about the boxes that the old layout colours."""

_PLACED: Final = frozenset({"at", "size", "sides", "area", "from"})
"""The keys with which a box was put somewhere."""


class LayoutRequest(ShowingRequest):
    """Let a face extend another built-in layout; ``seen`` is the file that was shown in it."""

    label: Annotated[str, Field(max_length=200)]
    component: str
    side: Annotated[int, Field(ge=0)]
    layout: Annotated[str, Field(max_length=100)]
    seen: Annotated[str, Field(max_length=100)]


class _Own(NamedTuple):
    """The game's own file of a face: its path, its bytes, its text and the layout that it extends."""

    face: str
    file: str
    before: bytes | None
    text: str

    @property
    def extends(self) -> str:
        """The layout that it extends."""
        return str(read_yaml_value(self.text, self.file).get("extends", ""))


def _own(session: Session, snapshot: Snapshot, component: str, side: int) -> _Own:
    face = side_spec(snapshot, component, side).program.layout
    raw = raw_face(snapshot.game, session.workspace, face)
    before = session.read(raw.file)
    text = None if before is None else decoded(before, raw.file).text
    return _Own(face, raw.file, before, face_edit.own_text(text, face))


def layout_offers(session: Session, snapshot: Snapshot, component: str, side: int) -> dict[str, Any]:
    """Return the layout of a face, and the built-in ones that suit its shape, with what each would leave out.

    Raises:
        ProblemsFound: EDIT001 for a side that does not exist any more.
    """
    own = _own(session, snapshot, component, side)
    is_card = side_spec(snapshot, component, side).program.trim.form == "card"
    offered = layouts_to_extend(session, CARDS if is_card else PIECES, own.file)
    known = own.extends in offered
    rows = [{"name": name, "lost": _with_layout(own, name, _fields(snapshot, component))[1]} for name in offered]
    others = sorted((CARDS if is_card else PIECES).difference(offered))
    return {"now": own.extends, "seen": fingerprint(own.before), "layouts": rows if known else [], "others": others}


def layouts_to_extend(session: Session, among: frozenset[str], file: str) -> list[str]:
    """Return the built-in layouts that the face of a file can extend: not those in whose place another file is."""
    path = PurePosixPath(file)
    others = {
        name for name in among if name != path.stem and session.read(str(path.with_name(f"{name}.yaml"))) is not None
    }
    return sorted(among - others)


def layout_sample(session: Session, snapshot: Snapshot, named: Mapping[str, Any]) -> bytes | None:
    """Return the picture of a component with another layout, as SVG; None when it cannot be drawn."""
    component, side = named["component"], named["side"]
    if named["layout"] not in component_faces():
        return None
    try:
        own = _own(session, snapshot, component, side)
        text = _with_layout(own, named["layout"], _fields(snapshot, component))[0]
        composer = composer_with(session, snapshot, own.face, text, own.file)
        part = next(one for one in snapshot.game.components if one.id == component)
        spec = composer.front(part) if side == 0 else composer.back(part)
        assert spec is not None
        page = face_page(composer.draw(spec))
    except (ProblemsFound, StopIteration):
        return None
    return render("svg", Document(component, (page,), language=snapshot.game.file.language))


def use_layout(session: Session, snapshot: Snapshot, request: LayoutRequest) -> Outcome:
    """Write the face with another layout, as one step.

    Raises:
        ProblemsFound: EDIT001 when the face's file has changed since, EDIT002 for a layout that is not offered, and as
            `layout_offers`.
    """

    def changes() -> Iterator[FileChange]:
        own = _own(session, snapshot, request.component, request.side)
        if request.layout not in component_faces():
            raise refused(f"there is no built-in layout {request.layout!r}", own.file)
        if fingerprint(own.before) != request.seen:
            raise outdated_error(f"{own.file} was changed elsewhere since the layouts were shown", own.file)
        text = _with_layout(own, request.layout, _fields(snapshot, request.component))[0]
        after = text.encode() if own.before is None else decoded(own.before, own.file).encoded(text)
        yield FileChange(own.file, own.before, after)

    return session.do(request.label, changes)


def _fields(snapshot: Snapshot, component: str) -> frozenset[str]:
    part = next((one for one in snapshot.game.components if one.id == component), None)
    if part is None:
        raise outdated_error(f"there is no card {component!r} any more", snapshot.game.place.file)
    return frozenset(snapshot.game.file.kinds[part.kind].fields)


def _with_layout(own: _Own, layout: str, fields: frozenset[str]) -> tuple[str, list[str]]:
    """Return the file's text with another layout, and what it leaves out, in words."""
    boxes, there = face_edit.own_boxes(own.text), builtin_boxes(layout)
    old, new = (COLOURED_BOXES.get(name, ColouredBoxes(())) for name in (own.extends, layout))
    before = builtin_boxes(own.extends) if own.extends in component_faces() else {}
    renamed = own.text.replace(f"built-in layout {own.extends!r}", f"built-in layout {layout!r}")
    text, lost = set_value(_COLOURS_COMMENT.sub("", renamed), ("extends",), layout), list[str]()
    colours = dict[str, Any]()
    for name, box in boxes.items():
        values = box if isinstance(box, Mapping) else {}
        fill, ink = values.get("fill"), values.get("colour")
        colours |= {"fill": fill} if name in old.fills and fill else {}
        colours |= {"colour": ink} if name in old.inks and ink else {}
        if name not in there and (name in before or not _PLACED & values.keys() or box is None):
            text = remove_value(text, ("boxes", name))
            if any(key != "fill" or name not in old.fills for key in values):
                shown = fields_in(" ".join(str(values.get(key, "")) for key in _CONTENTS), fields)
                lost.append(" and ".join(shown) or name)
            continue
        drop = {key for key in values if key in _PLACED and name in before}
        drop |= {"fill"} & values.keys() if name in old.fills else set()
        drop |= {"colour"} & values.keys() if name in old.inks else set()
        for key in drop:
            text = face_edit.reset_key(text, name, (key,))
        if drop & _PLACED:
            lost.append(f"the place of {name}")
    if colours and not new.fills:
        lost.append("the colours of the list")
    left_out = {name for name, box in boxes.items() if box is None}
    missing = [name for name in _NAMED if there.get(name) and name not in boxes and name not in fields]
    for key, value in _coloured(new, colours):
        if key[0] not in {*left_out, *missing}:
            text = set_value(text, ("boxes", *key), value)
    for name in missing:
        text = set_value(text, ("boxes", name), None)
    return text, lost


_CONTENTS: Final = ("text", "markdown", "pips", "icon", "picture")
"""The keys of a box that may name fields."""

_NAMED: Final = ("title", "type", "cost", "value", "icon", "picture", "text", "flavour", "footer")
"""The slots that an import leaves out of a face when the kind has no field for them."""


def _coloured(new: ColouredBoxes, colours: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], Any]]:
    for key, names in (("fill", new.fills), ("colour", new.inks)):
        if key in colours:
            yield from (((name, key), colours[key]) for name in names)
