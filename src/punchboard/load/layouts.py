"""All layouts of a game: theme, the faces that it uses, sheets, papers, books and words, with all problems together."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

from pydantic import BaseModel

from punchboard.expression import is_fixed
from punchboard.load.fontfiles import font_problems
from punchboard.load.gather import Gather
from punchboard.load.layers import BOOK, FACE, SHEET, THEME, Layer, Sort, layer, read_layer
from punchboard.load.lookup import Lookup, lookup
from punchboard.load.references import (
    BoxSet,
    Known,
    box_set_problems,
    nested_layouts,
    nesting_problems,
    paint_problems,
    place_in,
    style_problems,
    theme_problems,
)
from punchboard.load.shelves import booklets, machines, sheets, shops, tables
from punchboard.load.validate import validated
from punchboard.model.boxfile import BOX_LAYOUTS, StockFile
from punchboard.model.game import Game
from punchboard.model.layout import BookFile, FaceFile, Layouts, ThemeFile
from punchboard.model.sheet import PaperFile
from punchboard.model.values import Prose, did_you_mean
from punchboard.problem import Place, Problem, fail

M = TypeVar("M", bound=BaseModel)

REFERENCE: Final = "reference"
"""The face of reference cards, for games that have a ``reference.md``."""


PLAIN: Final = "plain"
"""The theme of a game that has no ``theme.yaml``."""


class Read(NamedTuple, Generic[M]):
    """A layout and the raw mapping that it came from."""

    file: M
    source: Layer


class Asked(NamedTuple):
    """A face that is needed, and where that is written."""

    name: str
    place: Place


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
    order, gather = lookup(game.id, workspace, stock), Gather()
    theme = gather.attempt(_read, order, THEME, ThemeFile, Asked(_theme_name(order), game.place))
    read = _every(order, BOOK, BookFile, gather) if books else {}
    asked = chain(_asked_by_game(game), chain.from_iterable(_asked_by_book(book) for book in read.values()))
    faces = _faces(order, asked, gather)
    papers = gather.attempt(_table, order, "papers.yaml", dict[str, PaperFile])
    stocks = gather.attempt(_stocks, order, game)
    words = gather.attempt(_words, order, game)
    if theme is not None:
        known = Known(theme.file.colours, theme.file.styles, order.icons(), workspace / "catalog" / game.id)
        gather.add(_theme_problems(theme, known))
        gather.add(_name_problems(faces, read, known))
    return Layouts(
        theme=gather.settled(theme).file,
        faces={name: face.file for name, face in faces.items()},
        sheets=sheets(order),
        sheet_files={name: order.shown(path) for name, path in order.named(SHEET.folder, ".yaml").items()},
        booklets=booklets(order),
        machines=machines(order),
        shops=shops(order),
        tables=tables(order),
        papers=gather.settled(papers),
        books={name: book.file for name, book in read.items()},
        words=gather.settled(words),
        stocks=gather.settled(stocks),
    )


def _theme_name(order: Lookup) -> str:
    return "theme" if order.find(*THEME.files("theme")) else PLAIN


def _read(order: Lookup, sort: Sort, model: type[M], asked: Asked) -> Read[M]:
    source = layer(order, sort, asked.name, asked.place)
    return Read(validated(model, source.raw, source.places, source.file), source)


def _every(order: Lookup, sort: Sort, model: type[M], gather: Gather) -> dict[str, Read[M]]:
    """Return all layouts of a sort by name."""
    found = {}
    for name, path in order.named(sort.folder, ".yaml").items():
        read = gather.attempt(_read, order, sort, model, Asked(name, Place(order.shown(path))))
        if read is not None:
            found[name] = read
    return found


def _asked_by_game(game: Game) -> Iterator[Asked]:
    for name, kind in game.kinds.items():
        yield Asked(kind.file.face, game.place_of("kinds", name, "face"))
        if kind.file.back is not None:
            yield Asked(kind.file.back, game.place_of("kinds", name, "back"))
    for name, die in game.file.dice.items():
        yield Asked(die.face, game.place_of("dice", name, "face"))
    if "reference" in game.texts:
        yield Asked(REFERENCE, game.place)
    for name in game.file.tuck_boxes:
        yield from (Asked(layout, game.place_of("tuck boxes", name)) for layout in BOX_LAYOUTS)


def _asked_by_book(book: Read[BookFile]) -> Iterator[Asked]:
    for boxes in _box_sets(book):
        yield from (Asked(*nested) for nested in nested_layouts(boxes))


def _box_sets(book: Read[BookFile]) -> Iterator[BoxSet]:
    for name, master in book.file.masters.items():
        yield BoxSet(master.boxes, ("masters", name, "boxes"), book.source)
    if book.file.chapter is not None:
        yield BoxSet(book.file.chapter.boxes, ("chapter", "boxes"), book.source)


def _faces(order: Lookup, asked: Iterable[Asked], gather: Gather) -> dict[str, Read[FaceFile]]:
    """Return the faces that are asked for, and those that they hold; a face whose name an expression makes is any."""
    waiting, found = deque(asked), dict[str, Read[FaceFile]]()
    while waiting:
        wish = waiting.popleft()
        if not is_fixed(wish.name):
            waiting.extend(Asked(name, wish.place) for name in order.named(FACE.folder, ".yaml"))
        elif wish.name not in found:
            read = gather.attempt(_read, order, FACE, FaceFile, wish)
            if read is not None:
                found[wish.name] = read
                waiting.extend(Asked(*nested) for nested in nested_layouts(_face_boxes(read)))
    return found


def _face_boxes(face: Read[FaceFile]) -> BoxSet:
    return BoxSet(face.file.boxes, ("boxes",), face.source)


def _table(order: Lookup, name: str, of: type[dict[str, M]]) -> dict[str, M]:
    """Return the entries of a table of layouts; those of a nearer folder stand for those of a further one."""
    found: dict[str, M] = {}
    for path in order.every(name):
        source = read_layer(order, path)
        found |= validated(of, source.raw, source.places, source.file)
    return found


def _stocks(order: Lookup, game: Game) -> dict[str, StockFile]:
    """Return the stocks that boxes are reckoned with; read for games that have boxes."""
    if not game.file.tuck_boxes:
        return {}
    found = _table(order, "stocks.yaml", dict[str, StockFile])
    for name, box in game.file.tuck_boxes.items():
        if box.stock not in found:
            place = game.place_of("tuck boxes", name, "stock")
            raise fail("REF001", place, f"{box.stock!r} is not a stock", did_you_mean(box.stock, found))
    return found


def _words(order: Lookup, game: Game) -> dict[str, dict[str, str]]:
    """Return the words of the game's language: those of ``pt-BR`` over those of ``pt``."""
    language = game.file.language
    names = dict.fromkeys((language.partition("-")[0], language))
    files = [path for name in names for path in order.every(f"words/{name}.yaml")]
    if not files:
        hint = did_you_mean(language, order.named("words", ".yaml"))
        raise fail("REF001", game.place_of("language"), f"no words for the language {language!r}", hint)
    found: dict[str, dict[str, str]] = {}
    for path in files:
        source = read_layer(order, path)
        sections = validated(dict[str, dict[str, Prose]], source.raw, source.places, source.file)
        found |= {name: found.get(name, {}) | section for name, section in sections.items()}
    return found


def _theme_problems(theme: Read[ThemeFile], known: Known) -> Iterator[Problem]:
    yield from theme_problems(theme.file, theme.source)
    yield from font_problems(theme.file, known.game, lambda name: place_in(theme.source, ("fonts", name)))


def _name_problems(
    faces: Mapping[str, Read[FaceFile]], books: Mapping[str, Read[BookFile]], known: Known
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
