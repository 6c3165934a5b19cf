"""PROSE008: a rule of the document is stated with a different number.

What: a mark says that the words before it state a rule of ``rules.yaml``. They give a number of something for which the
rule gives another number.

Why: a slip in the rulebook becomes a rule of the game.

Bad::

    # rules.yaml                                               rulebook.md
    hand: {section: Set-up, rule: A first hand has seven cards.}    You begin with eight cards. [#hand]

Good::

    You begin with seven cards. [#hand]

If a number is right all the same, mark it on its line or the line before: ``<!-- right: PROSE008 our ruling -->``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.prose.claims.facts import shown, unit_of
from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.reading.reading import Reading
from punchboard.problem import Problem

ID: Final = "PROSE008"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each number that differs from the rule marked after it."""
    for block in reading.blocks:
        before = 0
        for letter, ids in block.rule_marks:
            stated = [quantity for quantity in reading.quantities(block) if before <= quantity.start < letter]
            rules = [reading.rules[name] for name in ids if stated and name in reading.rules]
            yield from _differing_numbers(
                block, stated, [(rule, quantity) for rule in rules for quantity in reading.quantities(rule)]
            )
            before = letter


def _differing_numbers(
    block: Block, stated: Sequence[Quantity], ruled: Sequence[tuple[Block, Quantity]]
) -> Iterator[Problem]:
    """Yield a problem for each number of something for which the rules have another number."""
    ruled_values = {value for _, number in ruled for value in number.values}
    stated_values = {value for number in stated for value in number.values}
    only = len(stated) == len(ruled) == 1
    for quantity in stated:
        if not ruled_values.isdisjoint(quantity.values):
            continue
        others = ((rule, number) for rule, number in ruled if number.value not in stated_values)
        other = next((other for other in others if _are_of_same_thing((block, quantity), other, only=only)), None)
        if other is not None:
            message = f"{shown(block, quantity)!r} here, but {shown(*other)!r} in {other[0].text!r}"
            yield Problem(ID, block.place(quantity.start), message, "use the number of the rule")


def _are_of_same_thing(first: tuple[Block, Quantity], second: tuple[Block, Quantity], *, only: bool) -> bool:
    """Return whether two numbers count the same noun, or, without a noun, are the only numbers."""
    unit, another = unit_of(*first), unit_of(*second)
    if unit and another:
        return unit == another and (first[1].kind == "limit") == (second[1].kind == "limit")
    return only and all(number.kind == "exactly" and number.value > 1 for _, number in (first, second))
