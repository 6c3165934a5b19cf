"""The texts of a game in the studio: what they hold, what was typed, completions, and lines of other files."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field

from punchboard.edit.game_files import GameFiles, decoded, fingerprint
from punchboard.load.files import display_path
from punchboard.load.game import TEXT_NAMES
from punchboard.model.game.directives import DIRECTIVES
from punchboard.problem import Place, ProblemsFound, fail
from punchboard.products.web.components.shown_parts import name_of
from punchboard.schema.json_schemas import data
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.requests import ShowingRequest
from punchboard.server.studio.session import Outcome, Session
from punchboard.workspace import game_folder

_LINE_END: Final = re.compile(r"\r\n?|\n")
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")

OFFERED: Final = ("rulebook", "reference")
"""The texts that can be begun in the studio when a game lacks them."""


class TextRequest(ShowingRequest):
    """The whole of a text as it was typed, and the fingerprint of the file that the page has read."""

    name: str
    text: Annotated[str, Field(max_length=900_000)]
    seen: str


def text_list(workspace: Path, game: str) -> list[dict[str, Any]]:
    """Return the texts of a game that can be edited, with those that it may begin."""
    folder = game_folder(game, workspace)
    there = {name: (folder / f"{name}.md").is_file() for name in TEXT_NAMES}
    rows = ((name, is_there) for name, is_there in there.items() if is_there or name in OFFERED)
    return [{"name": name, "file": _file(workspace, game, name), "there": is_there} for name, is_there in rows]


def read_text(workspace: Path, game: str, name: str) -> dict[str, str]:
    """Return a text and its fingerprint; an empty one when the file does not exist yet.

    Raises:
        ProblemsFound: EDIT001 for a name that no text has, and those of an unreadable file.
    """
    file = _file(workspace, game, name)
    data = GameFiles(workspace, game).read(file)
    text = _LINE_END.sub("\n", decoded(data or b"", file).text)
    return {"file": file, "text": text, "seen": fingerprint(data)}


def write_text(session: Session, wanted: TextRequest) -> Outcome:
    """Write what was typed, as one step; a file keeps its line ends and its encoding.

    Raises:
        ProblemsFound: as `read_text`, and FILE004 when the file cannot be written; nothing is changed then.
    """
    file = _file(session.workspace, session.game, wanted.name)
    before = decoded(GameFiles(session.workspace, session.game).read(file) or b"", file)
    text = _with_line_ends(before.text, wanted.text)
    return session.write(f"Type in {wanted.name}.md", file, wanted.seen, before.encoded(text))


_AROUND: Final = 6
"""The lines before and after a place that are shown with it."""

_MOST_OF_LINE: Final = 2000


def shown_files(session: Session, files: Iterable[str]) -> dict[str, str]:
    """Return the files in which a place can be shown: a text by its name, one of which only lines are shown by ""."""
    texts = {one["file"]: one["name"] for one in text_list(session.workspace, session.game) if one["there"]}
    shown = dict[str, str]()
    for file in {*files}:
        with suppress(ProblemsFound):  # outside the game, or a workbook or a picture
            if (data := session.read(file)) is not None and decoded(data, file):
                shown[file] = texts.get(file, "")
    return shown


def lines_around(session: Session, file: str, line: int) -> dict[str, Any]:
    """Return the lines of a text file around a line, and the number of the first of them.

    Raises:
        ProblemsFound: FILE003 for a file outside the game's folders, and those of an unreadable file.
    """
    lines = _LINE_END.split(decoded(session.read(file) or b"", file).text)
    first = max(1, min(line, len(lines)) - _AROUND)
    return {"first": first, "lines": [one[:_MOST_OF_LINE] for one in lines[first - 1 : line + _AROUND]]}


def _with_line_ends(before: str, text: str) -> str:
    """Return a text with the line ends that its lines had; new lines get those of the first line."""
    old, new = _LINE.findall(before), _LINE.findall(text)
    was = [_LINE_END.sub("\n", line) for line in old]
    ends = _LINE_END.search(before)
    end = ends[0] if ends else "\n"
    head = _shared(was, new)
    tail = _shared(was[head:][::-1], new[head:][::-1])
    middle = "".join(new[head : len(new) - tail]).replace("\n", end)
    return "".join((*old[:head], middle, *old[len(old) - tail :]))


def _shared(one: list[str], other: list[str]) -> int:
    """Return how many lines both begin with."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _file(workspace: Path, game: str, name: str) -> str:
    """Return the path of a text from the workspace."""
    if name not in TEXT_NAMES:
        raise fail("EDIT001", Place(game), f"a game has no text {name!r}", "choose one of the list")
    return display_path(game_folder(game, workspace) / f"{name}.md", workspace)


_CALLED: Final = ("count", "row", "entries", "text", "words")
"""The names of the expression language that are functions of a word."""

_EXAMPLE_IDS: Final = ("old-guard", "lamp-boy")
"""The components in the examples of the reference."""

_EXAMPLE_LIST: Final = "realm"
"""The list in its examples."""


def completions(snapshot: Snapshot) -> dict[str, list[dict[str, str]]]:
    """Return what a text of the game may name, by the sign that it follows; ``help`` is Markdown without links."""
    game = snapshot.game
    return {
        "names": list(_names(snapshot)),
        "filters": [_one(name, one["description"]) for name, one in data("filters").items()],
        "directives": [
            {**_one(name, data("directives")[name]["description"]), "body": _body(name, snapshot)}
            for name in DIRECTIVES
        ],
        "rules": [_one(name, placed.file.rule) for name, placed in game.rules.items()],
        "components": [_one(one.id, name_of(snapshot.composed, one)) for one in game.components],
        "symbols": [_one(name, f"prints {symbol}") for name, symbol in _symbols(snapshot)],
    }


def _body(directive: str, snapshot: Snapshot) -> str:
    """Return the example of a directive with components and a list of this game."""
    body = str(data("directives")[directive].get("example", ""))
    ids = [one.id for one in snapshot.game.components]
    for example, own in zip(_EXAMPLE_IDS, (ids * len(_EXAMPLE_IDS))[: len(_EXAMPLE_IDS)], strict=False):
        body = body.replace(example, own)
    return body.replace(f"phases: {_EXAMPLE_LIST}", f"phases: {next(iter(snapshot.game.lists), _EXAMPLE_LIST)}")


def _names(snapshot: Snapshot) -> Iterator[dict[str, str]]:
    game, names = snapshot.game, data("names")
    for name, meaning in (names["prose"] | names["game"]).items():
        yield {**_one(name, meaning), "apply": f"{name}('" if name in _CALLED else name}
    for group, known in (("kinds", game.kinds), ("decks", game.file.decks), ("dice", game.file.dice)):
        for name, entry in known.items():
            path = f"{group}.{name}" if group == "decks" else f"{group}.{name}.name"
            yield _one(path, f"prints “{entry.name}”")
    for name in game.kinds:
        yield _one(f"count('{name}')", f"how many components of the kind {game.kinds[name].name} there are")
    for name, number in game.file.numbers.items():
        yield _one(f"numbers.{name}", f"prints {number}")


def _symbols(snapshot: Snapshot) -> Iterable[tuple[str, str]]:
    symbols: Any = snapshot.game.file.symbols
    return ((str(name), getattr(one, "icon", None) or str(one)) for name, one in symbols.items())


def _one(label: str, meaning: str) -> dict[str, str]:
    return {"label": label, "help": meaning}
