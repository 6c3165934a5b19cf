"""``changes.html``: every changed component before and after, as one self-contained page without a script."""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, Final, NamedTuple

from punchboard import __version__
from punchboard.geometry import Rect, Size
from punchboard.model.snapshot import Change, Difference, FieldChange
from punchboard.model.values import capitalized
from punchboard.problem import Problem
from punchboard.products.web.assets import web_page, with_policy


class Picture(NamedTuple):
    """A side of a part as a WebP picture, cut to the trim, and the size of the trim in mm."""

    data: bytes
    size: Size


class SidePictures(NamedTuple):
    """A side before and after, None where it does not exist, and the area in mm in which the two differ, if both do."""

    side: str
    before: Picture | None
    after: Picture | None
    changed: Rect | None = None


class ChangedPart(NamedTuple):
    """A part that is new, changed or gone, with those of its sides that look different."""

    change: Change
    name: str
    group: str
    """The printed name of its deck, or else of its kind."""
    sides: tuple[SidePictures, ...] = ()


class ChangedGame(NamedTuple):
    """The changed parts of a game in two states."""

    title: str
    difference: Difference
    parts: tuple[ChangedPart, ...] = ()
    """Without those whose layout has changed, but that look as before."""
    same_looks: int = 0
    """How many parts were left out for that."""
    problems: tuple[Problem, ...] = ()
    """Why some of the pictures lack what should be on them; those of the older state have its name before the file."""


TEMPLATE: Final = Path(__file__).with_name("changes.html.jinja")
STYLE: Final = Path(__file__).with_name("changes.css")

_PIXELS: Final = 96 / 25.4
"""A browser's pixels for each mm of true size."""


_WIDE: Final = 100.0
"""The width in mm from which two pictures have a row of the page for themselves."""


_FRAMED: Final = 0.6
"""The share of a face up to which the changed area is framed; a frame round nearly everything shows nothing."""


def changes_page(games: Sequence[ChangedGame], old: str, new: str) -> bytes:
    """Return the page of all changed components of some games.

    Args:
        games: the games with their changed parts.
        old: the older state as the user named it.
        new: the newer state, likewise.
    """
    seen: dict[tuple[bytes, bytes], tuple[str, str]] = {}
    changed = [game for game in games if game.parts or game.same_looks or not game.difference.is_empty]
    shown = [_game(game, seen) for game in changed]
    counts = [(word, state, sum(game["counts"][state] for game in shown)) for state, word in STATES.items()]
    text = web_page(TEMPLATE).render(
        games=shown,
        unchanged=[game.title for game in games if game not in changed],
        old=old,
        new=new,
        counts=counts,
        is_empty=not any(game["parts"] or game["texts"] for game in shown),
        has_pairs=any(side.before and side.after for game in games for part in game.parts for side in part.sides),
        style=_style(),
        program=__version__,
    )
    return with_policy(text.encode())


def game_view(game: ChangedGame) -> dict[str, Any]:
    """Return what a page shows of the changes of a game, as plain data; pictures are WebP in base64."""
    return _game(game, {})


def _game(game: ChangedGame, seen: dict[tuple[bytes, bytes], tuple[str, str]]) -> dict[str, Any]:
    """Return what the template shows of a game. ``seen`` has the pictures shown so far, each with its part."""
    id_, (old, new) = game.difference.game, game.difference.versions
    groups: dict[str, list[dict[str, Any]]] = {}
    for part in game.parts:
        groups.setdefault(part.group, []).append(_part(part, f"{id_}-{part.change.id}".replace(" ", "-"), seen))
    return {
        "id": id_,
        "title": game.title,
        "versions": (old, new),
        "parts": len(game.parts),
        "counts": {state: sum(part.change.state == state for part in game.parts) for state in STATES},
        "groups": [
            {"title": title, "id": f"{id_}--{number}", "parts": parts}
            for number, (title, parts) in enumerate(groups.items(), 1)
        ],
        "texts": game.difference.texts,
        "same_looks": game.same_looks,
        "problems": game.problems,
    }


def _part(part: ChangedPart, anchor: str, seen: dict[tuple[bytes, bytes], tuple[str, str]]) -> dict[str, Any]:
    change = part.change
    return {
        "anchor": anchor,
        "id": change.id,
        "name": part.name,
        "state": change.state,
        "word": STATES[change.state],
        "copies": change.copies[change.state != "gone"],
        "fields": tuple(field_words(change)),
        "sources": source_words(change) if part.sides else "",
        "sides": tuple(_sides(part, anchor, seen)),
        "is_wide": any(shot.size.width > _WIDE for side in part.sides for shot in (side.before, side.after) if shot),
        "note": "" if part.sides else "It looks the same as before.",
    }


def _sides(
    part: ChangedPart, anchor: str, seen: dict[tuple[bytes, bytes], tuple[str, str]]
) -> Iterator[dict[str, Any]]:
    """Yield the sides of a part; pictures that another part has shown become a link to it."""
    for side in part.sides:
        key = (side.before.data if side.before else b"", side.after.data if side.after else b"")
        first = seen.setdefault(key, (anchor, part.name))
        yield {"name": side.side, "as_on": first if first[0] != anchor else None, **_pictures(side)}


def _pictures(side: SidePictures) -> dict[str, Any]:
    shown: dict[str, Any] = {"is_pair": bool(side.before and side.after), "changed": None}
    for which, picture in (("before", side.before), ("after", side.after)):
        shown[which] = picture and {
            "data": b64encode(picture.data).decode("ascii"),
            "width": round(picture.size.width * _PIXELS),
            "height": round(picture.size.height * _PIXELS),
        }
    if (
        side.after
        and side.changed
        and side.changed.width * side.changed.height < _FRAMED * side.after.size.width * side.after.size.height
    ):
        shown["changed"] = [round(length * _PIXELS) for length in side.changed]
    return shown


def _style() -> str:
    from markupsafe import Markup  # noqa: PLC0415 - needed only for pages

    return Markup(STYLE.read_text(encoding="utf-8"))  # noqa: S704 - our own file


# The changes of a part in words, for the page of changes.

STATES: Final = {"changed": "Changed", "new": "New", "gone": "Gone"}
"""The states of parts with the words for them."""

NOTHING: Final = "nothing"

_WORD: Final = re.compile(r"\s+|[^\s\w]|\w+")

_MAX_COMPARED: Final = 4000
"""The length of texts whose words are compared; longer ones are shown whole."""

_MAX_NAMED: Final = 3
"""How many sources of one sort are named; more are counted."""

_SOURCES: Final = {"face": "layout"}
"""Words for the sorts of sources that a designer calls otherwise."""


class Piece(NamedTuple):
    """A piece of a value, and whether only this state has it."""

    text: str
    is_changed: bool


class FieldWords(NamedTuple):
    """A changed field with its old and its new value in pieces."""

    name: str
    old: tuple[Piece, ...]
    new: tuple[Piece, ...]


def field_words(change: Change) -> Iterator[FieldWords]:
    """Yield the changed values of a part, and its copies if their number has changed."""
    old, new = change.copies
    if change.state == "changed" and old != new:
        yield _whole("Copies", str(old), str(new))
    yield from (_words(field) for field in change.fields)


def _whole(name: str, old: str, new: str) -> FieldWords:
    """Return a field whose whole value has changed."""
    return FieldWords(name, (Piece(old, is_changed=True),), (Piece(new, is_changed=True),))


def source_words(change: Change) -> str:
    """Return what a part's faces are drawn from that has changed, by sorts: ``layout card; 9 colours``."""
    by_sort: dict[str, list[str]] = {}
    for source in change.changed_sources:
        sort, _, name = source.partition(" ")
        by_sort.setdefault(_SOURCES.get(sort, sort), []).append(name)
    return "; ".join(
        f"{len(names)} {sort}s"
        if len(names) > _MAX_NAMED
        else f"{sort}{'s' * (len(names) > 1)} {', '.join(names)}".strip()
        for sort, names in by_sort.items()
    )


def value_text(value: Any) -> str:
    """Return a value as text: a list with commas, a boolean as yes or no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(value_text, value)) or NOTHING
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {value_text(item)}" for name, item in value.items()) or NOTHING
    return NOTHING if value is None else str(value) or NOTHING


def _words(field: FieldChange) -> FieldWords:
    old, new = value_text(field.old), value_text(field.new)
    before, after = _WORD.findall(old), _WORD.findall(new)
    name = capitalized(field.field.replace("_", " ").replace(".", " "))
    if not (isinstance(field.old, str) and isinstance(field.new, str)) or len(old) + len(new) > _MAX_COMPARED:
        return _whole(name, old, new)
    codes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return FieldWords(
        name,
        tuple(Piece("".join(before[a:b]), tag != "equal") for tag, a, b, _, _ in codes if a < b),
        tuple(Piece("".join(after[a:b]), tag != "equal") for tag, _, _, a, b in codes if a < b),
    )
