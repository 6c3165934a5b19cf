"""Tiles, tokens, boards, dice and figures of Tabletop Simulator.

All but figures are our own models (``Custom_Model``: a mesh with a picture), because the orientation of Tabletop
Simulator's own hexagons, and where its dice show each part of a picture, is not documented. Bags give pieces in random
order. A figure (``Figurine_Custom``) is a picture of each side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

from punchboard.compose.tabletop.deck_grid import Grid, best_grid, split_evenly
from punchboard.compose.tabletop.meshes import CUBE_COLUMNS, CUBE_ROWS, cube, obj_text, prism
from punchboard.geometry import Size
from punchboard.model.game.dice import die_sides
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.game.stacks import Item, Stack
from punchboard.products.tabletop.files import FileCollector
from punchboard.products.tabletop.state import State, StateFactory, TableObject
from punchboard.units import MM_PER_INCH

_SACK: Final = Size(2.5, 2.5)
_STANDING: Final = Size(1.5, 1.5)
_PLASTIC, _CARDBOARD = 0, 3
_GENERIC, _DICE = 0, 2
"""Numbers of materials and types of models in the save format."""


def piece_sheets(items: Sequence[Item], most: int) -> Iterator[tuple[tuple[Item, ...], tuple[Face, ...]]]:
    """Yield items in the fewest, equal parts with at most ``most`` distinct faces each, and these faces."""
    divided = (split_evenly(items, ceil(len(items) / count)) for count in range(1, len(items) + 1))
    parts = next(parts for parts in divided if all(len(_faces(part)) <= most for part in parts))
    yield from ((part, _faces(part)) for part in parts)


def _faces(items: Sequence[Item]) -> tuple[Face, ...]:
    return tuple(dict.fromkeys(side for item in items for side in (item.front, item.back) if side is not None))


class PieceBuilder:
    """Makes the objects of a game other than cards."""

    def __init__(self, files: FileCollector, states: StateFactory) -> None:
        self._files, self._states = files, states

    def pieces(self, stack: Stack) -> Iterator[TableObject]:
        """Yield the tiles, tokens or boards of a stack, in a bag if there are many."""
        models = list(self._models(stack))
        size = stack.trim.size
        if len(models) <= self._files.table.loose or stack.trim.is_large:
            yield from (
                TableObject(model, Size(size.width / MM_PER_INCH, size.height / MM_PER_INCH)) for model in models
            )
            return
        bag = self._states.make("Bag", f"bag/{stack.key}", stack.name, ContainedObjects=models)
        yield TableObject(bag, _SACK)

    def _models(self, stack: Stack) -> Iterator[State]:
        """Yield every piece; pieces of one sheet share a picture, of which each mesh shows its part."""
        trim = stack.trim
        limits = self._files.limits(trim.form)
        for nth, (items, faces) in enumerate(piece_sheets(stack.items, limits.columns * limits.rows), 1):
            grid = best_grid(len(faces), trim.size, limits)
            picture = self._files.add_picture(f"{stack.key}-{nth}", faces, trim.size, grid)
            for item in items:
                mesh = self._mesh(trim, grid, faces.index(item.front), faces.index(item.back or item.front))
                for copy in range(item.copies):
                    yield self._states.make(
                        "Custom_Model",
                        f"piece/{item.id}/{copy}",
                        item.name,
                        item.note,
                        GMNotes=item.id,
                        Hands=True,
                        CustomMesh=_model(mesh, picture, _CARDBOARD, _GENERIC),
                    )

    def _mesh(self, trim: Trim, grid: Grid, front: int, back: int) -> str:
        name = f"{trim.form}-{trim.size.width:g}x{trim.size.height:.4g}-{grid.columns}x{grid.rows}-{front}-{back}"
        body = prism(trim, self._files.table.thickness, grid, front, back)
        return self._files.add_model(name.replace(".", "_"), obj_text(body, trim.form))

    def figures(self, stack: Stack) -> Iterator[TableObject]:
        """Yield the figures of a stack; a figure without a back has only its front picture."""
        for item in stack.items:
            front, back = (
                self._picture(f"figure-{item.id}-{name}", (side,), side.trim.size, 1, 1) if side is not None else ""
                for name, side in (("front", item.front), ("back", item.back))
            )
            for copy in range(item.copies):
                image = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
                state = self._states.make(
                    "Figurine_Custom",
                    f"figure/{item.id}/{copy}",
                    item.name,
                    item.note,
                    GMNotes=item.id,
                    CustomImage=image,
                )
                yield TableObject(state, _STANDING)

    def dice(self, composed: ComposedGame) -> Iterator[TableObject]:
        """Yield every die; its tooltip lists its sides."""
        for key, faces in composed.drawn_dice.items():
            die = composed.game.file.dice[key]
            mesh = self._files.add_model(f"die-{die.size:g}".replace(".", "_"), obj_text(cube(die.size), "die"))
            picture = self._picture(f"die-{key}", faces, Size(die.size, die.size), CUBE_COLUMNS, CUBE_ROWS)
            labels = ", ".join(side.label for side in die_sides(die, composed.game.lists))
            for copy in range(die.copies):
                state = self._states.make(
                    "Custom_Model",
                    f"die/{key}/{copy}",
                    die.name,
                    labels,
                    GMNotes=key,
                    CustomMesh=_model(mesh, picture, _PLASTIC, _DICE),
                )
                yield TableObject(state, Size(die.size / MM_PER_INCH, die.size / MM_PER_INCH))

    def _picture(self, name: str, faces: Sequence[Face], size: Size, columns: int, rows: int) -> str:
        limits = self._files.limits("piece")._replace(columns=columns, rows=rows)
        return self._files.add_picture(name, faces, size, best_grid(columns * rows, size, limits))


def _model(mesh: str, picture: str, loaded: int, type_: int) -> State:
    return {
        "MeshURL": mesh,
        "DiffuseURL": picture,
        "NormalURL": "",
        "ColliderURL": "",
        "Convex": True,
        "MaterialIndex": loaded,
        "TypeIndex": type_,
        "CastShadows": True,
    }
