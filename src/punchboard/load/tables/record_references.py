"""Lists and objects by id of a document that name each other's by ids, as databases and boards of tasks export them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from punchboard.load.tables.grid import is_plain, plain_text
from punchboard.load.tables.record_packs import PACK_LISTS

MIN_LETTERS: Final = 8
"""Ids of fewer letters name an object only under a key that says so: 2 under ``suit`` is one of ``suits``."""

_SAYS: Final = ("name", "title", "label")
"""The keys of what is printed in place of an id, in order of preference."""

_ID: Final = re.compile(r"^ids?(?=[A-Z_ -])|(?:^|[_ -])(?i:ids?)$|(?<=[a-z])I[dD]s?$")
"""What says in a key that its values are ids: idList, list_id, labelIds."""


Objects = list[Any] | Mapping[str, Any]
"""A list of objects, which have ids of their own, or objects by id."""


class Joined(NamedTuple):
    """What are tables, with names in place of ids, and those that only add to the objects of another."""

    tables: Mapping[str, Objects]
    details: tuple[str, ...] = ()


def joined(owner: Mapping[str, Any], may_be_tables: Mapping[str, Objects]) -> Joined:
    """Return what may be tables of an object, with the names of each other's objects in place of their ids.

    What only names things for another one is no table; nor is one whose objects all belong to single cards, or one
    without names that programs keep of what was done.

    Args:
        owner: the object.
        may_be_tables: its lists of objects, and its objects of objects by id.
    """
    lists = {key: _members(values) for key, values in may_be_tables.items()}
    by_key = {key: values for key, values in may_be_tables.items() if isinstance(values, Mapping)}
    ids: dict[str, Mapping[str, Any]] = {key: {str(one): at for one, at in of.items()} for key, of in by_key.items()}
    ids |= {key: by_id for key, values in lists.items() if key not in ids and (by_id := _ids(values))}
    uses = {key: _uses(key, values, ids) for key, values in lists.items()}
    used = {of for each in uses.values() for of in each.values()}
    used |= {of for key, values in lists.items() for of in _written_out(key, values, lists)}
    if not used:
        return Joined(may_be_tables)
    names = {key for key in used if not _is_deck(key) and not _has_prose(lists[key])}
    left = {key: values for key, values in lists.items() if key not in names}
    details = tuple(key for key, values in left.items() if not _is_deck(key) and _adds_to_cards(values, uses[key], ids))
    logs = {key for key, values in left.items() if uses[key] and not _is_deck(key) and _is_log(values, ids)}
    tables = {key: values for key, values in left.items() if key not in {*details, *logs}}
    if not tables:
        return Joined(may_be_tables)
    own = plain_text(owner.get("id")) if is_plain(owner.get("id")) else ""
    resolved = {key: [_told(value, uses[key], ids, own) for value in values] for key, values in tables.items()}
    again = {
        key: dict(zip(by_key[key], values, strict=True)) if key in by_key else values
        for key, values in resolved.items()
    }
    return Joined(again, tuple(key for key in details if key not in logs))


def _members(values: Objects) -> list[Any]:
    return values if isinstance(values, list) else list(values.values())


def _is_deck(key: str) -> bool:
    return key.strip().casefold() in PACK_LISTS


def _ids(values: Sequence[Any]) -> dict[str, Mapping[str, Any]]:
    """Return the objects of a list by id; none if one of them has no id of its own."""
    by_id = {_text(value.get("id")): value for value in values if isinstance(value, Mapping)}
    return by_id if len(by_id) == len(values) and "" not in by_id else {}


def _text(value: Any) -> str:
    return plain_text(value) if is_plain(value) and not isinstance(value, bool) else ""


def _named(value: Any) -> list[str]:
    """Return the ids that a value may be: itself, or those in a list."""
    return [text for one in (value if isinstance(value, list) else [value]) if (text := _text(one))]


def _written_out(key: str, values: Sequence[Any], lists: Mapping[str, Sequence[Any]]) -> set[str]:
    """Return the keys of the lists whose objects stand written out in those of a list, under the same key."""
    objects = [value for value in values if isinstance(value, Mapping)]
    written_out = set[str]()
    for of in lists.keys() - {key}:
        held = [one for value in objects for name, one in value.items() if one and _says(name, of)]
        each = [one for own in held for one in (own if isinstance(own, list) else [own])]
        known = {_id_or_name(one) for one in lists[of]} | {_name(one) for one in lists[of] if isinstance(one, Mapping)}
        if each and all(isinstance(one, Mapping) and _id_or_name(one) in known - {""} for one in each):
            written_out.add(of)
    return written_out


def _id_or_name(value: Any) -> str:
    return _text(value.get("id")) or _name(value) if isinstance(value, Mapping) else ""


def _uses(key: str, values: Sequence[Any], ids: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return the key of the list whose objects each key of a list's objects names by their ids."""
    objects = [value for value in values if isinstance(value, Mapping)]
    keys = dict.fromkeys(name for value in objects for name in value if name != "id")
    uses = {}
    for name in keys:
        named = [one for value in objects for one in _named(value.get(name))]
        of = next((of for of, by_id in ids.items() if of != key and named and {*named} <= by_id.keys()), "")
        if of and (min(map(len, named)) >= MIN_LETTERS or _says(name, of)):
            uses[name] = of
    return uses


def _says(name: str, of: str) -> bool:
    """Return whether a key says that its values are ids of a list: suit, suit_id and suits of suits."""
    stem = _stem(name).casefold().removesuffix("s")
    return bool(stem) and of.casefold().startswith(stem)


def _stem(name: str) -> str:
    return _ID.sub("", name).strip("_- ")


def _has_prose(values: Sequence[Any]) -> bool:
    """Return whether an object of a list has a text of three words or more besides what names it."""
    texts = (
        _text(text) for value in values if isinstance(value, Mapping) for key, text in value.items() if key not in _SAYS
    )
    return any(len(text.split()) > 2 for text in texts)


def _adds_to_cards(values: Sequence[Any], uses: Mapping[str, str], ids: Mapping[str, Mapping[str, Any]]) -> bool:
    """Return whether each object of a list names one card by its id."""
    keys = [key for key, of in uses.items() if _is_deck(of)]
    return any(all(_text(value.get(key)) in ids[uses[key]] for value in values) for key in keys)


def _is_log(values: Sequence[Any], ids: Mapping[str, Mapping[str, Any]]) -> bool:
    """Return whether the objects of a list have ids of a program, and no names."""
    long = {one for by_id in ids.values() for one in by_id if len(one) >= MIN_LETTERS}
    return all(
        isinstance(value, Mapping)
        and not any(_text(value.get(key)) for key in _SAYS)
        and any(_text(one) in long for key, one in value.items() if key != "id")
        for value in values
    )


def _told(value: Any, uses: Mapping[str, str], ids: Mapping[str, Mapping[str, Any]], owner: str) -> Any:
    """Return an object with names in place of ids; those that tell nothing new are left out.

    Args:
        value: the object, or what stands among objects.
        uses: the keys of the lists whose ids it has, by its own keys.
        ids: the objects of all lists, by id.
        owner: the id of the document, which all of them may repeat.
    """
    return dict(_values(value, uses, ids, owner)) if isinstance(value, Mapping) else value


def _values(
    value: Mapping[str, Any], uses: Mapping[str, str], ids: Mapping[str, Mapping[str, Any]], owner: str
) -> Iterator[tuple[str, Any]]:
    taken = {key.casefold() for key in value}
    for key, own in value.items():
        if key not in uses:
            if not (owner and _text(own) == owner and _stem(key) != key):
                yield key, own
            continue
        names = [_name(ids[uses[key]][one]) for one in _named(own)]
        stem = _stem(key) or key
        is_new = stem == key or taken.isdisjoint({stem.casefold(), f"{stem.casefold()}s"})
        if any(names) and all(names) and is_new:
            yield stem, names if isinstance(own, list) else next(iter(names), "")


def _name(value: Mapping[str, Any]) -> str:
    """Return the name of an object; empty for one without."""
    return next((text for key in _SAYS if (text := _text(value.get(key)))), "")
