"""A map from the rows of its kind: each row is a cell, and all of them are one component."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from punchboard.load.components import KindSource
from punchboard.load.errors import raise_any
from punchboard.model.game.game import Component, Entry
from punchboard.model.game.game_file import KindFile
from punchboard.model.layout.grid_map import MAP_VALUE, Cell, DrawnCell, GridFile, GridMap, Terrain
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem

PlaceOf = Callable[[Component, str], Place]
"""Returns the place of a value of a row."""


def map_component(source: KindSource, grid: GridFile, rows: Sequence[Component], place_of: PlaceOf) -> Component:
    """Return the map whose cells are the rows of its kind; its value ``map_cells`` is what its face draws.

    Raises:
        ProblemsFound: VALUE001 for cells outside the grid and terrain that colour alone would tell apart, ID001 for
            cells with two rows, REF001 for an unknown terrain in ``fill``.
    """
    raise_any(_cell_problems(grid, rows, place_of))
    one_of = source.kind.fields["terrain"].one_of
    entries = source.lists[one_of] if isinstance(one_of, str) else ()
    if grid.fill is not None and grid.fill not in entries:
        hint = did_you_mean(grid.fill, entries)
        raise_any([Problem("REF001", source.place("map", "fill"), f"no terrain {grid.fill!r}", hint)])
    by_cell = {cell: row for row in rows if (cell := grid.cell(row.values["cell"])) is not None}
    of_cell = {cell: _terrain_of(grid, by_cell.get(cell)) for cell in grid.cells()}
    used = [entry for entry in entries if entry in of_cell.values()]
    numbers = {str(entry): number for number, entry in enumerate(used)}
    raise_any(_terrain_problems(used, partial(source.place_of_entry, str(one_of))))
    cells = tuple(
        DrawnCell(cell, numbers[terrain], *_texts(by_cell.get(cell)))
        for cell, terrain in of_cell.items()
        if terrain is not None
    )
    terrain = tuple(map(_drawn_terrain, used))
    drawn = GridMap(name=source.kind.name, grid=grid, terrain=terrain, cells=cells)
    named = {_value_name(grid, cell): _as_words(row) for cell, row in by_cell.items()}
    own = {"name": source.kind.name, "kind": source.name, "id": source.kind.id}
    own |= {_terrain_name(one.id): one.colour for one in terrain}
    values = {**own, **named, MAP_VALUE: drawn.model_dump_json()}  # what looks for an icon finds its cell first
    return Component(source.kind.id, source.name, 1, values, source.place("map"), rows[0].standings if rows else {})


def _value_name(grid: GridFile, cell: Cell) -> str:
    """Return the name of the value that stands for a row, by which changes and problems name its cell."""
    return f"cell {grid.name(cell)}"


def _terrain_name(terrain: str) -> str:
    """Return the name of the value that stands for the colour of a terrain."""
    return f"terrain {terrain}"


def map_places(source: KindSource, grid: GridFile, rows: Sequence[Component]) -> Iterator[tuple[str, Place]]:
    """Yield the places of the rows of a map and of the colours of its terrain, each with the name of its value."""
    of = source.kind.fields["terrain"].one_of
    for entry in source.lists[of] if isinstance(of, str) else ():
        yield _terrain_name(entry), source.place_of_entry(str(of), entry, "colour")
    for row in rows:
        if (cell := grid.cell(row.values["cell"])) is not None:
            yield _value_name(grid, cell), row.place


def _terrain_of(grid: GridFile, row: Component | None) -> str | None:
    return grid.fill if row is None else str(row.values["terrain"])


def _texts(row: Component | None) -> tuple[str, str]:
    values: Mapping[str, str | None] = {} if row is None else row.values
    return values.get("label") or "", _between_colons(values.get("icon") or "")


def _as_words(row: Component) -> str:
    return ", ".join(filter(None, (str(row.values["terrain"]), *_texts(row))))


def _between_colons(icon: str) -> str:
    """Return an icon's name between colons, as in texts, so that all that looks for icons in a text finds it."""
    return f":{icon.strip(': ')}:" if icon else ""


def _drawn_terrain(entry: Entry) -> Terrain:
    name, colour, icon = (str(entry.properties.get(key, "")) for key in ("name", "colour", "icon"))
    return Terrain(str(entry), name, colour, _between_colons(icon))


def translated_map(value: str, kind: KindFile, entries: Mapping[str, Entry], words: Mapping[str, str]) -> str:
    """Return the value ``map_cells`` in another language: with its name, the names of terrain, and ``words`` as labels.

    Args:
        value: the value in the language of the game.
        kind: the kind in the other language.
        entries: the kinds of terrain by id, in the other language.
        words: the labels in the other language, by the names of `GridMap.labels`.
    """
    drawn = GridMap.model_validate_json(value)
    terrain = tuple(one._replace(name=str(entries[one.id].properties["name"])) for one in drawn.terrain)
    cells = tuple(one._replace(label=words.get(f"label {drawn.grid.name(one.cell)}", "")) for one in drawn.cells)
    return drawn.model_copy(update={"name": kind.name, "terrain": terrain, "cells": cells}).model_dump_json()


def _cell_problems(grid: GridFile, rows: Sequence[Component], place_of: PlaceOf) -> Iterator[Problem]:
    """Yield a problem for each row whose cell is none, lies outside the grid, or has a row already."""
    last, first = Cell(grid.columns - 1, grid.rows - 1), dict[Cell, Place]()
    span = f"{grid.name(Cell(0, 0))} to {grid.name(last)}"
    for row in rows:
        name, place = str(row.values["cell"]), place_of(row, "cell")
        cell = grid.cell(name)
        if row.copies != 1:
            hint = "delete the number of copies"
            yield Problem("VALUE001", place_of(row, "copies"), f"{name!r} is one cell, not {row.copies}", hint)
        if cell is None:
            yield Problem("VALUE001", place, f"{name!r} is not a cell", f"the cells are {span}")
        elif not grid.has(cell):
            hint = f"the cells are {span}; correct the cell, or change 'columns' and 'rows' of 'map' in game.yaml"
            yield Problem("VALUE001", place, f"cell {name} lies outside the map", hint)
        elif first.setdefault(cell, place) is not place:
            yield Problem("ID001", place, f"cell {name} has a row already, at {first[cell]}", "delete one of the rows")


def _terrain_problems(used: Sequence[Entry], place_of: Callable[[str], Place]) -> Iterator[Problem]:
    """Yield a problem for each terrain without a colour, and for each that only its colour tells from another one."""
    first = dict[str, Entry]()
    for entry in used:
        icon = str(entry.properties.get("icon", ""))
        if not entry.properties.get("colour"):
            hint = "write one of the theme, such as 'colour: land-woods', or '#8ea872'"
            yield Problem("VALUE001", place_of(entry), f"terrain {entry!s} has no colour", hint)
        other = first.setdefault(icon, entry)
        if other is not entry:
            what = f"have the same icon {icon!r}" if icon else "have no icon"
            message = f"terrain {entry!s} and terrain {other!s} {what}, so that only colour tells them apart"
            yield Problem("VALUE001", place_of(entry), message, "give one of them an icon of its own: 'icon: tree'")
