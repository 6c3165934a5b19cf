"""``manifest.json``: every file of an output with its hash, and every component with its number of copies."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pydantic_core import to_json

from punchboard.build_result import FileRecord
from punchboard.model.game.game import Game
from punchboard.model.layout.icon_set import IconCredit
from punchboard.model.snapshot import NON_FIELDS, Part, Snapshot

_BATCH: Final = 1024
"""Objects encoded in one call."""


def _encoded(value: object) -> bytes:
    """Return a value as JSON in UTF-8; pydantic's encoder takes a third of the time of the standard library's."""
    return to_json(value, fallback=dict)


class GameSummary(NamedTuple):
    """The entry of the game itself."""

    id: str
    title: str
    version: str
    language: str


def game_summary(game: Game) -> GameSummary:
    """Return the manifest entry of the game itself."""
    return GameSummary(game.id, game.title, game.file.version, game.file.language)


class ManifestExtras(NamedTuple):
    """Entries that few games need: icon credits, and the cards of components with several cards, by component id."""

    icons: Sequence[IconCredit] = ()
    continued: Mapping[str, Sequence[str]] = MappingProxyType({})


def file_record(
    path: str, product: str, data: bytes, *, pages: int, pieces: int, proof: Mapping[str, float] | None = None
) -> FileRecord:
    """Return the record of a file: size, hash and proof."""
    return FileRecord(path, product, pages, pieces, len(data), hashlib.sha256(data).hexdigest(), proof)


def manifest(
    game: GameSummary,
    version: str,
    files: Iterable[FileRecord],
    state: Snapshot,
    more: ManifestExtras = ManifestExtras(),  # noqa: B008 - a frozen value
) -> bytes:
    """Return the manifest as bytes; see `manifest_parts`."""
    return b"".join(manifest_parts(game, version, files, state, more))


def manifest_parts(
    game: GameSummary,
    version: str,
    files: Iterable[FileRecord],
    state: Snapshot,
    more: ManifestExtras = ManifestExtras(),  # noqa: B008 - a frozen value
) -> Iterator[bytes]:
    """Yield the parts of the manifest in order. It has no date, so equal builds have equal manifests.

    Args:
        game: the entry of the game itself.
        version: the version of the program.
        files: the records of all files.
        state: the components as they were last printed on sheets.
        more: entries that few games need.
    """
    head = {"game": game._asdict(), "made_by": f"punchboard {version}"}
    parts: dict[str, Iterable[dict[str, Any]]] = {
        "files": [file.manifest_entry() for file in sorted(files, key=lambda file: file.path)],
        **_state(state),
    }
    if more.icons:
        parts["icon_sets"] = [_icon_set(credit) for credit in more.icons]
    if more.continued:
        parts["continued"] = [{"id": name, "cards": cards} for name, cards in more.continued.items()]
    yield _encoded(head)[:-1]
    for name, values in parts.items():
        yield b',\n"%s": [\n' % name.encode()
        yield from _lines(values)
        yield b"\n]"
    yield b"\n}\n"


def _icon_set(credit: IconCredit) -> dict[str, Any]:
    """Return the credits of an icon set, without empty values."""
    source = credit.set
    values = {name: getattr(source, name) for name in ("name", "author", "url", "licence", "spdx", "licence_url")}
    entry = {"id": source.prefix, **values, "artists": credit.artists, "icons": credit.icons}
    return {name: value for name, value in entry.items() if value}


def _state(state: Snapshot) -> dict[str, Iterable[dict[str, Any]]]:
    """Return a snapshot as lists of JSON objects; `punchboard.revisions.older_states` reads them."""
    return {
        "components": (_part(name, part) for name, part in state.parts.items()),
        "others": [_part(name, part) for name, part in state.other_parts.items()],
        "kinds": [{"id": name, "sources": kind.sources, "lists": kind.lists} for name, kind in state.kinds.items()],
        "lists": [{"id": name, "entries": entries} for name, entries in state.lists.items()],
        "sources": [{"id": name, "hash": value} for name, value in state.sources.items()],
        "texts": [{"id": name, "hash": value} for name, value in state.texts.items()],
        "state": [{"version": state.version, "numbers": state.numbers}],
    }


def _part(name: str, part: Part) -> dict[str, Any]:
    values = {field: value for field, value in part.values.items() if field not in NON_FIELDS}
    return {"id": name, "kind": part.kind, "copies": part.copies, "hash": part.look_hash, "values": values}


def _lines(values: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Yield one JSON object per line. Many are encoded in one call, and the lines are split afterwards.

    A quotation mark inside a string has a backslash before it, so lines break only at the beginning of an object.
    """
    remaining, before = iter(values), b""
    while batch := list(islice(remaining, _BATCH)):
        text = _encoded(batch)[1:-1]
        yield before + text.replace(b'},{"id":', b'},\n{"id":').replace(b'},{"path":', b'},\n{"path":')
        before = b",\n"
