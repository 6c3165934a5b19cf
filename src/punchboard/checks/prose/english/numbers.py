"""Numbers in English text, as digits and as words: ``30``, ``3-5``, ``9/7/5``, ``two dozen``, ``a pair of``."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, zip_longest
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.english import Patterns, listed_words
from punchboard.checks.prose.english.parsed_text import Block, Word

_RE: Final = Patterns("numbers")


_UNITS: Final = listed_words("units")
_TENS: Final = listed_words("tens")
NUMBER_WORDS: Final[Mapping[str, int]] = MappingProxyType(
    {word: number for number, word in enumerate(_UNITS)} | {word: 20 + 10 * at for at, word in enumerate(_TENS)}
)
"""The words that are numbers by themselves."""

_GERMAN: Final = {word: number for number, word in enumerate(listed_words("german units"), 2)}

NUMBERS_ELSEWHERE: Final[Mapping[str, int]] = MappingProxyType(
    _GERMAN
    | {word: number for number, word in enumerate(listed_words("german groups"), 2)}
    | {word: number for number, word in enumerate(listed_words("french units"), 2)}
    | {word: number for number, word in enumerate(listed_words("spanish units"), 2)}
    | {word: number for number, word in enumerate(listed_words("italian units"), 2)}
)
"""The words of other languages that are numbers of players."""

ORDINALS: Final[Mapping[str, int]] = MappingProxyType(
    {f"{word}th": number for number, word in enumerate(_UNITS) if number > 3}
    | {"third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12}
)
"""Ordinal numbers from three on: ``second`` is also a time."""

_GROUPS: Final[Mapping[str, int]] = {"dozen": 12, "hundred": 100, "pair": 2, "couple": 2, "trio": 3}
"""Words that are a number after ``a``."""

_MULTIPLES: Final = frozenset({"dozen", "hundred"})
"""Words of `_GROUPS` that another number can multiply."""

_MAX_QUANTITIES: Final = 120
"""At most this many numbers of a block are read. Rules compare each with all others, and no real text has as many."""

_LOOKBACK: Final = 24
"""At most this many letters before a number can say what kind it is."""


QuantityKind = Literal["exactly", "range", "each", "about", "limit", "money"]

MONEY: Final = "money"
"""The kind of a number with a sign of a currency, and what it counts."""


class Quantity(NamedTuple):
    """A number in a text: its values (one, the ends of a range, or one for each slash), its place and its kind."""

    values: tuple[int, ...]
    start: int
    end: int
    kind: QuantityKind = "exactly"
    first: int = 0
    """The number of its first word."""
    last: int = 0
    """The number of its last word."""

    @property
    def value(self) -> int:
        """The number, or the larger end of a range."""
        return max(self.values)


def quantities(
    block: Block, names: Mapping[int, int] = MappingProxyType({}), *, is_english: bool = True
) -> tuple[Quantity, ...]:
    """Return the first 120 numbers of a block, without ordinals, signed numbers, fractions and times.

    Args:
        block: the text.
        names: the last word of each name by its first; number words in names are not numbers.
        is_english: whether it is in English; ``ten`` is no number elsewhere, and ``zehn`` is one.
    """
    read: Iterable[Quantity] = _single_numbers(block.text, block.words, names)
    if not is_english:
        digits = (number for number in read if block.words[number.first].text[0].isdecimal())
        read = sorted((*digits, *_german_numbers(block, names)), key=lambda number: number.start)
    return tuple(_with_ranges(block.text, tuple(islice(read, _MAX_QUANTITIES))))


def _german_numbers(block: Block, names: Mapping[int, int]) -> Iterator[Quantity]:
    """Yield the numbers of cards in German words; other things are also what something costs: ``vier Holz``."""
    named = {at for first, last in names.items() for at in range(first, last + 1)}
    for at, (word, after) in enumerate(pairwise(block.words)):
        if (value := _GERMAN.get(word.text)) and at not in named and after.folded.endswith("karten"):
            yield Quantity((value,), word.start, word.end, _kind_at(block.text, word.start, word.end), at, at)


def ordinals(block: Block) -> Iterator[Quantity]:
    """Yield the ordinal numbers of a block, such as ``sixth`` in ``after the sixth round``."""
    for at, word in enumerate(block.words):
        if value := ORDINALS.get(word.folded):
            yield Quantity((value,), word.start, word.end, "exactly", at, at)


def _single_numbers(text: str, words: Sequence[Word], names: Mapping[int, int]) -> Iterator[Quantity]:
    slash_matches = {slash_match.start(): slash_match for slash_match in _RE.slashed.finditer(text)}
    at = 0
    if not any(_may_begin(word.folded) for word in words):
        return
    while at < len(words):
        word = words[at]
        if at in names and word.folded not in _GROUPS:
            at = names[at] + 1
            continue
        if word.start in slash_matches:
            slash_match = slash_matches[word.start]
            last = at + slash_match[0].count("/")
            yield Quantity(tuple(map(int, re.split(r"\s?/\s?", slash_match[0]))), *slash_match.span(), "each", at, last)
            at = last + 1
            continue
        if not _may_begin(word.folded):
            at += 1
            continue
        value, count = _value_at(text, words, at)
        if value is not None:
            last = at + count - 1
            if not _is_part(text, word, words[last]):
                yield _with_currency(text, Quantity((value,), word.start, words[last].end, first=at, last=last))
        at += count


def _with_currency(text: str, number: Quantity) -> Quantity:
    """Return a number with its kind: as money together with the sign before or after it, ``$4`` and ``6,00 \u20ac``."""
    before = _RE.currency_before.search(text, max(number.start - _LOOKBACK, 0), number.start)
    after = _RE.currency_after.match(text, number.end)
    if before or after:
        start, end = before.start() if before else number.start, after.end() if after else number.end
        return number._replace(start=start, end=end, kind=MONEY)
    return number._replace(kind=_kind_at(text, number.start, number.end))


def _may_begin(folded: str) -> bool:
    return folded in NUMBER_WORDS or folded in {"a", "half"} or folded[0].isdecimal() or "-" in folded


def _value_at(text: str, words: Sequence[Word], at: int) -> tuple[int | None, int]:
    """Return the number that begins with a word, or None, and its number of words."""
    folded = words[at].folded
    after = words[at + 1].folded if at + 1 < len(words) else ""
    if folded in {"a", "half"} and after in {*_GROUPS, "a"}:
        return _group_value(words, at)
    value = _single_word_value(folded)
    if value is None:
        return None, 1
    if folded in _TENS and after in _UNITS[1:10] and text[words[at].end : words[at + 1].start] in {" ", "-"}:
        return value + _UNITS.index(after), 2
    if after in _MULTIPLES:
        return value * _GROUPS[after], 2
    return value, 1


def _group_value(words: Sequence[Word], at: int) -> tuple[int | None, int]:
    """Read ``a dozen``, ``half a dozen`` and ``a pair``."""
    half = words[at].folded == "half"
    end = at + 1 + (half and words[at + 1].folded == "a")
    if end >= len(words) or words[end].folded not in _GROUPS:
        return None, 1
    value = _GROUPS[words[end].folded]
    return (value // 2 if half else value), end - at + 1


def _single_word_value(folded: str) -> int | None:
    if folded[0].isdecimal():
        whole = _RE.whole.fullmatch(folded)
        return int(whole[1].replace(",", "")) if whole and len(whole[1]) < 8 else None
    if "-" in folded:
        if (turned := _RE.turned.fullmatch(folded)) is not None:
            folded = f"{turned[2]}-{turned[1]}"
        tens, _, unit = folded.partition("-")
        if tens in _TENS and unit in _UNITS[1:10]:
            return NUMBER_WORDS[tens] + _UNITS.index(unit)
        return None
    return NUMBER_WORDS.get(folded)


def _is_part(text: str, first: Word, last: Word) -> bool:
    """Return whether a number counts nothing: it is signed, an ordinal, a percentage, a time or a year."""
    back = max(first.start - _LOOKBACK, 0)
    if _RE.century.fullmatch(first.text) and _RE.year.search(text, back, first.start):
        return True
    return bool(_RE.signed.search(text, back, first.start) or _RE.part.match(text, last.end))


def _kind_at(text: str, start: int, end: int) -> QuantityKind:
    back = max(start - _LOOKBACK, 0)
    return (
        "limit"
        if _RE.limit.search(text, back, start) or _RE.limit_after.match(text, end)
        else "about"
        if _RE.about.search(text, back, start)
        else "exactly"
    )


def _with_ranges(text: str, numbers: Sequence[Quantity]) -> Iterator[Quantity]:
    """Yield the numbers, with the two ends of a range merged."""
    pairs = zip_longest(numbers, numbers[1:])
    for number, after in pairs:
        is_single = after is not None and len(number.values) == len(after.values) == 1
        if is_single and number.value < after.value and _RE.to.fullmatch(text, number.end, after.start):
            ends = (number.value, after.value)
            yield number._replace(values=ends, end=after.end, kind="range", last=after.last)
            next(pairs, None)
        else:
            yield number
