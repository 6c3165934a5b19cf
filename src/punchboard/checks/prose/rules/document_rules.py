"""PROSE008: a rule of the document is told with another number.

What: a mark says that the words before it tell a rule of ``rules.yaml``. They have a number of something of which the
rule has another number.

Why: a slip of the pen in the rulebook becomes a rule of the game.

Bad::

    # rules.yaml                                               rulebook.md
    hand: {section: Set-up, rule: A first hand has seven cards.}    You begin with eight cards. [#hand]

Good::

    You begin with seven cards. [#hand]

A number that is right all the same is marked on its line or the line before: ``<!-- right: PROSE008 our ruling -->``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from punchboard.checks.prose.claims.facts import shown, unit_of
from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.text import Block
from punchboard.checks.prose.reading.reading import Reading
from punchboard.problem import Problem

ID: Final = "PROSE008"


def check(reading: Reading) -> Iterator[Problem]:
    """Yield a problem for each number that the rule before whose mark it stands has otherwise."""
    for block in reading.blocks:
        before = 0
        for letter, ids in block.rule_marks:
            said = [one for one in reading.quantities(block) if before <= one.start < letter]
            rules = [reading.rules[name] for name in ids if said and name in reading.rules]
            yield from _differing_numbers(
                block, said, [(rule, one) for rule in rules for one in reading.quantities(rule)]
            )
            before = letter


def _differing_numbers(
    block: Block, said: Sequence[Quantity], ruled: Sequence[tuple[Block, Quantity]]
) -> Iterator[Problem]:
    """Yield the numbers of something of which the rules have others."""
    right = {value for _, one in ruled for value in one.values}
    told = {value for one in said for value in one.values}
    only = len(said) == len(ruled) == 1
    for quantity in said:
        if not right.isdisjoint(quantity.values):
            continue
        others = ((rule, one) for rule, one in ruled if one.value not in told)
        found = next((one for one in others if _are_of_same_thing((block, quantity), one, only=only)), None)
        if found is not None:
            message = f"{shown(block, quantity)!r} here, and {shown(*found)!r} in {found[0].text!r}"
            yield Problem(ID, block.place(quantity.start), message, "tell the rule as it is")


def _are_of_same_thing(one: tuple[Block, Quantity], other: tuple[Block, Quantity], *, only: bool) -> bool:
    """Tell whether two numbers are of one thing: of the same noun, or, without a noun, the only numbers there are."""
    unit, another = unit_of(*one), unit_of(*other)
    if unit and another:
        return unit == another and (one[1].kind == "limit") == (other[1].kind == "limit")
    return only and all(number.kind == "exactly" and number.value > 1 for _, number in (one, other))
