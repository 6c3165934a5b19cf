"""A snapshot: a game as its files are at one moment, with the keys of all its faces; faces are drawn on request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from punchboard.compose.faces.compiled_layout import FaceProgram
from punchboard.compose.faces.composer import game_values
from punchboard.compose.faces.face_fingerprints import FaceFingerprints, text_hash
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.load import load
from punchboard.model.game.game import Component, Game
from punchboard.model.layout.face import Face
from punchboard.model.print_options import Ink, PrintOptions
from punchboard.products import ComposedGame
from punchboard.products.sheets import face_page
from punchboard.products.web.components.shown_parts import face_keys
from punchboard.render import render
from punchboard.scene import Document

STEP: Final = 25
"""Components that are composed at a time."""


class Snapshot:
    """A game as its files are at one moment.

    Args:
        composed: the game, its faces not yet drawn.
        salt: part of all keys besides the inputs of a face, as browsers keep pictures by key.
        before: the last snapshot, if no layout, icon, font or picture has changed since.
    """

    def __init__(self, composed: ComposedGame, salt: str, before: Snapshot | None = None) -> None:
        self.composed, self.game, self._salt = composed, composed.game, salt
        same_layouts = before is not None and before.composed.loaded.layouts is composed.loaded.layouts
        self.drawn_from: FaceFingerprints = FaceFingerprints(
            composed.loaded, before.drawn_from if before is not None and same_layouts else None
        )

    @cached_property
    def keys(self) -> Mapping[FaceSpec, str]:
        """The key of every face; faces with one key look alike, in this snapshot and in any other.

        They take time with many cards, so they are computed when first needed.

        Raises:
            ProblemsFound: when a face cannot be compiled.
        """
        return MappingProxyType(_face_keys(self.composed, self.drawn_from, self._salt))

    @property
    def steps(self) -> Iterator[Callable[[], object]]:
        """The work that computes the keys, in steps of some milliseconds: an edit does not wait for all of it."""
        components = self.game.components
        for first in range(0, len(components), STEP):
            yield partial(self._compose, components[first : first + STEP])
        yield lambda: self.keys

    def _compose(self, components: Iterable[Component]) -> None:
        for component in components:
            self.composed.cards_of(component)

    @cached_property
    def _faces(self) -> Mapping[str, FaceSpec]:
        return {key: face for face, key in self.keys.items()}

    @cached_property
    def side_keys(self) -> Mapping[str, tuple[str, ...]]:
        """The keys of the sides of each component, by its id."""
        by_id: dict[str, tuple[str, ...]] = {}
        for name, face in self.composed.all_specs:
            by_id[name] = (*by_id.get(name, ()), self.keys[face])
        return MappingProxyType(by_id)

    def __contains__(self, key: str) -> bool:
        """Tell whether a face has this key."""
        return key in self._faces

    def spec(self, key: str) -> FaceSpec:
        """Return what the face with a key is drawn from.

        Raises:
            KeyError: when no face has this key.
        """
        return self._faces[key]

    def svg(self, key: str, ink: Ink = "full") -> bytes:
        """Return the face with a key, with its bleed, as the components product draws it.

        Raises:
            KeyError: when no face has this key.
        """
        if ink == "full":
            return self.drawn(self._faces[key])
        return _svg(self._low, self._in_low_ink[self._faces[key]])

    def drawn(self, spec: FaceSpec) -> bytes:
        """Return a face with its bleed as SVG."""
        return _svg(self.composed, spec)

    @cached_property
    def _low(self) -> ComposedGame:
        return ComposedGame(self.composed.loaded, (), (), PrintOptions(ink="low"))

    @cached_property
    def _in_low_ink(self) -> Mapping[FaceSpec, FaceSpec]:
        sides = zip(self.composed.all_specs, self._low.all_specs, strict=True)
        return {full: thin for (_, full), (_, thin) in sides}


def _svg(composed: ComposedGame, spec: FaceSpec) -> bytes:
    return face_svg(composed.draw(spec), composed.game)


def face_svg(face: Face, game: Game) -> bytes:
    """Return a face of a game with its bleed as SVG."""
    return render("svg", Document(face.layout, (face_page(face),), language=game.file.language))


def read_snapshot(game: str, workspace: Path, salt: str, before: Snapshot | None = None, locale: str = "") -> Snapshot:
    """Return a snapshot of a game's files; the keys of its faces are computed when needed, or in `Snapshot.steps`.

    Args:
        game: its id.
        workspace: the folder that it is in.
        salt: part of all keys besides the inputs of a face.
        before: the last snapshot, if no layout, icon, font or picture has changed since.
        locale: the language to load it in; its own when empty.

    Raises:
        ProblemsFound: when the files cannot be loaded.
    """
    previous = before.composed.loaded if before is not None and not locale else None
    loaded = load(game, workspace, books=False, locale=locale, previous=previous)
    return Snapshot(ComposedGame(loaded, ()), salt, before)


def changed_ids(old: Snapshot | None, new: Snapshot) -> tuple[str, ...]:
    """Return the ids of all components that look different than before, are new, or are gone."""
    before, after = old.side_keys if old else {}, new.side_keys
    removed = (name for name in before if name not in after)
    return (*(name for name, look in after.items() if before.get(name) != look), *removed)


def _face_keys(composed: ComposedGame, drawn_from: FaceFingerprints, salt: str) -> dict[FaceSpec, str]:
    """Return the key of every face; for faces with nested layouts it includes what those can read of the game."""
    seen = text_hash(repr(game_values(composed.game)))
    looks = face_keys(composed, drawn_from)
    has_nested = {program: _has_nested_layouts(program) for program in {spec.program for spec in looks}}
    return {spec: text_hash(salt, look, seen if has_nested[spec.program] else "") for spec, look in looks.items()}


def _has_nested_layouts(program: FaceProgram) -> bool:
    return any(box.content == "layout" for box in program.boxes)
