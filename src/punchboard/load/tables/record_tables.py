"""The tables in a JSON or YAML document, whatever its shape: lists of objects, packs, objects by name, columns.

The rules, in the order in which they are tried:

- A list of objects is a table with a row for each, a list of lists is one with its header first, and a list of bare
  texts is one with a column ``text``.
- Objects that hold lists of components are packs: their rows are the components, with the pack's name in ``pack``; if
  they are themselves in objects, or by name in them, these are sets, whose names are in ``set``.
- An object of equally long lists is a table of columns if it has numbers, or a column that names the rows.
- An object that holds several lists has a table for each; with more than `MAX_LISTS`, one table of all. Where objects
  of one list have the ids of those of another, they have their names.
- An object of objects that have a key in common is a table of objects by name; any other is a wrapper, and its objects
  are looked through.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from punchboard.load.tables.grid import NAMES, is_plain, plain_text, unique_names
from punchboard.load.tables.record_packs import (
    Pack,
    Record,
    RecordTable,
    are_phrases,
    as_object,
    as_stray,
    component_lists,
    has_objects,
    members_of,
    named_objects,
    pack_tables,
    set_table,
    sets_of,
    strays,
)
from punchboard.load.tables.record_references import Joined, joined
from punchboard.model.values import Path

MAX_LISTS: Final = 20
"""Most lists of an object that are tables of their own; more are groups of one table."""

MAX_WRAPPERS: Final = 8
"""Deepest nesting of objects around a table."""

MAX_RANK_LETTERS: Final = 2
"""Most letters of a rank that is no number, such as J or 1a."""

FACE: Final = re.compile(
    "[ajqk]|ace|jack|knave|knight|page|princess|prince|queen|king|joker|ass|bube|dame|könig|unter|ober|as|valet|cavalier|"
    "reine|roi|sota|caballo|caballero|reina|rey|asso|fante|cavallo|donna|regina|re|aas|boer|vrouw|heer|koning"
)
"""Ranks of cards that are no numbers, in small letters."""

_NUMBER: Final = re.compile(r".*\d.*|two|three|four|five|six|seven|eight|nine|ten")

_SUIT: Final = re.compile(
    "spades|hearts|diamonds|clubs|cups|chalices|swords|wands|rods|staves|pentacles|coins|batons|acorns|leaves|bells|"
    "herz|karo|pik|kreuz|eichel|schellen|laub|c(?:oe|œ)urs|carreaux|piques|trèfles|copas|oros|espadas|bastos|"
    "coppe|denari|spade|bastoni"
)
"""What the suits of cards are called, in small letters."""


def record_tables(document: Any) -> tuple[RecordTable, ...]:
    """Return the tables of a document. Their names differ, except that several tables have no empty name."""
    tables = tuple(_tables(document, (), "", MAX_WRAPPERS))
    names = unique_names(table.name.strip() or "table" for table in tables)
    return tuple(table._replace(name=name) for table, name in zip(tables, names, strict=True))


def _tables(value: Any, path: Path, name: str, depth: int) -> Iterator[RecordTable]:
    if isinstance(value, list):
        yield from _of_list(value, path, name)
    elif isinstance(value, Mapping) and value and depth:
        yield from _of_object(_Object(value, path, name, depth))


def _of_list(values: list[Any], path: Path, name: str) -> Iterator[RecordTable]:
    """Yield the tables of a list. What stands among its objects by mistake goes with the first of them."""
    stray = strays(values)
    if not stray:
        yield from _of_alike(values, path, name)
        return
    tables = _of_alike([{} if number in stray else value for number, value in enumerate(values)], path, name)
    left = tuple(Record(as_stray(value), (*path, number)) for number, value in stray.items())
    for turn, table in enumerate(tables):
        yield table if turn else table._replace(strays=left)


def _of_alike(values: list[Any], path: Path, name: str) -> Iterator[RecordTable]:
    if _are_named_by_keys(values):
        yield from _without_dashes(values, path, name)
        return
    wrapped = _wrapper(values)
    if wrapped:
        values = [{**value[wrapped], **{key: own for key, own in value.items() if key != wrapped}} for value in values]
    objects = [value for value in values if isinstance(value, Mapping)]
    sets = sets_of(list(members_of(values, path))) if len(objects) == len(values) else []
    if sets:
        yield set_table(sets, name)
        return
    packs = component_lists(objects) if len(objects) == len(values) else ()
    if packs:
        yield from pack_tables([(value, (*path, number)) for number, value in enumerate(values)], packs)
    elif objects or all(map(is_plain, values)):
        rows = [Record(as_object(value), (*path, number)) for number, value in enumerate(values)]
        yield RecordTable(name, [row for row in rows if row.values])
    elif _is_grid(values):
        header, *rows = values
        names = list(map(plain_text, header))
        records = [Record(dict(zip(names, row, strict=False)), (*path, number)) for number, row in enumerate(rows, 1)]
        yield RecordTable(name, records)


def _are_named_by_keys(values: Sequence[Any]) -> bool:
    """Return whether the objects of a list have a single key each, which differs, and so is their name."""
    objects = [value for value in values if value != {}]
    if not all(isinstance(value, Mapping) and len(value) == 1 for value in objects):
        return False
    keys, held = {key for value in objects for key in value}, [one for value in objects for one in value.values()]
    are_alike = (
        all(one is None or isinstance(one, Mapping) for one in held),
        all(isinstance(one, str) for one in held),
        all(has_objects(one) for one in held),
    )
    return 1 < len(keys - {*NAMES}) == len(objects) and any(are_alike)


def _without_dashes(values: Sequence[Any], path: Path, name: str) -> Iterator[RecordTable]:
    """Yield the tables of the object that the objects of a list make without the dashes before them."""
    numbers = {key: number for number, value in enumerate(values) for key in value}
    at = len(path)
    for table in _tables({key: values[number][key] for key, number in numbers.items()}, path, name, MAX_WRAPPERS):
        records = [one._replace(path=(*path, numbers[one.path[at]], *one.path[at:])) for one in table.records]
        yield table._replace(records=records)


def _wrapper(values: Sequence[Any]) -> str:
    """Return the key under which every object of a list has what names it, as databases export rows; empty for none."""
    if not values or not all(isinstance(value, Mapping) for value in values):
        return ""
    own = {key.strip().casefold() for value in values for key in value} - {"id"}
    if not own.isdisjoint(NAMES):
        return ""
    return next((key for key in values[0] if all(_names_itself(value.get(key)) for value in values)), "")


def _names_itself(value: Any) -> bool:
    """Return whether an object has a name and something else."""
    names = {*NAMES, "summary"}
    return isinstance(value, Mapping) and len(value) > 1 and any(key.strip().casefold() in names for key in value)


def _is_grid(values: list[Any]) -> bool:
    return (
        len(values) > 1
        and all(isinstance(row, list) and all(map(is_plain, row)) for row in values)
        and all(isinstance(cell, str) for cell in values[0])
    )


@dataclass(frozen=True)
class _Object:
    """An object of a document, with its path, its name, and how many more objects around tables are looked through."""

    value: Mapping[str, Any]
    path: Path
    name: str
    depth: int

    @cached_property
    def lists(self) -> dict[str, list[Any]]:
        """Its lists that are tables."""
        return _table_lists(self.value)

    @cached_property
    def has_suits(self) -> bool:
        """Whether its lists are the suits of one deck."""
        return len(self.lists) > 1 and all(_SUIT.fullmatch(key.strip().casefold()) for key in self.lists)

    @cached_property
    def objects(self) -> dict[str, Mapping[str, Any]]:
        """The objects in it that are not empty."""
        return {key: inner for key, inner in self.value.items() if isinstance(inner, Mapping) and inner}

    @cached_property
    def sets(self) -> list[tuple[Mapping[str, Any], list[Pack]]]:
        """The sets of packs in it, if it has nothing but sets."""
        is_so = len(self.value) > 1 and self.are_all_objects()
        return sets_of(list(members_of(self.value, self.path))) if is_so else []

    @cached_property
    def packs(self) -> tuple[str, ...]:
        """The keys of lists of components, if its objects are packs."""
        return component_lists(list(self.objects.values())) if _are_alike(self.objects) else ()

    @cached_property
    def inside(self) -> list[RecordTable]:
        """The tables of its objects, if it is a wrapper around them."""
        if _are_alike(self.objects):
            return []
        kept = {key: at for key, at in self.objects.items() if key in self.joined.tables or key not in self.groups}
        wrapped = {key: inner for key, at in kept.items() if _has_table(inner := self.joined.tables.get(key, at))}
        return [table for key, at in wrapped.items() for table in _tables(at, (*self.path, key), key, self.depth - 1)]

    @cached_property
    def groups(self) -> dict[str, Mapping[str, Any]]:
        """The objects in it that hold nothing but objects, by name or by id."""
        return {key: at for key, at in self.objects.items() if all(isinstance(one, Mapping) for one in at.values())}

    @cached_property
    def joined(self) -> Joined:
        """Its lists, and its objects of objects, with the names of each other's objects in place of their ids."""
        return joined(self.value, {**self.lists, **self.groups})

    def are_all_objects(self) -> bool:
        """Return whether it has nothing but objects, of which some may be empty."""
        return bool(self.objects) and all(one is None or isinstance(one, Mapping) for one in self.value.values())


def _of_object(it: _Object) -> Iterator[RecordTable]:
    return next((read(it) for is_shape, read in _SHAPES if is_shape(it)), iter(()))


def _of_columns(it: _Object) -> Iterator[RecordTable]:
    keys = list(it.value)
    rows = enumerate(zip(*it.value.values(), strict=True))
    records = [Record(dict(zip(keys, row, strict=True)), (*it.path, keys[0], number)) for number, row in rows]
    yield RecordTable(it.name, records)


def _of_many_lists(it: _Object) -> Iterator[RecordTable]:
    """Yield the rows of many lists as one table, with the key of each list in the column ``group``, or ``suit``."""
    column = "suit" if it.has_suits else "group"
    rows, left = list[Record](), list[Record]()
    for key, items in it.lists.items():
        stray = strays(items)
        for number, item in enumerate(items):
            path = (*it.path, key, number)
            if number in stray:
                left.append(Record(as_stray(item), path))
            elif as_object(item):
                rows.append(Record({**as_object(item), column: key}, path))
    yield RecordTable(it.name, rows, tuple(left))


def _of_lists(it: _Object) -> Iterator[RecordTable]:
    """Yield a table for each list that only adds to no other, and the tables of objects by name beside the lists."""
    details = it.joined.details
    for key, inner in it.joined.tables.items():
        if isinstance(inner, list) or _are_alike(inner):
            for table in _tables(inner, (*it.path, key), key, it.depth - 1):
                yield table._replace(details=details)
                details = ()


def _of_ranks(it: _Object) -> Iterator[RecordTable]:
    """Yield a row for each rank of each suit, with the suit in a column of the object's name."""
    column = it.name.removesuffix("s") or "suit"
    records = [
        Record({column: suit, "value": rank, **as_object(what)}, (*it.path, suit, rank))
        for suit, ranks in it.objects.items()
        for rank, what in ranks.items()
    ]
    yield RecordTable(it.name, records)


def _of_named_packs(it: _Object) -> Iterator[RecordTable]:
    return pack_tables([(pack, (*it.path, key)) for key, pack in named_objects(it.objects).items()], it.packs)


def _of_named_objects(it: _Object) -> Iterator[RecordTable]:
    objects = {key: value or {} for key, value in it.value.items()} if it.are_all_objects() else it.objects
    records = [Record(inner, (*it.path, key)) for key, inner in named_objects(objects).items()]
    yield RecordTable(it.name, records)


def _of_sets_by_name(it: _Object) -> Iterator[RecordTable]:
    yield set_table(it.sets, it.name)


def _of_record(it: _Object) -> Iterator[RecordTable]:
    yield RecordTable(it.name, [Record(it.value, it.path)])


def _of_named_texts(it: _Object) -> Iterator[RecordTable]:
    records = [Record({"name": key, "text": text}, (*it.path, key)) for key, text in it.value.items()]
    yield RecordTable(it.name, records)


_SHAPES: Final[Sequence[tuple[Callable[[_Object], Any], Callable[[_Object], Iterator[RecordTable]]]]] = (
    (lambda it: _is_columns(it.value), _of_columns),
    (lambda it: len(it.lists) > MAX_LISTS or it.has_suits, _of_many_lists),
    (lambda it: it.lists, _of_lists),
    (lambda it: _are_by_rank(list(it.objects.values())), _of_ranks),
    (lambda it: it.sets, _of_sets_by_name),
    (lambda it: it.packs, _of_named_packs),
    (lambda it: it.inside, lambda it: iter(it.inside)),
    (lambda it: it.are_all_objects() or len(it.objects) > 1, _of_named_objects),
    (lambda it: it.objects or not it.value.keys().isdisjoint(NAMES), _of_record),
    (lambda it: all(map(is_plain, it.value.values())), _of_named_texts),
)
"""The shapes of an object, each with whether one has it and its tables; the first that fits holds."""


def _are_by_rank(suits: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether objects hold a text, or an object, for each rank of a suit.

    Some ranks are numbers or faces, or letters that stand alone: ``en`` and ``de`` are languages of one card. Objects
    have faces among their ranks: else the numbers may be the levels of one thing.
    """
    keys = {str(key).strip().casefold() for suit in suits for key in suit}
    values = [value for suit in suits for value in suit.values()]
    faces = set(filter(FACE.fullmatch, keys))
    certain = faces | set(filter(_NUMBER.fullmatch, keys))
    letters = {key for key in keys - certain if len(key) <= MAX_RANK_LETTERS}
    are_ranks = bool(certain) or (len(keys) > 2 and all(len(key) == 1 for key in keys))
    if len(suits) < 2 or not are_ranks or len(certain | letters) < len(keys):
        return False
    if all(isinstance(value, str) for value in values):
        return are_phrases(values)
    has_values = all(isinstance(value, Mapping) and "value" not in value for value in values)
    return has_values and bool(faces)


def _are_alike(objects: Mapping[str, Any]) -> bool:
    """Return whether values are two objects or more, most of which have some key in common."""
    if len(objects) < 2 or not all(isinstance(value, Mapping) for value in objects.values()):
        return False
    keys = Counter(key for value in objects.values() for key in value)
    return max(keys.values(), default=0) * 2 > len(objects)


def _has_table(value: Any, depth: int = 4) -> bool:
    """Return whether a list of objects, or objects with a key in common, are within a value."""
    if isinstance(value, list):
        return any(isinstance(item, Mapping) for item in value)
    if not isinstance(value, Mapping) or not depth:
        return False
    return _are_alike(value) or any(_has_table(inner, depth - 1) for inner in value.values())


def _is_columns(value: Mapping[str, Any]) -> bool:
    """Return whether an object has only equally long lists of plain values, which are columns rather than decks."""
    columns = list(value.values())
    if len(columns) < 2 or not all(isinstance(column, list) and len(column) > 0 for column in columns):
        return False
    if len({len(column) for column in columns}) > 1 or not all(is_plain(cell) for column in columns for cell in column):
        return False
    has_numbers = any(isinstance(cell, int | float) for column in columns for cell in column)
    return has_numbers or any(key.strip().casefold() in NAMES for key in value)


def _table_lists(value: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Return the lists of an object that are tables. Single words are one only if the object has nothing but lists."""
    lists = {key: inner for key, inner in value.items() if isinstance(inner, list) and inner}
    tables = {key for key, inner in lists.items() if has_objects(inner) or _is_grid(inner)}
    takes_words = not tables and len(lists) == len(value)
    words = {key: inner for key, inner in lists.items() if all(isinstance(item, str) for item in inner)}
    texts = {key for key, inner in words.items() if takes_words or are_phrases(inner)}
    return {key: inner for key, inner in lists.items() if key in tables or key in texts}
