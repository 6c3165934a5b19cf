"""A parsed text: blocks of words that know the file position of each letter, and the forms of English words."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final, Literal, NamedTuple, TypeVar

from punchboard.checks.prose.english import irregular_plurals, listed_words, word_set
from punchboard.problem import Place

MAX_DISTANCE: Final = 3
"""Words with a larger edit distance are simply different words."""

_MARKS: Final = "".join(chr(code) for code in range(0x300, 0x1B00) if unicodedata.category(chr(code))[0] == "M")
"""Combining marks, such as vowel signs of Indic scripts: parts of words that ``\\w`` does not match."""

_LETTERS: Final = rf"[^\W\d_]+(?:[{_MARKS}\u200c\u200d]+[^\W\d_]*)*"
_ARTICLES: Final = "|".join(listed_words("elided"))
ELIDED: Final = rf"(?i:{_ARTICLES})['\u2019]"
"""An elided article before a word, which is no part of it."""

_PLAIN: Final = rf"{_LETTERS}\d*(?:['\u2019\-]{_LETTERS})*|\d+(?:[.,]\d+)*"
_WORD: Final = re.compile(_PLAIN)
_WORD_AFTER_ELIDED: Final = re.compile(rf"(?<![^\W\d_])(?!{ELIDED}[^\W\d_]{{2}})(?:{_PLAIN})")
"""The same, more slowly, in a text with apostrophes."""

_OWNER: Final = re.compile(r"['\u2019]s?$")
_ENDING: Final = re.compile(r"(?<=\w\w)(?:e?s|e?d|ing|e?rs?|i?ly|[ey])$")


_PLURALS: Final = irregular_plurals()
_SINGULARS: Final = {many: singular for singular, many in _PLURALS.items()}

_ENDING_IN_MEN: Final = word_set("ending in men")

DETERMINERS: Final = word_set("determiners")

FUNCTION_WORDS: Final = DETERMINERS | word_set("function")

CALENDAR: Final = word_set("calendar")


class Word(NamedTuple):
    """A word or number in a text: as written, folded (lower case, without a possessive ``'s``), and its position."""

    text: str
    folded: str
    start: int
    end: int

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital."""
        return self.text[0].isupper()

    @property
    def is_number(self) -> bool:
        """Whether it consists of digits only."""
        return self.text.isdecimal()


def fold(text: str) -> str:
    """Return a word in lower case without a possessive ``'s``."""
    return _ownerless(text.lower())


def _ownerless(text: str) -> str:
    return _OWNER.sub("", text) if "'" in text or "\u2019" in text else text


def words(text: str) -> tuple[Word, ...]:
    """Return the words and numbers of a text in their order."""
    pattern, lower = _WORD_AFTER_ELIDED if "'" in text or "\u2019" in text else _WORD, text.lower()
    if len(lower) != len(text):  # a letter that is two in lower case
        return tuple(Word(match[0], fold(match[0]), *match.span()) for match in pattern.finditer(text))
    parsed = []
    for match in pattern.finditer(text):
        start, end = match.span()
        folded = lower[start:end]
        parsed.append(Word(match[0], folded if folded.isalpha() else _ownerless(folded), start, end))
    return tuple(parsed)


@lru_cache(maxsize=16384)
def plurals(word: str) -> frozenset[str]:
    """Return the possible plurals of a word, by English spelling."""
    if word in _PLURALS:
        return frozenset({_PLURALS[word], f"{word}s"})
    noun = next((ending for ending in ("man", "child", "foot", "mouse") if word.endswith(ending)), None)
    if noun is not None:
        return frozenset({word.removesuffix(noun) + _PLURALS[noun], f"{word}s"})
    return frozenset(_regular_plurals(word))


def _regular_plurals(word: str) -> Iterator[str]:
    """Yield the plurals of a regular word: ``boxes``, ``cities``, ``wolves``, ``bases``."""
    if word.endswith("y") and word[-2:-1] not in set("aeiou"):
        yield f"{word[:-1]}ies"
        return
    yield f"{word}s"
    if word.endswith(("s", "x", "z", "ch", "sh", "o")):
        yield f"{word}es"
    if word.endswith(("f", "fe")) and not word.endswith("ff"):
        yield f"{word.removesuffix('e')[:-1]}ves"
    if word.endswith("is"):
        yield f"{word[:-2]}es"


@lru_cache(maxsize=16384)
def singulars(word: str) -> frozenset[str]:
    """Return the words that a word may be the plural of; none if it does not look like a plural."""
    if word in _SINGULARS:
        return frozenset({_SINGULARS[word]})
    return frozenset(
        singular for singular in _possible_singulars(word) if len(singular) > 1 and word in plurals(singular)
    )


def _possible_singulars(word: str) -> Iterator[str]:
    if word.endswith("men") and word not in _ENDING_IN_MEN:
        yield f"{word[:-3]}man"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        yield word[:-1]
        if word.endswith("ies"):
            yield f"{word[:-3]}y"
        if word.endswith("es"):
            yield word[:-2]
        if word.endswith("ses"):
            yield f"{word[:-2]}is"
        if word.endswith("ves"):
            yield from (f"{word[:-3]}f", f"{word[:-3]}fe")


def is_plural(word: str) -> bool:
    """Return whether a folded word looks like a plural."""
    return bool(singulars(word))


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return a folded word without its ending: ``plant`` for ``planted`` and ``plants``."""
    return _ENDING.sub("", word)


_FEW_WORDS: Final = 12
"""Fewer words do not tell their language, except by words that only others have."""

_RARE: Final = 25
_ONLY_ENGLISH: Final = FUNCTION_WORDS - word_set("elsewhere too")
_ONLY_ELSEWHERE: Final = word_set("cards elsewhere") | word_set("only elsewhere")


def are_english(folded: Sequence[str]) -> bool:
    """Return whether one word in 25 is a small one that only English has; few words are taken for English.

    Unless one of these is a small word that only other languages have: ``und``.
    """
    if len(folded) < _FEW_WORDS and _ONLY_ELSEWHERE.isdisjoint(folded):
        return True
    return _RARE * sum(word in _ONLY_ENGLISH for word in folded) >= len(folded)


@lru_cache(maxsize=16384)
def root_letters(word: str) -> str:
    """Return a word without what its forms change inside: accents (torreón, torreones), z and c (luz, luces)."""
    return without_accents(word).replace("z", "c")


@lru_cache(maxsize=16384)
def without_accents(word: str) -> str:
    """Return a word without its accents."""
    return "".join(
        character for character in unicodedata.normalize("NFD", word) if unicodedata.category(character) != "Mn"
    )


def shared_letters(word: str, other: str) -> int:
    """Return how many first letters two words share."""
    pairs = zip(word, other, strict=False)
    return next((at for at, (letter, against) in enumerate(pairs) if letter != against), min(len(word), len(other)))


_LONGEST_ENDING: Final = 3
_ROOT_ENDINGS: Final = word_set("endings of a root")


@lru_cache(maxsize=16384)
def is_inflection(word: str, other: str, *, is_english: bool) -> bool:
    """Return whether two words are forms of one: ``investigates`` and ``investigation``; case endings elsewhere.

    In a language of many cases all words are that differ in their last letters only.
    """
    if not is_english:
        word, other = root_letters(word), root_letters(other)
    shared = shared_letters(word, other)
    if is_english:
        starts = range(max(shared - 1, _LONGEST_ENDING + 1), shared + 1)
        return any({word[at:], other[at:]} <= _ROOT_ENDINGS | {""} for at in starts)
    if word[-2:] == other[-2:] and word != other:
        return False  # with one ending, ``Kommet`` is no form of ``Komet``
    if sorted(word) == sorted(other) and word[:-2] + word[:-3:-1] != other:
        return False  # two swapped letters, unless the last vowel moves, as in ``lovac`` and ``lovca``
    longest = max(len(word), len(other))
    return longest - shared <= _LONGEST_ENDING <= shared and 2 * shared >= longest


@lru_cache(maxsize=65536)
def edit_distance(word: str, other: str) -> int:
    """Return how many letters must be changed, added, dropped or swapped, at most ``MAX_DISTANCE`` + 1."""
    if abs(len(word) - len(other)) > MAX_DISTANCE:
        return MAX_DISTANCE + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        older, before, row = before, row, [i]
        for j, against in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == against:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > MAX_DISTANCE:
            return MAX_DISTANCE + 1
    return min(row[-1], MAX_DISTANCE + 1)


Key = TypeVar("Key")
Value = TypeVar("Value")


class Remembered(dict[Key, Value]):
    """Values by their keys, each worked out when it is first needed."""

    def __init__(self, find: Callable[[Key], Value]) -> None:
        self._find = find

    def __missing__(self, key: Key) -> Value:
        """Work out the value of a key."""
        value = self[key] = self._find(key)
        return value


BlockKind = Literal["heading", "paragraph", "item", "cell", "head", "front", "card", "rule"]


class Mark(NamedTuple):
    """A part of a block that is bold, italic or a link."""

    start: int
    end: int
    kind: Literal["strong", "em", "link"]
    target: str = ""


WHOLE_LINE: Final = 1_000_000_000
"""More letters than any line has."""


class SourceSpan(NamedTuple):
    """From letter ``start`` of a block on, letters follow one another on a line from a column, which is 0 if unknown.

    Columns are those of the file only up to ``exact``.
    """

    start: int
    line: int
    column: int
    exact: int = WHOLE_LINE


@dataclass(frozen=True, eq=False)
class Block:
    """A heading, paragraph, list item, table cell or text on a card, without markup."""

    kind: BlockKind
    text: str
    file: str
    spans: tuple[SourceSpan, ...]
    marks: tuple[Mark, ...] = ()
    sections: tuple[str, ...] = ()
    """The titles of the headings above it, from the highest level down."""
    level: int = 0
    """The level of a heading."""
    is_quoted: bool = False
    rule_marks: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """The rules of the game's own document that it covers, each with the letter that its mark follows."""
    home: Place | None = None
    """The cell of a text in a table, which is the place of each of its letters."""

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Its words and numbers."""
        return words(self.text)

    def words_between(self, start: int, end: int) -> tuple[Word, ...]:
        """Return the words between two letters."""
        return tuple(word for word in self.words if start <= word.start and word.end <= end)

    @property
    def line(self) -> int:
        """The line on which it begins."""
        return self.spans[0].line

    def place(self, letter: int = 0) -> Place:
        """Return the file position of a letter of the block."""
        if self.home is not None:
            return self.home
        span = self.spans[max(bisect_right(self.spans, letter, key=lambda span: span.start) - 1, 0)]
        column = span.column + letter - span.start
        return Place(self.file, span.line, column if span.column and column <= span.exact else 0)


@dataclass(frozen=True, eq=False)
class Table:
    """A table: its header, and rows of the same length."""

    header: tuple[Block, ...]
    rows: tuple[tuple[Block, ...], ...]

    def column(self, number: int) -> tuple[Block, ...]:
        """Return the cells of a column, without its header."""
        return tuple(row[number] for row in self.rows if number < len(row))


@dataclass(frozen=True, eq=False)
class ItemList:
    """A list, by the first paragraph of each item. An ordered list has the number that it starts with."""

    blocks: tuple[Block, ...]
    start: int | None = None


class PictureRef(NamedTuple):
    """A picture of a text: the path of its file, its alternative text, and the line that shows it."""

    path: str
    alt: str
    line: int


@dataclass(frozen=True, eq=False)
class Text:
    """A whole text: its blocks in order, including those of tables and lists."""

    file: str
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...] = ()
    lists: tuple[ItemList, ...] = ()
    pictures: tuple[PictureRef, ...] = ()
    front: Mapping[str, Block] = field(default_factory=dict)
    """The front matter: a block for the value of each key."""
    exempt_lines: Mapping[int, frozenset[str]] = field(default_factory=dict)
    """The rules that comments suppress, by line; an empty set stands for all rules."""
    exempt_names: tuple[tuple[str, str], ...] = ()
    """Rules and the names for which comments suppress them anywhere."""
    code_text: str = ""
    """Fenced and code blocks, which are not prose but may name components."""
