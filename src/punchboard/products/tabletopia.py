"""Pictures for Tabletopia: one for each side of each component, with the same size in pixels for all of one kind.

https://help.tabletopia.com/knowledge-base/how-to-prepare-graphics/: fronts and backs are separate files of the same
size; "even the slight difference in number of pixels is critical". Tokens may have any shape, through transparency:
https://help.tabletopia.com/knowledge-base/token/.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from punchboard.compose.tabletop import best_grid, cut_out_page
from punchboard.expression import template
from punchboard.model.game.game import die_sides
from punchboard.model.layout.face import Face
from punchboard.model.print_options import Raster
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.game.stacks import Item, Stack, by_kind
from punchboard.products.product import picture_files
from punchboard.products.tabletop.saved_objects import limits
from punchboard.scene import Document

TABLE: Final = "tabletopia"
"""The name of the product, and of its file in ``layouts/tables``."""

_OBJECT_TYPES: Final[Mapping[str, str]] = {
    "card": "cards",
    "board": "boards",
    "mat": "boards",
    "pawn": "tokens, standing (upright)",
}
_DEFAULT_TYPE: Final = "tokens"


_Picture = tuple[str, Face]
"""The name of a picture, and the face that it shows."""


def tabletopia(composed: ComposedGame) -> Iterator[Product]:
    """Yield a folder of pictures for each kind and each die, and a list of what to create from them."""
    game, table = composed.game, composed.loaded.layouts.tables[TABLE]
    contents: list[str] = []
    for stack in by_kind(composed):
        pictures = tuple(_pictures(stack))
        pixels = best_grid(1, stack.trim.size, limits(table, stack.trim.form)).pixels
        yield _folder(game.title, stack.key, pictures, pixels)
        contents += _folder_lines(stack, pixels)
    for key, faces in composed.drawn_dice.items():
        die = game.file.dice[key]
        pictures = tuple((str(number), face) for number, face in enumerate(faces, 1))
        pixels = best_grid(1, faces[0].trim.size, limits(table, "die")).pixels
        yield _folder(game.title, f"die-{key}", pictures, pixels)
        labels = ", ".join(side.label for side in die_sides(die, game.lists))
        contents += [
            _folder_title(f"die-{key}", die.name, f"die of {die.size:g} mm", pixels),
            f"  {die.copies} x {labels}",
            "",
        ]
    text = str(template(table.read_me)({"title": game.title, "contents": "\n".join(contents).rstrip()}))
    yield Product(f"{TABLE}/READ ME.txt", format="data", data=text.encode())


def _folder(title: str, key: str, pictures: tuple[_Picture, ...], pixels: tuple[int, int]) -> Product:
    """Return the pictures of one folder; equal faces are drawn once."""
    paths: dict[Face, list[str]] = {}
    for name, face in pictures:
        paths.setdefault(face, []).append(f"{TABLE}/{key}/{name}.png")
    document = Document(title, tuple(map(cut_out_page, paths)), subject="Tabletopia")
    raster = Raster(pixels=pixels, transparent=not pictures[0][1].trim.is_rectangular)
    return picture_files(document, paths.values(), raster, len(pictures))


def _pictures(stack: Stack) -> Iterator[_Picture]:
    """Yield the front and back of each component; a back that all share comes once."""
    shared = _shared_back(stack)
    for number, item in enumerate(stack.items, 1):
        yield _name(number, item, "front"), item.front
        if item.back is not None and shared is None:
            yield _name(number, item, "back"), item.back
    if shared is not None:
        yield "back", shared


def _shared_back(stack: Stack) -> Face | None:
    """Return the back that all components of a stack share, or None."""
    backs = {item.back for item in stack.items}
    return backs.pop() if len(backs) == 1 and len(stack.items) > 1 else None


def _name(number: int, item: Item, side: str) -> str:
    return f"{number:03}-{item.id}-{side}"


def _folder_lines(stack: Stack, pixels: tuple[int, int]) -> Iterator[str]:
    """Yield the lines of the list for one folder."""
    width, height = stack.trim.size
    object_type = f"{_OBJECT_TYPES.get(stack.trim.form, _DEFAULT_TYPE)} of {width:g} x {height:.4g} mm"
    yield _folder_title(stack.key, stack.name, object_type, pixels)
    for number, item in enumerate(stack.items, 1):
        yield f"  {item.copies} x {number:03} {item.name}"
    yield f"  {stack.pieces} in all"
    yield ""


def _folder_title(key: str, name: str, object_type: str, pixels: tuple[int, int]) -> str:
    return f"{key}/: {name}; {object_type}, {pixels[0]} x {pixels[1]} pixels"
