"""What tells one state of a game from another: each component's look and values, and what looks come from."""

from collections.abc import Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

_NONE: Final[Mapping[str, Any]] = MappingProxyType({})


NON_FIELDS: Final = frozenset({"id", "kind", "copies"})
"""Values of a component that are told beside its fields."""


class Part(NamedTuple):
    """One component (or die, or quick-reference card) as it was.

    ``look`` is the hash of all that its faces are drawn from but the mark of the edition. ``values`` are its fields,
    with the ids of list entries for these; what else is among them (`MADE`) is no field.
    """

    kind: str
    copies: int
    look_hash: str
    values: Mapping[str, Any] = _NONE


class KindSources(NamedTuple):
    """What the components of a kind are drawn from, by the names of `Snapshot.sources`; the lists of its fields."""

    sources: tuple[str, ...] = ()
    lists: Mapping[str, str] = _NONE


class Snapshot(NamedTuple):
    """A game at one time: all that is compared.

    ``sources`` are hashes of layouts, styles, colours, fonts, icons and pictures by what messages call them
    (``face hero``, ``icon flame``); ``texts`` are hashes of the Markdown files.
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


class FieldChange(NamedTuple):
    """A field with its old and its new value; the property of a list entry is ``realm.colour``."""

    field: str
    old: Any
    new: Any


class Change(NamedTuple):
    """What became of one component between two states."""

    id: str
    kind: str
    state: Literal["new", "changed", "gone"]
    copies: tuple[int, int]
    """How many there were and are."""
    fields: tuple[FieldChange, ...] = ()
    changed_sources: tuple[str, ...] = ()
    """What else its faces are drawn from that is another now."""
    has_new_faces: bool = True
    """Whether its faces differ: a change in fields that no face shows, or in copies alone, prints nothing anew."""

    @property
    def to_print(self) -> int:
        """How many copies must be printed: all when the faces differ, else those that there are more than before."""
        old, new = self.copies
        return new if self.has_new_faces else max(0, new - old)


class Difference(NamedTuple):
    """Two states of a game compared."""

    game: str
    versions: tuple[str, str]
    """The old version and the new; the old is empty for a game that was not there."""
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
        return MappingProxyType({one.id: one.to_print for one in self.changes if one.to_print})


def compare_snapshots(old: Snapshot | None, new: Snapshot) -> Difference:
    """Return what differs between two states of a game; without an old one, all is new."""
    before = old or Snapshot(new.game, "", {})
    changes = tuple(
        chain(
            _changes(before, new, before.parts, new.parts), _changes(before, new, before.other_parts, new.other_parts)
        )
    )
    texts = before.texts.keys() | new.texts.keys() if old is not None else frozenset[str]()
    differ = tuple(sorted(name for name in texts if before.texts.get(name) != new.texts.get(name)))
    return Difference(new.game, (before.version, new.version), changes, differ)


def _changes(old: Snapshot, new: Snapshot, before: Mapping[str, Part], after: Mapping[str, Part]) -> Iterator[Change]:
    """Yield the changes of parts: those that are there in their order, then those that are gone."""
    for name, part in after.items():
        known = before.get(name)
        if known is None:
            yield Change(name, part.kind, "new", (0, part.copies))
        elif known != part:
            change = _changed(old, new, name, known, part)
            if change.fields or change.has_new_faces or change.copies[0] != change.copies[1]:
                yield change
    for name, part in before.items():
        if name not in after:
            yield Change(name, part.kind, "gone", (part.copies, 0), has_new_faces=False)


def _changed(old: Snapshot, new: Snapshot, name: str, known: Part, part: Part) -> Change:
    fields = (*_fields(known, part), *_entry_fields(old, new, known, part))
    looks_new = known.look_hash != part.look_hash
    look = tuple(_look(old, new, known, part)) if looks_new else ()
    if looks_new and not look and not fields:
        look = tuple(_elsewhere(old, new)) or ("text of the game",)
    return Change(name, part.kind, "changed", (known.copies, part.copies), fields, look, looks_new)


def _fields(known: Part, part: Part) -> Iterator[FieldChange]:
    if known.kind != part.kind:
        yield FieldChange("kind", known.kind, part.kind)
    for field in dict.fromkeys((*part.values, *known.values)):
        if field in NON_FIELDS:
            continue
        before, after = _plain(known.values.get(field)), _plain(part.values.get(field))
        if before != after:
            yield FieldChange(field, before, after)


def _entry_fields(old: Snapshot, new: Snapshot, known: Part, part: Part) -> Iterator[FieldChange]:
    """Yield the changes of list entries that a part names before and after."""
    if known.look_hash == part.look_hash:
        return
    for field, name in new.kinds.get(part.kind, KindSources()).lists.items():
        entry = part.values.get(field)
        if entry is None or entry != known.values.get(field):
            continue
        before, after = (one.lists.get(name, _NONE).get(str(entry), _NONE) for one in (old, new))
        for key in sorted(_differing(before, after)):
            yield FieldChange(f"{field}.{key}", before.get(key), after.get(key))


def _look(old: Snapshot, new: Snapshot, known: Part, part: Part) -> Iterator[str]:
    """Yield what the faces of a part are drawn from that was added, has gone or is another."""
    before, after = old.kinds.get(known.kind, KindSources()), new.kinds.get(part.kind, KindSources())
    for name in dict.fromkeys((*after.sources, *before.sources)):
        was = old.sources.get(name) if name in before.sources else None
        is_now = new.sources.get(name) if name in after.sources else None
        if was != is_now:
            yield name


def _elsewhere(old: Snapshot, new: Snapshot) -> Iterator[str]:
    """Yield the numbers and lists that differ, which templates may show anywhere."""
    yield from (f"number {name}" for name in sorted(_differing(old.numbers, new.numbers)))
    yield from (f"list {name}" for name in sorted(_differing(old.lists, new.lists)))


def _differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(name for name in old.keys() | new.keys() if _plain(old.get(name)) != _plain(new.get(name)))


def _plain(value: Any) -> Any:
    """Return a value as it comes out of JSON, which has lists alone."""
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value
