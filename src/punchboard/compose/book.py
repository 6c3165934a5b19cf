"""Books: Markdown flows through the regions of pages; cover, contents and running heads are drawn round it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from punchboard.compose.blocks import Directive, Heading
from punchboard.compose.column import Figure, Slab
from punchboard.compose.directives import DirectiveError, Directives
from punchboard.compose.faces import FaceComposer
from punchboard.compose.flow import Column, flowed
from punchboard.compose.inline import Setter
from punchboard.compose.lines import aligned, broken, merged, set_row
from punchboard.compose.markdown import blocks
from punchboard.compose.prose import filled
from punchboard.compose.slabs import anchor_name, slabs
from punchboard.compose.style import TextStyle
from punchboard.expression import ExpressionError
from punchboard.geometry import Affine, Outline, Point, Rect, Size
from punchboard.model.face import Face
from punchboard.model.layout import BookFile, FaceFile, MasterFile
from punchboard.model.material import Material
from punchboard.model.trim import Trim
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.scene import Anchor, Document, Group, Item, Link, Page, Use

_TOLERANCE = 0.05
"""Mm that rounding may add."""


class Book(NamedTuple):
    """A composed book, what is wrong with it, and the faces of its pages and chapters, to be checked as well."""

    document: Document
    problems: tuple[Problem, ...]
    faces: tuple[Face, ...] = ()


class Entry(NamedTuple):
    """A line of the contents list."""

    title: str
    level: int
    page: int


class BookLook:
    """The look of Markdown in a book: each role takes the style that the book gives it."""

    def __init__(self, file: BookFile, material: Material, composer: FaceComposer, place: Place) -> None:
        self._file, self._composer, self._place = file, composer, place
        self._tools = composer.tools
        self.setter = composer.tools.setter
        self._directives = Directives(material.game, material.layouts, composer)
        self._chapter = 0
        self.problems: list[Problem] = []
        self.faces: list[Face] = []

    def style(self, role: str) -> TextStyle:
        """Return the theme's style for a role, ``body`` where it has none."""
        name = self._file.styles.get(role, role)
        return self._tools.styles.get(name if self._tools.styles.has(name) else "body")

    def colour(self, paint: str) -> str:
        """Return the theme's colour."""
        return self._tools.palette.colour(paint)

    def icon(self, name: str) -> Outline:
        """Return an icon."""
        return self.setter.icon(name)

    def directive(self, directive: Directive, width: float) -> Iterator[Slab]:
        """Return what the data makes of a directive; one that cannot be read is a problem and prints nothing."""
        try:
            yield from self._directives.slabs(directive, width, self)
        except (DirectiveError, ExpressionError, KeyError) as error:
            self._report(directive, error)

    def aside(self, directive: Directive, width: float) -> Figure | None:
        """Return a figure that stands beside the text after it."""
        try:
            return self._directives.aside(directive, width)
        except (DirectiveError, ExpressionError, KeyError):
            return None

    def _report(self, directive: Directive, error: Exception) -> None:
        place = Place(self._place.file, directive.line, 1)
        if isinstance(error, KeyError):
            self.problems.append(Problem("REF001", place, f"there is no icon {error.args[0]!r}"))
        else:
            rule = "EXPR001" if isinstance(error, ExpressionError) else "BOOK001"
            self.problems.append(Problem(rule, place, str(error)))

    def heading(self, heading: Heading, width: float) -> Iterator[Slab] | None:
        """Return the drawn opening of a chapter where the book has one."""
        chapter = self._file.chapter
        if heading.level != 1 or chapter is None:
            return None
        self._chapter += 1
        face_file = FaceFile(bleed=0, safe=0, boxes=chapter.boxes)
        trim = Trim("card", Size(width, chapter.height), "chapter")
        values = {"title": heading.title, "number": self._chapter}
        face = self._composer.face("book chapter", trim, values, self._place, face_file)
        self.faces.append(face)

        def draw(x: float, y: float) -> Iterator[Item]:
            yield Anchor(anchor_name(heading.title), Point(x, y), heading.title, 0)
            yield Use(face.symbol, Affine.move(x, y))

        slab = Slab(chapter.height, draw, before=7.0, after=chapter.after, glued=True, new_page=chapter.new_page)
        return iter((slab,))


class BookComposer:
    """Makes one book of a game."""

    def __init__(self, material: Material, composer: FaceComposer, name: str) -> None:
        self._material, self._composer = material, composer
        self._file = material.layouts.books[name]
        self._name = name
        self._size = Size(*self._file.page)
        self._faces: list[Face] = []

    def book(self) -> Book:
        """Return the book of the text that bears its name, with cover, contents and body."""
        game = self._material.game
        place = Place(f"{game.place.file.rsplit('/', 1)[0]}/{self._name}.md")
        look = BookLook(self._file, self._material, self._composer, place)
        text = filled(game, self._name)
        content = blocks(text, lambda body: self._material.read_yaml(body, place.file) or {})
        regions = [Rect(*region) for region in self._master("body").regions]
        try:
            columns = flowed(slabs(content, regions[0].width, look), regions)
        except KeyError as error:
            raise _no_icon(str(error.args[0]), text, place) from error
        except ExpressionError as error:
            raise fail("EXPR001", place, str(error)) from error
        pages = list(self._pages(columns, look))
        numbered = tuple(page._replace(label=str(number)) for number, page in enumerate(pages, 1))
        document = Document(game.title, numbered, author=_author(game.file.credits), language=game.file.language)
        problems = (*look.problems, *_unfit(columns, place), *_unset(text, look.setter, place))
        return Book(document, problems, (*look.faces, *self._faces))

    def fill(self, document: Document) -> Document:
        """Return the book filled up to a multiple of four with pages for notes, the last page kept last."""
        short = -len(document.pages) % 4
        if not short:
            return document
        count = len(document.pages)
        notes = tuple(self._page("notes", count + index + 1, "", ()) for index in range(short))
        return document._replace(pages=(*document.pages, *notes))

    def _pages(self, columns: Sequence[Column], look: BookLook) -> Iterator[Page]:
        """Yield cover, contents and body; the body knows its page numbers once the contents' length is known."""
        has_contents = len(columns) > self._file.contents_over
        first = 3 if has_contents else 2
        yield self._page("cover", 1, "", ())
        if has_contents:
            entries = tuple(_entries(columns, first))
            yield self._page("contents", 2, "", self._contents(entries, look))
        chapter = ""
        for number, column in enumerate(columns, first):
            titles = [anchor.title for anchor in column.anchors() if anchor.level == 0]
            running = titles[0] if titles and (not chapter or column.begins_with_chapter) else chapter
            chapter = titles[-1] if titles else chapter
            yield self._page("body", number, running, column.items)

    def _master(self, name: str) -> MasterFile:
        return self._file.masters.get(name, MasterFile())

    def _page(self, master: str, number: int, chapter: str, content: Sequence[Item]) -> Page:
        file = FaceFile(bleed=self._file.bleed, safe=0, boxes=self._master(master).boxes)
        trim = Trim("card", self._size, "page")
        values: dict[str, Any] = {"page": number, "recto": number % 2 == 1, "chapter": chapter}
        place = self._material.game.place
        face = self._composer.face(f"book {self._name} {master}", trim, values, place, file)
        self._faces.append(face)
        bleed = self._file.bleed
        items = (Group((Use(face.symbol), *content), Affine.move(bleed, bleed)),)
        return Page(
            self._size.grown(bleed), items, Rect(bleed, bleed, *self._size), Rect(0, 0, *self._size.grown(bleed))
        )

    def _contents(self, entries: Sequence[Entry], look: BookLook) -> tuple[Item, ...]:
        region = Rect(*self._master("contents").regions[0])
        styles = (look.style("contents-1"), look.style("contents-2"))
        if sum(styles[entry.level].space_before + styles[entry.level].leading for entry in entries) > region.height:
            entries = [entry for entry in entries if entry.level == 0]
        items: list[Item] = []
        y = region.y
        for entry in entries:
            style = styles[entry.level]
            y += style.space_before
            items += _contents_line(entry, style, region, y, look)
            y += style.leading
        return merged(items)


def _contents_line(entry: Entry, style: TextStyle, region: Rect, y: float, look: BookLook) -> Iterator[Item]:
    baseline = y + style.rise
    for text, align in ((entry.title, "left"), (str(entry.page), "right")):
        indent = style.indent if align == "left" else 0.0
        lines = broken(look.setter.plain(text, style), 10_000)
        for row, em in zip(lines.rows, lines.widths, strict=True):
            x = aligned(align, region.x + indent, region.width - indent, em * style.size)
            yield from set_row(row, style, x, baseline)
    yield Link(Rect(region.x, y, region.width, style.leading), f"#{anchor_name(entry.title)}")


def _entries(columns: Sequence[Column], first: int) -> Iterator[Entry]:
    for number, column in enumerate(columns, first):
        for anchor in column.anchors():
            if anchor.title and anchor.level <= 1:
                yield Entry(anchor.title, anchor.level, number)


def _unfit(columns: Sequence[Column], place: Place) -> Iterator[Problem]:
    """Yield a problem for what is higher than a page or wider than its column."""
    hint = "shorten it, or give it more room in the book's layout"
    for number, column in enumerate(columns, 1):
        if column.overfull > _TOLERANCE:
            message = f"a piece of the text is {column.overfull:.1f} mm higher than a page (body page {number})"
            yield Problem("FIT001", place, message, hint)
        if column.wide > _TOLERANCE:
            message = f"a word is {column.wide:.1f} mm wider than its column (body page {number})"
            yield Problem("FIT001", place, message, hint)


def _no_icon(name: str, text: str, place: Place) -> ProblemsFound:
    """Return the problem of an icon that does not exist, at the first line that asks for it."""
    line = next((number for number, line in enumerate(text.split("\n"), 1) if f":{name}:" in line), 0)
    return fail("REF001", place._replace(line=line), f"there is no icon {name!r}", "put it among the layouts' icons")


def _unset(text: str, setter: Setter, place: Place) -> Iterator[Problem]:
    """Yield a problem for each word with a character that no font has."""
    for word in setter.missing_in(text):
        hint = "name a font that has it under 'fallback' of the theme's font"
        yield Problem("GLYPH001", place, f"no font has every character of {word!r}", hint)


def _author(lines: Sequence[str]) -> str:
    return lines[0] if lines else ""
