"""Snapshots of a game and their comparison: fields, faces and copies of each component, and what has changed."""

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from punchboard.model.layout.grid_map import MAP_VALUE

_NONE: Final[Mapping[str, Any]] = {}


NON_FIELDS: Final = frozenset({"id", "kind", "copies", MAP_VALUE})
"""Values of a component that are not fields of its kind; snapshots hold kind and copies separately."""


class Part(NamedTuple):
    """One component, die, quick-reference card or tuck box in a snapshot.

    ``look_hash`` covers everything that its faces are drawn from except the edition mark. ``values`` are its fields,
    list entries by their ids, and the values named in `NON_FIELDS`.
    """

    kind: str
    copies: int
    look_hash: str
    values: Mapping[str, Any] = _NONE


class KindSources(NamedTuple):
    """The names in `Snapshot.sources` that the faces of a kind are drawn from, and the list of each list field."""

    sources: tuple[str, ...] = ()
    lists: Mapping[str, str] = _NONE


class Snapshot(NamedTuple):
    """The state of a game at one time, as comparisons need it.

    ``sources`` are hashes of layouts, styles, colours, fonts, icons and pictures by their names in messages
    (``face hero``, ``icon flame``). ``texts`` are hashes of the Markdown files.
    """

    game: str
    version: str
    parts: Mapping[str, Part]
    other_parts: Mapping[str, Part] = _NONE
    """Dice, quick-reference cards and tuck boxes by name: ``die duel``, ``reference cards``, ``box pack``."""
    kinds: Mapping[str, KindSources] = _NONE
    sources: Mapping[str, str] = _NONE
    lists: Mapping[str, Mapping[str, Mapping[str, Any]]] = _NONE
    numbers: Mapping[str, int] = _NONE
    texts: Mapping[str, str] = _NONE


def edition(snapshot: Snapshot) -> str:
    """Return a short hash of all components of a snapshot, which differs as soon as one of them does."""
    looks = "\n".join(f"{name} {part.copies} {part.look_hash}" for name, part in sorted(snapshot.parts.items()))
    return blake2b(looks.encode(), digest_size=8).hexdigest()


class FieldChange(NamedTuple):
    """A field with its old and its new value; the property of a list entry is ``realm.colour``."""

    field: str
    old: Any
    new: Any


class Change(NamedTuple):
    """How one component differs between two snapshots."""

    id: str
    kind: str
    state: Literal["new", "changed", "gone"]
    copies: tuple[int, int]
    """Copies before and after."""
    fields: tuple[FieldChange, ...] = ()
    changed_sources: tuple[str, ...] = ()
    """Changed sources that its faces are drawn from, beside its own fields."""
    has_new_faces: bool = True
    """Whether its faces differ. A change of copies only, or of fields that no face shows, needs no reprint."""

    @property
    def to_print(self) -> int:
        """How many copies must be printed: all when the faces differ, otherwise only the additional ones."""
        old, new = self.copies
        return new if self.has_new_faces else max(0, new - old)


class Difference(NamedTuple):
    """The differences between two snapshots of a game."""

    game: str
    versions: tuple[str, str]
    """The old and the new version; the old one is empty for a game that did not exist."""
    changes: tuple[Change, ...] = ()
    texts: tuple[str, ...] = ()
    """The names of the texts that differ."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs."""
        return not self.changes and not self.texts and self.versions[0] == self.versions[1]

    def with_state(self, state: str) -> tuple[Change, ...]:
        """Return the changes of one state."""
        return tuple(change for change in self.changes if change.state == state)

    @property
    def copies(self) -> Mapping[str, int]:
        """How many copies of which parts must be printed, by id."""
        return MappingProxyType({change.id: change.to_print for change in self.changes if change.to_print})


def compare_snapshots(old: Snapshot | None, new: Snapshot) -> Difference:
    """Return the differences between two snapshots; without an old one, every component is new."""
    before = old or Snapshot(new.game, "", {})
    others = _changes(before, new, before.other_parts, new.other_parts)
    changes = (*_changes(before, new, before.parts, new.parts), *others)
    texts = before.texts.keys() | new.texts.keys() if old is not None else frozenset[str]()
    differ = tuple(sorted(name for name in texts if before.texts.get(name) != new.texts.get(name)))
    return Difference(new.game, (before.version, new.version), changes, differ)


def _changes(old: Snapshot, new: Snapshot, before: Mapping[str, Part], after: Mapping[str, Part]) -> Iterator[Change]:
    """Yield the changes of parts: first of those that exist now, in their order, then of those that are gone."""
    for name, part in after.items():
        was = before.get(name)
        if was is None:
            yield Change(name, part.kind, "new", (0, part.copies))
        elif was != part:
            change = _change(old, new, name, was, part)
            if change.fields or change.has_new_faces or change.copies[0] != change.copies[1]:
                yield change
    for name, part in before.items():
        if name not in after:
            yield Change(name, part.kind, "gone", (part.copies, 0), has_new_faces=False)


def _change(old: Snapshot, new: Snapshot, name: str, was: Part, part: Part) -> Change:
    fields = (*_field_changes(was, part), *_entry_changes(old, new, was, part))
    has_new_faces = was.look_hash != part.look_hash
    sources = tuple(_changed_sources(old, new, was, part)) if has_new_faces else ()
    if has_new_faces and not sources and not fields:
        sources = tuple(_changed_globals(old, new)) or ("text of the game",)
    return Change(name, part.kind, "changed", (was.copies, part.copies), fields, sources, has_new_faces)


def _field_changes(was: Part, part: Part) -> Iterator[FieldChange]:
    if was.kind != part.kind:
        yield FieldChange("kind", was.kind, part.kind)
    for field in dict.fromkeys((*part.values, *was.values)):
        if field in NON_FIELDS:
            continue
        before, after = _as_json(was.values.get(field)), _as_json(part.values.get(field))
        if before != after:
            yield FieldChange(field, before, after)


def _entry_changes(old: Snapshot, new: Snapshot, was: Part, part: Part) -> Iterator[FieldChange]:
    """Yield the changed properties of list entries that a part uses both before and after."""
    if was.look_hash == part.look_hash:
        return
    for field, name in new.kinds.get(part.kind, KindSources()).lists.items():
        entry = part.values.get(field)
        if entry is None or entry != was.values.get(field):
            continue
        before, after = (state.lists.get(name, _NONE).get(str(entry), _NONE) for state in (old, new))
        for key in sorted(_differing(before, after)):
            yield FieldChange(f"{field}.{key}", before.get(key), after.get(key))


def _changed_sources(old: Snapshot, new: Snapshot, was: Part, part: Part) -> Iterator[str]:
    """Yield the sources of a part's faces that were added, removed or changed."""
    before, after = old.kinds.get(was.kind, KindSources()), new.kinds.get(part.kind, KindSources())
    for name in dict.fromkeys((*after.sources, *before.sources)):
        old_hash = old.sources.get(name) if name in before.sources else None
        new_hash = new.sources.get(name) if name in after.sources else None
        if old_hash != new_hash:
            yield name


def _changed_globals(old: Snapshot, new: Snapshot) -> Iterator[str]:
    """Yield the numbers and lists that differ: any template may use them."""
    yield from (f"number {name}" for name in sorted(_differing(old.numbers, new.numbers)))
    yield from (f"list {name}" for name in sorted(_differing(old.lists, new.lists)))


def _differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(name for name in old.keys() | new.keys() if _as_json(old.get(name)) != _as_json(new.get(name)))


def _as_json(value: Any) -> Any:
    """Return a value as JSON reads it back: tuples become lists, keys become text."""
    if isinstance(value, Mapping):
        return {str(name): _as_json(item) for name, item in value.items()}
    return [_as_json(item) for item in value] if isinstance(value, tuple | list) else value
