"""``rulebook.html`` and other books: each as one self-contained page for any screen."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple, assert_never

from markupsafe import Markup

from punchboard.compose.books.anatomy import anatomy
from punchboard.compose.books.book import BookLook
from punchboard.compose.books.diagrams import diagram
from punchboard.compose.books.directives import DirectiveError, Directives
from punchboard.compose.books.figures import FigureTexts, row_of_faces, shown_components, side_faces
from punchboard.compose.books.prose import book_text as whole_text
from punchboard.compose.books.prose import book_title
from punchboard.compose.books.table_scenes import scene_scale, table_scene
from punchboard.compose.text.column import Draw, Figure
from punchboard.compose.text.markdown import Block, Directive, Heading, PictureBlock, parse_blocks, parse_inline
from punchboard.compose.text.phrases import phrase
from punchboard.expression import ExpressionError
from punchboard.geometry import Affine, Rect
from punchboard.model.game.directives import (
    AnatomyDirective,
    CardsDirective,
    ComponentsDirective,
    Diagram,
    NoteDirective,
    PilesDirective,
    PrintedDirective,
    SceneDirective,
    SeatsDirective,
    SetupDirective,
    TallyDirective,
)
from punchboard.model.layout.book_file import BookFile
from punchboard.model.layout.box_drawing import gradient_paint
from punchboard.problem import Place
from punchboard.products.game.composed_game import ComposedGame, Product
from punchboard.products.product import SHARED_PLACEHOLDER
from punchboard.products.web.assets import EMBEDDED_TEXT_FAMILY, font_stack, web_page, with_policy
from punchboard.products.web.palette import BLACK, WHITE, day_palette, night_palette, page_head
from punchboard.products.web.rulebook.book_type import book_type, icon_rules, legible_inks
from punchboard.products.web.rulebook.html_text import Drawings, Icons, TextWriter, icon_id
from punchboard.scene import Anchor, Group, Item, Page

_SCENE_MARGIN: Final = 5.0
"""Margin on both sides of a scene in mm, for labels that are wider than their items."""


class DirectiveWriter:
    """Writes the directives and pictures of a book as HTML; ``name`` is that of its text and layout."""

    def __init__(
        self, composed: ComposedGame, name: str, look: BookLook, sketches: Drawings, writer: TextWriter
    ) -> None:
        directives = Directives(composed.game, composed.loaded.layouts, composed.composer)
        self._composed, self._directives, self._look = composed, directives, look
        self._sketches, self._writer = sketches, writer
        self._symbols = directives.symbols
        self._texts = FigureTexts(composed.composer)
        self._column = composed.loaded.layouts.books[name].masters["body"].regions[0][2]

    def block(self, block: Block) -> Markup | None:
        """Return a picture or directive as HTML; None for a block of text."""
        if isinstance(block, PictureBlock):
            return self.picture(block)
        return self.html(block) if isinstance(block, Directive) else None

    def html(self, directive: Directive) -> Markup:
        """Return a directive; empty for an invalid one, which composing the printed rulebook reports."""
        try:
            return self._html(directive)
        except (DirectiveError, ExpressionError, KeyError):
            return Markup("")

    def _html(self, directive: Directive) -> Markup:
        model = self._directives.parse(directive)
        match model:
            case ComponentsDirective():
                html = self._components(model)
            case SetupDirective():
                steps = self._writer.blocks((self._directives.setup_list(),))
                html = Markup('<div class="steps">{}</div>').format(steps)
            case SeatsDirective() | PilesDirective():
                html = self._tables(model)
            case TallyDirective():
                html = self._tally(model)
            case CardsDirective():
                html = self._cards(model)
            case AnatomyDirective():
                html = self._anatomy(model)
            case SceneDirective():
                html = self._scene(model)
            case Diagram():
                figure = diagram(model, self._composed.composer, self._look, self._column)
                drawing = self._sketches.svg(_with_margins(figure), figure.text)
                html = self._figure(drawing, model.caption, "scene")
            case PrintedDirective() | NoteDirective():
                html = self._writer.blocks(self._directives.printed_blocks(directive.name, model))
            case _:
                assert_never(model)
        return html

    def picture(self, picture: PictureBlock) -> Markup:
        """Return a picture with its caption; empty for a missing one, which composing the printed rulebook reports."""
        figure = self._look.figure(picture, self._column)
        if figure is None:
            return Markup("")
        return self._figure(self._sketches.svg(figure, picture.alt), picture.caption, "picture")

    def _components(self, model: ComponentsDirective) -> Markup:
        entries = Markup("\n").join(
            Markup("<li>{}<div><p><strong>{}</strong></p>{}</div></li>").format(
                self._sketches.svg(one.picture, one.title),
                one.title,
                self._writer.blocks(parse_blocks(one.about, symbols=self._symbols)),
            )
            for one in self._directives.component_entries(model.picture)
        )
        return Markup('<ul class="components">{}</ul>').format(entries)

    def _tables(self, model: SeatsDirective | PilesDirective) -> Markup:
        tables = Markup("\n").join(map(self._writer.table, self._directives.tables(model)))
        caption = model.caption if isinstance(model, PilesDirective) else ""
        return self._figure(tables, caption) if caption else tables

    def _tally(self, model: TallyDirective) -> Markup:
        heads = self._directives.tally_headers(model)
        head = Markup("").join(
            Markup('<th scope="col">{}</th>').format(name) if name else Markup("<td></td>")
            for name in ((model.corner, *heads) if model.rows else heads)
        )
        blank = Markup("<td></td>") * len(heads)
        named = (Markup('<th scope="row">{}</th>').format(self._row_header(row.name, row.note)) for row in model.rows)
        firsts = tuple(named) or (Markup(""),) * model.lines
        rows = Markup("").join(Markup("<tr>{}{}</tr>").format(first, blank) for first in firsts)
        return Markup(
            '<div class="wide" role="region" tabindex="0" aria-label="{label}">'
            '<table class="tally"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
        ).format(label=", ".join(filter(None, (model.corner, *heads))) or "…", head=head, rows=rows)

    def _row_header(self, name: str, note: str) -> Markup:
        html = self._writer.spans(parse_inline(name, self._symbols))
        return (
            Markup("{}<br><small>{}</small>").format(html, self._writer.spans(parse_inline(note, self._symbols)))
            if note
            else html
        )

    def _cards(self, model: CardsDirective) -> Markup:
        composer = self._composed.composer
        cards = shown_components(self._composed.game, model.show)
        pictures = Markup("\n").join(
            self._sketches.svg(row_of_faces((face,), model.width, model.width), composer.printed_name(card))
            for card in cards
            for face in side_faces(composer, card, model.side)
        )
        beside = len(cards) == 1 and not model.caption if model.beside is None else model.beside
        return self._figure(pictures, model.caption, "cards beside" if beside else "cards")

    def _anatomy(self, model: AnatomyDirective) -> Markup:
        drawn = anatomy(model, self._composed.composer, self._look)
        picture = self._sketches.svg(drawn.picture, drawn.picture.text)
        return self._figure(picture + self._writer.blocks((drawn.legend,)), model.caption, "anatomy")

    def _scene(self, model: SceneDirective) -> Markup:
        scale = scene_scale(model, model.width or model.size[0])
        figure = table_scene(model, self._composed.game, self._composed.composer, self._look, scale)
        return self._figure(self._sketches.svg(_with_margins(figure), self._texts.scene(model)), model.caption, "scene")

    def _figure(self, content: Markup, caption: str, kind: str = "") -> Markup:
        figcaption = (
            Markup("<figcaption>{}</figcaption>").format(self._writer.spans(parse_inline(caption, self._symbols)))
            if caption
            else ""
        )
        return Markup('<figure class="{}">{}{}</figure>').format(kind, content, figcaption)


def _with_margins(figure: Figure) -> Figure:
    """Return a figure with a margin on both sides."""
    return Figure(figure.width + 2 * _SCENE_MARGIN, figure.height, lambda x, y: figure.draw(x + _SCENE_MARGIN, y))


class BookText(NamedTuple):
    """The blocks of a book, and what writes them."""

    blocks: tuple[Block, ...]
    writer: TextWriter
    directives: DirectiveWriter


def book_text(composed: ComposedGame, name: str, sketches: Drawings, writer: TextWriter) -> BookText:
    """Return the blocks of a book of a game; its figures are collected in ``sketches``."""
    game, loaded = composed.game, composed.loaded
    place = Place(game.text_file(name))
    look = BookLook(loaded.layouts.books[name], loaded, composed.composer, place)
    directives = DirectiveWriter(composed, name, look, sketches, writer)
    read = parse_blocks(whole_text(game, name), lambda body: loaded.read_yaml(body, place.file) or {}, loaded.symbols)
    return BookText(tuple(read), writer, directives)


def content(composed: ComposedGame, name: str) -> tuple[dict[str, Any], tuple[Page, ...]]:
    """Return the values for the template, and the drawings of its figures."""
    game, loaded = composed.game, composed.loaded
    sketches, icons = Drawings(), Icons(game, loaded.icons)
    file, theme = loaded.layouts.books[name], loaded.layouts.theme
    look = BookLook(file, loaded, composed.composer, Place(game.text_file(name)))
    cover = drawn_cover(composed, name, sketches)
    text = book_text(composed, name, sketches, TextWriter(icons, opening=drawn_openings(look, file, sketches)))
    body = text.writer.blocks(text.blocks, text.directives.block)
    contents, entries = phrase(game.words, "contents"), text.writer.contents()
    palette = composed.composer.tools.palette
    colours = {**theme.colours, **{key: palette.fill(colour) for key, colour in file.colours.items()}}
    colours["paper"] = paper = palette.fill(page_ground(file))
    words = f"{game.title} {game.file.tagline} {contents}"
    kind = book_type(composed, look, body, words)
    icon_colours = {icon_id(icon): palette.colour(colour) for icon, colour in theme.icon_colours.items()}
    day, night, ink = day_palette(colours), night_palette(colours), palette.colour("ink")
    return {
        **page_head(game, colours),
        "title": book_title(game.title, name, entries[0].title if entries else ""),
        "contents_word": contents,
        "skip_word": phrase(game.words, "skip to text"),
        "entries": entries,
        "cover": cover,
        "body": body,
        "icons": icons.html(),
        "shared": SHARED_PLACEHOLDER,
        "paper": paper,
        "callout_edge": colours.get("callout-edge", ""),
        "text_font": f'"{EMBEDDED_TEXT_FAMILY}", {font_stack(composed, look.style("p").name)}',
        "type": kind,
        "day_inks": legible_inks(kind.inks, ink, day, BLACK),
        "night_inks": legible_inks(kind.inks, ink, night, WHITE),
        "day_icons": icon_rules(icon_colours, day, BLACK),
        "night_icons": icon_rules(icon_colours, night, WHITE),
    }, sketches.pages()


TEMPLATE: Final = Path(__file__).with_name("rulebook.html.jinja")


def book_page(composed: ComposedGame, name: str) -> Product:
    """Return the HTML page of a book, with the same text and figures as the printed one."""
    data, drawings = book_html(composed, name)
    return Product(f"{name}.html", composed.document(drawings), format="html", data=data)


@lru_cache(maxsize=2)  # the product of the rulebook makes it, then that of the design notes theirs, and then the table
def book_html(composed: ComposedGame, name: str) -> tuple[bytes, tuple[Page, ...]]:
    """Return the HTML page of a book of a game, with placeholders for its drawings, and the drawings."""
    values, drawings = content(composed, name)
    return with_policy(web_page(TEMPLATE).render(values).encode()), drawings


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
