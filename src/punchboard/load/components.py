"""Rows become components: validated in one call, ids made, standings settled."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from punchboard.expression import Evaluate, ExpressionError, Values, template
from punchboard.load.tables.row_types import COPIES, EVERY_ROW, STANDING, Lists, Row, field_type, row_adapter
from punchboard.load.tables.rows import Rows
from punchboard.load.yaml.validate import PlaceMap, place_of, row_problems, validation_problems
from punchboard.model.game.game import Component, ValueStanding
from punchboard.model.game.game_file import KindFile
from punchboard.model.values import Standing as StandingFile
from punchboard.model.values import is_slug
from punchboard.problem import Place, Problem, ProblemsFound, fail

Standings = Mapping[str, ValueStanding]

_AT_A_TIME: Final = 1024
"""Rows that are validated in one call."""

_ROW_STANDINGS: Final = frozenset({STANDING, *StandingFile.standing_kinds})


class KindSource(NamedTuple):
    """A kind as ``game.yaml`` describes it, and what its rows need to be understood."""

    name: str
    kind: KindFile
    lists: Lists
    places: PlaceMap
    """The places of ``game.yaml``."""

    def place(self, *path: str | int) -> Place:
        """Return where something of this kind stands in ``game.yaml``."""
        return place_of(self.places, ("kinds", self.name, *path), self.places[()])


def components_from_rows(source: KindSource, rows: Rows) -> tuple[Component, ...]:
    """Return the components that a kind's rows describe; the lists that its fields name exist.

    Raises:
        ProblemsFound: for all values that are not of their field, and all ids that cannot be made.
    """
    make = _maker(source)
    found: list[Component] = []
    wrong: list[Problem] = []
    for number, (row, place) in enumerate(zip(_validated(source, rows), rows.places, strict=True), 1):
        try:
            found.append(make(row, place, number))
        except ProblemsFound as bad:
            wrong.extend(bad.problems)
    if wrong:
        raise ProblemsFound(tuple(dict.fromkeys(wrong)))
    return tuple(found)


def _validated(source: KindSource, rows: Rows) -> Iterator[Row]:
    """Yield the rows as their fields ask for them, some at a time; a fault is looked for in all of them together."""
    adapter = row_adapter(source.kind.fields, source.lists, _defaults(source))
    left = iter(rows.values())
    try:
        while part := list(islice(left, _AT_A_TIME)):
            yield from adapter.validate_python(part)
    except ValidationError:
        raise _all_wrong(source, rows, adapter) from None


def _all_wrong(source: KindSource, rows: Rows, adapter: TypeAdapter[list[Row]]) -> ProblemsFound:
    """Return what is wrong with all rows; of a table that is read again for it, what is wrong with it now."""
    known, values = source.kind.fields.keys() | EVERY_ROW.keys(), list(rows.values())
    try:
        adapter.validate_python(values)
    except ValidationError as error:
        return ProblemsFound(row_problems(error, values, rows.value_places(), source.place("rows"), known))
    return fail("FILE005", source.place("rows"), "a table was changed while it was read", "build again")


def _defaults(source: KindSource) -> dict[str, Any]:
    """Return the defaults of a kind's fields as values of their types."""
    wrong: list[Problem] = []
    found = {}
    for name, field in source.kind.fields.items():
        try:
            if field.default is not None:
                found[name] = TypeAdapter(field_type(field, source.lists)).validate_python(field.default)
        except ValidationError as error:
            wrong.extend(validation_problems(error, field.default, {}, source.place("fields", name, "default")))
    if wrong:
        raise ProblemsFound(tuple(wrong))
    return found


def _maker(source: KindSource) -> Callable[[Row, Place, int], Component]:
    """Return the function from a validated row to its component, with all that is alike for every row done before."""
    name, printed = source.name, source.kind.name
    ident, standings = _ident(source), _standings(source.kind)
    counted = "row" not in source.kind.fields and "row" in source.kind.id

    def make(row: Row, place: Place, number: int) -> Component:
        given = _given(row, place)
        row.setdefault("name", printed)
        row["kind"] = name
        row["id"] = made = ident({**row, "row": number} if counted else row)
        if not is_slug(made):
            hint = f"it comes from {source.kind.id!r}; an id has lower-case letters, digits and single dashes"
            raise fail("VALUE001", place, f"{made!r} is not an id", hint)
        return Component(made, name, row[COPIES], row, place, standings(given))

    return make


def _ident(source: KindSource) -> Evaluate:
    """Return the function that makes a row's id."""
    place = source.place("id")
    try:
        work = template(source.kind.id)
    except ExpressionError as error:
        raise fail("EXPR001", place, str(error)) from error

    def ident(row: Values) -> str:
        try:
            return str(work(row))
        except ExpressionError as error:
            raise fail("EXPR001", place, str(error), f"the fields are: {', '.join(source.kind.fields)}") from error

    return ident


def _given(row: Row, place: Place) -> ValueStanding | None:
    """Take a row's own standing out of it."""
    if _ROW_STANDINGS.isdisjoint(row):
        return None
    given = [(key, row.pop(key)) for key in sorted(_ROW_STANDINGS & row.keys())]
    if len(given) > 1:
        raise fail("VALUE001", place, f"the row has two standings: {given[0][0]} and {given[1][0]}", "keep one of them")
    key, reason = given[0]
    return ValueStanding(*reason) if key == STANDING else ValueStanding(key, reason)


def _standings(kind: KindFile) -> Callable[[ValueStanding | None], Standings]:
    """Return the function from a row's standing to those of its fields: their own, else the row's, else the kind's."""
    own = {name: ValueStanding(*field.standing) for name, field in kind.fields.items() if field.standing}
    of_kind = ValueStanding(*kind.standing) if kind.standing else None

    @cache
    def settled(given: ValueStanding | None) -> Standings:
        rest = given or of_kind
        return MappingProxyType({**(dict.fromkeys(kind.fields, rest) if rest else {}), **own})

    return settled


def repeated_id_problems(found: Iterable[Component]) -> Iterator[Problem]:
    """Yield a problem for every component whose id another one has already."""
    first: dict[str, Component] = {}
    for component in found:
        other = first.setdefault(component.id, component)
        if other is not component:
            message = f"the id {component.id!r} is given twice, first at {other.place}"
            yield Problem("ID001", component.place, message, "let the 'id' of the kind name what tells the rows apart")
