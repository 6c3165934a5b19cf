"""Packs in a JSON or YAML document: objects that hold components, and sets that hold such packs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from punchboard.load.tables.grid import NAMES, OF_PACK, NoText, is_plain, name_of
from punchboard.load.tables.groups import NAMES as GROUPS
from punchboard.model.values import Path

PACK_LISTS: Final = frozenset({"cards", "karten", "cartes", "cartas", "carte", "kaarten", "kort"})
"""Keys whose lists of objects are always the components of a pack."""

MIN_ITEMS: Final = 5
"""A list with another key holds components if it has on average this many objects, with as many values as the pack."""

MIN_TEXTS: Final = 10
"""A list of bare texts holds components if it has on average this many texts of two words or more."""


class Record(NamedTuple):
    """An object that is a row, and its path in the document."""

    values: Mapping[str, Any]
    path: Path


class RecordTable(NamedTuple):
    """A table of a document: its name, empty for the only one, its records, and what else stands among them."""

    name: str
    records: list[Record]
    strays: tuple[Record, ...] = ()
    details: tuple[str, ...] = ()
    """The lists that only add to its records."""


def as_object(value: Any) -> Mapping[str, Any]:
    """Return a value of a list as an object: a bare text has only that; a list has nothing, and nor has null."""
    if isinstance(value, Mapping):
        return value
    return {"text": value} if is_plain(value) and value is not None else {}


def has_objects(values: Any) -> bool:
    """Return whether a list has objects, and besides them only texts or strays."""
    return (
        isinstance(values, list)
        and any(isinstance(value, Mapping) for value in values)
        and all(isinstance(value, Mapping | str) or number in strays(values) for number, value in enumerate(values))
    )


def strays(values: Sequence[Any]) -> dict[int, Any]:
    """Return what stands by mistake among the objects of a list, by its number: what is neither an object nor a text.

    Single words are, too, where most values are objects.
    """
    others = {
        number: value for number, value in enumerate(values) if not isinstance(value, Mapping) and value is not None
    }
    if 2 * len(others) >= len(values):
        return {}
    return {number: value for number, value in others.items() if not isinstance(value, str) or len(value.split()) < 2}


def as_stray(value: Any) -> Mapping[str, Any]:
    """Return what stands among objects by mistake as the values of a record."""
    return {"text": value}


_CODE: Final = re.compile(r"(?=.*[\d_])\S+|(?=.*[a-z])[^\sA-Z]+")
"""A key as programs use them: k_001, or a word in small letters."""


def named_objects(objects: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Return objects with their keys as values: their names, or the ids of objects that have a name.

    A title or a label is a name only where the keys are codes.
    """
    are_codes = all(_CODE.fullmatch(str(key)) for key in objects)
    says = {"name", "title", "label"} if are_codes else {"name"}
    return {key: {"name" if says.isdisjoint(one) else "id": key, **one} for key, one in objects.items()}


def pack_tables(packs: Sequence[tuple[Mapping[str, Any], Path]], keys: Sequence[str]) -> Iterator[RecordTable]:
    """Yield a table for each key whose lists hold components: their rows, with the plain values of their pack."""
    for key in keys:
        lists = [(pack, (*path, key), pack.get(key) or [], strays(pack.get(key) or [])) for pack, path in packs]
        own = {name for _, _, items, _ in lists for item in items for name in as_object(item)}
        records = [
            Record({**as_object(item), **columns}, (*path, number))
            for pack, path, items, stray in lists
            for columns in [_pack_columns(pack, own, keys)]
            for number, item in enumerate(items)
            if number not in stray
        ]
        left = (Record(as_stray(value), (*path, at)) for _, path, _, stray in lists for at, value in stray.items())
        yield RecordTable(key, records, tuple(left))


def _pack_columns(pack: Mapping[str, Any], own: set[str], lists: Sequence[str]) -> dict[str, Any]:
    """Return the plain values of a pack: its name as ``pack``, others by their keys, unless components have those.

    Of its lists and objects, those that hold no components are left out.
    """
    named = next((key for key in NAMES[:3] if name_of({key: pack.get(key)})), None)
    names = {key: "pack" if key == named else key for key, value in pack.items() if is_plain(value)}
    taken = {key: f"pack.{key}" if name in own else name for key, name in names.items()}
    left = (key for key, value in pack.items() if value and not is_plain(value) and key not in lists)
    return {name: pack[key] for key, name in taken.items()} | {f"pack.{key}": NoText(OF_PACK) for key in left}


# Packs within sets


class Pack(NamedTuple):
    """A pack: what it says of itself, and its components."""

    own: Mapping[str, Any]
    cards: list[Record]


Member = tuple[Mapping[str, Any], Any, Path]
"""What a set or a pack says of itself, what is in it, and its path."""

MIN_VALUES: Final = 2
"""Fewest plain values of a component that is an object by name within packs."""


def sets_of(members: Sequence[Member]) -> list[tuple[Mapping[str, Any], list[Pack]]]:
    """Return sets with their packs; none unless each is a set. The names of components are not the same everywhere."""
    sets = [(own, _packs_of(value, path)) for own, value, path in members]
    names = [card.path[-1] for _, packs in sets for pack in packs for card in pack.cards]
    are_keys = any(isinstance(name, str) for name in names) and 2 * len({*names}) <= len(names)
    return sets if all(packs for _, packs in sets) and not are_keys else []


def _packs_of(value: Any, path: Path) -> list[Pack]:
    """Return the packs of a set: they are in a list, or by name, also under a key such as ``packs``."""
    if not isinstance(value, Mapping):
        return []
    inner = ((key, held) for key, held in value.items() if not is_plain(held) and held)
    for key, held in inner:
        if isinstance(held, list) or key.strip().casefold() in GROUPS:
            packs = _filled(members_of(held, (*path, key)), by_name=isinstance(held, Mapping))
            if packs:
                return packs
    return _filled(members_of(value, path), by_name=True)


def _filled(members: Iterable[Member], *, by_name: bool) -> list[Pack]:
    """Return packs with their components; none unless each has some."""
    packs = [Pack(own, _cards_of(pack, path, by_name=by_name)) for own, pack, path in members]
    return packs if all(pack.cards for pack in packs) else []


def members_of(value: Any, path: Path) -> Iterator[Member]:
    """Yield the objects of a list, or those by name, each with its name."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield {"name": key, **(inner if isinstance(inner, Mapping) else {})}, inner, (*path, key)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield as_object(inner), inner, (*path, number)


def _cards_of(value: Any, path: Path, *, by_name: bool = False) -> list[Record]:
    """Return the components of a pack, which are in a list of its own; those of a pack by name may be the pack."""
    if isinstance(value, Mapping):
        key = next((key for key in value if key.strip().casefold() in PACK_LISTS), None)
        if key is not None:
            return _cards_of(value[key], (*path, key), by_name=True)
        cards = value if by_name else {}
        are_cards = all(isinstance(card, Mapping) and _plain_values([card]) >= MIN_VALUES for card in cards.values())
        return [Record(card, (*path, key)) for key, card in named_objects(cards).items()] if are_cards else []
    is_list = by_name and isinstance(value, list) and all(isinstance(card, Mapping) for card in value)
    return [Record(card, (*path, number)) for number, card in enumerate(value)] if is_list else []


def set_table(sets: Sequence[tuple[Mapping[str, Any], Sequence[Pack]]], name: str) -> RecordTable:
    """Return the components of all packs as one table, with the names of ``set`` and ``pack``."""
    own = {key for _, packs in sets for pack in packs for card in pack.cards for key in card.values}
    records = []
    for card_set, packs in sets:
        of_set = {_in_set(key): value for key, value in _pack_columns(card_set, set(), tuple(card_set)).items()}
        for pack in packs:
            columns = of_set | _pack_columns(pack.own, own, tuple(pack.own))
            records += [Record({**card.values, **columns}, card.path) for card in pack.cards]
    return RecordTable(name, records)


def _in_set(key: str) -> str:
    return "set" if key == "pack" else f"set.{key}"


def component_lists(packs: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the keys of objects whose lists hold components; none if the objects are components themselves."""
    keys = dict.fromkeys(key for pack in packs for key, value in pack.items() if isinstance(value, list) and value)
    certain = {key for key in keys if _holds_components(key, packs)}
    # beside a list of components, the other lists of objects are components, too, however small
    return tuple(
        key for key in keys if key in certain or (certain and all(has_objects(pack.get(key) or [{}]) for pack in packs))
    )


def _holds_components(key: str, packs: Sequence[Mapping[str, Any]]) -> bool:
    lists = [pack[key] for pack in packs if pack.get(key) is not None]
    if not all(isinstance(items, list) for items in lists):
        return False
    items = [item for each in lists for stray in [strays(each)] for at, item in enumerate(each) if at not in stray]
    if all(isinstance(item, str) for item in items):
        return len(items) >= MIN_TEXTS * len(packs) and are_phrases(items)
    if not all(isinstance(item, Mapping) for item in items):
        return False
    if key.strip().casefold() in PACK_LISTS:
        return True
    return len(items) >= MIN_ITEMS * len(packs) and _plain_values(items) >= _plain_values(packs)


def _plain_values(objects: Sequence[Mapping[str, Any]]) -> float:
    """Return how many plain values an object has on average."""
    return sum(is_plain(value) for item in objects for value in item.values()) / len(objects)


def are_phrases(texts: Sequence[str]) -> bool:
    """Return whether texts have two words or more on average."""
    return sum(len(text.split()) for text in texts) >= 2 * len(texts)
