"""Pictures of changes: the components that differ between two states of a game, each drawn before and after."""

import io
from collections.abc import Collection, Iterator, Sequence
from math import fsum, sqrt
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.compose.faces.face_fingerprints import FaceFingerprints
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.geometry import Outline, Rect, Size
from punchboard.model.layout.face import Face, fault_problems
from punchboard.model.print_options import Raster
from punchboard.model.snapshot import Change
from punchboard.problem import Problem, Severity
from punchboard.products.pictures import rounded_shape, trim_page
from punchboard.products.web.changes import ChangedGame, ChangedPart, Picture, SidePictures
from punchboard.render import render_pictures
from punchboard.revisions.comparison import (
    READABLE,
    GamePair,
    GameState,
    PartSides,
    named_problem,
    naming_state,
    open_game_pairs,
    part_sides,
)
from punchboard.scene import Document
from punchboard.system.processes import thread_pool
from punchboard.units import MM_PER_INCH

# The sides that look different in two states of a game, each drawn as it was and as it is.


class Drawing(NamedTuple):
    """A drawn face, and its outline if that is not the rectangle of its trim."""

    face: Face
    shape: Outline | None


class Side(NamedTuple):
    """A side of a part, None in a state where it does not exist."""

    name: str
    before: Drawing | None
    after: Drawing | None


class Part(NamedTuple):
    """A changed part with its printed name, that of its deck, and the sides that are drawn from something else."""

    change: Change
    name: str
    group: str
    sides: tuple[Side, ...]


class DrawnChanges(NamedTuple):
    """The changed parts of a game, and the problems of their drawings."""

    parts: tuple[Part, ...]
    problems: tuple[Problem, ...]


def _draw_changes(pair: GamePair, wanted: Collection[str]) -> DrawnChanges:
    """Return the changed parts of a game; those with the ids in ``wanted`` if there are any.

    Raises:
        ProblemsFound: CHANGE001 and what was found in an older state that cannot be composed; only the latter for
            the workspace.
    """
    before, after = _Drawer(pair.before), _Drawer(pair.after)
    changes = [change for change in pair.difference.changes if not wanted or change.id in wanted]
    parts = tuple(_part(change, before, after) for change in changes)
    return DrawnChanges(parts, (*before.problems(), *after.problems()))


def _part(change: Change, before: "_Drawer", after: "_Drawer") -> Part:
    old, new = before.part(change.id), after.part(change.id)
    named = new or old or PartSides(change.id, change.kind, {})
    is_drawn = change.has_new_faces or change.state == "gone"
    return Part(change, named.name, named.group, tuple(_sides(before, after, old, new)) if is_drawn else ())


def _sides(before: "_Drawer", after: "_Drawer", old: PartSides | None, new: PartSides | None) -> Iterator[Side]:
    """Yield the sides of a part that are new, gone, or drawn from something else than before."""
    old_sides, new_sides = old.sides if old else {}, new.sides if new else {}
    for name in dict.fromkeys((*new_sides, *old_sides)):
        was, now = old_sides.get(name), new_sides.get(name)
        if was is None or now is None or before.look(was) != after.look(now):
            yield Side(name, before.draw(was), after.draw(now))


class _Drawer:
    """Draws the parts of a game in one state, if the game exists there."""

    def __init__(self, of: GameState | None) -> None:
        self._of = of
        self._parts: dict[str, PartSides] = {}
        self._drawn: dict[Face, None] = {}
        if of is not None:
            self._looks = FaceFingerprints(of.composed.loaded)
            with naming_state(of.state, of.composed.game.id, READABLE):
                self._parts = part_sides(of.composed)

    def part(self, name: str) -> PartSides | None:
        """Return a part by its name in snapshots; None if it does not exist, or has no sides."""
        return self._parts.get(name)

    def look(self, side: FaceSpec | Face) -> str | Face:
        """Return what identifies the look of a side; a drawn face is like no other."""
        return side if isinstance(side, Face) else self._looks.fingerprint((side,), set())

    def draw(self, side: FaceSpec | Face | None) -> Drawing | None:
        """Return the drawing of a side of this state."""
        if side is None or self._of is None:
            return None
        if isinstance(side, Face):
            face = side
        else:
            with naming_state(self._of.state, self._of.composed.game.id, READABLE):
                face = self._of.composed.draw(side)
        self._drawn[face] = None
        return Drawing(face, rounded_shape(face.trim))

    def problems(self) -> Iterator[Problem]:
        """Yield warnings about what is missing on drawn faces: a build refuses it, but the rest can be compared."""
        if self._of is not None:
            for problem in fault_problems(fault for face in self._drawn for fault in face.faults):
                yield named_problem(problem._replace(severity=Severity.WARNING), self._of.state)


MAX_DPI: Final = 192.0
"""The resolution of a few pictures: two pixels for each that a browser counts."""

MIN_DPI: Final = 72.0
"""The resolution below which texts cannot be read; the page of very many pictures becomes larger instead."""

MAX_PIXELS: Final = 40_000_000
"""How many pixels are drawn at first: about six megabytes."""

MAX_BYTES: Final = 7_000_000
"""The most bytes of all pictures; in a page they take a third more."""

_SMALLER: Final = 0.8
"""By how much the resolution is lowered when the pictures are too large."""


def pictured_changes(
    old: str, new: str | None, games: Sequence[str], workspace: Path, parts: Collection[str] = ()
) -> tuple[ChangedGame, ...]:
    """Return the changed parts of games, each with pictures before and after of the sides that look different.

    Args:
        old: the older state: a workspace, the folder of a game, or a git revision.
        new: the newer state; None for the workspace.
        games: the games to compare; empty for all.
        workspace: the workspace of the games.
        parts: the ids of the parts to draw; all when empty.

    Raises:
        ProblemsFound: CHANGE001 for missing states and games, for outputs, and for an older state that cannot be
            read or drawn; the problems of games that cannot be loaded.
    """
    with open_game_pairs(old, new, tuple(games), workspace) as pairs:
        changed = [_draw_changes(pair, parts) for pair in pairs]
    pictures = _pictures([drawing for drawn in changed for part in drawn.parts for drawing in _drawings(part)])
    return tuple(_changed_game(pair, drawn, pictures) for pair, drawn in zip(pairs, changed, strict=True))


def _drawings(part: Part) -> Iterator[Drawing]:
    for side in part.sides:
        yield from (one for one in (side.before, side.after) if one is not None)


_Pictures = dict[Drawing, tuple[bytes, Picture]]
"""The picture of each drawing as a PNG of exact colours, and small."""


def _pictures(drawings: Sequence[Drawing]) -> _Pictures:
    """Return the pictures of drawings, at the highest resolution at which all together are small enough."""
    distinct = tuple(dict.fromkeys(drawings))
    area = fsum(one.face.trim.size.width * one.face.trim.size.height for one in distinct) / MM_PER_INCH**2
    dpi = max(MIN_DPI, min(MAX_DPI, sqrt(MAX_PIXELS / area))) if area else MAX_DPI
    while True:
        pictures = _pictures_at(distinct, dpi)
        if dpi <= MIN_DPI or sum(len(picture.data) for _, picture in pictures.values()) <= MAX_BYTES:
            return pictures
        dpi = max(MIN_DPI, dpi * _SMALLER)


def _pictures_at(drawings: Sequence[Drawing], dpi: float) -> _Pictures:
    by_shape: dict[Outline | None, list[Drawing]] = {}
    for drawing in drawings:
        by_shape.setdefault(drawing.shape, []).append(drawing)
    drawn: dict[Drawing, bytes] = {}
    for shape, group in by_shape.items():
        document = Document("", tuple(trim_page(drawing.face) for drawing in group))
        drawn |= zip(group, render_pictures(document, "png", Raster(dpi, shape=shape)), strict=True)
    with thread_pool() as pool:
        small = pool.map(_small_picture, drawn.values())
        return {
            drawing: (png, Picture(data, drawing.face.trim.size))
            for (drawing, png), data in zip(drawn.items(), small, strict=True)
        }


def _changed_game(pair: GamePair, drawn: DrawnChanges, pictures: _Pictures) -> ChangedGame:
    shown = [
        ChangedPart(part.change, part.name, part.group, tuple(_side_pictures(part.sides, pictures)))
        for part in drawn.parts
    ]
    kept = tuple(part for part in shown if not _looks_the_same(part))
    state = pair.after or pair.before
    title = pair.difference.game if state is None else state.composed.game.title
    return ChangedGame(title, pair.difference, kept, len(shown) - len(kept), drawn.problems)


def _looks_the_same(part: ChangedPart) -> bool:
    """Tell whether a part differs only in what its faces are drawn from, but neither in looks, values nor copies."""
    change = part.change
    return change.state == "changed" and not (part.sides or change.fields or change.copies[0] != change.copies[1])


def _side_pictures(sides: Sequence[Side], pictures: _Pictures) -> Iterator[SidePictures]:
    for side in sides:
        old = pictures[side.before] if side.before else None
        new = pictures[side.after] if side.after else None
        if old is None or new is None:
            yield SidePictures(side.name, old and old[1], new and new[1])
        elif old[0] != new[0]:
            area = _changed_area(old[0], new[0], new[1].size)
            yield SidePictures(side.name, old[1], new[1], area)


# Small pictures of faces for a screen, and the area in which two pictures differ.

_COLOURS: Final = 64
"""Enough for drawn faces: flat colours, and the edges of letters between them."""

_QUALITY: Final = 72
"""The quality of photographs."""


def _small_picture(png: bytes) -> bytes:
    """Return a PNG as WebP: with few colours but sharp letters, or as a photograph, whichever is smaller."""
    from PIL import Image  # noqa: PLC0415 - costs 40 ms, and few commands need it

    with Image.open(io.BytesIO(png)) as opened:
        picture = opened.convert("RGBA")
    sharp, photograph = io.BytesIO(), io.BytesIO()
    picture.quantize(_COLOURS).convert("RGBA").save(sharp, "WEBP", lossless=True, quality=30, method=1)
    picture.save(photograph, "WEBP", quality=_QUALITY, method=2)
    return min(sharp.getvalue(), photograph.getvalue(), key=len)


def _changed_area(before: bytes, after: bytes, size: Size) -> Rect | None:
    """Return the smallest rectangle that holds all pixels in which two PNG files differ.

    Args:
        before: a picture.
        after: another.
        size: the size of both in mm.

    Returns:
        The rectangle in mm; None when the pictures are equal or their sizes differ.
    """
    from PIL import Image, ImageChops  # noqa: PLC0415 - as above

    with Image.open(io.BytesIO(before)) as old, Image.open(io.BytesIO(after)) as new:
        if old.size != new.size:
            return None
        box = ImageChops.difference(old.convert("RGBA"), new.convert("RGBA")).getbbox(alpha_only=False)
        across, down = size.width / new.width, size.height / new.height
    if box is None:
        return None
    left, top, right, bottom = box
    return Rect(left * across, top * down, (right - left) * across, (bottom - top) * down)
