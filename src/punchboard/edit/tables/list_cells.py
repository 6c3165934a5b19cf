"""Lists in records: a cell's text as items, and the steps that lead from one list to another."""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, Literal, NamedTuple

from punchboard.load.tables.records.cells import is_prose, list_text, name_of


class ItemStep(NamedTuple):
    """A change of one item of a list, by its number when the step is taken."""

    do: Literal["set", "insert", "remove"]
    number: int
    text: str = ""


def typed_items(text: str, old: Sequence[Any]) -> list[str]:
    """Return the items that a person typed: lines where the items are sentences, else with commas or on lines."""
    lines = text.split("\n")
    parts = lines if is_prose(lines) or is_prose(map(name_of, old)) else re.split(r"[,\n]", text)
    return [part.strip() for part in parts if part.strip()]


def read_text(items: Sequence[str]) -> str:
    """Return the text that a list of texts is read as."""
    return str(list_text(list(items)))


def list_steps(old: Sequence[Any], items: Sequence[str]) -> Iterator[ItemStep]:
    """Yield the fewest steps from a list to new items, from its end, so that the numbers before stay true.

    Items that stay are not touched, so an object with this name keeps its other values.
    """
    matcher = SequenceMatcher(None, [name_of(one) for one in old], items, autojunk=False)
    for _, start, end, first, last in reversed([one for one in matcher.get_opcodes() if one[0] != "equal"]):
        both = min(end - start, last - first)
        yield from (ItemStep("remove", number) for number in reversed(range(start + both, end)))
        yield from (ItemStep("insert", start + both, text) for text in reversed(items[first + both : last]))
        yield from (ItemStep("set", start + turn, items[first + turn]) for turn in reversed(range(both)))


def holds_more(old: Sequence[Any], steps: Sequence[ItemStep]) -> bool:
    """Return whether a step would write over an object, whose other values nobody sees here."""
    return any(step.do == "set" and isinstance(old[step.number], Mapping) for step in steps)
