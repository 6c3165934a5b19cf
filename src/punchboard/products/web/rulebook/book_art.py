"""The art of the printed book on the page: its cover, the openings of its chapters, and its paper."""

from collections.abc import Callable, Iterator
from functools import partial

from markupsafe import Markup

from punchboard.compose.books.book import BookLook
from punchboard.compose.text.column import Draw, Figure
from punchboard.compose.text.markdown import Heading
from punchboard.geometry import Affine, Rect
from punchboard.model.layout.book_file import BookFile
from punchboard.model.layout.box_drawing import gradient_paint
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.web.rulebook.html_text import Drawings
from punchboard.scene import Anchor, Group, Item


def drawn_cover(composed: ComposedGame, name: str, sketches: Drawings) -> Markup:
    """Return the cover of a printed book without its bleed; empty for a book without one."""
    if not composed.loaded.layouts.books[name].cover:
        return Markup("")
    page = composed.book(name).document.pages[0]
    trim = page.trim or Rect(0, 0, *page.size)
    whole = (Group(page.items, Affine.move(-trim.x, -trim.y)),)
    return sketches.decoration(Figure(trim.width, trim.height, lambda _x, _y: iter(whole)), "cover")


def drawn_openings(look: BookLook, file: BookFile, sketches: Drawings) -> Callable[[Heading], Markup]:
    """Return a function that draws the opening of a chapter as the printed book does; nothing where it has none."""
    width = file.masters["body"].regions[0][2]

    def opening(heading: Heading) -> Markup:
        slabs = tuple(look.heading(heading, width) or ())
        return Markup("").join(
            sketches.decoration(Figure(width, slab.height, partial(_unnamed, slab.draw)), "opening") for slab in slabs
        )

    return opening


def _unnamed(draw: Draw, x: float, y: float) -> Iterator[Item]:
    """Yield a drawing without anchors: the page has its own."""
    return (item for item in draw(x, y) if not isinstance(item, Anchor))


def page_ground(file: BookFile) -> str:
    """Return the paint that covers the pages of the text, by default the theme's paper."""
    boxes = file.masters["body"].boxes.values()
    fills = (box.fill or "" for box in boxes if box is not None and box.area == "bleed" and not box.when)
    fill = next((fill for fill in fills if fill and "{" not in fill), "paper")
    gradient = gradient_paint(fill)
    return gradient.paints[0] if gradient is not None else fill
