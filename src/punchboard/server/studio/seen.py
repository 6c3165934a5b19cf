"""What the page showed of the values that it changes, compared with the files at the moment of writing."""

import json
from collections.abc import Mapping
from typing import Any, Final

from punchboard.edit.tables.records import value_at
from punchboard.edit.yaml_edit import yaml_line
from punchboard.model.values import Path
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.server.studio.requests import Seen

_MOST: Final = 80
"""The most characters of a version that a message shows."""


def refuse_changed(seen: Seen, now: Any, of: str, place: Place) -> None:
    """Refuse to write values that have changed since the page showed them.

    Args:
        seen: the values that the page showed, by their paths.
        now: what the file has, in which the paths begin.
        of: what that is, in words.
        place: its file.

    Raises:
        ProblemsFound: EDIT001 with both versions.
    """
    for path, was in seen:
        before, here = _given(was), _given(json.loads(json.dumps(value_at(now, path))))
        if here != before:
            raise _changed_value(path, before, here, of, place)


def _given(value: Any) -> Any:
    """Return a value without the keys that are set to nothing."""
    if isinstance(value, Mapping):
        return {key: _given(one) for key, one in value.items() if one is not None}
    return value


def _changed_value(path: Path, was: Any, now: Any, of: str, place: Place) -> ProblemsFound:
    while isinstance(was, Mapping) and isinstance(now, Mapping):  # of a whole box, the first key that differs
        key = next(key for key in (*was, *now) if was.get(key) != now.get(key))
        path, was, now = (*path, key), was.get(key), now.get(key)
    name = ".".join(map(str, path))
    return changed_error(f"{name!r} of {of}" if name else of, was, now, place)


def changed_error(what: str, was: Any, now: Any, place: Place) -> ProblemsFound:
    """Return the problem of a value that another program has changed since the page showed it."""
    versions = f"was {_shown(was)} here, and is {_shown(now)} in the file now"
    return fail(
        "EDIT001", place, f"{what} {versions}; nothing is written", "do it again to replace what is in the file"
    )


def _shown(value: Any) -> str:
    if value is None:
        return "not set"
    text = repr(value.strip()) if isinstance(value, str) else yaml_line(value)
    return text if len(text) <= _MOST else f"{text[:_MOST]}\u2026"
