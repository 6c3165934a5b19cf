"""A face layout compiled for one trim: its boxes are asked what they show for a component, and drawn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any, NamedTuple

from punchboard.compose.boxes import Asked, BoxProgram, Nest, Room, Tools
from punchboard.compose.edition import EditionMark
from punchboard.compose.lines import merged
from punchboard.compose.wordless import edge, is_under, named
from punchboard.expression import ExpressionError
from punchboard.model.face import Drawn, Face
from punchboard.model.layout import Box, FaceFile
from punchboard.model.trim import Trim
from punchboard.problem import Place, Problem, ProblemsFound
from punchboard.scene import Symbol, Use

Key = tuple[tuple[Asked, ...] | None, ...]
"""What each box of a face was asked to show: all that the face's drawing depends on; None for a box left out."""


class Bench(NamedTuple):
    """What programs are made with: the tools, what draws nested layouts, and the game's mark of its edition."""

    tools: Tools
    nest: Nest
    mark: EditionMark | None = None


class FaceProgram:
    """A layout compiled for one trim: each run of neighbouring fixed boxes is drawn once, as a symbol.

    Args:
        layout: the layout's name.
        file: its boxes.
        trim: what they are laid on.
        bench: what they are drawn with; with a mark when faces bear the edition.
        alone: whether the face is a thing of its own, and no part of another or of a page.
    """

    def __init__(self, layout: str, file: FaceFile, trim: Trim, bench: Bench, *, alone: bool) -> None:
        self.layout, self.trim = layout, trim
        self._file, self._bench, self._alone = file, bench, alone
        self._room = Room(trim, file.bleed, file.safe)
        self._frame = trim.frame(file.bleed)
        ground = {"ground": Box.model_construct(area="bleed", shape="trim", fill=file.ground)} if file.ground else {}
        self.boxes = [
            BoxProgram(name, box, self._room, bench.tools, bench.nest)
            for name, box in chain(ground.items(), file.boxes.items())
            if box is not None
        ]
        if bench.tools.inks.low:
            for index, program in enumerate(self.boxes):
                program.part = program.part or is_under(program, self.boxes[index + 1 :])
        self._fixed = 0
        while self._fixed < len(self.boxes) and self.boxes[self._fixed].fixed:
            self._fixed += 1
        self._base: Drawn | None = None
        self._drawn: dict[tuple[int, tuple[Asked, ...]], Drawn] = {}

    def ask(self, values: Mapping[str, Any], place: Place, problems: list[Problem]) -> Key:
        """Return what the boxes show for some values; what is wrong with their templates is added to the problems."""
        asked: list[tuple[Asked, ...] | None] = []
        for program in self.boxes:
            try:
                asked.append(program.ask(values))
            except ExpressionError as error:
                problems.append(Problem("EXPR001", place, f"box {program.name!r} of face {self.layout!r}: {error}"))
                asked.append(None)
        return tuple(asked)

    def draw(self, key: Key, place: Place, problems: list[Problem], name: str) -> Face:
        """Return the face for what was asked; what is wrong with it is added to the problems."""
        base = self._base_of(key, place, problems)
        items, boxes = list(base.items), list(base.boxes)
        for index in range(self._fixed, len(self.boxes)):
            drawn = self._draw_box(index, key[index], place, problems)
            items += drawn.items
            boxes += drawn.boxes
        if self._bench.tools.inks.low and self._alone:
            items += named(self.layout, boxes, self.trim, self._bench.tools)
            items.append(edge(self.trim))
        if self._bench.mark is not None:
            mark = self._bench.mark.drawn(items, self._room, self._file.edition, problems)
            items += mark.items
            boxes += mark.boxes
        symbol = Symbol(name, self._frame, merged(items))
        return Face(
            self.layout, self.trim, self._room.bleed, self._room.safe, symbol, tuple(boxes), place, tuple(problems)
        )

    def _base_of(self, key: Key, place: Place, problems: list[Problem]) -> Drawn:
        """Draw the ground and the fixed boxes that the layout begins with, once, as one symbol."""
        if self._base is None:
            parts = [self._draw_box(index, key[index], place, problems) for index in range(self._fixed)]
            items = tuple(item for part in parts for item in part.items)
            boxes = tuple(placed for part in parts for placed in part.boxes)
            symbol = Symbol(f"{self.layout}-base", self._frame, items)
            self._base = Drawn((Use(symbol),) if len(items) > 1 else items, boxes)
        return self._base

    def _draw_box(self, index: int, asked: tuple[Asked, ...] | None, place: Place, problems: list[Problem]) -> Drawn:
        program = self.boxes[index]
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
            drawn = self.boxes[index].draw(asked)
            symbol = Symbol(f"{self.layout}-{self.boxes[index].name}", self._frame, drawn.items)
            known = self._drawn[index, asked] = Drawn((Use(symbol),), drawn.boxes)
        return known

    def _problem(self, program: BoxProgram, place: Place, error: Exception) -> Problem:
        where = f"box {program.name!r} of face {self.layout!r}"
        if isinstance(error, KeyError):
            noun = "picture" if program.content == "picture" else "icon"  # texts have icons in their lines
            return Problem("REF001", place, f"{where}: there is no {noun} {error.args[0]!r}")
        return Problem("EXPR001", place, f"{where}: {error}")


def _is_rich(program: BoxProgram) -> bool:
    return program.content in {"ornament", "icon"}
