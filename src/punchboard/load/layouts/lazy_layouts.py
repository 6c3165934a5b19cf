"""Layouts that few builds use: sheets, booklets, machines, shops, virtual tables, Braille. Each is read when used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pydantic import BaseModel

from punchboard.load.layout_files import (
    BOOKLET,
    MACHINE,
    SHEET,
    SHOP,
    TABLE,
    LayoutType,
    SearchPath,
    read_layout_file,
    resolve_layout,
)
from punchboard.load.layouts.references import layout_place
from punchboard.load.lazy_mapping import LazyMapping
from punchboard.load.yaml.validate import validated
from punchboard.problem import Place, Problem, ProblemsFound

if TYPE_CHECKING:
    from punchboard.model.printing.destinations import MachineFile, ShopFile, TableFile
    from punchboard.model.printing.sheet import BookletFile, BrailleFile, SheetFile

M = TypeVar("M", bound=BaseModel)


def load_table(search_path: SearchPath, name: str, of: type[dict[str, M]]) -> dict[str, M]:
    """Return the entries of a table such as ``papers.yaml``. Earlier folders of the search path take precedence."""
    found: dict[str, M] = {}
    for path in search_path.find_all(name):
        source = read_layout_file(search_path, path)
        found |= validated(of, source.raw, source.places, source.file)
    return found


def table_places(search_path: SearchPath, name: str) -> dict[str, Place]:
    """Return the place of each entry of a table such as ``papers.yaml``, by the name of the entry."""
    found: dict[str, Place] = {}
    for path in search_path.find_all(name):
        source = read_layout_file(search_path, path)
        found |= {str(entry): layout_place(source, (entry,)) for entry in source.raw}
    return found


def lazy_layouts(search_path: SearchPath, layout_type: LayoutType, model: str) -> LazyMapping[Any]:
    """Return all layouts of a type by file name.

    Accessing one raises ProblemsFound when its file cannot be read or is invalid.

    Args:
        search_path: where to look for layouts.
        layout_type: the type of layout.
        model: the model of each: a module of ``punchboard.model`` and a class in it, imported on first use.
    """

    def fetch(name: str) -> BaseModel:
        path = search_path.files_by_name(layout_type.folder, ".yaml").get(name)
        if path is None:
            raise KeyError(name)
        source = resolve_layout(search_path, layout_type, name, Place(search_path.display_path(path)))
        return validated(_import_model(model), source.raw, source.places, source.file)

    return LazyMapping(fetch, lambda: search_path.files_by_name(layout_type.folder, ".yaml"))


def _import_model(name: str) -> type[BaseModel]:
    module, _, model = name.rpartition(".")
    found: type[BaseModel] = getattr(import_module(f"punchboard.model.{module}"), model)
    return found


def booklets(search_path: SearchPath) -> LazyMapping[BookletFile]:
    """Return the booklet layouts, which impose a book."""
    return lazy_layouts(search_path, BOOKLET, "printing.sheet.BookletFile")


def sheets(search_path: SearchPath) -> LazyMapping[SheetFile]:
    """Return the sheet layouts."""
    return lazy_layouts(search_path, SHEET, "printing.sheet.SheetFile")


def machines(search_path: SearchPath) -> LazyMapping[MachineFile]:
    """Return the cutting machines."""
    return lazy_layouts(search_path, MACHINE, "printing.destinations.MachineFile")


def shops(search_path: SearchPath) -> LazyMapping[ShopFile]:
    """Return the print shops."""
    return lazy_layouts(search_path, SHOP, "printing.destinations.ShopFile")


def tables(search_path: SearchPath) -> LazyMapping[TableFile]:
    """Return the virtual tables."""
    return lazy_layouts(search_path, TABLE, "printing.destinations.TableFile")


def braille(search_path: SearchPath) -> LazyMapping[BrailleFile]:
    """Return the Braille tables of languages, by their tags."""

    @cache
    def table() -> dict[str, BrailleFile]:
        from punchboard.model.printing.sheet import BrailleFile  # noqa: PLC0415 - few builds make Braille

        return load_table(search_path, "braille.yaml", dict[str, BrailleFile])

    return LazyMapping(lambda language: table()[language], table)


LAZY_LAYOUTS: Final[Mapping[str, Callable[[SearchPath], Mapping[str, BaseModel]]]] = MappingProxyType(
    {
        "booklets": booklets,
        "braille": braille,
        "machines": machines,
        "sheets": sheets,
        "shops": shops,
        "tables": tables,
    }
)
"""The function that returns the layouts of each folder or table."""


def lazy_layout_problems(lazy_mappings: Mapping[str, Mapping[str, object]]) -> Iterator[Problem]:
    """Yield the problems of all lazy layouts. This reads every file."""
    for layouts in lazy_mappings.values():
        try:
            names = tuple(layouts)
        except ProblemsFound as found:
            yield from found.problems
            continue
        for name in names:
            try:
                layouts[name]
            except ProblemsFound as found:
                yield from found.problems
