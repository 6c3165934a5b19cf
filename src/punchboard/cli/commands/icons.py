"""The command ``punchboard icons``: adds sets of icons to a game, or finds icons."""

import json
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import quote_plus

from pydantic_core import from_json

from punchboard.cli.added_packages import archive_files, known_game_folder, npm_package
from punchboard.cli.exit_status import PROBLEMS, SUCCESS
from punchboard.cli.options import HERE, AsJson, Game, Workspace, argument, exit_with
from punchboard.cli.report import display_path, failure_status, print_line, show_failure, show_json, show_problems
from punchboard.load import find_games, workspace_root
from punchboard.load.files import read_bytes
from punchboard.load.icons.icons import matching_icons
from punchboard.load.icons.sets import MAX_BYTES, mapping_in, set_description
from punchboard.model.values import counted, is_slug
from punchboard.problem import Place, ProblemsFound, fail


def command(
    action: Annotated[Literal["add", "find"], argument("ACTION", "add or find.")],
    words: Annotated[
        list[str],
        argument("WORDS", "For add: an Iconify set, such as game-icons, or a .json or .tgz. For find: words."),
    ],
    game: Game = "",
    workspace: Workspace = HERE,
    as_json: AsJson = False,
) -> None:
    """Add a set of icons (icons add game-icons), or find icons by name and meaning (icons find sword)."""
    if action == "find":
        exit_with(run_find(" ".join(words), workspace, game, as_json=as_json))

    exit_with(run_add(words, workspace, game, as_json=as_json))


MAX_SHOWN: Final = 40
"""How many matches of one set are printed."""

WIDTH: Final = 96


def run_find(words: str, workspace: Path, game: str, *, as_json: bool) -> int:
    """Print the icons that suit words; return the exit status, 1 when there are none."""
    try:
        if game:
            from punchboard.cli.added_packages import known_game_folder

            known_game_folder(game, workspace)
        icons = matching_icons(words, workspace, (game,) if game else find_games(workspace))
    except ProblemsFound as problems:
        return show_failure(problems.problems, workspace)
    if as_json:
        show_json({"icons": list(icons)})
        return SUCCESS if icons else PROBLEMS
    if not icons:
        print_line(f"no icon suits {words!r}; more icons: punchboard icons add game-icons")
        return PROBLEMS
    for line in _lines(icons):
        print_line(line)
    print_line(f"as pictures: punchboard preview shows them at /icons?find={quote_plus(words)}")
    return SUCCESS


def _lines(icons: tuple[str, ...]) -> list[str]:
    """Return the matches as lines: first icons without a set, then each set."""
    by_set: dict[str, list[str]] = {}
    for name in icons:
        prefix, colon, _ = name.partition(":")
        by_set.setdefault(prefix if colon else "", []).append(name)
    lines = []
    for prefix in sorted(by_set):
        names, more = by_set[prefix][:MAX_SHOWN], len(by_set[prefix]) - MAX_SHOWN
        text = ", ".join(names) + (f", and {more} more: add a word" if more > 0 else "")
        lines += [
            prefix or "icons",
            *textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False),
        ]
    return lines


RULE: Final = "PICT001"
NPM_SCOPE: Final = "@iconify-json/"

_FILE_HINT: Final = "name a file instead: punchboard icons add FILE.json, in Iconify's format"
_FORMAT_HINT: Final = (
    "an Iconify set has a 'prefix' and 'icons'; see https://iconify.design/docs/types/iconify-json.html"
)


def run_add(sources: Sequence[str], workspace: Path, game: str, *, as_json: bool) -> int:
    """Add sets from npm or files; return the exit status."""
    added: list[dict[str, Any]] = []
    status = max(_add(source, workspace, game, added, as_json=as_json) for source in sources)
    if as_json:
        show_json({"added": added})
    return status


def _add(source: str, workspace: Path, game: str, added: list[dict[str, Any]], *, as_json: bool) -> int:
    try:
        root = known_game_folder(game, workspace) if game else workspace_root(workspace)
        data = _read_set(source)
        path = root / "layouts" / "icons" / f"{data['prefix']}.json"
        is_new = not path.exists()
        from punchboard.write.atomic_file import write_atomically

        write_atomically(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
    except ProblemsFound as error:
        show_problems(error.problems)
        return failure_status(error.problems)
    about = set_description(data["prefix"], mapping_in(data, "info"), None)
    licence = about.licence or about.spdx
    icons = len(mapping_in(data, "icons"))
    added.append(
        {"prefix": about.prefix, "name": about.name, "file": display_path(path), "icons": icons, "licence": licence}
    )
    if not as_json:
        _report(data, path, is_new=is_new)
    return SUCCESS


def _report(data: dict[str, Any], path: Path, *, is_new: bool) -> None:
    about = set_description(data["prefix"], mapping_in(data, "info"), None)
    icons = mapping_in(data, "icons")
    author = f" by {about.author}" if about.author else ""
    print_line(
        f"{'added' if is_new else 'replaced'} {about.name}: {counted(len(icons), 'icon')}{author}, {display_path(path)}"
    )
    if about.licence or about.spdx:
        print_line(f"licence: {about.licence or about.spdx} {about.licence_url}".rstrip())
        print_line("the credits of the rulebook name the set, its authors and its licence")
    else:
        print_line("the set names no licence: ask its authors before you publish a game with it")
    name = f"{data['prefix']}:{next(iter(icons))}"
    print_line(f"write an icon as {name} in a table or a layout, and as :{name}: in a text")
    print_line("a face that waits for the set has the line of its icon as a comment: put it in place of null")


def _read_set(source: str) -> dict[str, Any]:
    """Return a set with its description under ``info``.

    Raises:
        ProblemsFound: ADD001 when npm cannot fetch it, FILE001 when the file is missing, PICT001 when it is no set.
    """
    path = Path(source)
    if path.suffix.lower() in {".json", ".tgz", ".gz"}:
        data, name = read_bytes(path, Place(source), source, MAX_BYTES, RULE), source
        files = {"icons.json": data} if path.suffix.lower() == ".json" else archive_files(data, name, RULE)
    else:
        name = source.removeprefix(NPM_SCOPE)
        if not is_slug(name):
            hint = "a set has a name such as game-icons; a file ends with .json or .tgz"
            raise fail("VALUE001", Place("SET"), f"{source!r} is not the name of an icon set", hint)
        name = NPM_SCOPE + name
        files = archive_files(npm_package(name, "icon set", _FILE_HINT), name, RULE)
    if "icons.json" not in files:
        raise fail(RULE, Place(name), "the archive has no icons.json", _FORMAT_HINT)
    icon_set = _json(files["icons.json"], name)
    prefix, icons = icon_set.get("prefix"), icon_set.get("icons")
    if not isinstance(prefix, str) or not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", prefix):
        raise fail(RULE, Place(name), "not an icon set: it has no 'prefix'", _FORMAT_HINT)
    if not isinstance(icons, dict) or not icons:
        raise fail(RULE, Place(name), "not an icon set: it has no 'icons'", _FORMAT_HINT)
    info = icon_set.get("info") or (_json(files["info.json"], name) if "info.json" in files else {})
    return {"prefix": prefix, "info": info, **{key: value for key, value in icon_set.items() if key != "prefix"}}


def _json(data: bytes, name: str) -> dict[str, Any]:
    try:
        content = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        raise fail(RULE, Place(name), "a file of the icon set is not JSON", _FORMAT_HINT) from error
    return content if isinstance(content, dict) else {}
