"""Layouts that few builds ask for, by sort: each file is read when it is first used, and its model imported with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

from punchboard.load.files.lazy_mapping import LazyMapping
from punchboard.load.layout_files.inheritance import BOOKLET, MACHINE, SHEET, SHOP, TABLE, LayoutType, resolve_layout
from punchboard.load.layout_files.search_path import SearchPath
from punchboard.load.yaml.validate import validated
from punchboard.problem import Place, Problem, ProblemsFound

if TYPE_CHECKING:
    from punchboard.model.printing.booklet import BookletFile
    from punchboard.model.printing.cutting_machine import MachineFile
    from punchboard.model.printing.sheet import SheetFile
    from punchboard.model.printing.shop import ShopFile
    from punchboard.model.printing.virtual_table import TableFile


def lazy_layouts(order: SearchPath, sort: LayoutType, model: str) -> LazyMapping[Any]:
    """Return all layouts of a sort by the names of their files.

    Args:
        order: where layouts lie.
        sort: which of them.
        model: what each is validated as: a module of ``punchboard.model`` and a name in it, imported on first use.

    The shelf raises ProblemsFound for a file that cannot be read, or says what its model does not know.
    """

    def fetch(name: str) -> BaseModel:
        path = order.files_by_name(sort.folder, ".yaml").get(name)
        if path is None:
            raise KeyError(name)
        source = resolve_layout(order, sort, name, Place(order.display_path(path)))
        return validated(_model(model), source.raw, source.places, source.file)

    return LazyMapping(fetch, lambda: order.files_by_name(sort.folder, ".yaml"))


def _model(name: str) -> type[BaseModel]:
    module, _, model = name.rpartition(".")
    found: type[BaseModel] = getattr(import_module(f"punchboard.model.{module}"), model)
    return found


def booklets(order: SearchPath) -> LazyMapping[BookletFile]:
    """Return the ways to impose a book."""
    return lazy_layouts(order, BOOKLET, "printing.booklet.BookletFile")


def sheets(order: SearchPath) -> LazyMapping[SheetFile]:
    """Return the sheet layouts."""
    return lazy_layouts(order, SHEET, "printing.sheet.SheetFile")


def machines(order: SearchPath) -> LazyMapping[MachineFile]:
    """Return the cutting machines."""
    return lazy_layouts(order, MACHINE, "printing.cutting_machine.MachineFile")


def shops(order: SearchPath) -> LazyMapping[ShopFile]:
    """Return the print shops."""
    return lazy_layouts(order, SHOP, "printing.shop.ShopFile")


def tables(order: SearchPath) -> LazyMapping[TableFile]:
    """Return the virtual tables."""
    return lazy_layouts(order, TABLE, "printing.virtual_table.TableFile")


LAZY_LAYOUTS: Final[Mapping[str, Callable[[SearchPath], Mapping[str, BaseModel]]]] = MappingProxyType(
    {"booklets": booklets, "machines": machines, "sheets": sheets, "shops": shops, "tables": tables}
)
"""What makes the shelf of each folder."""


def lazy_layout_problems(shelves: Mapping[str, Mapping[str, object]]) -> Iterator[Problem]:
    """Yield what is wrong with any file on some shelves: all of them are read."""
    for shelf in shelves.values():
        for name in shelf:
            try:
                shelf[name]
            except ProblemsFound as found:
                yield from found.problems
