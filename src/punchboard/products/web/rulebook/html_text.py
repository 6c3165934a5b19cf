"""Markdown blocks as HTML, with numbered figures, and icons as SVG symbols."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from punchboard.compose.text.atoms import LANGUAGE_PREFIX, Span
from punchboard.compose.text.block_layout import anchor_name
from punchboard.compose.text.column import Figure
from punchboard.compose.text.lines import RULE_ANCHOR_PREFIX
from punchboard.compose.text.markdown import Block, Callout, Divider, Heading, ListBlock, Paragraph, Table
from punchboard.compose.text.text_icons import NO_BREAK_SPACE, beside_numbers, is_said_beside
from punchboard.geometry import Outline, Size, path_to_svg
from punchboard.model.game.game import Game
from punchboard.model.layout.icon_set import badge_label, spoken_name
from punchboard.products.product import DRAWING_PLACEHOLDER
from punchboard.scene import Page
from punchboard.units import format_number

PIXELS: Final = 6.5
"""Pixels per mm of the printed column on a wide screen. Narrow screens scale figures down."""


class Drawings:
    """Collects the drawings of a page in order of appearance."""

    def __init__(self) -> None:
        self._pages: list[Page] = []

    def svg(self, figure: Figure, label: str) -> Markup:
        """Return the SVG element of a figure, with a label for screen readers."""
        number_ = len(self._pages)
        self._pages.append(Page(Size(figure.width, figure.height), tuple(figure.draw(0.0, 0.0))))
        size = {"width": round(figure.width * PIXELS), "height": round(figure.height * PIXELS)}
        return Markup(
            '<svg class="drawing" width="{width}" height="{height}" viewBox="0 0 {across} {down}" role="img"'
            ' aria-label="{label}">{drawing}</svg>'
        ).format(
            **size,
            across=format_number(figure.width),
            down=format_number(figure.height),
            label=label,
            drawing=Markup(DRAWING_PLACEHOLDER.format(number_)),  # noqa: S704 - a number in a comment
        )

    def decoration(self, figure: Figure, kind: str) -> Markup:
        """Return the SVG element of a figure that is not read, as wide as its place on the page."""
        drawing = DRAWING_PLACEHOLDER.format(len(self._pages))
        self._pages.append(Page(Size(figure.width, figure.height), tuple(figure.draw(0.0, 0.0))))
        return Markup('<svg class="{}" viewBox="0 0 {} {}" aria-hidden="true" focusable="false">{}</svg>').format(
            kind,
            format_number(figure.width),
            format_number(figure.height),
            Markup(drawing),  # noqa: S704 - a number in a comment
        )

    def pages(self) -> tuple[Page, ...]:
        """Return all drawings in order."""
        return tuple(self._pages)


class Icons:
    """Collects the icons of a page as symbols, each with a label."""

    def __init__(self, game: Game, icons: Mapping[str, Outline]) -> None:
        self._icons = icons
        self._used: dict[str, Outline] = {}
        self._names = game.icon_names

    def label(self, name: str) -> str:
        """Return what is read for an icon: what the game calls it, or else the icon's name."""
        return self._names.get(name, spoken_name(name))

    def svg(self, name: str, *, is_said: bool = False) -> Markup:
        """Return an icon for use in text; decoration if the words beside it say its label.

        A missing icon is left out, as on the pages of the book, which report it.
        """
        try:
            outline = self._icons[name]
        except KeyError:
            return Markup("")
        label = "" if is_said else self.label(name)
        read_as = Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')
        return self._element(name, outline, read_as)

    def _element(self, name: str, outline: Outline, reading: Markup) -> Markup:
        self._used[name] = outline
        return Markup('<svg class="icon {}" {}><use href="#{}"/></svg>').format(icon_id(name), reading, icon_id(name))

    def html(self) -> Markup:
        """Return the symbols of all icons used so far."""
        return Markup("").join(_symbol(name, outline) for name, outline in self._used.items())


def icon_id(name: str) -> str:
    """Return the id of an icon's symbol on the page, which is the class of its drawings as well."""
    return f"i-{name.replace(':', '--')}"


def _symbol(name: str, outline: Outline) -> Markup:
    return Markup('<symbol id="{}" viewBox="{}"><path d="{}"/></symbol>').format(
        icon_id(name), square_view(outline), path_to_svg(outline)
    )


def square_view(outline: Outline) -> str:
    """Return the viewBox of a square around an icon."""
    bounds = outline.bounds
    side = max(bounds.width, bounds.height, 1.0)
    box = (bounds.centre.x - side / 2, bounds.centre.y - side / 2, side, side)
    return " ".join(map(format_number, box))


Other = Callable[[Block], Markup | None]
"""Returns the HTML of a block that is not text; None for a block of text."""

_SAFE_LINK: Final = re.compile(r"#[\w-]*|https?://[^\s]+|mailto:[^\s]+", re.IGNORECASE)
"""Allowed targets of links."""

_NOTHING: Final = Markup("")
_MAX_CONTENTS_LEVEL: Final = 2
"""The lowest level of headings in the table of contents."""


class Entry(NamedTuple):
    """A chapter in the table of contents, with its sections."""

    id: str
    title: Markup
    sections: "tuple[Entry, ...]" = ()


class TextWriter:
    """Writes blocks as HTML. Headings and rules get ids that are unique on the page.

    Args:
        icons: the icons in the texts.
        chapter_level: the level of a chapter's heading, from 1.
        opening: returns the drawing of a heading, whose words are then only read; empty for none.
    """

    def __init__(
        self, icons: Icons, chapter_level: int = 2, opening: Callable[[Heading], Markup] = lambda _: _NOTHING
    ) -> None:
        self._icons, self._chapter_level, self._opening = icons, chapter_level, opening
        self._ids: set[str] = {"text", "contents"}
        self._headings: list[tuple[int, Entry]] = []

    def blocks(self, blocks: Iterable[Block], other: Other = lambda _block: None) -> Markup:
        """Return the HTML of blocks, one after another."""
        return Markup("\n").join(self._block(block, other) for block in blocks)

    def contents(self) -> tuple[Entry, ...]:
        """Return the chapters written so far, each with its sections."""
        chapters: list[Entry] = []
        for level, entry in self._headings:
            if level == 1 or not chapters:
                chapters.append(entry)
            else:
                chapters[-1] = chapters[-1]._replace(sections=(*chapters[-1].sections, entry))
        return tuple(chapters)

    def _block(self, block: Block, other: Other) -> Markup:
        match block:
            case Heading():
                html = self._heading(block)
            case ListBlock():
                html = self._list(block, other)
            case Table():
                html = self.table(block)
            case Callout():
                html = Markup('<div class="callout" role="note">{}</div>').format(self.blocks(block.blocks, other))
            case Paragraph():
                html = Markup("<p>{}</p>").format(self.spans(block.spans))
            case Divider():
                html = Markup("<hr>")
            case _:
                html = other(block) or _NOTHING
        return html

    def _heading(self, block: Heading) -> Markup:
        title, name = self.spans(block.spans), self._id(anchor_name(block.title) or "section")
        if block.level <= _MAX_CONTENTS_LEVEL:
            plain = self.spans([span for span in block.spans if not span.marks])
            self._headings.append((block.level, Entry(name, plain)))
        drawn = self._opening(block)
        if drawn:
            title = Markup('{}<span class="said">{}</span>').format(drawn, title)
        return Markup('<h{level} id="{id}">{title}</h{level}>').format(
            level=block.level + self._chapter_level - 1, id=name, title=title
        )

    def _id(self, name: str) -> str:
        """Return an id that is not used on the page yet."""
        free, count = name, 1
        while free in self._ids:
            count += 1
            free = f"{name}-{count}"
        self._ids.add(free)
        return free

    def _list(self, block: ListBlock, other: Other) -> Markup:
        items = Markup("").join(Markup("<li>{}</li>\n").format(self._item(item, other)) for item in block.items)
        if block.start is None:
            return Markup("<ul>\n{}</ul>").format(items)
        start = "" if block.start == 1 else Markup(' start="{}"').format(block.start)
        return Markup("<ol{}>\n{}</ol>").format(start, items)

    def _item(self, item: Sequence[Block], other: Other) -> Markup:
        if len(item) == 1 and isinstance(item[0], Paragraph):
            return self.spans(item[0].spans)
        return self.blocks(item, other)

    def table(self, block: Table, caption: str = "") -> Markup:
        """Return a table in a region that scrolls sideways on a narrow screen."""
        caption_html = Markup("<caption>{}</caption>").format(caption) if caption else _NOTHING
        headers = [self.spans(cell) for cell in block.header]
        head = _NOTHING
        if any(header.strip() for header in headers):
            cells = zip(headers, block.aligns, strict=False)
            row = Markup("").join(_cell("th" if text.strip() else "td", text, align, "col") for text, align in cells)
            head = Markup("<thead><tr>{}</tr></thead>").format(row)
        rows = Markup("\n").join(self._row(row, block.aligns) for row in block.rows)
        label = Markup("").join(filter(None, (escape(caption), *headers))).striptags() or "…"
        return Markup(
            '<div class="wide" role="region" tabindex="0" aria-label="{label}">'
            "<table>{caption}{head}<tbody>{rows}</tbody></table></div>"
        ).format(label=label, caption=caption_html, head=head, rows=rows)

    def _row(self, row: Sequence[Sequence[Span]], aligns: Sequence[str]) -> Markup:
        """Return a row. If all other columns are right-aligned figures, the first cell is its header."""
        named = len(aligns) > 1 and all(align == "right" for align in aligns[1:])
        cells = (
            _cell("th" if named and index == 0 else "td", self.spans(cell), align, "row")
            for index, (cell, align) in enumerate(zip(row, aligns, strict=False))
        )
        return Markup("<tr>{}</tr>").format(Markup("").join(cells))

    def spans(self, spans: Iterable[Span]) -> Markup:
        """Return running text as HTML."""
        every = beside_numbers(tuple(spans), both=True)
        linked = groupby(range(len(every)), key=lambda at: every[at].link)
        html = Markup("").join(
            _linked(link, Markup("").join(self._span(every[at], every, at) for at in run)) for link, run in linked
        )
        return Markup(_WITH_ICON.sub(r'<span class="kept">\g<0></span>', str(html)))  # noqa: S704 - of markup

    def _span(self, span: Span, every: Sequence[Span], at: int) -> Markup:
        if span.marks:
            marks = [
                f"{RULE_ANCHOR_PREFIX}{mark}" for mark in span.marks if f"{RULE_ANCHOR_PREFIX}{mark}" not in self._ids
            ]
            self._ids.update(marks)
            return Markup("").join(Markup('<span id="{}"></span>').format(mark) for mark in marks)
        if span.icon:
            text = self._icons.svg(span.icon, is_said=is_said_beside(every, at, self._icons.label(span.icon)))
        else:
            text = (
                _with_line_breaks(_after_icon(every, at))
                if span.icon is None
                else _BADGE.format(badge_label(span.token))
            )
        for is_set, markup in (
            *((span.small, _SMALL), (span.underline, _UNDERLINED)),
            *((span.position == "super", _SUPER), (span.position == "sub", _SUB)),
            *((span.italic, _ITALIC), (span.bold, _BOLD)),
        ):
            text = markup.format(text) if is_set and text else text
        return text


_WITH_ICON: Final = re.compile(r'[^ \n<>]*<svg [^>]*\bclass="icon\b[^>]*>.*?</svg>[^ \n<>]*')
"""An icon with what stays on its line: browsers break a line beside a picture even at a no-break space."""

_SMALL: Final = Markup('<span class="small">{}</span>')
_UNDERLINED: Final = Markup("<u>{}</u>")
_SUPER: Final = Markup("<sup>{}</sup>")
_SUB: Final = Markup("<sub>{}</sub>")
_BADGE: Final = Markup('<span class="badge">{}</span>')
_ITALIC: Final = Markup("<em>{}</em>")
_BOLD: Final = Markup("<strong>{}</strong>")


def _after_icon(every: Sequence[Span], at: int) -> str:
    """Return the text of a span; its first word stays on the line of an icon before it."""
    text = every[at].text
    return NO_BREAK_SPACE + text[1:] if text.startswith(" ") and at and every[at - 1].icon else text


def _with_line_breaks(text: str) -> Markup:
    return Markup("<br>").join(map(escape, text.split("\n")))


def _linked(link: str | None, text: Markup) -> Markup:
    if link is not None and link.startswith(LANGUAGE_PREFIX):
        return Markup('<span lang="{}">{}</span>').format(link.removeprefix(LANGUAGE_PREFIX), text)
    if link is None or not _SAFE_LINK.fullmatch(link):
        return text
    return Markup('<a href="{}">{}</a>').format(link, text)


def _cell(tag: str, text: Markup, align: str, scope: str) -> Markup:
    scoped = Markup(' scope="{}"').format(scope) if tag == "th" else ""
    aligned = Markup(' class="{}"').format(align) if align != "left" else ""
    return Markup("<{tag}{scope}{align}>{text}</{tag}>").format(tag=tag, text=text, scope=scoped, align=aligned)
