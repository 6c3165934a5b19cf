"""Composing faces: boxes of a layout, drawn for a component; equal faces are composed once and shared."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from punchboard.compose.boxes import Asked, BoxProgram, Room, Tools
from punchboard.compose.lines import merged
from punchboard.expression import ExpressionError, template
from punchboard.geometry import Affine, Rect
from punchboard.model.face import Drawn, Face
from punchboard.model.game import Component, Game
from punchboard.model.layout import Box, FaceFile
from punchboard.model.material import Material
from punchboard.model.trim import Trim
from punchboard.problem import Place, Problem, ProblemsFound
from punchboard.scene import Symbol, Use

Key = tuple[tuple[Asked, ...] | None, ...]


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


class FaceComposer:
    """Makes faces and keeps them: by layout, trim and all that their boxes show."""

    def __init__(self, material: Material) -> None:
        self._material = material
        self.tools = Tools(material)
        self._values = game_values(material.game)
        self._programs: dict[tuple[str, Trim], _FaceProgram] = {}
        self._faces: dict[tuple[str, Trim, Key], Face] = {}

    def front(self, component: Component) -> Face:
        """Return the face of a component."""
        kind = self._material.game.kinds[component.kind]
        return self.face(kind.file.face, kind.trim, self._filled(component), component.place)

    def back(self, component: Component) -> Face | None:
        """Return the back of a component, or None when its kind has none."""
        kind = self._material.game.kinds[component.kind]
        if kind.file.back is None:
            return None
        return self.face(kind.file.back, kind.trim, self._filled(component), component.place)

    def _filled(self, component: Component) -> Mapping[str, Any]:
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
        program = self._programs.get((layout, trim))
        if program is None:
            file = file or self._material.layouts.faces[layout]
            program = self._programs[layout, trim] = _FaceProgram(layout, file, trim, self)
        problems: list[Problem] = []
        key = program.ask({**self._values, **values}, place, problems)
        found = self._faces.get((layout, trim, key))
        if found is None or problems:
            found = self._faces[layout, trim, key] = program.draw(key, place, problems, str(values.get("id", layout)))
        return found

    def nested(self, layout: str, values: dict[str, str], area: Rect) -> Drawn:
        """Return a layout drawn into an area of another."""
        face = self.face(layout, Trim("card", area.size, "box"), values, Place(layout))
        moved = tuple(
            placed._replace(area=placed.area.moved(area.x, area.y), ink=placed.ink and placed.ink.moved(area.x, area.y))
            for placed in face.boxes
        )
        return Drawn((Use(face.symbol, Affine.move(area.x, area.y)),), moved)


class _FaceProgram:
    """A layout compiled for one trim: each run of neighbouring fixed boxes is drawn once, as a symbol."""

    def __init__(self, layout: str, file: FaceFile, trim: Trim, composer: FaceComposer) -> None:
        self._layout, self._trim = layout, trim
        self._room = Room(trim, file.bleed, file.safe)
        self._frame = trim.frame(file.bleed)
        ground = {"ground": Box.model_construct(area="bleed", shape="trim", fill=file.ground)} if file.ground else {}
        self._boxes = [
            BoxProgram(name, box, self._room, composer.tools, composer.nested)
            for name, box in chain(ground.items(), file.boxes.items())
            if box is not None
        ]
        self._fixed = 0
        while self._fixed < len(self._boxes) and self._boxes[self._fixed].fixed:
            self._fixed += 1
        self._base: Drawn | None = None
        self._drawn: dict[tuple[int, tuple[Asked, ...]], Drawn] = {}

    def ask(self, values: Mapping[str, Any], place: Place, problems: list[Problem]) -> Key:
        asked: list[tuple[Asked, ...] | None] = []
        for program in self._boxes:
            try:
                asked.append(program.ask(values))
            except ExpressionError as error:
                problems.append(Problem("EXPR001", place, f"box {program.name!r} of face {self._layout!r}: {error}"))
                asked.append(None)
        return tuple(asked)

    def draw(self, key: Key, place: Place, problems: list[Problem], name: str) -> Face:
        base = self._base_of(key, place, problems)
        items, boxes = list(base.items), list(base.boxes)
        for index in range(self._fixed, len(self._boxes)):
            drawn = self._draw_box(index, key[index], place, problems)
            items += drawn.items
            boxes += drawn.boxes
        symbol = Symbol(name, self._frame, merged(items))
        return Face(
            self._layout, self._trim, self._room.bleed, self._room.safe, symbol, tuple(boxes), place, tuple(problems)
        )

    def _base_of(self, key: Key, place: Place, problems: list[Problem]) -> Drawn:
        """Draw the ground and the fixed boxes that the layout begins with, once, as one symbol."""
        if self._base is None:
            parts = [self._draw_box(index, key[index], place, problems) for index in range(self._fixed)]
            items = tuple(item for part in parts for item in part.items)
            boxes = tuple(placed for part in parts for placed in part.boxes)
            symbol = Symbol(f"{self._layout}-base", self._frame, items)
            self._base = Drawn((Use(symbol),) if len(items) > 1 else items, boxes)
        return self._base

    def _draw_box(self, index: int, asked: tuple[Asked, ...] | None, place: Place, problems: list[Problem]) -> Drawn:
        program = self._boxes[index]
        if asked is None:
            return Drawn((), ())
        try:
            return self._remembered(index, asked) if _is_rich(program) else program.draw(asked)
        except ProblemsFound as found:
            problems += found.problems
        except (ExpressionError, KeyError, ValueError) as error:
            problems.append(self._problem(program, place, error))
        return Drawn((), ())

    def _remembered(self, index: int, asked: tuple[Asked, ...]) -> Drawn:
        """Draw what takes many lines as a symbol, and place the same symbol for equal wishes."""
        known = self._drawn.get((index, asked))
        if known is None:
            drawn = self._boxes[index].draw(asked)
            symbol = Symbol(f"{self._layout}-{self._boxes[index].name}", self._frame, drawn.items)
            known = self._drawn[index, asked] = Drawn((Use(symbol),), drawn.boxes)
        return known

    def _problem(self, program: BoxProgram, place: Place, error: Exception) -> Problem:
        where = f"box {program.name!r} of face {self._layout!r}"
        if isinstance(error, KeyError):
            noun = "picture" if program.content == "picture" else "icon"  # texts have icons in their lines
            return Problem("REF001", place, f"{where}: there is no {noun} {error.args[0]!r}")
        return Problem("EXPR001", place, f"{where}: {error}")


def _worked_out(text: str, values: Mapping[str, Any]) -> str:
    try:
        return str(template(text)(values))
    except ExpressionError:
        return text


def _is_rich(program: BoxProgram) -> bool:
    return program.content in {"ornament", "icon"}
