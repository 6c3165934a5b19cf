"""The sides that look different in two states of a game, each drawn as it was and as it is."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from punchboard.compose.faces.face_fingerprints import FaceFingerprints
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.compose.faces.faults import fault_problems
from punchboard.geometry import Outline
from punchboard.model.layout.face import Face
from punchboard.model.snapshot import Change
from punchboard.problem import Problem, Severity
from punchboard.products.pictures import rounded_shape
from punchboard.revisions.comparison import named_problem, naming_state
from punchboard.revisions.game_pairs import READABLE, GamePair, GameState
from punchboard.revisions.part_sides import PartSides, part_sides


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


def draw_changes(pair: GamePair, wanted: Collection[str]) -> DrawnChanges:
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
