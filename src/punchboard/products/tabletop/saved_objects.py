"""Objects in Tabletop Simulator's save format, as plain values for JSON.

Keys and classes: https://kb.tabletopsimulator.com/custom-content/save-file-format/ (ObjectState, TransformState,
CustomDeckState, CustomImageState, CustomMeshState); names of custom objects, shapes of cards and types of models:
https://api.tabletopsimulator.com/custom-game-objects/; ``Bag``: https://api.tabletopsimulator.com/built-in-object/.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from punchboard.compose.tabletop import row_centres
from punchboard.geometry import Point, Size

State = dict[str, Any]

_WIDTH: Final = 36.0
"""Width of the rows of objects, in the table's units."""

_HEIGHT: Final = 2.0
"""Height from which objects drop onto the table, in its units."""

_WHITE: Final[Mapping[str, float]] = {"r": 1.0, "g": 1.0, "b": 1.0}


class TableObject(NamedTuple):
    """An object on the table, and the area that it takes in the table's units."""

    state: State
    footprint: Size


class StateFactory:
    """Makes objects, each with a unique GUID that is the same in every build."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._guids: set[str] = set()

    def make(self, sort: str, seed: str, name: str, note: str = "", **own: Any) -> State:
        """Return an object.

        Args:
            sort: the object's type in the save format.
            seed: a text that identifies the object within the game.
            name: its name in the tooltip.
            note: further text of the tooltip.
            own: keys of its type, which override the common ones.
        """
        return {
            "GUID": self._guid(seed),
            "Name": sort,
            "Transform": transform(),
            "Nickname": name,
            "Description": note,
            "GMNotes": "",
            "ColorDiffuse": dict(_WHITE),
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "HideWhenFaceDown": False,
            "Hands": False,
            "LuaScript": "",
            "LuaScriptState": "",
            "XmlUI": "",
            **own,
        }

    def _guid(self, seed: str) -> str:
        text = f"{self._game}/{seed}"
        while (guid := hashlib.sha256(text.encode()).hexdigest()[:6]) in self._guids:
            text += "'"
        self._guids.add(guid)
        return guid


def transform(*, face_down: bool = False) -> State:
    """Return the transform of an object at the origin, upright for the player at the near side of the table."""
    place = {"posX": 0.0, "posY": _HEIGHT, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0, "rotZ": 180.0 if face_down else 0.0}
    return {**place, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}


def saved_object(title: str, things: Sequence[TableObject]) -> bytes:
    """Return the JSON of a saved object, with its objects arranged in rows around the centre of the table."""
    centres = row_centres([thing.footprint for thing in things], _WIDTH)
    depth = max((at.y + thing.footprint.height / 2 for at, thing in zip(centres, things, strict=True)), default=0.0)
    states = [
        _moved(thing.state, Point(at.x - _WIDTH / 2, depth / 2 - at.y))
        for at, thing in zip(centres, things, strict=True)
    ]
    head = dict.fromkeys(
        ("GameMode", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn", "LuaScript", "LuaScriptState", "XmlUI"), ""
    )
    whole = {"SaveName": title, **head, "ObjectStates": states, "TabStates": {}}
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()


def _moved(state: State, at: Point) -> State:
    """Return an object at a position; z points away from the near side."""
    return {**state, "Transform": {**state["Transform"], "posX": round(at.x, 3), "posZ": round(at.y, 3)}}
