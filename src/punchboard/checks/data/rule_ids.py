"""RULE001: an unknown rule id.

What: a mark in a text, or a ``rule:`` in ``game.yaml``, names a rule that ``rules.yaml`` does not list.

Why: a mark says that the game's own document has this rule. It must not claim a rule that the document does not have.

Bad::

    Deal ten cards to each player. [#deal-tne]

Good::

    Deal ten cards to each player. [#deal-ten]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from punchboard.checks.traversal import expectations, steps
from punchboard.model.game.game import Game
from punchboard.model.values import Path, did_you_mean
from punchboard.problem import Place, Problem

ID: Final = "RULE001"

_MARK: Final = re.compile(r"\[(#[a-z0-9-]+(?:[, ]+#[a-z0-9-]+)*)\]")
_ID: Final = re.compile(r"#([a-z0-9-]+)")


def check(game: Game) -> Iterator[Problem]:
    """Yield a problem for each mark and each ``rule:`` with an unknown id."""
    for name, place in (*_marks(game), *_implemented_rules(game)):
        if name not in game.rules:
            message = f"rules.yaml has no rule {name!r}"
            yield Problem(ID, place, message, did_you_mean(name, game.rules) if game.rules else "")


def _marks(game: Game) -> Iterator[tuple[str, Place]]:
    """Yield every id that the marks in the game's texts name, with its place."""
    for text, content in game.texts.items():
        for number, line in enumerate(content.split("\n"), 1):
            for mark in _MARK.finditer(line):
                for name in _ID.finditer(mark.group(1)):
                    yield name.group(1), Place(game.text_file(text), number, mark.start(1) + name.start() + 1)


def _implemented_rules(game: Game) -> Iterator[tuple[str, Place]]:
    """Yield every id under ``rule:`` in ``game.yaml``, with its place."""
    file = game.file
    rules: list[tuple[tuple[str, ...], Path]] = [(step.rule, path) for step, path in steps(game)]
    rules += [(expectation.rule, path) for expectation, path in expectations(game)]
    rules += [(deck.rule, ("own decks", name)) for name, deck in file.own_decks.items()]
    rules += [(deck.copies.rule, ("own decks", name, "no more copies than")) for name, deck in file.own_decks.items()]
    rules += [(deck.size.rule, ("own decks", name, "size")) for name, deck in file.own_decks.items() if deck.size]
    rules += [(variant.rule, ("variants", number)) for number, variant in enumerate(file.variants)]
    rules += [(die.rule, ("dice", name)) for name, die in file.dice.items()]
    rules += [(end.rule, ("end", name)) for name, end in file.end.items()]
    rules += [(file.aim.rule, ("aim",))] if file.aim else []
    yield from ((name, game.place_of(*path, "rule")) for names, path in rules for name in names)
