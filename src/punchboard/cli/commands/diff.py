"""The command ``punchboard diff``: new, changed and missing components, as lines and as a page of pictures."""

from collections.abc import Iterator, Sequence
from json import dumps
from typing import Annotated, Any, Final, NamedTuple

from punchboard.cli.exit_status import PROBLEMS, SUCCESS, USAGE_ERROR
from punchboard.cli.options import HERE, AsJson, Out, Workspace, argument, option, options_from_record, usage_error
from punchboard.cli.options import games as game_names
from punchboard.cli.report import (
    display_path,
    print_line,
    problems_data,
    show_failure,
    show_json,
    show_problems,
    with_display_paths,
)
from punchboard.load import output_folder
from punchboard.model.snapshot import Change, Difference, FieldChange
from punchboard.pipeline.change_pictures import pictured_changes
from punchboard.problem import Problem, ProblemsFound
from punchboard.products.web.changes import changes_page
from punchboard.revisions.comparison import differences
from punchboard.revisions.older_states import RULE
from punchboard.write.atomic_file import write_atomically


class DiffRequest(NamedTuple):
    """The arguments and options of ``punchboard diff``."""

    old: Annotated[
        str, argument("OLD", "The older state: an output folder, a manifest, a workspace or a git revision.")
    ]
    new: Annotated[str | None, argument("NEW", "The newer state (default: the workspace).")] = None
    games: Annotated[
        tuple[str, ...], option("--game", "Compare only this game. Can be repeated.", "GAME", game_names)
    ] = ()
    pictures: Annotated[
        bool, option("--pictures", "Also write a page with every changed component before and after.")
    ] = False
    out: Out = None
    workspace: Workspace = HERE
    as_json: AsJson = False


@options_from_record
def command(request: DiffRequest) -> int:
    """List the components that are new, changed or gone, with the fields that changed."""
    if request.out is not None and not request.pictures:
        return usage_error("--out needs --pictures")
    try:
        return _compare_pictures(request) if request.pictures else _compare(request)
    except ProblemsFound as error:
        show_failure(error.problems, request.workspace, as_json=request.as_json, games=[])
        return USAGE_ERROR if all(problem.rule == RULE for problem in error.problems) else PROBLEMS


STATES: Final = ("new", "changed", "gone")

_MAX_NAMED: Final = 3
"""How many components are named of those that have changed in the same way."""

_MAX_VALUE_LENGTH: Final = 36
"""The maximum number of characters of a printed value."""


def _compare(request: DiffRequest) -> int:
    """Compare two states and print the differences; return the exit status, which is 0 even if they differ."""
    compared = differences(request.old, request.new, request.games, request.workspace)
    show_differences(compared, as_json=request.as_json)
    return SUCCESS


def show_differences(
    compared: Sequence[Difference], page: str = "", problems: Sequence[Problem] = (), *, as_json: bool
) -> None:
    """Print the differences of games, and the path and the problems of the page with their pictures, if any."""
    if as_json:
        more = {"page": page} if page else {}
        games = [_diff_data(difference) for difference in compared]
        show_json({"games": games, **more, "problems": problems_data(problems)})
        return
    show_problems(problems)
    for line in diff_lines(compared):
        print_line(line)
    if page:
        print_line(f"before and after: {page}")


def diff_lines(compared: Sequence[Difference]) -> Iterator[str]:
    """Yield the printed comparison: a heading for each game, then a line for each changed component or text."""
    for difference in compared:
        old, new = difference.versions
        versions = f" {old or 'nothing'} -> {new or 'nothing'}" if old != new else f" {new}"
        if difference.is_empty:
            yield f"{difference.game}{versions}: nothing has changed"
            continue
        yield f"{difference.game}{versions}: {_counts(difference)}"
        if not (old and new):
            continue  # every component is new or gone, as the heading says
        yield from (f"  {line}" for line in change_lines(difference.changes))
        yield from (f"  text {_printable(name)}.md" for name in difference.texts)


def change_lines(changes: Sequence[Change]) -> Iterator[str]:
    """Yield a line for each changed component and its fields: first new ones, then changed ones, then those gone."""
    for state in STATES:
        for group in _group_changes([change for change in changes if change.state == state]):
            yield from _group_lines(group)


def _counts(difference: Difference) -> str:
    """Return how many components are new, changed and gone, and how many must be printed."""
    counts = ", ".join(f"{len(difference.with_state(state))} {state}" for state in STATES)
    return f"{counts}; {sum(difference.copies.values())} to print"


def _group_changes(changes: Sequence[Change]) -> Iterator[tuple[Change, ...]]:
    """Yield groups of components that changed in the same way; a change of a component's own fields stands alone."""
    groups: dict[object, list[Change]] = {}
    for change in changes:
        is_single = change.state != "changed" or change.copies[0] != change.copies[1]
        is_single = is_single or any("." not in field.field for field in change.fields)
        key = (change.changed_sources, tuple(map(str, change.fields)), change.has_new_faces)
        groups.setdefault(change.id if is_single else key, []).append(change)
    yield from map(tuple, groups.values())


def _group_lines(group: tuple[Change, ...]) -> Iterator[str]:
    change = group[0]
    old, new = change.copies
    sign = {"new": "+", "changed": "~", "gone": "-"}[change.state]
    details = [] if old == new or change.state != "changed" else [f"copies {old} -> {new}"]
    details += [f"look: {', '.join(map(_printable, change.changed_sources))}"] if change.changed_sources else []
    note = "" if change.has_new_faces or change.state != "changed" or not change.fields else " (no face shows it)"
    count = f" x{new or old}" if change.state != "changed" and (new or old) != 1 else ""
    more = f" and {len(group) - _MAX_NAMED} more" if len(group) > _MAX_NAMED else ""
    names = ", ".join(_printable(member.id) for member in group[:_MAX_NAMED])
    yield f"{sign} {names}{more}{count}{''.join(f'  {detail}' for detail in details)}{note}"
    yield from (f"    {_field_line(field)}" for field in change.fields)


def _field_line(change: FieldChange) -> str:
    old, new = _abbreviate(_printable(change.old), _printable(change.new))
    return f"{_printable(change.field)}: {old} -> {new}"


def _printable(value: Any) -> str:
    """Return a value on one line, without characters that a terminal would obey."""
    text = "nothing" if value is None else value if isinstance(value, str) else dumps(value, ensure_ascii=False)
    return "".join(c if c.isprintable() else " " for c in text) or "nothing"


def _abbreviate(old: str, new: str) -> tuple[str, str]:
    """Return two long texts cut to the part around their first difference."""
    if max(len(old), len(new)) <= _MAX_VALUE_LENGTH:
        return old, new
    same = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    start = max(0, same - _MAX_VALUE_LENGTH // 3)
    return _window(old, start), _window(new, start)


def _window(text: str, start: int) -> str:
    end = start + _MAX_VALUE_LENGTH
    return f"{'…' if start else ''}{text[start:end]}{'…' if len(text) > end else ''}"


def _diff_data(difference: Difference) -> dict[str, Any]:
    """Return the differences of a game as plain values for JSON."""
    return {
        "game": difference.game,
        "old": difference.versions[0],
        "new": difference.versions[1],
        "counts": {state: len(difference.with_state(state)) for state in STATES},
        "to_print": sum(difference.copies.values()),
        "components": [_change_data(change) for change in difference.changes],
        "texts": list(difference.texts),
    }


def _change_data(change: Change) -> dict[str, Any]:
    return {
        "id": change.id,
        "kind": change.kind,
        "state": change.state,
        "copies": {"old": change.copies[0], "new": change.copies[1]},
        "fields": [{"field": field.field, "old": field.old, "new": field.new} for field in change.fields],
        "look": list(change.changed_sources),
        "looks_new": change.has_new_faces,
        "to_print": change.to_print,
    }


PAGE: Final = "changes.html"


def _compare_pictures(request: DiffRequest) -> int:
    """Compare two states, print the differences and write the page; return the exit status, 0 even if they differ."""
    path = (request.out or output_folder(request.workspace)) / PAGE
    changed = pictured_changes(request.old, request.new, request.games, request.workspace)
    write_atomically(path, changes_page(changed, request.old, request.new or "the files as they are now"))
    problems = with_display_paths((problem for game in changed for problem in game.problems), request.workspace)
    show_differences([game.difference for game in changed], display_path(path), problems, as_json=request.as_json)
    return SUCCESS
