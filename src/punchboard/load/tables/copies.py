"""Numbers of copies as cells say them: ``3x``, ``three``, and ``3x Sword`` with the name."""

import re
from types import MappingProxyType
from typing import Final

_WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_COUNT_WORDS: Final = MappingProxyType({word: str(number) for number, word in enumerate(_WORDS, 1)})
UNDECIDED: Final = frozenset({"?", "??", "???", "tbd", "tba", "tbc"})
"""What stands for a number of copies that is not known yet: such a card is printed once."""


def copies_digits(cell: str) -> str:
    """Return a cell of copies as a number, if it says one in any way: ``3``, ``3x``, ``x3``, ``three``, ``?`` for 1."""
    bare = cell.strip("xX\u00d7 ")
    return "1" if bare.casefold() in UNDECIDED else _COUNT_WORDS.get(bare.casefold(), bare)


_NAMED_COPIES: Final = re.compile(
    r"(?P<before>\d{1,2}) ?[x\u00d7] +(?P<name>[^\W\d].*)"
    r"|(?P<first>.*[^\W\d]) +"
    r"(?:[x\u00d7] ?(?P<after>\d{1,2})|\((?:[x\u00d7] ?(?P<last>\d{1,2})|(?P<end>\d{1,2}) ?[x\u00d7])\))",
    re.DOTALL,
)


def split_copies(cell: str) -> tuple[str, str]:
    """Return the number of copies and the name that a cell holds: ``3x Sword``, ``Sword x3``, ``Sword (3x)``.

    The number is empty in a cell that is only a name.
    """
    match = _NAMED_COPIES.fullmatch(cell)
    if match is None:
        return "", cell
    return match["before"] or match["after"] or match["last"] or match["end"], match["name"] or match["first"]
