"""Layouts that few builds ask for, by sort: each file is read when it is first used, and its model imported with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

from punchboard.load.files.lazy_mapping import Shelf
from punchboard.load.layout_files.inheritance import BOOKLET, MACHINE, SHEET, SHOP, TABLE, Sort, layer
from punchboard.load.layout_files.lookup import Lookup
from punchboard.load.yaml.validate import validated
from punchboard.problem import Place, Problem, ProblemsFound

if TYPE_CHECKING:
    from punchboard.model.printing.booklet import BookletFile
    from punchboard.model.printing.cutting_machine import MachineFile
    from punchboard.model.printing.sheet import SheetFile
    from punchboard.model.printing.shop import ShopFile
    from punchboard.model.printing.virtual_table import TableFile


def layout_shelf(order: Lookup, sort: Sort, model: str) -> Shelf[Any]:
    """Return all layouts of a sort by the names of their files.

    Args:
        order: where layouts lie.
        sort: which of them.
        model: what each is validated as: a module of ``punchboard.model`` and a name in it, imported on first use.

    The shelf raises ProblemsFound for a file that cannot be read, or says what its model does not know.
    """

    def fetch(name: str) -> BaseModel:
        path = order.named(sort.folder, ".yaml").get(name)
        if path is None:
            raise KeyError(name)
        source = layer(order, sort, name, Place(order.shown(path)))
        return validated(_model(model), source.raw, source.places, source.file)

    return Shelf(fetch, lambda: order.named(sort.folder, ".yaml"))


def _model(name: str) -> type[BaseModel]:
    module, _, model = name.rpartition(".")
    found: type[BaseModel] = getattr(import_module(f"punchboard.model.{module}"), model)
    return found


def booklets(order: Lookup) -> Shelf[BookletFile]:
    """Return the ways to impose a book."""
    return layout_shelf(order, BOOKLET, "printing.booklet.BookletFile")


def sheets(order: Lookup) -> Shelf[SheetFile]:
    """Return the sheet layouts."""
    return layout_shelf(order, SHEET, "printing.sheet.SheetFile")


def machines(order: Lookup) -> Shelf[MachineFile]:
    """Return the cutting machines."""
    return layout_shelf(order, MACHINE, "printing.cutting_machine.MachineFile")


def shops(order: Lookup) -> Shelf[ShopFile]:
    """Return the print shops."""
    return layout_shelf(order, SHOP, "printing.shop.ShopFile")


def tables(order: Lookup) -> Shelf[TableFile]:
    """Return the virtual tables."""
    return layout_shelf(order, TABLE, "printing.virtual_table.TableFile")


SHELVES: Final[Mapping[str, Callable[[Lookup], Mapping[str, BaseModel]]]] = MappingProxyType(
    {"booklets": booklets, "machines": machines, "sheets": sheets, "shops": shops, "tables": tables}
)
"""What makes the shelf of each folder."""


def shelf_problems(shelves: Mapping[str, Mapping[str, object]]) -> Iterator[Problem]:
    """Yield what is wrong with any file on some shelves: all of them are read."""
    for shelf in shelves.values():
        for name in shelf:
            try:
                shelf[name]
            except ProblemsFound as found:
                yield from found.problems
