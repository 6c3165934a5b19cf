"""``punchboard icons add``: brings an Iconify set into the icons of the workspace or of one game."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from pydantic_core import from_json

from punchboard.cli.add.icon_folder import known_game_folder
from punchboard.cli.add.packages import archive_files, npm_package
from punchboard.cli.exit_status import PROBLEMS, SUCCESS, USAGE_ERROR
from punchboard.cli.output.display_paths import display_path
from punchboard.cli.output.report import print_line, show_json, show_problems
from punchboard.load import workspace_root
from punchboard.load.files.paths import read_bytes
from punchboard.load.icons.set_file import MAX_BYTES, mapping_in, set_description
from punchboard.model.values import is_slug
from punchboard.problem import Place, ProblemsFound, fail

RULE: Final = "PICT001"
NPM_SCOPE: Final = "@iconify-json/"

_STROKE: Final = re.compile(r"""\bstroke=["'](?!none)""")
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
        from punchboard.write.atomic_file import write_atomically  # noqa: PLC0415 - only when there is a set

        write_atomically(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
    except ProblemsFound as found:
        show_problems(found.problems)
        return USAGE_ERROR if any(problem.place.file.startswith("--") for problem in found.problems) else PROBLEMS
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
    print_line(f"{'added' if is_new else 'replaced'} {about.name}: {len(icons)} icons{author}, {display_path(path)}")
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
    found = _json(files["icons.json"], name)
    prefix, icons = found.get("prefix"), found.get("icons")
    if not isinstance(prefix, str) or not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", prefix):
        raise fail(RULE, Place(name), "not an icon set: it has no 'prefix'", _FORMAT_HINT)
    if not isinstance(icons, dict) or not icons:
        raise fail(RULE, Place(name), "not an icon set: it has no 'icons'", _FORMAT_HINT)
    lined = sum(_STROKE.search(str(icon)) is not None for icon in icons.values())
    if 2 * lined > len(icons):
        message = f"{lined:,} of the set's {len(icons):,} icons are drawn with lines, which cannot be printed as icons"
        raise fail(RULE, Place(name), message, "choose a set of filled shapes, such as game-icons, ph or mdi")
    info = found.get("info") or (_json(files["info.json"], name) if "info.json" in files else {})
    return {"prefix": prefix, "info": info, **{key: value for key, value in found.items() if key != "prefix"}}


def _json(data: bytes, name: str) -> dict[str, Any]:
    try:
        content = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        raise fail(RULE, Place(name), f"not JSON: {error}", _FORMAT_HINT) from error
    return content if isinstance(content, dict) else {}
