"""The cells of a map as the page needs them to be painted."""

from typing import Any

from punchboard.expression import ExpressionError
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.card_rows import choices


def map_view(snapshot: Snapshot, kind: str) -> dict[str, Any] | None:
    """Return the cells of a map and the kinds of terrain to paint with, as plain data for the page.

    Each cell has its name, its column and row, and its corners in mm from the corner of the box that draws the map.
    Returns None for a kind that is no map.
    """
    file = snapshot.game.file.kinds[kind]
    grid = file.map
    if grid is None:
        return None
    terrain = file.fields["terrain"]
    cells = []
    for cell in grid.cells():
        points = [numbers for _, numbers in grid.outline(grid.area(cell)).segments if numbers]
        text = " ".join(f"{x:g},{y:g}" for x, y in points)
        cells.append({"name": grid.name(cell), "at": cell, "points": text})
    return {
        "cells": cells,
        "size": grid.extent,
        "columns": {name: file.fields[name].column or name for name in ("cell", "terrain")},
        "terrain": [
            {**one, "colour": _colour(snapshot, terrain.one_of, one["value"])}
            for one in choices(snapshot.game, terrain)
        ],
        "fill": grid.fill or "",
    }


def _colour(snapshot: Snapshot, of: object, entry: str) -> str:
    """Return the colour of a terrain as ``#rrggbb``; empty for one that the theme lacks."""
    entries = snapshot.game.lists.get(str(of), ())
    paint = next((str(one.properties.get("colour", "")) for one in entries if one == entry), "")
    try:
        return snapshot.composed.composer.tools.palette.fill(paint)
    except ExpressionError:
        return ""
