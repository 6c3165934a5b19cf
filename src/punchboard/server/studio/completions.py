"""What can be completed in a text: names, filters, directives, rules and components, each with its help."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from punchboard.model.game.directives import DIRECTIVES
from punchboard.products.web.components.shown_parts import name_of
from punchboard.schema.json_schemas import data
from punchboard.server.game_snapshot import Snapshot

_CALLED: Final = ("count", "row", "entries", "text", "words")
"""The names of the expression language that are functions of a word."""

_EXAMPLE_IDS: Final = ("old-guard", "lamp-boy")
"""The components in the examples of the reference."""


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
    """Return the example of a directive with components of this game."""
    body = str(data("directives")[directive].get("example", ""))
    ids = [one.id for one in snapshot.game.components]
    for example, own in zip(_EXAMPLE_IDS, (ids * len(_EXAMPLE_IDS))[: len(_EXAMPLE_IDS)], strict=False):
        body = body.replace(example, own)
    return body


def _names(snapshot: Snapshot) -> Iterator[dict[str, str]]:
    game, names = snapshot.game, data("names")
    for name, meaning in (names["prose"] | names["game"]).items():
        yield {**_one(name, meaning), "apply": f"{name}('" if name in _CALLED else name}
    for group, known in (("kinds", game.kinds), ("decks", game.file.decks), ("dice", game.file.dice)):
        for name, one in known.items():
            path = f"{group}.{name}" if group == "decks" else f"{group}.{name}.name"
            yield _one(path, f"prints “{one.name}”")
    for name in game.kinds:
        yield _one(f"count('{name}')", f"how many components of the kind {game.kinds[name].name} there are")
    for name, number in game.file.numbers.items():
        yield _one(f"numbers.{name}", f"prints {number}")


def _symbols(snapshot: Snapshot) -> Iterable[tuple[str, str]]:
    found: Any = snapshot.game.file.symbols
    return ((str(name), getattr(one, "icon", None) or str(one)) for name, one in found.items())


def _one(label: str, meaning: str) -> dict[str, str]:
    return {"label": label, "help": meaning}
