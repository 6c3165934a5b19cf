"""Targets that read files of a game: YAML, game.yaml, tables, layouts, translations."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import chain, product
from types import MappingProxyType
from typing import Any, Final

import openpyxl
from world import FILES, FOLDER, STOCK, WORKSPACE, load_tiny, put, tiny_game

from punchboard.checks import check_game
from punchboard.checks.faces import check_faces
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.sheets.sheet_plan import Piece, plan_sheets
from punchboard.load import load_game, load_layouts
from punchboard.load.locale.translations import sections, translate_text
from punchboard.load.own_deck import read_deck
from punchboard.load.tables import TableSource, read_grid, read_sheets
from punchboard.load.tables.data_table import table_from_grid
from punchboard.load.yaml.places import read_yaml
from punchboard.load.yaml.validate import validated
from punchboard.model.game.game_file import GameFile, KindFile, Rule
from punchboard.model.game.game_file_parts import RowsFile
from punchboard.model.layout.book_file import BookFile
from punchboard.model.layout.icon_set import ArtistsFile
from punchboard.model.layout.layout import FaceFile, ThemeFile
from punchboard.model.layout.trim import StockFile
from punchboard.model.printing.destinations import MachineFile, ShopFile, TableFile
from punchboard.model.printing.printer import PrinterFile
from punchboard.model.printing.sheet import BookletFile, PaperFile, SheetFile
from punchboard.model.values import Prose, Slug
from punchboard.problem import Place, ProblemsFound
from punchboard.revisions.older_states import read_snapshot

MODELS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "artists": dict[str, ArtistsFile],
        "book": BookFile,
        "booklet": BookletFile,
        "face": FaceFile,
        "game": GameFile,
        "kind": KindFile,
        "machine": MachineFile,
        "papers": dict[str, PaperFile],
        "printer": PrinterFile,
        "rowsfile": RowsFile,
        "rules": dict[Slug, Rule],
        "sheet": SheetFile,
        "shop": ShopFile,
        "stocks": dict[str, StockFile],
        "table": TableFile,
        "theme": ThemeFile,
        "words": dict[str, dict[str, Prose]],
    }
)
"""What a file is validated as, by the name of its sort."""

_CELLS: Final = 12
"""Cells of a table whose places are asked for, each way."""


def text_of(data: bytes) -> str:
    """Return the text of an input as files are read; ProblemsFound for bytes that are not UTF-8."""
    return TableSource("input.yaml", data).text()


def yaml(data: bytes) -> None:
    """Read YAML; every value must have a place, and every problem a line of the file."""
    text = text_of(data)
    try:
        _, places = read_yaml(text, "input.yaml")
    except ProblemsFound as found:
        lines = text.count("\n") + text.count("\r") + text.count("\x85") + text.count("\u2028") + text.count("\u2029")
        if any(problem.place.line > lines + 2 for problem in found.problems):
            raise AssertionError("a problem lies behind the end of the file") from found
        raise
    assert all(place.line > 0 for place in places.values())


def model(sort: str) -> Callable[[bytes], None]:
    """Return the target that reads a file of one kind as a model, or reports problems."""

    def run(data: bytes) -> None:
        raw, places = read_yaml(text_of(data), "input.yaml")
        validated(MODELS[sort], raw if raw is not None else {}, places, "input.yaml")

    return run


def game(data: bytes) -> None:
    """Load a game whose game.yaml is the input, and check its data."""
    put("game.yaml", data)
    check_game(load_game(FOLDER, WORKSPACE))


def rows(suffix: str) -> Callable[[bytes], None]:
    """Return the target that loads a game whose table of rows is the input."""

    def run(data: bytes) -> None:
        put("game.yaml", _GAME.replace("cards.csv", f"cards{suffix}"))
        put(f"cards{suffix}", data)
        check_game(load_game(FOLDER, WORKSPACE))

    return run


_GAME: Final = FILES["game.yaml"]


def table(suffix: str) -> Callable[[bytes], None]:
    """Return the target that reads a table of one format, as it is and transposed, and the places of its cells."""
    ways = [RowsFile(table=f"cards{suffix}", header=header, each=each) for header, each in product(_HEADS, _EACH)]

    def run(data: bytes) -> None:
        source = TableSource(f"cards{suffix}", data)
        for read in read_sheets(source, Place("game.yaml")).values():
            read()
        grid = read_grid(source, None, Place("game.yaml"))
        for how in ways:
            try:
                found = table_from_grid(grid, source.name, how)
            except ProblemsFound:
                continue
            for row, column in product(range(-1, min(_CELLS, len(found.rows))), found.columns[:_CELLS]):
                str(found.cell(row, column.name))
        table_from_grid(grid, source.name)

    return run


_HEADS: Final = (None, "none", 2)
_EACH: Final = ("row", "column")


def deck(suffix: str) -> Callable[[bytes], None]:
    """Return the target that reads a player's own deck."""

    def run(data: bytes) -> None:
        read_deck(put(f"deck{suffix}", data), "deck")

    return run


def locale(data: bytes) -> None:
    """Load the small game in a language whose table of translations is the input."""
    put("game.yaml", _GAME)
    put("locale/de/texts.csv", data)
    load_tiny(books=False, locale="de")


def locale_text(data: bytes) -> None:
    """Use the input as the translation of a text, and as the text itself."""
    text = text_of(data)
    sections(text)
    translate_text("rulebook", tiny_game().game.texts["rulebook"], text)
    translate_text("rulebook", text, tiny_game().game.texts["rulebook"])


def manifest(data: bytes) -> None:
    """Read the manifest of an older build."""
    read_snapshot(put("manifest.json", data))


def face(data: bytes) -> None:
    """Lay out the cards of the small game with a face that is the input, and check the drawing."""
    known = tiny_game()
    put("layouts/faces/card.yaml", data)
    layouts = load_layouts(known.game, WORKSPACE, STOCK, books=False)
    composer = FaceComposer(replace(known, layouts=layouts))
    drawn = [map(composer.draw, composer.fronts(component)) for component in known.game.components]
    check_faces(tuple(chain.from_iterable(drawn)))


def theme(data: bytes) -> None:
    """Lay out the cards of the small game in a theme that is the input."""
    tiny_game()
    put("layouts/faces/card.yaml", _FACE)
    put("layouts/theme.yaml", data)
    try:
        known = load_tiny(books=False)
        composer = FaceComposer(known)
        for component in known.game.components:
            composer.front_face(component)
    finally:
        put("layouts/theme.yaml", FILES["layouts/theme.yaml"])


_FACE: Final = FILES["layouts/faces/card.yaml"]


def sheet(data: bytes) -> None:
    """Lay the cards of the small game on a sheet whose layout is the input."""
    raw, places = read_yaml(text_of(data), "input.yaml")
    file = validated(SheetFile, raw if raw is not None else {}, places, "input.yaml")
    known, pieces = tiny_game(), list[Piece]()
    composer = FaceComposer(known)
    for component in known.game.components:
        front, back = composer.front(component), composer.back(component)
        pieces += [Piece(front, back, component.id)] * component.copies
    for paper in known.layouts.papers.values():
        plan_sheets(pieces, paper, file)


JSON_ROWS: Final = (
    '[{"name": "Owl", "rank": 2, "stats": {"cost": 1.5}, "tags": ["a", "b"]}, {"name": "Elm", "art": null}]',
    '{"cards": [{"name": "Owl", "text": "**Draw**\\n2."}], "version": 3}',
    '{"owl": {"name": "Owl", "rank": 3}, "elm": {"copies": 2}}',
)

JSON_GAME: Final = (
    '{"a": [{"name": "owl", "rank": 2, "text": "**b** :star:", "realm": "tide"}, {"name": "elm", "rank": 1.0}]}'
)

JSON_TOKENS: Final = tuple(
    text.encode()
    for text in (
        '"\\ud800"',
        "1e999",
        "-0",
        "9" * 5000,
        "NaN",
        "[",
        "{",
        "]",
        "}",
        '"',
        ":",
        ",",
        "null",
        '{"a": {"b": 1}}',
    )
)

MANIFEST: Final = (
    '{"game": {"id": "tiny", "version": "0.1.0"}, "components": [{"id": "a", "kind": "card", "copies": 1, "hash": "00",'
    ' "values": {"name": "A"}}], "state": [{"version": "0.1.0", "numbers": {"deal": "3"}}]}'
)


@cache
def workbooks(suffix: str) -> tuple[bytes, ...]:
    """Return small workbooks, as spreadsheet programs save them."""
    if suffix == ".ods":
        return (_ods(),)
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (["name", "rank", "when", "of"], ["Owl", 2, date(2026, 1, 31), True], ["Elm", 1.5, "=1+1", None]):
        sheet.append(row)
    book.create_sheet("Other").append(["b"])
    out = io.BytesIO()
    book.save(out)
    return (out.getvalue(),)


def _ods() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", _ODS_MANIFEST)
        archive.writestr("content.xml", _ODS_CONTENT)
    return out.getvalue()


_ODS_MANIFEST: Final = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry '
    'manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>'
)
_ODS_CONTENT: Final = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="One"><table:table-row><table:table-cell office:value-type="string"><text:p>name</text:p>'
    '</table:table-cell><table:table-cell office:value-type="float" office:value="2"><text:p>2</text:p>'
    '</table:table-cell></table:table-row><table:table-row table:number-rows-repeated="2"><table:table-cell '
    'table:number-columns-repeated="2" office:value-type="date" office:date-value="2026-01-31"/></table:table-row>'
    "</table:table></office:spreadsheet></office:body></office:document-content>"
)
