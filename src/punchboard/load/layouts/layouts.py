"""All layouts of a game: theme, the faces that it uses, sheets, papers, books and words, with all problems together."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

from pydantic import BaseModel

from punchboard.expression import is_fixed
from punchboard.load.errors import ProblemCollector
from punchboard.load.fonts.files import font_problems
from punchboard.load.icons.sets import IconNames, IconSets
from punchboard.load.layout_files.inheritance import (
    BOOK,
    FACE,
    SHEET,
    THEME,
    LayoutType,
    RawLayout,
    read_layout_file,
    resolve_layout,
)
from punchboard.load.layout_files.search_path import SearchPath, game_search_path
from punchboard.load.layouts.lazy_layouts import (
    LAZY_LAYOUTS,
    booklets,
    lazy_layout_problems,
    machines,
    sheets,
    shops,
    tables,
)
from punchboard.load.layouts.references import (
    BoxSet,
    KnownNames,
    box_set_problems,
    layout_place,
    nested_layouts,
    nesting_problems,
    paint_problems,
    style_problems,
    theme_problems,
)
from punchboard.load.layouts.templates import layout_source, syntax_problems, template_problems
from punchboard.load.yaml.validate import validated
from punchboard.model.game.game import Game
from punchboard.model.layout.layout import BookFile, FaceFile, Layouts, ThemeFile
from punchboard.model.layout.tuck_box import BOX_LAYOUTS, StockFile
from punchboard.model.printing.sheet import PaperFile
from punchboard.model.source import CHAPTER, LayoutSource
from punchboard.model.values import Prose, did_you_mean
from punchboard.problem import Place, Problem, fail
from punchboard.workspace import game_folder

M = TypeVar("M", bound=BaseModel)

REFERENCE_FACE: Final = "reference"
"""The face of reference cards, for games that have a ``reference.md``."""


FALLBACK_LANGUAGE: Final = "en"
"""The language of what another has no words for."""

DEFAULT_THEME: Final = "plain"
"""The theme of a game that has no ``theme.yaml``."""


class LoadedLayout(NamedTuple, Generic[M]):
    """A layout and the raw mapping that it came from."""

    file: M
    source: RawLayout


class FaceRequest(NamedTuple):
    """A face that is needed, and where that is written."""

    name: str
    place: Place
    is_in_box: bool = False
    """Whether a box asks for it, in which an expression may make the name."""


def load_layouts(game: Game, workspace: Path, stock: Path, *, books: bool = True) -> Layouts:
    """Return everything that a game is laid out with.

    Args:
        game: the loaded game; only the faces that it uses are read.
        workspace: the folder that holds ``catalog/`` and ``layouts/``.
        stock: the folder whose ``layouts/`` comes with the program.
        books: whether books are read, and the faces that they hold: sheets alone need none.

    Raises:
        ProblemsFound: all problems of the files: unknown keys, wrong values, names of nothing.
    """
    order, gather = game_search_path(game.id, workspace, stock, game.locale, game.file.language), ProblemCollector()
    source = gather.attempt(resolve_layout, order, THEME, _theme_name(order), game.place)
    theme = gather.attempt(validated, ThemeFile, source.raw, source.places, source.file) if source is not None else None
    read = _every(order, BOOK, BookFile, gather) if books else {}
    order = order.with_themes(source.under) if source is not None else order
    asked = chain(_asked_by_game(game), chain.from_iterable(_asked_by_book(book) for book in read.values()))
    faces = _faces(order, asked, gather)
    gather.add(_template_problems(game, faces, read))
    papers = gather.attempt(_table, order, "papers.yaml", dict[str, PaperFile])
    stocks = gather.attempt(_stocks, order, game)
    words = gather.attempt(load_words, order, game.file.language, game.place_of("language"), given=bool(game.locale))
    if source is not None:
        icons = IconNames(order.icon_names(), IconSets(order))
        colours, styles = _keys(source, "colours"), _keys(source, "styles")
        known = KnownNames(colours, styles, icons, game_folder(game.id, workspace))
        gather.add(_theme_problems(LoadedLayout(theme, source), known) if theme is not None else ())
        gather.add(_name_problems(faces, read, known))
    if gather.problems and books:  # files that are read on first use are looked at now, since there will be none
        gather.add(lazy_layout_problems({name: shelf(order) for name, shelf in LAZY_LAYOUTS.items()}))
    return Layouts(
        theme=gather.result_or_raise(theme),
        faces={name: face.file for name, face in faces.items()},
        sheets=sheets(order),
        sheet_files={
            name: order.display_path(path) for name, path in order.files_by_name(SHEET.folder, ".yaml").items()
        },
        booklets=booklets(order),
        machines=machines(order),
        shops=shops(order),
        tables=tables(order),
        papers=gather.result_or_raise(papers),
        books={name: book.file for name, book in read.items()},
        words=gather.result_or_raise(words),
        stocks=gather.result_or_raise(stocks),
        sources=_sources(faces, read),
    )


def _theme_name(order: SearchPath) -> str:
    return "theme" if order.find(*THEME.candidates("theme")) else DEFAULT_THEME


def _keys(source: RawLayout, section: str) -> tuple[str, ...]:
    """Return the names in a section of a layout, be it valid or not."""
    found = source.raw.get(section) if isinstance(source.raw, Mapping) else None
    return tuple(found) if isinstance(found, Mapping) else ()


def _read(order: SearchPath, sort: LayoutType, model: type[M], asked: FaceRequest) -> LoadedLayout[M]:
    source = resolve_layout(order, sort, asked.name, asked.place)
    return LoadedLayout(validated(model, source.raw, source.places, source.file), source)


def _every(order: SearchPath, sort: LayoutType, model: type[M], gather: ProblemCollector) -> dict[str, LoadedLayout[M]]:
    """Return all layouts of a sort by name."""
    found = {}
    for name, path in order.files_by_name(sort.folder, ".yaml").items():
        read = gather.attempt(_read, order, sort, model, FaceRequest(name, Place(order.display_path(path))))
        if read is not None:
            found[name] = read
    return found


def _asked_by_game(game: Game) -> Iterator[FaceRequest]:
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


def _asked_by_book(book: LoadedLayout[BookFile]) -> Iterator[FaceRequest]:
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


def _faces(
    order: SearchPath, asked: Iterable[FaceRequest], gather: ProblemCollector
) -> dict[str, LoadedLayout[FaceFile]]:
    """Return the faces that are asked for, and those that they hold; a face whose name an expression makes is any."""
    waiting, found = deque(asked), dict[str, LoadedLayout[FaceFile]]()
    while waiting:
        wish = waiting.popleft()
        if wish.is_in_box and not is_fixed(wish.name):
            waiting.extend(FaceRequest(name, wish.place) for name in order.files_by_name(FACE.folder, ".yaml"))
        elif wish.name not in found:
            read = gather.attempt(_read, order, FACE, FaceFile, wish)
            if read is not None:
                found[wish.name] = read
                waiting.extend(FaceRequest(*nested, is_in_box=True) for nested in nested_layouts(_face_boxes(read)))
    return found


def _face_boxes(face: LoadedLayout[FaceFile]) -> BoxSet:
    return BoxSet(face.file.boxes, ("boxes",), face.source)


def _table(order: SearchPath, name: str, of: type[dict[str, M]]) -> dict[str, M]:
    """Return the entries of a table of layouts; those of a nearer folder stand for those of a further one."""
    found: dict[str, M] = {}
    for path in order.find_all(name):
        source = read_layout_file(order, path)
        found |= validated(of, source.raw, source.places, source.file)
    return found


def _stocks(order: SearchPath, game: Game) -> dict[str, StockFile]:
    """Return the stocks that boxes are reckoned with; read for games that have boxes."""
    if not game.file.tuck_boxes:
        return {}
    found = _table(order, "stocks.yaml", dict[str, StockFile])
    for name, box in game.file.tuck_boxes.items():
        if box.stock not in found:
            place = game.place_of("tuck boxes", name, "stock")
            raise fail("REF001", place, f"{box.stock!r} is not a stock", did_you_mean(box.stock, found))
    return found


def load_words(order: SearchPath, language: str, place: Place, *, given: bool = False) -> dict[str, dict[str, str]]:
    """Return the words of a language: those of ``pt-BR`` over those of ``pt``, and those over the English ones.

    Args:
        order: where layouts lie.
        language: the language.
        place: where it is asked for.
        given: whether it may have none of its own, which is told elsewhere.

    Raises:
        ProblemsFound: REF001 when there are none, and what is wrong with them.
    """
    files = word_files(order, language)
    if not files and not given:
        hint = did_you_mean(language, order.files_by_name("words", ".yaml"))
        raise fail("REF001", place, f"no words for the language {language!r}", hint)
    files = [*(word_files(order, FALLBACK_LANGUAGE) if language.partition("-")[0] != FALLBACK_LANGUAGE else ()), *files]
    found: dict[str, dict[str, str]] = {}
    for path in files:
        source = read_layout_file(order, path)
        sections = validated(dict[str, dict[str, Prose]], source.raw, source.places, source.file)
        found |= {name: found.get(name, {}) | section for name, section in sections.items()}
    return found


def word_files(order: SearchPath, language: str) -> list[Path]:
    """Return the files of a language's words, those that win last."""
    names = dict.fromkeys((language.partition("-")[0], language))
    return [path for name in names for path in order.find_all(f"words/{name}.yaml")]


def _theme_problems(theme: LoadedLayout[ThemeFile], known: KnownNames) -> Iterator[Problem]:
    yield from theme_problems(theme.file, theme.source)
    yield from font_problems(theme.file, known.game, lambda name: layout_place(theme.source, ("fonts", name)))


def _template_problems(
    game: Game, faces: Mapping[str, LoadedLayout[FaceFile]], books: Mapping[str, LoadedLayout[BookFile]]
) -> Iterator[Problem]:
    """Yield the problems of templates that cannot be read: of all faces that are used, of books with a text."""
    for face in faces.values():
        yield from template_problems(_face_boxes(face))
        yield from syntax_problems(face.file.ground or "", layout_place(face.source, ("ground",)))
    for boxes in chain.from_iterable(_box_sets(book) for name, book in books.items() if name in game.texts):
        yield from template_problems(boxes)


def _sources(
    faces: Mapping[str, LoadedLayout[FaceFile]], books: Mapping[str, LoadedLayout[BookFile]]
) -> dict[str, LayoutSource]:
    """Return where faces are written, and the pages of books by the names under which they are drawn."""
    found = {name: layout_source(_face_boxes(face)) for name, face in faces.items()}
    for name, book in books.items():
        found |= {f"book {name} {master}": layout_source(boxes) for master, boxes in _pages(book).items()}
        if book.file.chapter is not None:
            found.setdefault(CHAPTER, LayoutSource(book.source.file, book.source.places, ("chapter",)))
    return found


def _name_problems(
    faces: Mapping[str, LoadedLayout[FaceFile]], books: Mapping[str, LoadedLayout[BookFile]], known: KnownNames
) -> Iterator[Problem]:
    """Yield the problems of names that faces and books use."""
    sets = {name: _face_boxes(face) for name, face in faces.items()}
    yield from nesting_problems(sets)
    for boxes in chain(sets.values(), chain.from_iterable(map(_box_sets, books.values()))):
        yield from box_set_problems(boxes, known)
    for face in faces.values():
        yield from paint_problems(face.file.ground, ("ground",), face.source, known.colours)
    for book in books.values():
        yield from style_problems(book.file.styles, ("styles",), book.source, known.styles)
