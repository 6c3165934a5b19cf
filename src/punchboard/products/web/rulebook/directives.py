"""Fenced directives of a rulebook as HTML, with the same content as in the printed rulebook."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from punchboard.compose.books.book import BookLook
from punchboard.compose.books.directives import DirectiveError, Directives
from punchboard.compose.books.figure_texts import FigureTexts
from punchboard.compose.books.figures import row_of_faces, shown_components, side_faces, table_scene
from punchboard.compose.text.blocks import Block, Directive, PictureBlock
from punchboard.compose.text.layout.column import Figure
from punchboard.compose.text.markdown import parse_blocks, parse_inline
from punchboard.expression import ExpressionError
from punchboard.model.game.directives import (
    CardsDirective,
    ComponentsDirective,
    PilesDirective,
    PrintedDirective,
    SceneDirective,
    SeatsDirective,
    SetupDirective,
    TallyDirective,
)
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.web.rulebook.figures import Drawings
from punchboard.products.web.rulebook.text import TextWriter

_SCENE_MARGIN: Final = 5.0
"""Margin on both sides of a scene in mm, for labels that are wider than their items."""


class DirectiveWriter:
    """Writes the directives and pictures of a game's rulebook as HTML."""

    def __init__(
        self, composed: ComposedGame, directives: Directives, look: BookLook, sketches: Drawings, writer: TextWriter
    ) -> None:
        self._composed, self._directives, self._look = composed, directives, look
        self._sketches, self._writer = sketches, writer
        self._symbols = directives.symbols
        self._texts = FigureTexts(composed.composer)

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
                made = self._components(model)
            case SetupDirective():
                made = Markup('<div class="steps">{}</div>').format(
                    self._writer.blocks((self._directives.setup_list(),))
                )
            case SeatsDirective() | PilesDirective():
                made = self._tables(model)
            case TallyDirective():
                made = self._tally(model)
            case CardsDirective():
                made = self._cards(model)
            case SceneDirective():
                made = self._scene(model)
            case PrintedDirective():
                made = self._writer.blocks(self._directives.printed_blocks(directive.name))
            case _:
                raise TypeError(f"no HTML for the directive {directive.name!r}")
        return made

    def picture(self, picture: PictureBlock) -> Markup:
        """Return a picture with its caption; empty for a missing one, which composing the printed rulebook reports."""
        column = self._composed.loaded.layouts.books["rulebook"].masters["body"].regions[0][2]
        figure = self._look.figure(picture, column)
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

    def _scene(self, model: SceneDirective) -> Markup:
        column = model.width or model.size[0]
        figure = table_scene(model, self._composed.game, self._composed.composer, self._look, column)
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
