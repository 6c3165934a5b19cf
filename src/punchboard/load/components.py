"""Components made from the rows of a kind: rows validated in batches, ids built, standings assigned."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from punchboard.expression import Evaluate, ExpressionError, Values, template
from punchboard.load.errors import ProblemCollector, raise_any
from punchboard.load.tables.rows import COPIES, EVERY_ROW, STANDING, Lists, Row, Rows, field_type, row_adapter
from punchboard.load.yaml.validate import PlaceMap, place_of, row_problems, validation_problems
from punchboard.model.game.game import Component, ValueStanding
from punchboard.model.game.game_file import KindFile
from punchboard.model.values import Standing as StandingFile
from punchboard.model.values import is_slug
from punchboard.problem import Place, Problem, ProblemsFound, fail

Standings = Mapping[str, ValueStanding]

_BATCH_ROWS: Final = 1024
"""Rows validated in one call."""

_ROW_STANDINGS: Final = frozenset({STANDING, *StandingFile.standing_kinds})


class KindSource(NamedTuple):
    """A kind as ``game.yaml`` describes it, with the lists and places needed to read its rows."""

    name: str
    kind: KindFile
    lists: Lists
    places: PlaceMap
    """The places of ``game.yaml``."""

    def place(self, *path: str | int) -> Place:
        """Return the place of one of this kind's keys in ``game.yaml``."""
        return place_of(self.places, ("kinds", self.name, *path), self.places[()])

    def place_of_entry(self, of: str, entry: str, *path: str) -> Place:
        """Return the place of an entry of a list in ``game.yaml``, or of one of its keys."""
        return place_of(self.places, ("lists", of, "entries", entry, *path), self.places[()])


def components_from_rows(source: KindSource, rows: Rows) -> tuple[Component, ...]:
    """Return the components that a kind's rows describe. All lists that its fields name must exist.

    Raises:
        ProblemsFound: every value that its field does not allow, and every id that cannot be built.
    """
    make = _component_factory(source)
    collector = ProblemCollector()
    rows_and_places = zip(_validated(source, rows), rows.places, strict=True)
    components = [collector.attempt(make, row, place, number) for number, (row, place) in enumerate(rows_and_places, 1)]
    raise_any(collector.problems)
    return tuple(filter(None, components))


def _validated(source: KindSource, rows: Rows) -> Iterator[Row]:
    """Yield the rows validated by their fields, batch by batch. If one fails, report the errors of all rows at once."""
    adapter = row_adapter(source.kind.fields, source.lists, _defaults(source))
    remaining = iter(rows.values())
    try:
        while batch := list(islice(remaining, _BATCH_ROWS)):
            yield from adapter.validate_python(batch)
    except ValidationError:
        raise _row_errors(source, rows, adapter) from None


def _row_errors(source: KindSource, rows: Rows, adapter: TypeAdapter[list[Row]]) -> ProblemsFound:
    """Return the errors of all rows. A table is read again for this, so it may have changed meanwhile."""
    values, fields = list(rows.values()), source.kind.fields
    try:
        adapter.validate_python(values)
    except ValidationError as error:
        places, home = rows.value_places(), source.place("rows")
        return ProblemsFound(row_problems(error, values, places, home, fields=fields, others=EVERY_ROW))
    return fail("FILE005", source.place("rows"), "a table changed while it was being read", "build again")


def _defaults(source: KindSource) -> dict[str, Any]:
    """Return the defaults of a kind's fields as values of their types."""

    def default(name: str, value: Any) -> Any:
        try:
            return TypeAdapter(field_type(source.kind.fields[name], source.lists)).validate_python(value)
        except ValidationError as error:
            place = source.place("fields", name, "default")
            raise ProblemsFound(validation_problems(error, value, {}, place)) from None

    collector = ProblemCollector()
    given = {name: field.default for name, field in source.kind.fields.items() if field.default is not None}
    defaults = {name: collector.attempt(default, name, value) for name, value in given.items()}
    raise_any(collector.problems)
    return defaults


def _component_factory(source: KindSource) -> Callable[[Row, Place, int], Component]:
    """Return a function that turns a validated row into a component. Work common to all rows is done once, here."""
    name, printed = source.name, source.kind.name
    ident, standings = _id_factory(source), _standings(source.kind)
    counted = "row" not in source.kind.fields and "row" in source.kind.id
    odd = re.search(r"[^a-z0-9 -]", re.sub(r"\{\{.*?\}\}|\{%.*?%\}", "", source.kind.id))

    def make(row: Row, place: Place, number: int) -> Component:
        own = _pop_standing(row, place)
        row.setdefault("name", printed)
        row["kind"] = name
        row["id"] = own_id = ident({**row, "row": number} if counted else row)
        if "{" in own_id or "}" in own_id:
            message = f"the pattern {source.kind.id!r} has a brace that stands alone"
            raise fail("VALUE001", source.place("id"), message, 'name a field in double braces: "{{ name | slug }}"')
        if not is_slug(own_id) and odd and odd[0] in own_id:
            message = f"the pattern {source.kind.id!r} has {odd[0]} in it"
            raise fail(
                "VALUE001", source.place("id"), message, "an id has lower-case letters, digits and single dashes"
            )
        if not is_slug(own_id):
            hint = f"the pattern {source.kind.id!r} must yield lower-case letters, digits and single dashes"
            raise fail("VALUE001", place, f"{own_id!r} is not a valid id", hint)
        return Component(own_id, name, row[COPIES], row, place, standings(own))

    return make


def _id_factory(source: KindSource) -> Evaluate:
    """Return a function that builds the id of a row."""
    place = source.place("id")
    try:
        pattern = template(source.kind.id)
    except ExpressionError as error:
        raise fail("EXPR001", place, str(error)) from error

    def ident(row: Values) -> str:
        try:
            return str(pattern(row))
        except ExpressionError as error:
            raise fail("EXPR001", place, str(error), f"the fields are: {', '.join(source.kind.fields)}") from error

    return ident


def _pop_standing(row: Row, place: Place) -> ValueStanding | None:
    """Remove a row's own standing from the row and return it; None when it has none."""
    if _ROW_STANDINGS.isdisjoint(row):
        return None
    given = [(key, row.pop(key)) for key in sorted(_ROW_STANDINGS & row.keys())]
    if len(given) > 1:
        raise fail("VALUE001", place, f"the row has both {given[0][0]!r} and {given[1][0]!r}", "delete one of them")
    key, reason = given[0]
    return ValueStanding(*reason) if key == STANDING else ValueStanding(key, reason)


def _standings(kind: KindFile) -> Callable[[ValueStanding | None], Standings]:
    """Return a function from a row's standing to its fields' standings: own, else the row's, else the kind's."""
    own = {name: ValueStanding(*field.standing) for name, field in kind.fields.items() if field.standing}
    of_kind = ValueStanding(*kind.standing) if kind.standing else None

    @cache
    def by_field(of_row: ValueStanding | None) -> Standings:
        default = of_row or of_kind
        return MappingProxyType({**(dict.fromkeys(kind.fields, default) if default else {}), **own})

    return by_field


def repeated_id_problems(components: Iterable[Component]) -> Iterator[Problem]:
    """Yield ID001 for each component whose id an earlier one has."""
    first: dict[str, Component] = {}
    for component in components:
        other = first.setdefault(component.id, component)
        if other is not component:
            message = f"duplicate id {component.id!r}, first used at {other.place}"
            yield Problem("ID001", component.place, message, "use fields in the kind's 'id' that differ between rows")
