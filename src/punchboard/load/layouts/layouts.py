"""All layouts of a game: theme, used faces, sheets, papers, books and words, with all problems reported together."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from pydantic import BaseModel

from punchboard.expression import is_fixed
from punchboard.load.errors import ProblemCollector
from punchboard.load.font_files import last_fallback_problems
from punchboard.load.icons.sets import IconNames, IconSets
from punchboard.load.layout_files import (
    BOOK,
    FACE,
    SHEET,
    LayoutType,
    RawLayout,
    SearchPath,
    game_search_path,
    resolve_layout,
)
from punchboard.load.layouts.lazy_layouts import (
    lazy_layout_problems,
    lazy_layouts,
    load_table,
    table_places,
)
from punchboard.load.layouts.references import (
    BoxSet,
    KnownNames,
    box_set_problems,
    fill_problems,
    layout_place,
    layout_source,
    nested_layouts,
    nesting_problems,
    style_problems,
    syntax_problems,
    template_problems,
    theme_problems,
)
from punchboard.load.texts import load_words
from punchboard.load.theme_fonts import font_problems
from punchboard.load.themes import resolve_theme
from punchboard.model.game.game import Game
from punchboard.model.layout.book_file import BookFile
from punchboard.model.layout.layout import FaceFile, Layouts, ThemeFile
from punchboard.model.layout.trim import BOX_LAYOUTS, StockFile
from punchboard.model.printing.sheet import PaperFile
from punchboard.model.values import CHAPTER, LayoutSource, did_you_mean
from punchboard.problem import Place, Problem, fail
from punchboard.workspace import game_folder

M = TypeVar("M", bound=BaseModel)

PAPERS_FILE: Final = "papers.yaml"

REFERENCE_FACE: Final = "reference"
"""The face of reference cards, for games that have a ``reference.md``."""


class LoadedLayout(NamedTuple, Generic[M]):
    """A validated layout and the raw mapping that it was made from."""

    file: M
    source: RawLayout


class FaceRequest(NamedTuple):
    """The name of a face to load, and the place that names it."""

    name: str
    place: Place
    is_in_box: bool = False
    """Whether a box names it, in which case the name may contain expressions."""


def load_layouts(game: Game, workspace: Path, builtin: Path, *, books: bool = True) -> Layouts:
    """Return all layouts of a game.

    Args:
        game: the loaded game. Only the faces that it uses are read.
        workspace: the folder that holds ``catalog/`` and ``layouts/``.
        builtin: the folder that holds the built-in ``layouts/``.
        books: whether to read books and the faces in them. A build of sheets alone needs none.

    Raises:
        ProblemsFound: all problems of the files: unknown keys, wrong values, unknown names.
    """
    collector = ProblemCollector()
    search_path = game_search_path(game.id, workspace, builtin, game.locale, game.file.language)
    source = collector.attempt(resolve_theme, search_path, game.file.theme, game.place_of("theme"))
    theme = collector.attempt(source.validated, ThemeFile) if source is not None else None
    read = _load_all(search_path, BOOK, BookFile, collector) if books else {}
    search_path = search_path.with_themes(source.ancestors) if source is not None else search_path
    requests = chain(_requests_of_game(game), chain.from_iterable(_requests_of_book(book) for book in read.values()))
    faces = _load_faces(search_path, requests, collector)
    collector.add(_template_problems(game, faces, read))
    papers = collector.attempt(load_table, search_path, PAPERS_FILE, dict[str, PaperFile])
    stocks = collector.attempt(_load_stocks, search_path, game)
    language, place = game.file.language, game.place_of("language")
    words = collector.attempt(load_words, search_path, language, place, optional=bool(game.locale))
    if source is not None:
        icons = IconNames(search_path.icon_names(), IconSets(search_path))
        colours, styles = tuple(source.section("colours")), tuple(source.section("styles"))
        known = KnownNames(colours, styles, icons, game_folder(game.id, workspace), tuple(source.section("ornaments")))
        collector.add(_theme_problems(LoadedLayout(theme, source), known) if theme is not None else ())
        collector.add(_name_problems(faces, read, known))
    collector.add(last_fallback_problems(search_path))
    if collector.problems and books:  # loading fails, so lazy layouts are never used: check them now
        collector.add(lazy_layout_problems(lazy_layouts(search_path)))
    sheet_files = search_path.files_by_name(SHEET.folder)
    lazy: dict[str, Any] = {**lazy_layouts(search_path)}
    return Layouts(
        theme=_set_in_text_font(collector.result_or_raise(theme)),
        faces={name: face.file for name, face in faces.items()},
        sheet_files={name: search_path.display_path(path) for name, path in sheet_files.items()},
        papers=collector.result_or_raise(papers),
        paper_places=table_places(search_path, PAPERS_FILE),
        books={name: book.file for name, book in read.items()},
        words=collector.result_or_raise(words),
        stocks=collector.result_or_raise(stocks),
        sources=_sources(faces, read),
        warnings=tuple(dict.fromkeys(problem for face in faces.values() for problem in face.source.unused)),
        **lazy,
    )


def _load_layout(
    search_path: SearchPath, layout_type: LayoutType, model: type[M], request: FaceRequest
) -> LoadedLayout[M]:
    source = resolve_layout(search_path, layout_type, request.name, request.place)
    return LoadedLayout(source.validated(model), source)


def _load_all(
    search_path: SearchPath, layout_type: LayoutType, model: type[M], collector: ProblemCollector
) -> dict[str, LoadedLayout[M]]:
    """Return all layouts of a type by name."""
    files = search_path.files_by_name(layout_type.folder)
    requests = {name: FaceRequest(name, search_path.place(path)) for name, path in files.items()}
    read = {name: collector.attempt(_load_layout, search_path, layout_type, model, of) for name, of in requests.items()}
    return {name: layout for name, layout in read.items() if layout is not None}


def _requests_of_game(game: Game) -> Iterator[FaceRequest]:
    for name, kind in game.kinds.items():
        yield FaceRequest(kind.file.face, game.place_of("kinds", name, "face"))
        if kind.file.back is not None:
            yield FaceRequest(kind.file.back, game.place_of("kinds", name, "back"))
    for name, die in game.file.dice.items():
        yield FaceRequest(die.face, game.place_of("dice", name, "face"))
    if "reference" in game.texts:
        yield FaceRequest(REFERENCE_FACE, game.place)
    for name in game.file.tuck_boxes:
        yield from (FaceRequest(layout, game.place_of("tuck boxes", name)) for layout in BOX_LAYOUTS)


def _requests_of_book(book: LoadedLayout[BookFile]) -> Iterator[FaceRequest]:
    for boxes in _box_sets(book):
        yield from (FaceRequest(*nested, is_in_box=True) for nested in nested_layouts(boxes))


def _box_sets(book: LoadedLayout[BookFile]) -> Iterator[BoxSet]:
    yield from _pages(book).values()
    if book.file.chapter is not None:
        yield BoxSet(book.file.chapter.boxes, ("chapter", "boxes"), book.source)


def _pages(book: LoadedLayout[BookFile]) -> dict[str, BoxSet]:
    """Return the boxes of the pages of a book by the names of their masters."""
    masters = book.file.masters.items()
    return {name: BoxSet(master.boxes, ("masters", name, "boxes"), book.source) for name, master in masters}


def _load_faces(
    search_path: SearchPath, requests: Iterable[FaceRequest], collector: ProblemCollector
) -> dict[str, LoadedLayout[FaceFile]]:
    """Return the requested faces and all faces nested in them. A name with an expression may be any face: load all."""
    waiting, faces = deque(requests), dict[str, LoadedLayout[FaceFile]]()
    while waiting:
        request = waiting.popleft()
        if request.is_in_box and not is_fixed(request.name):
            waiting.extend(FaceRequest(name, request.place) for name in search_path.files_by_name(FACE.folder))
        elif request.name not in faces:
            read = collector.attempt(_load_layout, search_path, FACE, FaceFile, request)
            if read is not None:
                faces[request.name] = read
                waiting.extend(FaceRequest(*nested, is_in_box=True) for nested in nested_layouts(_face_boxes(read)))
    return faces


def _face_boxes(face: LoadedLayout[FaceFile]) -> BoxSet:
    return BoxSet(face.file.boxes, ("boxes",), face.source)


def _load_stocks(search_path: SearchPath, game: Game) -> dict[str, StockFile]:
    """Return the card stocks for sizing tuck boxes; empty for a game without tuck boxes."""
    if not game.file.tuck_boxes:
        return {}
    stocks = load_table(search_path, "stocks.yaml", dict[str, StockFile])
    for name, box in game.file.tuck_boxes.items():
        if box.stock not in stocks:
            place = game.place_of("tuck boxes", name, "stock")
            raise fail("REF001", place, f"no stock {box.stock!r}", did_you_mean(box.stock, stocks))
    return stocks


def _theme_problems(theme: LoadedLayout[ThemeFile], known: KnownNames) -> Iterator[Problem]:
    yield from theme_problems(theme.file, theme.source, known.icons)
    yield from font_problems(theme.file, known.game, lambda name: layout_place(theme.source, ("fonts", name)))


def _template_problems(
    game: Game, faces: Mapping[str, LoadedLayout[FaceFile]], books: Mapping[str, LoadedLayout[BookFile]]
) -> Iterator[Problem]:
    """Yield the problems of invalid templates in all used faces and in books that have a text."""
    for face in faces.values():
        yield from template_problems(_face_boxes(face))
        yield from syntax_problems(face.file.ground or "", layout_place(face.source, ("ground",)))
    for boxes in chain.from_iterable(_box_sets(book) for name, book in books.items() if name in game.texts):
        yield from template_problems(boxes)


def _sources(
    faces: Mapping[str, LoadedLayout[FaceFile]], books: Mapping[str, LoadedLayout[BookFile]]
) -> dict[str, LayoutSource]:
    """Return the source of each face, and of each page of a book by the name under which it is drawn."""
    sources = {name: layout_source(_face_boxes(face)) for name, face in faces.items()}
    for name, book in books.items():
        sources[f"book {name}"] = LayoutSource(book.source.file, book.source.places)
        sources |= {f"book {name} {master}": layout_source(boxes) for master, boxes in _pages(book).items()}
        if book.file.chapter is not None:
            sources.setdefault(CHAPTER, LayoutSource(book.source.file, book.source.places, ("chapter",)))
    return sources


def _name_problems(
    faces: Mapping[str, LoadedLayout[FaceFile]], books: Mapping[str, LoadedLayout[BookFile]], known: KnownNames
) -> Iterator[Problem]:
    """Yield a problem for each unknown name that faces and books use."""
    sets = {name: _face_boxes(face) for name, face in faces.items()}
    yield from nesting_problems(sets)
    for boxes in chain(sets.values(), chain.from_iterable(map(_box_sets, books.values()))):
        yield from box_set_problems(boxes, known)
    for face in faces.values():
        yield from fill_problems(face.file.ground, ("ground",), face.source, known.colours)
    for book in books.values():
        yield from style_problems(book.file.styles, ("styles",), book.source, known.styles)
        for name, master in book.file.masters.items():
            yield from style_problems(master.styles, ("masters", name, "styles"), book.source, known.styles)


_OWN: Final = "own {}"
"""The name of a theme's own family where another one replaces it."""


def _set_in_text_font(theme: ThemeFile) -> ThemeFile:
    """Return a theme with all families replaced by its ``text_font``; they still have the letters that it lacks."""
    if theme.text_font is None:
        return theme
    chosen, own = theme.fonts[theme.text_font], {_OWN.format(name): font for name, font in theme.fonts.items()}
    fonts = {
        name: chosen.model_copy(update={"fallback": tuple(map(_OWN.format, (name, *font.fallback)))})
        for name, font in theme.fonts.items()
    }
    return theme.model_copy(update={"fonts": own | fonts})
