"""Book composer: flows Markdown through the regions of pages, and adds cover, contents and running heads."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from punchboard.compose.books import prose
from punchboard.compose.books.book_problems import (
    TOLERANCE,
    SourcePlaces,
    missing_glyph_problems,
    missing_icon,
    missing_picture,
    overflow_problems,
    wide_figure,
)
from punchboard.compose.books.contents import (
    PageColumns,
    contents_entries,
    contents_items,
    group_into_pages,
    heading_pages,
    page_headings,
    rule_pages,
)
from punchboard.compose.books.directives import DirectiveError, Directives
from punchboard.compose.books.figures import captioned_figure, draw_die, picture_figure
from punchboard.compose.boxes.printed_pictures import printed_picture
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.block_layout import anchor_name, block_slabs
from punchboard.compose.text.column import Figure, Slab
from punchboard.compose.text.flow import Column, flow_columns
from punchboard.compose.text.lines import RULE_ANCHOR_PREFIX
from punchboard.compose.text.markdown import Block, Directive, Heading, PictureBlock, parse_blocks
from punchboard.compose.text.phrases import phrase
from punchboard.compose.text.style import TextStyle
from punchboard.expression import ExpressionError
from punchboard.geometry import Affine, Point, Rect, Size
from punchboard.load.svg_pictures import svg_warning
from punchboard.model.game.game import BACK_COVER, BOOK_TEXTS, LoadedGame
from punchboard.model.layout.book_file import BookFile, MasterFile
from punchboard.model.layout.face import Face
from punchboard.model.layout.icon_set import icon_hint
from punchboard.model.layout.layout import FaceFile
from punchboard.model.layout.trim import Trim
from punchboard.model.values import CHAPTER
from punchboard.problem import Place, Problem, ProblemsFound, fail
from punchboard.scene import DECORATION, Anchor, Document, Element, Group, Item, Page, Use

_READ_MASTERS: Final = frozenset({"cover", "contents"})
"""The masters whose texts are read aloud; those of others are running heads and page numbers."""


_TRIES: Final = 4
"""How often a text with references is set at most, until the pages of its headings are those that it names."""
_NARROWER: Final = tuple(part / 25 for part in range(25, 11, -1))
"""The scales at which wide pictures of the table are tried, until all text fits on its pages."""


class Book(NamedTuple):
    """A composed book, its problems, and the faces of its pages and chapters, which are checked as well."""

    document: Document
    problems: tuple[Problem, ...]
    faces: tuple[Face, ...] = ()
    rule_pages: Mapping[str, int] = MappingProxyType({})
    """The first page that states each marked rule, by the rule's id."""
    text_pages: tuple[tuple[int, PageColumns], ...] = ()
    """The pages of its text, each with its number, its columns and what their ends cost."""


class BookLook:
    """The look of Markdown in a book: each role has the style that the book gives it."""

    def __init__(self, file: BookFile, loaded: LoadedGame, composer: FaceComposer, place: Place) -> None:
        self._file, self._composer, self._place = file, composer, place
        self._tools = composer.tools
        self.setter = composer.tools.setter
        self._styles: dict[str, TextStyle] = {}
        self._directives = Directives(loaded.game, loaded.layouts, composer, file.figures, file.scenes)
        self._chapter = 0
        self.problems: list[Problem] = []
        self.faces: list[Face] = []

    def style(self, role: str) -> TextStyle:
        """Return the theme's style for a role, or ``body``."""
        resolved = self._styles.get(role)
        if resolved is None:
            name = self._file.styles.get(role, role)
            style = self._tools.styles.get(name if self._tools.styles.has(name) else "body")
            resolved = self._styles[role] = replace(style, coloured_icons=self._file.coloured_icons)
        return resolved

    def colour(self, paint: str) -> str:
        """Return the book's own colour, or the theme's."""
        return self._tools.palette.colour(self._file.colours.get(paint, paint))

    def fill(self, paint: str) -> str:
        """Return the book's own colour for a background, or the theme's."""
        return self._tools.palette.fill(self._file.colours.get(paint, paint))

    def directive(self, directive: Directive, width: float) -> Iterator[Slab]:
        """Return the slabs of a directive; an invalid one is a problem and prints nothing."""
        if directive.problems:
            self.problems += directive.problems
            return
        try:
            for slab in self._directives.slabs(directive, width, self):
                over = slab.overflow_width if slab.can_float else 0.0
                if over > TOLERANCE:
                    place = Place(self._place.file, directive.line, 1)
                    self.problems.append(wide_figure(directive.name, over, width, place))
                yield replace(slab, overflow_width=slab.overflow_width - over)
        except (DirectiveError, ExpressionError, KeyError) as error:
            self._report(directive, error)

    def picture(self, picture: PictureBlock, width: float) -> Iterator[Slab]:
        """Return a picture with its caption; one that cannot be loaded is a problem and prints nothing."""
        figure = self.figure(picture, width)
        if figure is not None:
            yield captioned_figure(figure, picture.caption, width, self)

    def figure(self, picture: PictureBlock, width: float) -> Figure | None:
        """Return a picture from the game's folder for a column that is ``width`` mm wide."""
        pictures, place = self._tools.pictures, Place(self._place.file, picture.line, 1)
        try:
            self.problems += svg_warning(pictures[picture.path], picture.path, place)
            image = printed_picture(pictures[picture.path], width)
            return picture_figure(self._tools.ink_mode.picture(image), width)._replace(text=picture.alt)
        except KeyError:
            self.problems.append(missing_picture(picture.path, pictures, place))
        except ProblemsFound as error:
            self.problems += [problem._replace(place=place) for problem in error.problems]
        return None

    def side_figure(self, directive: Directive, width: float) -> Figure | None:
        """Return the figure of a directive that is placed beside the text after it, or None."""
        try:
            return self._directives.side_figure(directive, width, self)
        except (DirectiveError, ExpressionError, KeyError):
            return None

    def _report(self, directive: Directive, error: DirectiveError | ExpressionError | KeyError) -> None:
        line = error.line if isinstance(error, DirectiveError) else 0
        place = Place(self._place.file, directive.line + line, 1)
        if isinstance(error, KeyError):
            self.problems.append(Problem("REF001", place, f"there is no icon {error.args[0]!r}", icon_hint(error)))
        else:
            rule = "EXPR001" if isinstance(error, ExpressionError) else "BOOK001"
            self.problems.append(Problem(rule, place, str(error), error.hint))

    def heading(self, heading: Heading, width: float) -> Iterator[Slab] | None:
        """Return the drawn chapter opening of a chapter heading, if the book has one."""
        chapter = self._file.chapter
        if heading.level != 1 or chapter is None:
            return None
        self._chapter += 1
        face_file = FaceFile(bleed=0, safe=0, boxes=chapter.boxes)
        trim = Trim("card", Size(width, chapter.height), "chapter")
        values = {"title": heading.title, "number": self._chapter}
        face = self._composer.draw(self._composer.face_spec(CHAPTER, trim, values, self._place, face_file))
        self.faces.append(face)
        rule_ids = [mark for span in heading.spans for mark in span.marks]

        def draw(x: float, y: float) -> Iterator[Item]:
            yield Anchor(anchor_name(heading.title), Point(x, y), heading.title, 0)
            yield from (Anchor(f"{RULE_ANCHOR_PREFIX}{mark}", Point(x, y)) for mark in rule_ids)
            title = Element("H1", heading.title, text=heading.title)
            yield Group((Use(face.symbol, Affine.move(x, y)),), element=title)

        slab = Slab(
            chapter.height,
            draw,
            space_before=7.0,
            space_after=chapter.after,
            keep_with_next=True,
            new_page=chapter.new_page,
        )
        return iter((slab,))


class _SetText(NamedTuple):
    """A text in the regions of pages, with its look and its problems."""

    look: BookLook
    pages: Sequence[PageColumns]
    problems: tuple[Problem, ...]

    @property
    def title(self) -> str:
        """The first heading; empty without one."""
        return next((entry.title for entry in contents_entries(self.pages, 1)), "")


def _items(page: PageColumns) -> tuple[Item, ...]:
    return tuple(item for column in page for item in column.items)


class BookComposer:
    """Composes one book of a game.

    Args:
        loaded: the loaded game.
        composer: draws its faces and pages.
        name: the text, and the layout unless it has a name of its own.
        layout: the layout's own name.
        file: the layout where it is not the game's own, such as that for one paper.
    """

    def __init__(
        self,
        loaded: LoadedGame,
        composer: FaceComposer,
        name: str,
        layout: str = "",
        file: BookFile | None = None,
    ) -> None:
        self._loaded, self._composer = loaded, composer
        self._name, self._layout = name, layout or name
        self._file = file or loaded.layouts.books[self._layout]
        self._size = Size(*self._file.page)
        self._rtl = composer.tools.setter.rtl
        self._faces: list[Face] = []

    def compose(self, text: str | None = None) -> Book:
        """Return the book with cover, contents and body, from the game's text of this name or another ``text``."""
        game = self._loaded.game
        has_back = self._has_back_cover and text is None
        if text is not None:
            body = self._set_text(text, self._name, "body", self._file)
        else:
            filled = (prose.text_with_places if has_back else prose.book_with_places)(game, self._name)
            body = self._set_filled(filled, self._name, "body", self._file)
        pages = list(self._pages(body.pages, body.look))
        parts = [body]
        if has_back:
            parts.append(self._back_cover())
            content = Group(_items(parts[-1].pages[0]), element=Element("Div", BACK_COVER))  # its keys are its own
            pages.append(self._page("back", len(pages) + 1, parts[-1].title or game.title, (content,)))
        numbered = tuple(page._replace(label=str(number)) for number, page in enumerate(pages, 1))
        document = Document(
            prose.book_title(game.title, self._name, body.title),
            numbered,
            author=prose.author(game.file.credits),
            language=game.file.language,
            rtl=self._rtl,
        )
        problems = tuple(problem for part in parts for problem in part.problems)
        faces = (*(face for part in parts for face in part.look.faces), *self._faces)
        text_pages = tuple(enumerate(body.pages, self._first_page(len(body.pages))))
        return Book(document, problems, faces, rule_pages(numbered), text_pages)

    @property
    def _has_back_cover(self) -> bool:
        """Whether the game's text for the back cover has a page in this layout."""
        is_rulebook = self._name == BOOK_TEXTS[0]
        return is_rulebook and BACK_COVER in self._loaded.game.texts and bool(self._master("back").regions)

    def _back_cover(self) -> _SetText:
        styles = self._file.styles | self._master("back").styles
        file = self._file.model_copy(update={"styles": styles, "chapter": None, "pages": 1})
        return self._set_filled(prose.text_with_places(self._loaded.game, BACK_COVER), BACK_COVER, "back", file)

    def _set_filled(self, filled: tuple[str, SourcePlaces], name: str, master: str, file: BookFile) -> _SetText:
        """Return a text with filled templates in the regions of a master, its problems where they are in its file."""
        text, places = filled
        part = places.attempt(partial(self._set_text, text, name, master, file))
        return part._replace(problems=tuple(places.of(part.problems)))

    def _set_text(self, text: str, name: str, master: str, file: BookFile) -> _SetText:
        """Return a text in the regions of a master; ``name`` is that of the text, for messages."""
        place = Place(self._loaded.game.text_file(name))
        regions = [Rect(*region) for region in self._master(master).regions]
        if not regions:
            hint = f"extend another book, or add 'regions: [[x, y, width, height]]' to its master {master!r}"
            at = self._loaded.layouts.sources[f"book {self._layout}"].place("masters", master, "regions")
            raise fail("VALUE001", at, "the book has no region for its text", hint)
        numbers: Mapping[str, int] = MappingProxyType({})
        parts = _NARROWER if file.scenes and file.pages else (1.0,) * (_TRIES if prose.has_references(text) else 1)
        for part in parts:
            narrower = file.model_copy(update={"scenes": file.scenes * part})
            numbered = prose.with_references(text, partial(self._page_words, numbers))
            look, columns = self._flow(numbered, regions, place, narrower)
            pages = group_into_pages(columns, len(regions))
            known, numbers = numbers, heading_pages(pages, self._first_page(len(pages)))
            if len(pages) <= (file.pages or len(pages)) and (numbered == text or known == numbers):
                break
        problems = (
            *look.problems,
            *overflow_problems(pages, file.pages, place),
            *missing_glyph_problems(text, look.setter, place),
        )
        return _SetText(look, pages, problems)

    def _page_words(self, numbers: Mapping[str, int], anchor: str, number_alone: bool) -> str:  # noqa: FBT001 - a callback
        page = numbers.get(anchor, 10)  # before its page is known, one with two digits
        return str(page) if number_alone else phrase(self._loaded.game.words, "page", page=page)

    def _flow(
        self, text: str, regions: Sequence[Rect], place: Place, file: BookFile
    ) -> tuple[BookLook, Sequence[Column]]:
        """Return the text in its regions, without missing icons, and the look, which has the problems."""
        missing: list[Problem] = []
        while True:
            look = BookLook(file, self._loaded, self._composer, place)
            content = parse_blocks(
                text, lambda body: self._loaded.read_yaml(body, place.file) or {}, self._loaded.symbols
            )
            try:
                self._draw_icons(content, regions[0].width, place)
                columns = self._columns(tuple(block_slabs(content, regions[0].width, look)), regions)
            except KeyError as error:
                markup = f":{error.args[0]}:"
                if markup not in text:
                    raise missing_icon(error, text, place) from error
                missing += missing_icon(error, text, place).problems
                text = text.replace(markup, "")
            except ExpressionError as error:
                raise fail("EXPR001", place, str(error), error.hint) from error
            else:
                look.problems += missing
                return look, columns

    def _columns(self, slabs: Sequence[Slab], regions: Sequence[Rect]) -> Sequence[Column]:
        """Return the slabs in columns; the pages of a spread lie side by side, which the contents page may shift."""
        columns = flow_columns(slabs, regions)
        first = self._first_page(-(-len(columns) // len(regions)))
        return columns if first % 2 else flow_columns(slabs, regions, begins_left=True)

    def _first_page(self, pages: int) -> int:
        """Return the number of the first page of text in a book with a number of pages of text."""
        return 1 + self._file.cover + self._has_contents(pages)

    def _has_contents(self, pages: int) -> bool:
        return self._file.cover and bool(self._master("contents").regions) and pages > self._file.contents_over

    def _draw_icons(self, content: Sequence[Block], width: float, place: Place) -> None:
        """Draw all that shows icons if the text has credits, so that the credits list icons used after them, too."""
        has_credits = any(isinstance(block, Directive) and block.name == "credits" for block in content)
        if not (has_credits and self._loaded.icon_sets):
            return
        for component in self._loaded.game.components:
            for spec in (*self._composer.fronts(component), self._composer.back(component)):
                if spec is not None:
                    self._composer.draw(spec)
        for name in self._loaded.game.file.dice:
            draw_die(self._loaded.game, self._composer, name)
        for _ in block_slabs(content, width, BookLook(self._file, self._loaded, self._composer, place)):
            pass

    def add_note_pages(self, document: Document) -> Document:
        """Return the book with note pages before its back cover, up to a multiple of four pages.

        A book without a text for its back cover ends with an empty one.
        """
        missing = -len(document.pages) % 4
        if not missing:
            return document
        cut = len(document.pages) - self._has_back_cover
        masters = ["notes"] * missing
        if not self._has_back_cover and "back" in self._file.masters:
            masters[-1] = "back"
        added = tuple(self._page(master, cut + index, "", ()) for index, master in enumerate(masters, 1))
        return document._replace(pages=(*document.pages[:cut], *added, *document.pages[cut:]))

    def _pages(self, body: Sequence[PageColumns], look: BookLook) -> Iterator[Page]:
        """Yield cover, contents and body; whether there are contents shifts the page numbers of the body."""
        first = self._first_page(len(body))
        if self._file.cover:
            yield self._page("cover", 1, "", ())
        if self._has_contents(len(body)):
            region = Rect(*self._master("contents").regions[0])
            items = contents_items(tuple(contents_entries(body, first)), region, look)
            yield self._page("contents", 2, "", items)
        chapter = ""
        for number, leaf in enumerate(body, first):
            titles = [anchor.title for anchor in page_headings(leaf) if anchor.level == 0]
            running = titles[0] if titles and (not chapter or leaf[0].begins_with_chapter) else chapter
            chapter = titles[-1] if titles else chapter
            yield self._page("body", number, running, _items(leaf))

    def _master(self, name: str) -> MasterFile:
        return self._file.masters.get(name, MasterFile())

    def _page(self, master: str, number: int, chapter: str, content: Sequence[Item]) -> Page:
        file = FaceFile(bleed=self._file.bleed, safe=0, boxes=self._master(master).boxes)
        trim = Trim("card", self._size, "page")
        values: dict[str, Any] = {"page": number, "recto": (number % 2 == 1) is not self._rtl, "chapter": chapter}
        place = self._loaded.game.place
        face = self._composer.draw(self._composer.face_spec(f"book {self._layout} {master}", trim, values, place, file))
        self._faces.append(face)
        bleed = self._file.bleed
        frame = Group((Use(face.symbol),), element=None if master in _READ_MASTERS else DECORATION)
        items = (Group((frame, *content), Affine.move(bleed, bleed)),)
        return Page(
            self._size.grown(bleed), items, Rect(bleed, bleed, *self._size), Rect(0, 0, *self._size.grown(bleed))
        )
