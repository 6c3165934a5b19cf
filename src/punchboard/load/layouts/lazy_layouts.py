"""Layouts that few builds use: sheets, booklets, machines, shops, virtual tables, Braille. Each is read when used."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, TypeVar

from pydantic import BaseModel

from punchboard.load.errors import ProblemCollector
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
from punchboard.problem import Place, Problem

M = TypeVar("M", bound=BaseModel)


def load_table(search_path: SearchPath, name: str, of: type[dict[str, M]]) -> dict[str, M]:
    """Return the entries of a table such as ``papers.yaml``. Earlier folders of the search path take precedence."""
    entries: dict[str, M] = {}
    for path in search_path.find_all(name):
        entries |= read_layout_file(search_path, path).validated(of)
    return entries


def table_places(search_path: SearchPath, name: str) -> dict[str, Place]:
    """Return the place of each entry of a table such as ``papers.yaml``, by the name of the entry."""
    places: dict[str, Place] = {}
    for path in search_path.find_all(name):
        source = read_layout_file(search_path, path)
        places |= {str(entry): layout_place(source, (entry,)) for entry in source.raw}
    return places


_MODELS: Final[Mapping[str, tuple[LayoutType, str]]] = {
    "booklets": (BOOKLET, "printing.sheet.BookletFile"),
    "machines": (MACHINE, "printing.destinations.MachineFile"),
    "sheets": (SHEET, "printing.sheet.SheetFile"),
    "shops": (SHOP, "printing.destinations.ShopFile"),
    "tables": (TABLE, "printing.destinations.TableFile"),
}
"""The type and the model of the layouts in each folder: a module of ``punchboard.model`` and a class in it."""


def lazy_layouts(search_path: SearchPath) -> dict[str, LazyMapping[Any]]:
    """Return the layouts that few builds use, by folder or table and by name: see `Layouts`.

    Accessing one raises ProblemsFound when its file cannot be read or is invalid.
    """
    layouts = {folder: _layouts_of_type(search_path, *of) for folder, of in _MODELS.items()}
    return layouts | {"braille": _braille(search_path)}


def _layouts_of_type(search_path: SearchPath, layout_type: LayoutType, model: str) -> LazyMapping[Any]:
    def fetch(name: str) -> BaseModel:
        path = search_path.files_by_name(layout_type.folder).get(name)
        if path is None:
            raise KeyError(name)
        return resolve_layout(search_path, layout_type, name, search_path.place(path)).validated(_import_model(model))

    return LazyMapping(fetch, lambda: search_path.files_by_name(layout_type.folder))


def _import_model(name: str) -> type[BaseModel]:
    """Return a model. Its module is imported on first use, because few builds need it."""
    module, _, model = name.rpartition(".")
    imported: type[BaseModel] = getattr(import_module(f"punchboard.model.{module}"), model)
    return imported


def _braille(search_path: SearchPath) -> LazyMapping[Any]:
    """Return the Braille tables of languages, by their tags."""

    @cache
    def table() -> dict[str, Any]:
        from punchboard.model.printing.sheet import BrailleFile  # noqa: PLC0415 - few builds make Braille

        return load_table(search_path, "braille.yaml", dict[str, BrailleFile])

    return LazyMapping(lambda language: table()[language], table)


def lazy_layout_problems(lazy_mappings: Mapping[str, Mapping[str, object]]) -> tuple[Problem, ...]:
    """Return the problems of all lazy layouts. This reads every file."""
    collector = ProblemCollector()
    for layouts in lazy_mappings.values():
        for name in collector.attempt(tuple, layouts) or ():
            collector.attempt(layouts.__getitem__, name)
    return collector.problems
