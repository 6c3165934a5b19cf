"""Layouts that few builds ask for, by sort: each file is read when it is first used, and its model imported with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel

from punchboard.load.layers import BOOKLET, MACHINE, SHEET, SHOP, TABLE, Sort, layer
from punchboard.load.lookup import Lookup
from punchboard.load.shelf import Shelf
from punchboard.load.validate import validated
from punchboard.problem import Place, Problem, ProblemsFound

if TYPE_CHECKING:
    from punchboard.model.booklet import BookletFile
    from punchboard.model.machine import MachineFile
    from punchboard.model.sheet import SheetFile
    from punchboard.model.shop import ShopFile
    from punchboard.model.table import TableFile

M = TypeVar("M", bound=BaseModel)


def layout_shelf(order: Lookup, sort: Sort, model: Callable[[], type[M]]) -> Shelf[M]:
    """Return all layouts of a sort by the names of their files.

    Args:
        order: where layouts lie.
        sort: which of them.
        model: imports and returns what each is validated as.

    The shelf raises ProblemsFound for a file that cannot be read, or says what its model does not know.
    """

    def fetch(name: str) -> M:
        path = order.named(sort.folder, ".yaml").get(name)
        if path is None:
            raise KeyError(name)
        source = layer(order, sort, name, Place(order.shown(path)))
        return validated(model(), source.raw, source.places, source.file)

    return Shelf(fetch, lambda: order.named(sort.folder, ".yaml"))


def booklets(order: Lookup) -> Shelf[BookletFile]:
    """Return the ways to impose a book."""

    def model() -> type[BookletFile]:
        from punchboard.model.booklet import BookletFile  # noqa: PLC0415 - to make a model costs a millisecond

        return BookletFile

    return layout_shelf(order, BOOKLET, model)


def sheets(order: Lookup) -> Shelf[SheetFile]:
    """Return the sheet layouts."""

    def model() -> type[SheetFile]:
        from punchboard.model.sheet import SheetFile  # noqa: PLC0415

        return SheetFile

    return layout_shelf(order, SHEET, model)


def machines(order: Lookup) -> Shelf[MachineFile]:
    """Return the cutting machines."""

    def model() -> type[MachineFile]:
        from punchboard.model.machine import MachineFile  # noqa: PLC0415

        return MachineFile

    return layout_shelf(order, MACHINE, model)


def shops(order: Lookup) -> Shelf[ShopFile]:
    """Return the print shops."""

    def model() -> type[ShopFile]:
        from punchboard.model.shop import ShopFile  # noqa: PLC0415

        return ShopFile

    return layout_shelf(order, SHOP, model)


def tables(order: Lookup) -> Shelf[TableFile]:
    """Return the virtual tables."""

    def model() -> type[TableFile]:
        from punchboard.model.table import TableFile  # noqa: PLC0415

        return TableFile

    return layout_shelf(order, TABLE, model)


def shelf_problems(shelves: Mapping[str, Mapping[str, object]]) -> Iterator[Problem]:
    """Yield what is wrong with any file on some shelves: all of them are read."""
    for shelf in shelves.values():
        for name in shelf:
            try:
                shelf[name]
            except ProblemsFound as found:
                yield from found.problems
