"""Objects in Tabletop Simulator's save format as plain values for JSON, and the files that they name.

Keys and classes: https://kb.tabletopsimulator.com/custom-content/save-file-format/ (ObjectState, TransformState,
CustomDeckState, CustomImageState, CustomMeshState); names of custom objects, shapes of cards and types of models:
https://api.tabletopsimulator.com/custom-game-objects/; ``Bag``: https://api.tabletopsimulator.com/built-in-object/.

Tabletop Simulator finds files in its ``Mods/Images``, ``Mods/Models`` and ``Mods/PDF`` by their names, so a saved
object needs no absolute paths (guide "Modding File Management",
https://steamcommunity.com/sharedfiles/filedetails/?id=3595651918).
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from punchboard.compose.tabletop import Grid, Limits, grid_page, row_centres
from punchboard.geometry import Point, Size
from punchboard.model.layout.face import Face
from punchboard.model.print_options import Raster
from punchboard.model.printing.destinations import TableFile
from punchboard.products.game.composed_game import Product
from punchboard.products.game.stacks import Item
from punchboard.scene import Document, Page
from punchboard.units import MM_PER_INCH

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

    def make_item(self, sort: str, kind: str, item: Item, copy: int, **own: Any) -> State:
        """Return the object of a copy of a component."""
        return self.make(sort, f"{kind}/{item.id}/{copy}", item.name, item.note, GMNotes=item.id, **own)

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


ROOT: Final = "tabletop-simulator"
IMAGES: Final = "Images"
MODELS: Final = "Models"
PDFS: Final = "PDF"


def limits(table: TableFile, form: str) -> Limits:
    """Return a virtual table's limits for components of a shape, such as ``card`` or ``die``."""
    return Limits(table.columns, table.rows, table.pixels, table.dpi if form == "card" else table.piece_dpi)


class _Picture(NamedTuple):
    path: str
    page: Page


class FileCollector:
    """Collects the files of one game, each name once, and gives the address of each in a saved object."""

    def __init__(self, game: str, table: TableFile) -> None:
        self.table = table
        self._game = game
        self._pictures: dict[tuple[int, int], list[_Picture]] = {}
        self._models: dict[str, bytes] = {}

    def limits(self, form: str) -> Limits:
        """Return the table's limits for components of a shape."""
        return limits(self.table, form)

    def add_picture(self, name: str, faces: Sequence[Face | None], size: Size, grid: Grid) -> str:
        """Add a picture of faces in the cells of a grid, each of ``size`` mm, and return its address."""
        full = f"{self._game}-{name}.jpg"
        page = grid_page(faces, size, grid.columns, grid.rows)
        self._pictures.setdefault(grid.pixels, []).append(_Picture(mod_path(IMAGES, full), page))
        return self.address(full)

    def add_model(self, name: str, text: str) -> str:
        """Add a model unless it was added before, and return its address."""
        full = f"{self._game}-{name}.obj"
        self._models[mod_path(MODELS, full)] = text.encode()
        return self.address(full)

    def address(self, name: str) -> str:
        """Return the address of a file in a saved object."""
        base = self.table.address
        return name if base is None else f"{base.rstrip('/')}/{name}"

    def products(self, title: str) -> Iterator[Product]:
        """Yield a product for the pictures of each size, and one for each model."""
        for pixels, pictures in self._pictures.items():
            document = Document(title, tuple(picture.page for picture in pictures), subject=self.table.name)
            names = tuple(picture.path for picture in pictures)
            yield Product(
                names[0], document, format="jpg", pieces=len(names), page_paths=names, raster=Raster(pixels=pixels)
            )
        for name, data in self._models.items():
            yield Product(name, format="data", data=data)


def table_size(size: Size) -> Size:
    """Return a size in mm in the table's units, which are inches."""
    return Size(size.width / MM_PER_INCH, size.height / MM_PER_INCH)


def mod_path(folder: str, name: str) -> str:
    """Return the output path of a file in a folder of ``Mods``."""
    return f"{ROOT}/Mods/{folder}/{name}"
