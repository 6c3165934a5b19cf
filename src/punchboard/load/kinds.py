"""The kinds of a game and the rows that they name: references resolved, tables read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from punchboard.load.components import Source, components
from punchboard.load.paths import inside, read_text, shown
from punchboard.load.rows import Rows, from_game, from_table, header_problems, multiplied
from punchboard.load.rowtypes import Lists
from punchboard.load.tables import Table, read_table
from punchboard.load.validate import PlaceMap, place_of
from punchboard.model.game import Component
from punchboard.model.gamefile import KindFile
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, fail


class Folder(NamedTuple):
    """A game's folder, and the places of its ``game.yaml``."""

    path: Path
    workspace: Path
    places: PlaceMap

    def text(self, relative: str, place: Place) -> tuple[str, str]:
        """Return a file's text, and how messages call the file.

        Raises:
            ProblemsFound: FILE001, FILE002, FILE003.
        """
        name = shown(self.path / relative, self.workspace)
        return read_text(inside(self.path, relative, place), place, name), name

    def place(self, *path: str | int) -> Place:
        """Return where something stands in ``game.yaml``."""
        return place_of(self.places, path, self.places[()])


class Catalog(NamedTuple):
    """What ``game.yaml`` declares, as far as it is valid."""

    folder: Folder
    lists: Lists
    kinds: Mapping[str, KindFile]
    declared: frozenset[str]
    """The names of all lists, also of those that are not valid."""


def kind_components(catalog: Catalog, name: str) -> tuple[Component, ...]:
    """Return the components of one kind.

    Raises:
        ProblemsFound: REF001 for lists that do not exist, and all that is wrong with its rows.
    """
    kind = catalog.kinds[name]
    wrong = tuple(_reference_problems(catalog, name, kind))
    if wrong:
        raise ProblemsFound(wrong)
    if any(isinstance(field.one_of, str) and field.one_of not in catalog.lists for field in kind.fields.values()):
        return ()  # the list is there but not valid, which is told already
    return components(Source(name, kind, catalog.lists, catalog.folder.places), _rows(catalog, name, kind))


def _reference_problems(catalog: Catalog, name: str, kind: KindFile) -> Iterator[Problem]:
    """Yield a problem for each list that a kind names and the game has not."""
    for field, wanted in kind.fields.items():
        if isinstance(wanted.one_of, str) and wanted.one_of not in catalog.declared:
            place = catalog.folder.place("kinds", name, "fields", field, "one_of")
            yield Problem("REF001", place, f"no list {wanted.one_of!r}", did_you_mean(wanted.one_of, catalog.declared))
    choices = [field for field, wanted in kind.fields.items() if wanted.one_of is not None]
    if kind.for_each is not None and kind.for_each not in choices:
        place = catalog.folder.place("kinds", name, "for each")
        message = f"'for each' has no field {kind.for_each!r} with 'one_of' to fill"
        yield Problem("REF001", place, message, did_you_mean(kind.for_each, choices))


def _rows(catalog: Catalog, name: str, kind: KindFile) -> Rows:
    place = catalog.folder.place("kinds", name, "rows")
    if isinstance(kind.rows, str):
        rows = from_table(_table(catalog.folder, kind, kind.rows, place))
    else:
        rows = from_game(kind.rows, ("kinds", name, "rows"), catalog.folder.places)
    return multiplied(rows, kind.for_each, _choices(catalog, kind, kind.for_each)) if kind.for_each else rows


def _table(folder: Folder, kind: KindFile, relative: str, place: Place) -> Table:
    if not relative.endswith((".csv", ".tsv")):
        hint = "name a .csv or .tsv file, or write the rows here"
        raise fail("TABLE001", place, f"{relative!r} is not a table", hint)
    text, name = folder.text(relative, place)
    table = read_table(text, name)
    wrong = tuple(header_problems(table, kind, Place(name, 1)))
    if wrong:
        raise ProblemsFound(wrong)
    return table


def _choices(catalog: Catalog, kind: KindFile, field: str) -> tuple[str, ...]:
    one_of = kind.fields[field].one_of
    return catalog.lists[one_of] if isinstance(one_of, str) else one_of or ()
