"""Amounts: how many components a step moves, how often it is done, and how many equal piles there are.

Wherever a number is needed, designers write it in one of four ways: the number itself, the name of a number of the game
or of what a die shows, a formula of the number of players and of the game's numbers (``players + 2``), or a table by
number of players (``{2-3: 5, 4-5: 4}``). The formula for how many components move may count piles and read dice too.
"""

import ast
import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

from pydantic import BeforeValidator

from punchboard.expression import expression
from punchboard.model.values import WHOLE_NUMBER, admits, counted, range_bounds, valid_range

MOST_PLAYERS: Final = 100
"""The last entry that an open range of a table, such as ``4+``, stands for."""

PLAYERS: Final = "players"

_OPERATOR: Final = re.compile(r"[+*/%(]| - ")


@admits({"type": "object", "additionalProperties": WHOLE_NUMBER})
def by_players(value: Any) -> Any:
    """Return a table with an entry for each number of players in its ranges; any other value unchanged.

    Raises:
        ValueError: for a key that is no range, for two entries of one number of players, and for what is no number.
    """
    if not isinstance(value, dict):
        return value
    table: dict[int, int] = {}
    for key, number in value.items():
        if not isinstance(number, int) or isinstance(number, bool):
            if number is None:
                raise ValueError(f"{key!r} has no number; write a space after the colon, as in {{3: 5}}")
            hint = "a table has plain numbers; a formula such as 'players + 2' stands alone"
            raise ValueError(f"{number!r} is not a whole number; {hint}")  # noqa: TRY004 - what validators raise
        low, high = range_bounds(valid_range(str(key)))
        for players in range(low, (MOST_PLAYERS if high is None else high) + 1):
            if players in table:
                raise ValueError(f"the table has two entries for {counted(players, 'player')}")
            table[players] = number
    return table


Amount = Annotated[int | str | dict[int, int], BeforeValidator(by_players)]
"""A number, the name of one, a formula, or a table by number of players."""


def is_formula(amount: object) -> bool:
    """Return whether an amount is calculated: ``players + 2``, but not ``hand-size``, which is a name."""
    return isinstance(amount, str) and _OPERATOR.search(amount) is not None and _parsed(amount) is not None


def formula_names(text: str) -> frozenset[str]:
    """Return the names that a formula calculates with."""
    tree = _parsed(text)
    return frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)) if tree else frozenset()


def known_amount(amount: int | str | dict[int, int], players: int, numbers: Mapping[str, int]) -> int | None:
    """Return how many an amount is with a number of players; None if that is not known before the game is played.

    Args:
        amount: the amount.
        players: the number of players.
        numbers: the numbers of the game, in the variant that is played.

    Raises:
        ExpressionError: for a formula that cannot be evaluated.
    """
    if isinstance(amount, dict):
        return amount.get(players)
    if isinstance(amount, int):
        return amount
    if amount in numbers:
        return numbers[amount]
    if amount == PLAYERS:
        return players
    if not is_formula(amount) or not formula_names(amount) <= {PLAYERS, "numbers", *numbers}:
        return None
    result = expression(amount)({PLAYERS: players, "numbers": numbers, **numbers})
    is_whole = isinstance(result, int | float) and not isinstance(result, bool) and result == int(result)
    return int(result) if is_whole else None


def _parsed(text: str) -> ast.AST | None:
    """Return a formula as a tree; None for what is none, such as two numbers with ``or`` between them."""
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        return None
    return None if isinstance(tree.body, ast.BoolOp | ast.Compare) else tree
