"""``punchboard diff``: what is new, changed and gone between two states of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from json import dumps
from pathlib import Path
from typing import Any, Final

from punchboard.cli.exit_status import PROBLEMS, SUCCESS, USAGE_ERROR
from punchboard.cli.output.display_paths import with_display_paths
from punchboard.cli.output.report import print_line, problems_data, show_json, show_problems
from punchboard.model.snapshot import Change, Difference, FieldChange
from punchboard.problem import ProblemsFound
from punchboard.revisions.comparison import differences
from punchboard.revisions.manifests import RULE

STATES: Final = ("new", "changed", "gone")

_MAX_NAMED: Final = 3
"""So many components are named of those that have changed in the same way."""

_MAX_VALUE_LENGTH: Final = 36
"""Most characters that are shown of a value."""


def run_diff(old: str, new: str | None, games: Sequence[str], workspace: Path, *, as_json: bool) -> int:
    """Compare two states; return the exit status: 0 whether or not they differ."""
    try:
        found = differences(old, new, tuple(games), workspace)
    except ProblemsFound as problems:
        if as_json:
            show_json({"games": [], "problems": problems_data(with_display_paths(problems.problems, workspace))})
        else:
            show_problems(with_display_paths(problems.problems, workspace))
        return USAGE_ERROR if all(problem.rule == RULE for problem in problems.problems) else PROBLEMS
    if as_json:
        show_json({"games": [_diff_data(one) for one in found], "problems": []})
    else:
        for line in diff_lines(found):
            print_line(line)
    return SUCCESS


def diff_lines(found: Sequence[Difference]) -> Iterator[str]:
    """Yield what is said of games that were compared: a heading for each that differs, and a line a component."""
    for one in found:
        old, new = one.versions
        versions = f" {old or 'nothing'} -> {new or 'nothing'}" if old != new else f" {new}"
        if one.is_empty:
            yield f"{one.game}{versions}: nothing has changed"
            continue
        yield f"{one.game}{versions}: {_counts(one)}"
        if not (old and new):
            continue  # each line would say the same
        for state in STATES:
            yield from (f"  {line}" for alike in _group_changes(one.with_state(state)) for line in _group_lines(alike))
        yield from (f"  text {_printable(name)}.md" for name in one.texts)


def _counts(of: Difference) -> str:
    """Return how many components of each state there are, and how many must be printed."""
    counts = ", ".join(f"{len(of.with_state(state))} {state}" for state in STATES)
    return f"{counts}; {sum(of.copies.values())} to print"


def _group_changes(changes: Sequence[Change]) -> Iterator[tuple[Change, ...]]:
    """Yield changes, those together that have changed in the same way, but not in fields of their own."""
    found: dict[object, list[Change]] = {}
    for change in changes:
        own = change.state != "changed" or change.copies[0] != change.copies[1]
        own = own or any("." not in one.field for one in change.fields)
        key = (change.changed_sources, tuple(map(str, change.fields)), change.has_new_faces)
        found.setdefault(change.id if own else key, []).append(change)
    yield from map(tuple, found.values())


def _group_lines(alike: tuple[Change, ...]) -> Iterator[str]:
    change = alike[0]
    old, new = change.copies
    sign = {"new": "+", "changed": "~", "gone": "-"}[change.state]
    told = [] if old == new or change.state != "changed" else [f"copies {old} -> {new}"]
    told += [f"look: {', '.join(map(_printable, change.changed_sources))}"] if change.changed_sources else []
    note = "" if change.has_new_faces or change.state != "changed" or not change.fields else " (no face shows it)"
    count = f" x{new or old}" if change.state != "changed" and (new or old) != 1 else ""
    more = f" and {len(alike) - _MAX_NAMED} more" if len(alike) > _MAX_NAMED else ""
    names = ", ".join(_printable(one.id) for one in alike[:_MAX_NAMED])
    yield f"{sign} {names}{more}{count}{''.join(f'  {what}' for what in told)}{note}"
    yield from (f"    {_field_line(one)}" for one in change.fields)


def _field_line(change: FieldChange) -> str:
    old, new = _abbreviate(_printable(change.old), _printable(change.new))
    return f"{_printable(change.field)}: {old} -> {new}"


def _printable(value: Any) -> str:
    """Return a value on one line, without characters that a terminal would obey."""
    text = "nothing" if value is None else value if isinstance(value, str) else dumps(value, ensure_ascii=False)
    return "".join(c if c.isprintable() else " " for c in text) or "nothing"


def _abbreviate(old: str, new: str) -> tuple[str, str]:
    """Return both texts round what differs, where they are long."""
    if max(len(old), len(new)) <= _MAX_VALUE_LENGTH:
        return old, new
    same = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    start = max(0, same - _MAX_VALUE_LENGTH // 3)
    return _window(old, start), _window(new, start)


def _window(text: str, start: int) -> str:
    end = start + _MAX_VALUE_LENGTH
    return f"{'…' if start else ''}{text[start:end]}{'…' if len(text) > end else ''}"


def _diff_data(of: Difference) -> dict[str, Any]:
    """Return a game that was compared as plain values."""
    return {
        "game": of.game,
        "old": of.versions[0],
        "new": of.versions[1],
        "counts": {state: len(of.with_state(state)) for state in STATES},
        "to_print": sum(of.copies.values()),
        "components": [_change_data(change) for change in of.changes],
        "texts": list(of.texts),
    }


def _change_data(change: Change) -> dict[str, Any]:
    return {
        "id": change.id,
        "kind": change.kind,
        "state": change.state,
        "copies": {"old": change.copies[0], "new": change.copies[1]},
        "fields": [{"field": one.field, "old": one.old, "new": one.new} for one in change.fields],
        "look": list(change.changed_sources),
        "looks_new": change.has_new_faces,
        "to_print": change.to_print,
    }
