"""Composing faces: boxes of a layout, drawn for a component; equal faces are composed once and shared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from punchboard.compose.boxes import Tools
from punchboard.compose.edition import EditionMark
from punchboard.compose.faceprogram import Bench, FaceProgram, Key
from punchboard.compose.inks import WAYS
from punchboard.expression import ExpressionError, template
from punchboard.geometry import Affine, Rect
from punchboard.model.face import Drawn, Face
from punchboard.model.game import Component, Game
from punchboard.model.layout import FaceFile
from punchboard.model.material import Material
from punchboard.model.trim import Trim
from punchboard.model.wishes import Ink
from punchboard.problem import Place, Problem, fail
from punchboard.scene import Use


def game_values(game: Game) -> dict[str, Any]:
    """Return the names that every expression sees: the game's title, version, numbers and lists."""
    file = game.file
    return {
        "game": {
            "id": game.id,
            "title": game.title,
            "short": game.short,
            "version": file.version,
            "tagline": file.tagline,
            "players": players_in_words(game),
            "credits": list(file.credits),
        },
        "numbers": {name: number.value for name, number in file.numbers.items()},
        "lists": {name: {str(entry): entry for entry in entries} for name, entries in game.lists.items()},
    }


def players_in_words(game: Game) -> str:
    """Return the number of players as print says it: ``3 to 6``, ``2``, ``1 or more``."""
    low, high = game.file.players.bounds
    if high is None:
        return f"{low} or more"
    return f"{low}" if high == low else f"{low} to {high}"


PART: Final = "box"
"""The name of the trim of a layout that is part of another; those of the sides of a tuck box begin with it."""


Origin = tuple[FaceProgram, Key]
"""What a face was drawn from: the compiled layout, and what its boxes were asked to show."""


class FaceComposer:
    """Makes faces and keeps them: by layout, trim and all that their boxes show.

    Args:
        material: the loaded game.
        ink: how much ink the faces take.
    """

    def __init__(self, material: Material, ink: Ink = "full") -> None:
        self._material = material
        self.tools = Tools(material, WAYS[ink])
        self._values = game_values(material.game)
        self._bench = Bench(self.tools, self.nested)
        self._programs: dict[tuple[str, Trim, EditionMark | None], FaceProgram] = {}
        self._faces: dict[Origin, Face] = {}
        self._marks = self._edition_marks()

    def front(self, component: Component) -> Face:
        """Return the face of a component."""
        return self._drawn(self._front_program(component), self.filled(component), component.place)

    def back(self, component: Component) -> Face | None:
        """Return the back of a component, or None when its kind has none."""
        program = self._back_program(component)
        return None if program is None else self._drawn(program, self.filled(component), component.place)

    def origins(self, component: Component) -> tuple[Origin, ...]:
        """Return what the sides of a component are drawn from, the front first; nothing is drawn for it."""
        values = {**self._values, **self.filled(component)}
        programs = (self._front_program(component), self._back_program(component))
        return tuple((one, one.ask(values, component.place, [])) for one in programs if one is not None)

    def drawn_from(self) -> dict[Face, Origin]:
        """Return what each face that has been drawn was drawn from."""
        return {face: origin for origin, face in self._faces.items()}

    def _front_program(self, component: Component) -> FaceProgram:
        kind = self._material.game.kinds[component.kind]
        return self._program(kind.file.face, kind.trim, self._marks[0])

    def _back_program(self, component: Component) -> FaceProgram | None:
        kind = self._material.game.kinds[component.kind]
        return None if kind.file.back is None else self._program(kind.file.back, kind.trim, self._marks[1])

    def _edition_marks(self) -> tuple[EditionMark | None, EditionMark | None]:
        """Return the mark that fronts bear, and the one that backs bear."""
        file, place = self._material.game.file.edition, self._material.game.place_of("edition")
        if file is None:
            return None, None
        try:
            words = str(template(file.mark)(self._values))
        except ExpressionError as error:
            raise fail("EXPR001", place, f"edition: {error}") from error
        mark = EditionMark(words, self.tools, place)
        return (mark if file.on != "backs" else None), (mark if file.on != "fronts" else None)

    def filled(self, component: Component) -> Mapping[str, Any]:
        """Return the values with the templates in their texts worked out; one that fails stays as it is."""
        values = component.values
        open_texts = {name: value for name, value in values.items() if type(value) is str and "{{" in value}
        if not open_texts:
            return values
        seen = {**self._values, **values}
        return {**values, **{name: _worked_out(text, seen) for name, text in open_texts.items()}}

    def face(
        self, layout: str, trim: Trim, values: Mapping[str, Any], place: Place, file: FaceFile | None = None
    ) -> Face:
        """Return a layout's face for some values; problems of its templates are kept on it.

        ``file`` gives boxes that are no face of the game: those of a book's page, under a name of their own.
        """
        return self._drawn(self._program(layout, trim, None, file), values, place)

    def _program(self, layout: str, trim: Trim, mark: EditionMark | None, file: FaceFile | None = None) -> FaceProgram:
        program = self._programs.get((layout, trim, mark))
        if program is None:
            alone = file is None and trim.name.partition(" ")[0] != PART
            file = file or self._material.layouts.faces[layout]
            bench = self._bench if file.edition is False else self._bench._replace(mark=mark)
            program = self._programs[layout, trim, mark] = FaceProgram(layout, file, trim, bench, alone=alone)
        return program

    def _drawn(self, program: FaceProgram, values: Mapping[str, Any], place: Place) -> Face:
        problems: list[Problem] = []
        key = program.ask({**self._values, **values}, place, problems)
        found = self._faces.get((program, key))
        if found is None or problems:
            name = str(values.get("id", program.layout))
            found = self._faces[program, key] = program.draw(key, place, problems, name)
        return found

    def nested(self, layout: str, values: dict[str, str], area: Rect) -> Drawn:
        """Return a layout drawn into an area of another."""
        face = self.face(layout, Trim("card", area.size, PART), values, Place(layout))
        moved = tuple(
            placed._replace(area=placed.area.moved(area.x, area.y), ink=placed.ink and placed.ink.moved(area.x, area.y))
            for placed in face.boxes
        )
        return Drawn((Use(face.symbol, Affine.move(area.x, area.y)),), moved)


def _worked_out(text: str, values: Mapping[str, Any]) -> str:
    try:
        return str(template(text)(values))
    except ExpressionError:
        return text
