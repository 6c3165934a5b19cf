"""The pictures of docs/layouts.md: ``python tests/layouts/pictures.py`` rebuilds them from a sample game.

The game is made here, too: a kind for each built-in face, with short, medium and long rows.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from PIL import Image

from punchboard.compose.books.figures import draw_die
from punchboard.compose.faces.composer import FaceComposer
from punchboard.geometry import Affine, Rect, Size, rectangle, rounded_rectangle
from punchboard.importer.new_game_options import NEW_GAME_THEME
from punchboard.load import load
from punchboard.load.layouts.raw_layouts import builtin_themes, component_faces, theme_choices
from punchboard.model.game.game import LoadedGame
from punchboard.model.layout.face import Face
from punchboard.model.print_options import Ink, Raster
from punchboard.render import render_pictures
from punchboard.scene import Document, Group, Page, Shape, Use

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

THEMES = (NEW_GAME_THEME, *(theme for theme in builtin_themes() if theme != NEW_GAME_THEME))
SHOWN = (NEW_GAME_THEME, "cyberpunk", "parchment", "comic")
"""The themes in pictures of a face or of pieces."""
SAMPLES = (
    {"title": "Stone Wolf", "type": "Beast", "cost": "3", "value": "5", "text": "Move two fields."},
    {"title": "The Iron Tower", "type": "Place", "cost": "4", "value": "2", "text": "Draw a card for each ally here."},
    {"title": "Captain of the Fleet", "type": "Person", "cost": "2", "value": "4", "text": "Look at one hidden card."},
)
"""Cards without pictures and icons: the theme draws them."""
CARDS = ("framed", "clean", "wordy", "picture", "item", "event")
MORE_CARDS = {
    "full-art": "poker",
    "banner": "poker",
    "split": "poker",
    "tarot": "tarot",
    "event-landscape": "poker landscape",
    "location": "poker",
    "quest": "poker",
    "mini": "mini-euro",
    "domino": "domino",
    "jumbo": "jumbo",
}
"""Faces for one use or one size of card, each with its shape."""
PIECES = {"tile-square": "square 50mm", "tile-hex": "hex 50mm", "token": "circle 25mm"}
BACKS = {"tile-square": "back-square", "tile-hex": "back-hex", "token": "back-token"}

SLOTS = (
    *("title", "type", "cost", "value", "icon", "text", "flavour", "footer", "rack", "tags"),
    *("title_2", "type_2", "cost_2", "value_2", "icon_2", "text_2", "goal", "steps", "reward"),
    *("top", "bottom", "top_icon", "bottom_icon"),
)

MARKDOWN = ("text", "text_2", "goal", "steps", "reward")

SAMPLED: Mapping[str, Mapping[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("pieces.yaml").read_text(encoding="utf-8")
)
"""The faces for pieces, each with its shape, its back and sample rows."""
DICE = {
    face: {"name": face, "face": face, "faces": [1, 2, 3, 4, 5, 6], "prototype": "a sample"}
    for face in ("die-theme", "die-theme-pips")
}
ROW_WIDTH = 500
"""The width in mm of the rows in the picture of all faces."""
WAR = ("wargame", "fantasy", "cyberpunk", "children")
"""The themes in pictures of counters and other pieces."""

STORY = (
    "When this card enters play, each player in turn order may return one companion to the hand. Those who do draw two"
    " cards; those who do not lose one **grain** for each lantern in the market. If nobody returns a companion, turn up"
    " the topmost card of the deck and carry out its first line as though it were your own. Keep this card beside the"
    " board until the next harvest. At harvest, pay three for every empty field, then discard it. You may not play a"
    " second Drought while this one lies there, and no effect can move it before the harvest has come. In the last"
    " round ignore all of this and score two points for each field that you own today."
)

Row = Mapping[str, str]


STATS = (
    *(":weapon: 4", ":shield: 3", ":bread: 12", ":coins: 2"),
    *(":tree: 1", ":water: 7", ":key: 5"),
)


def rack(count: int) -> str:
    """Return the pips of the first ``count`` stats."""
    return " | ".join(STATS[:count])


def words(count: int) -> str:
    """Return the first ``count`` words of a story, as a sentence."""
    return " ".join(STORY.split()[:count]).rstrip(",;.") + "."


SHORT: Row = {"title": "Ox", "text": "Draw a card."}
MIDDLE: Row = {
    "title": "Keeper of the Mill",
    "type": "Companion",
    "cost": "3",
    "value": "5",
    "icon": "bread",
    "text": "When a player beside you harvests, take one **grain** from the market.",
    "flavour": "Flour is only patience, ground fine.",
    "footer": "First harvest · 17",
}
LONG: Row = {
    "title": "The Lantern Bearer of the Seventh Gate",
    "type": "Companion, Traveller",
    "cost": "12",
    "value": "10",
    "icon": "lamp",
    "text": words(120),
    "footer": "First harvest · 19",
}
OWN_ROWS: Mapping[str, Row] = {
    "wordy": LONG,
    "clean": {**MIDDLE, "text": words(49)},
    "split": {
        "title": "Cut the Rope",
        "type": "Action",
        "cost": "2",
        "text": "Discard a card to move two fields.",
        "title_2": "Tie the Knot",
        "type_2": "Reaction",
        "cost_2": "1",
        "value_2": "4",
        "text_2": "Draw a card.",
    },
    "quest": {
        "title": "The Drowned Bell",
        "type": "Quest",
        "value": "4",
        "icon": "horn",
        "footer": "First harvest · 9",
        "text": "The bell of the old church rings under the lake, and nobody sleeps.",
        "goal": "Stand at the lake with **three lamps**.",
        "steps": "1. Find the rope in the mill.\n2. Light a lamp at each gate.\n3. Ring the bell.",
        "reward": "The **Bell Ringer** joins you.",
    },
    "location": SAMPLES[1],
    "mini": {"title": "Oil Lamp", "type": "Item", "cost": "2", "value": "1", "text": "Light one dark field."},
    "domino": {"top": "Forest", "bottom": "Lake"},
}
"""The rows of faces that the row ``MIDDLE`` does not suit."""
TILES: tuple[Row, ...] = (
    {"title": "Old Quarry", "type": "Quarter", "cost": "2", "value": "3", "icon": "tower", "text": "Draw a card."},
    {"title": "Wharf of Saint Brigid", "type": "Harbour", "value": "10", "text": "Take two timber."},
    {"title": "Moor"},
)
TOKENS: tuple[Row, ...] = (
    {"title": "Grain", "icon": "bread"},
    {"value": "5", "icon": "coins"},
    {"value": "10"},
    {"title": "Owl"},
    {"icon": "crown"},
)


def game(folder: Path, theme: str, faces: Iterable[str], shape: str, rows: Sequence[Row]) -> LoadedGame:
    """Return a game with a kind for each face, named after it; each kind has all rows."""
    kinds = {face: _kind(face, shape, BACKS.get(face, "back"), rows) for face in faces}
    return _game(folder, theme, kinds)


def pieces(folder: Path, theme: str, faces: Iterable[str] = tuple(SAMPLED)) -> LoadedGame:
    """Return a game with a kind for each face for pieces, with its sample rows, and with two dice."""
    return _game(folder, theme, _piece_kinds(faces), DICE)


def _piece_kinds(faces: Iterable[str]) -> dict[str, Any]:
    kinds = {}
    for face in faces:
        own = SAMPLED[face]
        names = [name for name in dict.fromkeys(key for row in own["rows"] for key in row) if name not in SLOTS]
        kinds[face] = _kind(face, own["shape"], own.get("back"), own["rows"], names)
    return kinds


def _card_kinds() -> dict[str, Any]:
    """Return a kind for each face for cards, tiles and tokens, with a row that suits it."""
    shapes = {**dict.fromkeys(CARDS, "poker"), **MORE_CARDS, **PIECES}
    rows = {**OWN_ROWS, "tile-square": TILES[0], "tile-hex": TILES[0], "token": TOKENS[0]}
    return {
        face: _kind(face, shape, BACKS.get(face, "back"), [rows.get(face, MIDDLE)]) for face, shape in shapes.items()
    }


def every_face(folder: Path, theme: str) -> LoadedGame:
    """Return a game that uses every face for components, cards, pieces and dice."""
    kinds = _card_kinds() | _piece_kinds(SAMPLED)
    mixed = [face for face, kind in kinds.items() if kind["shape"] == "poker"]  # these share a back
    return _game(folder, theme, kinds, DICE, {"deck": {"name": "the deck", "contains": f"kind in {mixed}"}})


def _kind(face: str, shape: str, back: str | None, rows: Sequence[Row], more: Iterable[str] = ()) -> dict[str, Any]:
    """Return a kind with all slots and some more fields."""
    names = (*SLOTS, *more)
    fields = {name: {"type": "markdown" if name in MARKDOWN else "text", "optional": True} for name in names}
    fields |= {"picture": {"type": "picture", "optional": True}, "number": {"type": "integer"}}
    return {
        "name": face,
        "shape": shape,
        "face": face,
        **({"back": back} if back else {}),
        "id": f"{face}-{{{{ number }}}}",
        "prototype": "a sample",
        "fields": fields,
        "rows": [{**row, "number": number} for number, row in enumerate(rows, 1)],
    }


def _game(
    folder: Path,
    theme: str,
    kinds: Mapping[str, Any],
    dice: Mapping[str, Any] | None = None,
    decks: Mapping[str, Any] | None = None,
) -> LoadedGame:
    players = {"range": "2-4", "prototype": "a sample"}
    file = {"title": "First Harvest", "short": "Harvest", "version": "0.1.0", "players": players, "kinds": kinds}
    file |= {"dice": dice} if dice else {}
    file |= {"decks": decks} if decks else {}
    (folder / "layouts").mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(json.dumps(file, ensure_ascii=False), encoding="utf-8")
    (folder / "layouts" / "theme.yaml").write_text(f"extends: {theme}\n", encoding="utf-8")
    return load(folder.name, folder, books=False)


def fronts(loaded: LoadedGame, ink: Ink = "full") -> list[Face]:
    """Return the faces of all components of a game."""
    composer = FaceComposer(loaded, ink)
    return [composer.front_face(component) for component in loaded.game.components]


def back(loaded: LoadedGame) -> Face:
    """Return the back that all components of a game share."""
    face = FaceComposer(loaded).back_face(loaded.game.components[0])
    assert face is not None
    return face


def picture(rows: Sequence[Sequence[Face]], dpi: int = 96) -> bytes:
    """Return rows of faces on grey, as a PNG picture with few colours."""
    gap = 4.0
    placed = list(_placed(rows, gap))
    size = Size(max(area.right for _, area in placed) + gap, max(area.bottom for _, area in placed) + gap)
    ground = Shape(rectangle(Rect(0, 0, *size)), "#b9b9b6")
    items = [Group((Use(face.symbol, Affine.move(area.x, area.y)),), clip=_cut(face, area)) for face, area in placed]
    document = Document("layouts", (Page(size, (ground, *items), label="1"),))
    data = next(render_pictures(document, "png", Raster(dpi)))
    image = Image.open(io.BytesIO(data)).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    out = io.BytesIO()
    image.save(out, "png", optimize=True)
    return out.getvalue()


def _placed(rows: Sequence[Sequence[Face]], gap: float) -> Iterator[tuple[Face, Rect]]:
    y = gap
    for row in rows:
        x, tallest = gap, max(face.trim.size.height for face in row)
        for face in row:
            width, height = face.trim.size
            yield face, Rect(x, y + (tallest - height) / 2, width, height)
            x += width + gap
        y += tallest + gap


def _cut(face: Face, area: Rect):
    return rounded_rectangle(area, 3) if face.trim.form == "card" else face.trim.outline(area)


def _faces(theme: str, faces: Iterable[str], shape: str, rows: Sequence[Row], ink: Ink = "full") -> list[Face]:
    with TemporaryDirectory() as folder:
        return fronts(game(Path(folder) / "sample", theme, faces, shape, rows), ink)


def _back(theme: str, face: str, shape: str) -> Face:
    with TemporaryDirectory() as folder:
        return back(game(Path(folder) / "sample", theme, [face], shape, [SHORT]))


def _of_face(face: str) -> bytes:
    return picture([[_sample(theme, face) for theme in SHOWN]])


def _sample(theme: str, face: str) -> Face:
    """Return a card or piece with a face, in its shape and with a row that suits it."""
    if face in SAMPLED:
        with TemporaryDirectory() as folder:
            return fronts(pieces(Path(folder) / "sample", theme, [face]))[0]
    shape = PIECES.get(face) or MORE_CARDS.get(face, "poker")
    row = OWN_ROWS.get(face) or (TILES[0] if face.startswith("tile") else TOKENS[0] if face in PIECES else MIDDLE)
    return _faces(theme, [face], shape, [row])[0]


def _of_all_faces() -> bytes:
    """Return every built-in front for components, the high ones first, each in another theme, in rows of one width."""
    themes = ("fantasy", "cyberpunk", "noir", "children", "parchment", "minimal", "wargame", "comic")
    names = [face for face in component_faces() if not face.endswith("-back")]
    drawn = [_sample(themes[at % len(themes)], face) for at, face in enumerate(names)]
    rows: list[list[Face]] = [[]]
    for face in sorted(drawn, key=lambda face: -face.trim.size.height):
        if sum(one.trim.size.width + 6 for one in (*rows[-1], face)) > ROW_WIDTH:
            rows.append([])
        rows[-1].append(face)
    return picture(rows, 62)


def _of_theme(theme: str) -> bytes:
    cards = _faces(theme, ["framed"], "poker", SAMPLES)
    wide = [
        _faces(theme, [face], "poker", SAMPLES)[number] for face, number in (("picture", 1), ("item", 0), ("event", 2))
    ]
    piece = _faces(theme, ["tile-square"], "square 50mm", TILES)[0]
    return picture([[*cards, _back(theme, "clean", "poker")], [*wide, piece]], 84)


def _overview(themes: Sequence[str], columns: int, dpi: int) -> bytes:
    """Return one card of each theme, in rows."""
    cards = [_faces(theme, ["framed"], "poker", SAMPLES)[number % 3] for number, theme in enumerate(themes)]
    return picture([cards[start : start + columns] for start in range(0, len(cards), columns)], dpi)


def _of_pieces() -> bytes:
    rows = []
    for theme in SHOWN:
        square = _faces(theme, ["tile-square"], "square 50mm", TILES[:2])
        hexagon = _faces(theme, ["tile-hex"], "hex 50mm", TILES[::2])
        rows.append([*square, *hexagon, *_faces(theme, ["token"], "circle 25mm", TOKENS[:3])])
    return picture(rows)


def _of_backs() -> bytes:
    shapes = {"clean": "poker", **PIECES}
    return picture([[_back(theme, face, shape) for face, shape in shapes.items()] for theme in SHOWN])


def _sides(theme: str, *faces: str, with_backs: bool = False) -> list[Face]:
    """Return the fronts of the samples of some faces for pieces, and their backs; ``die-theme`` is a die."""
    with TemporaryDirectory() as folder:
        loaded = pieces(Path(folder) / "sample", theme, [face for face in faces if face in SAMPLED])
        composer = FaceComposer(loaded)
        found = []
        for face in faces:
            if face not in SAMPLED:
                found += draw_die(loaded.game, composer, face)[2:5:2]
                continue
            own = [component for component in loaded.game.components if component.kind == face]
            found += [composer.front_face(component) for component in own]
            found += [side for component in own if with_backs and (side := composer.back_face(component))]
        return found


def _of_counters() -> bytes:
    """Return counters and their weaker sides, chits and dice, one theme below the other."""
    rows = []
    for theme in WAR:
        counters = _sides(theme, "counter", with_backs=True)
        rows.append([*counters, *_sides(theme, "chit", "die-theme", "die-theme-pips")])
    return picture(rows, 120)


def _of_standees() -> bytes:
    rows = [_sides(theme, "standee", with_backs=True) for theme in WAR]
    return picture(
        [
            [*rows[0][:2], *rows[0][3:5], *rows[1][:2], *rows[1][3:5]],
            [*rows[2][:2], *rows[2][3:5], *rows[3][:2], *rows[3][3:5]],
        ]
    )


def _of_triangles() -> bytes:
    rows = [_sides(theme, "tile-triangle", with_backs=True) for theme in WAR]
    return picture([[*one[:2], one[3], *other[:2], other[3]] for one, other in (rows[:2], rows[2:])])


def _of_money() -> bytes:
    return picture([[*_sides(theme, "banknote"), *_sides(theme, "coin")] for theme in WAR])


def _of_dials() -> bytes:
    return picture(
        [[side for theme in pair for side in _sides(theme, "dial", "dial-cover")[::2]] for pair in (WAR[:2], WAR[2:])]
    )


def _of_tracks() -> bytes:
    rows = [_sides(theme, "resource-track", "score-track") for theme in WAR[:2]]
    return picture([[row[0] for row in rows], [row[2] for row in rows]], 72)


def _of_mats() -> bytes:
    rows = [_sides(theme, "player-mat")[0] for theme in WAR]
    return picture([rows[:2], rows[2:]], 60)


def _of_texts() -> bytes:
    return picture([_faces(theme, [face], "poker", [SHORT, MIDDLE, LONG]) for theme, face in _PAIRS])


_PAIRS = (("meadow", "framed"), ("tide", "clean"))


def _of_sizes() -> bytes:
    shapes = ("mini", "square", "poker", "tarot")
    rows = [{**MIDDLE, "flavour": "", "footer": ""}]
    return picture([[_faces(theme, [face], shape, rows)[0] for shape in shapes] for theme, face in _PAIRS])


def _of_racks() -> bytes:
    """Return racks of seven stats with tags on cards, and shorter ones on tiles."""
    row = {**MIDDLE, "cost": "", "flavour": "", "footer": "", "rack": rack(7), "tags": "Rare | First harvest"}
    plain = {**row, "value": ""}
    cards = [
        _faces(theme, [face], "poker", [plain if face in {"framed", "event"} else row])[0]
        for theme, face in zip((*SHOWN, "fantasy", "noir"), CARDS, strict=True)
    ]
    tile = {"title": "Old Quarry", "type": "Quarter", "tags": "Rare"}
    square = [_faces(theme, ["tile-square"], "square 50mm", [{**tile, "rack": rack(5)}])[0] for theme in SHOWN]
    hexagon = [_faces(theme, ["tile-hex"], "hex 50mm", [{**tile, "rack": rack(2)}])[0] for theme in SHOWN]
    return picture([cards[:3], cards[3:], square, hexagon])


def _of_low_ink() -> bytes:
    return picture([[_faces(theme, ["framed"], "poker", [MIDDLE], "low")[0] for theme in SHOWN]])


PICTURES: Mapping[str, Callable[[], bytes]] = {
    "faces": _of_all_faces,
    **{f"face-{face}": lambda face=face: _of_face(face) for face in (*CARDS, *MORE_CARDS)},  # type: ignore[misc]
    **{f"theme-{theme}": lambda theme=theme: _of_theme(theme) for theme in THEMES},  # type: ignore[misc]
    "themes": lambda: _overview(THEMES, 5, 72),
    "colourways": lambda: _overview(theme_choices(), 9, 44),
    "tiles-and-tokens": _of_pieces,
    "counters": _of_counters,
    "standees": _of_standees,
    "triangles": _of_triangles,
    "money": _of_money,
    "dials": _of_dials,
    "tracks": _of_tracks,
    "mats": _of_mats,
    "backs": _of_backs,
    "texts": _of_texts,
    "sizes": _of_sizes,
    "racks": _of_racks,
    "low-ink": _of_low_ink,
}
"""The function that makes each picture, by the picture's name."""


def main() -> None:
    """Write all pictures, or those named on the command line. A picture that looks as before keeps its file."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from alike import write_if_changed

    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[1:] or PICTURES:
        write_if_changed(FOLDER / f"{name}.png", PICTURES[name]())


if __name__ == "__main__":
    main()
