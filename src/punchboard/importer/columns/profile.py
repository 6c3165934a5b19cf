"""Statistics of a column: the types that its values fit, how many there are, how long they are."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from html.entities import html5
from typing import Final

from punchboard.importer.columns.column_names import WORD_MATCH, name_score, names_by_role, word_set, words_in
from punchboard.load.markup import STRUCK_TAGS, TAGS, has_emphasis, html_from_mixed, is_mixed, text_from_html
from punchboard.load.picture_names import picture_name
from punchboard.load.tables.copies import copies_digits
from punchboard.model.layout.icon_set import ICON_PATTERN

INTEGER: Final = re.compile(r"-?(?:0|[1-9]\d{0,8})(?:\.0+)?")
NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d{0,8})(?:\.\d{1,9})?")
_SIGNED: Final = re.compile(r"[-+\u2212]?\d{1,9}(?:\.\d{1,9})?")
PICTURE: Final = re.compile(r"[^\n]{1,190}\.(?:png|jpe?g|webp|gif|tiff?|bmp|svg)", re.IGNORECASE)
OTHER_PICTURE: Final = re.compile(r"[^\n]{1,190}\.(?:psd|pdf|heic|avif|xcf|ai|kra)", re.IGNORECASE)
_BARE_PICTURE: Final = re.compile(r"\d{1,6}|(?=.*[\d_-])[\w-]{1,60}|[^\W\d_A-Z]{1,60}")
"""A number, or a word as files are called: in lower case, or with a digit, a hyphen or an underscore."""

_IDENTIFIER: Final = re.compile(r"[^\W_]+(?:_[^\W_]+)+")

MAX_PICTURE_NAME: Final = 190
BARE_SHARE: Final = 0.7
"""The least share of different values in a column of file names without endings."""

MAX_RULES_SHARE: Final = 0.3
"""The highest share of flavour texts with a number, a symbol or a word of rules."""

MAX_READ: Final = 500
"""How many values are searched for words."""

_NUMBER_OR_SYMBOL: Final = re.compile(
    r"\d|[\[{][^\s\]}]+[\]}]|:[a-z-]+:|[\u2190-\u21ff\u2600-\u27bf\U0001f300-\U0001faff]"
)
BOOLEANS: Final = frozenset({"true", "false", "yes", "no"})
YES: Final = word_set("yes")
NO: Final = word_set("no")

_OUTSIDE: Final = re.compile(r"^/|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)|^\w+://")
_ADDRESS: Final = re.compile(r"(?:\w+://|www\.)\S+|[\w.+-]+@[\w-]+\.[\w.]+")
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*")
_PAINT: Final = re.compile(
    r"#[0-9a-f]{6}(?:[0-9a-f]{2})?|(?:rgb|rgba|hsl|cmyk)\(.*\)|[a-z][\w ]*,\s*\d+(?:\.\d+)?(?:pt|px|mm|%)?(?:,\s*\w+)*",
    re.IGNORECASE,
)
"""Colours and typefaces of other programs: ``RGB(255,0,0)``, ``Arial,12,B``."""
_AMOUNT: Final = re.compile(r"[^\w\s]?\s?[-+]?\d[\d.,]*\s?\S{0,3}")
_UNSPACED: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
"""A letter of Chinese or Japanese, which are written without spaces; a word has about two."""

_SENTENCE: Final = re.compile(
    r"(?:\S\s+\S+\s+\S.*[.!?\u2026\u3002]|[\u3040-\u30ff\u3400-\u9fff]\S{3,40}[\u3002\uff01\uff1f])"
    r"[\"'\u201d\u00bb\u300d\u300f)*_]*\s*$",
    re.DOTALL,
)
_QUOTED: Final = re.compile(
    r"(?:\s|<p>)*(?:<(?:i|em)\b|[*_]{0,2}[\"\u201c\u201e\u00ab\u2039\u300c\u300e\u2018\u201a]|([*_])(?!\1)[^*_]+\1\s*$)",
    re.IGNORECASE,
)
"""A text that begins with a quote, or that is in italics."""
_MARKUP: Final = re.compile(
    r"\*\*\S|(?<!\w)\*\S[^*\n]*\*(?!\w)|(?<!\w)_\S[^_\n]*_(?!\w)|^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s|"
    + ICON_PATTERN.pattern,
    re.MULTILINE,
)


@dataclass(frozen=True)
class ColumnProfile:
    """A column of a table: its name, its number, and a value for each row, which may be empty."""

    name: str
    index: int
    values: tuple[str, ...]
    html: str = ""
    """The first tag or entity of a column of HTML, whose values here are its plain text."""
    raw: tuple[str, ...] = ()
    """The values of a column of HTML or mixed markup, as they are in the table."""
    has_files: bool = False
    """Whether values mean picture files beside the table, and the column is called so."""
    is_mixed: bool = False
    """Whether the column needs ``markup: mixed``; then its values here are plain text, too."""

    @cached_property
    def filled(self) -> tuple[str, ...]:
        """The values that are not empty."""
        return tuple(filter(None, self.values))

    @cached_property
    def is_complete(self) -> bool:
        """Whether every row has a value."""
        return bool(self.values) and len(self.filled) == len(self.values)

    @cached_property
    def distinct(self) -> tuple[str, ...]:
        """The different values in the order of their first rows, ignoring case and spacing."""
        by_folded: dict[str, str] = {}
        for value in self.filled:
            by_folded.setdefault(fold_case(value), value)
        return tuple(by_folded.values())

    def _all(self, pattern: re.Pattern[str]) -> bool:
        return bool(self.filled) and all(map(pattern.fullmatch, self.filled))

    @cached_property
    def is_integer(self) -> bool:
        """Whether all values are whole numbers; 007 is not one."""
        return self._all(INTEGER)

    @cached_property
    def is_number(self) -> bool:
        """Whether all values are numbers."""
        return self._all(NUMBER)

    @cached_property
    def is_signed(self) -> bool:
        """Whether all values are numbers, some of which have a plus that is printed, too."""
        return self._all(_SIGNED) and not self.is_number

    @cached_property
    def is_decimal(self) -> bool:
        """Whether all values are numbers that print as they are written: 12.50 and 12.00 do not."""
        return self.is_number and all("." not in value or not value.endswith("0") for value in self.filled)

    @cached_property
    def is_switch(self) -> bool:
        """Whether all values say yes or no in any way: ticked, crossed, in another language."""
        return bool(self.filled) and {value.casefold() for value in self.filled} <= YES | NO

    @cached_property
    def runs(self) -> bool:
        """Whether its numbers are those of rows: all different, and either rising or with few left out."""
        if not self.is_complete or not self.is_integer or len(self.distinct) < max(2, len(self.values)):
            return False
        numbers = [int(float(value)) for value in self.values]
        return sorted(numbers) == numbers or max(numbers) - min(numbers) < 2 * len(numbers)

    @cached_property
    def is_marked(self) -> bool:
        """Whether all values are marks for yes and no, or 1 and 0."""
        return self.is_switch or (bool(self.filled) and {*self.filled} <= {"0", "1"})

    @cached_property
    def is_boolean(self) -> bool:
        """Whether all values are yes, no, true or false."""
        return bool(self.filled) and all(value.lower() in BOOLEANS for value in self.filled)

    @cached_property
    def is_all_yes(self) -> bool:
        """Whether all values that are not empty mean yes."""
        return bool(self.filled) and all(value.casefold() in YES for value in self.distinct)

    @cached_property
    def is_yes_no(self) -> bool:
        """Whether all values mean yes or no; a column of yes alone has empty cells for no."""
        if self.is_boolean or (self.is_all_yes and not self.is_complete):
            return True
        folded = {value.casefold() for value in self.distinct}
        return bool(folded & YES) and bool(folded & NO) and folded <= YES | NO

    @cached_property
    def has_pictures(self) -> bool:
        """Whether at least half of the values name pictures to print, or the column is called so and has bare names."""
        if self.has_files:
            return True
        names = [picture_name(value) if "." in value else value for value in self.filled]
        named = sum(PICTURE.fullmatch(name) is not None for name in names)
        if not 0 < len(names) <= 2 * named or any(len(name) >= MAX_PICTURE_NAME for name in names):
            return self.has_bare_picture_names
        return not self.has_outside_paths or name_score(self.name, "picture") > 0

    @cached_property
    def has_bare_picture_names(self) -> bool:
        """Whether a column is called a picture, and has numbers or file names without endings that differ."""
        is_picture = name_score(self.name, "picture") > WORD_MATCH >= name_score(self.name, "type")
        few = len(self.distinct) < max(2, BARE_SHARE * len(self.filled))
        return is_picture and not few and not self.is_switch and self._all(_BARE_PICTURE)

    @cached_property
    def has_unprintable_pictures(self) -> bool:
        """Whether at least half of the values are names of pictures in formats that cannot be printed."""
        named = sum(OTHER_PICTURE.fullmatch(value) is not None for value in self.filled)
        return 0 < len(self.filled) <= 2 * named

    @cached_property
    def has_outside_paths(self) -> bool:
        """Whether a value is a path outside the folder, or a web address."""
        return any(_OUTSIDE.search(value) for value in self.filled)

    @cached_property
    def has_addresses(self) -> bool:
        """Whether all values are addresses on the web, or of mail."""
        return self._all(_ADDRESS)

    @cached_property
    def has_times(self) -> bool:
        """Whether all values are points in time, as programs log them."""
        return self._all(_TIME)

    @cached_property
    def has_identifiers(self) -> bool:
        """Whether all values are single words with underscores, as files and layers are called: ``bg_forest``."""
        return self._all(_IDENTIFIER)

    @cached_property
    def has_paints(self) -> bool:
        """Whether all values are colours or typefaces for another program."""
        return self._all(_PAINT)

    @cached_property
    def has_amounts(self) -> bool:
        """Whether all values are numbers with a unit: 2,20 \u20ac and 5 kg."""
        return self._all(_AMOUNT)

    @cached_property
    def has_sentences(self) -> bool:
        """Whether at least half of the values are sentences of three words or more."""
        return 0 < len(self.filled) <= 2 * sum(_SENTENCE.search(value) is not None for value in self.filled)

    @cached_property
    def is_quoted(self) -> bool:
        """Whether at least half of the values are in quotes or in italics."""
        values = self.raw or self.values
        quoted = sum(_QUOTED.match(value) is not None for value in values)
        return 0 < len(self.filled) <= 2 * quoted

    @cached_property
    def has_words_of_rules(self) -> bool:
        """Whether many values have a number, a symbol, or a word that rules are made of."""
        known = names_by_role()["rules words"].keys()
        texts = self.filled[:MAX_READ]
        count = sum(bool(_NUMBER_OR_SYMBOL.search(text)) or not known.isdisjoint(words_in(text)) for text in texts)
        return count > MAX_RULES_SHARE * len(texts)

    @cached_property
    def has_markup(self) -> bool:
        """Whether a value contains Markdown: bold or italic words, lists, icons."""
        return any(_MARKUP.search(value) for value in self.filled)

    @cached_property
    def words(self) -> tuple[int, ...]:
        """The number of words in each value that is not empty."""
        return tuple(len(value.split()) + len(_UNSPACED.findall(value)) // 2 for value in self.filled)

    @cached_property
    def mean_words(self) -> float:
        """The average number of words in a value."""
        return sum(self.words) / len(self.words) if self.words else 0.0

    @cached_property
    def mean_length(self) -> float:
        """The average number of characters in a value."""
        return sum(map(len, self.filled)) / len(self.filled) if self.filled else 0.0


def fold_case(value: str) -> str:
    """Return a value in folded case with single spaces, for comparison."""
    return " ".join(value.casefold().split())


def is_address(value: str) -> bool:
    """Return whether a value is an address on the web, or of mail."""
    return _ADDRESS.fullmatch(value) is not None


MOST_COPIES: Final = 100
"""The highest number that is one of copies."""


def copies_of(value: str) -> int | None:
    """Return the number of copies that a cell says, such as ``3``, ``x3``, ``3.0`` and ``three``; None for none."""
    count = copies_digits(value).removesuffix(".0")
    return int(count) if count.isascii() and count.isdigit() and int(count[:4]) <= MOST_COPIES else None


def is_count(value: str) -> bool:
    """Return whether a value is a number of copies."""
    return copies_of(value) is not None


# Recognition of HTML in columns, whose roles are then guessed from its plain text.

_LEAST_MIXED_WORDS: Final = 2
"""A column of mixed markup has this many words in an average value: ``art\\new.png`` has no line break."""

_NAMES: Final = "|".join(sorted(TAGS, key=len, reverse=True))
_HTML: Final = re.compile(
    rf"</?(?:{_NAMES})(?:\s+[\w:-]+\s*=[^<>]*|\s*/?)>|</(?:{'|'.join(STRUCK_TAGS)})>|&(?:#\d{{1,6}}|#x[0-9a-f]{{1,5}}|[a-z]{{2,8}}\d{{0,2}});",
    re.IGNORECASE,
)


def html_sample(values: Iterable[str]) -> str:
    """Return the first HTML tag or entity in some values; empty when there is none."""
    for value in values:
        for match in _HTML.finditer(value) if "<" in value or "&" in value else ():
            if match[0][0] == "<" or match[0][1] == "#" or match[0][1:] in html5:
                return match[0]
    return ""


def _labels(column: ColumnProfile) -> tuple[str, ...]:
    """Return values that no text has: those of a column without sentences, or called a title."""
    return column.filled if name_score(column.name, "title") > 1 or not column.has_sentences else ()


def as_plain_text(column: ColumnProfile) -> ColumnProfile:
    """Return a column of HTML or mixed markup, or of labels in Markdown, with its plain text as values; or as it is."""
    sample = html_sample(column.values)
    mixed = column.mean_words >= _LEAST_MIXED_WORDS and any(
        is_mixed(value, is_html=bool(sample), is_markdown=column.has_markup) for value in column.filled
    )
    mixed = mixed or (not column.has_pictures and any(map(has_emphasis, _labels(column))))
    if not sample and not mixed:
        return column
    html = map(html_from_mixed, column.values) if mixed else column.values
    return replace(column, values=tuple(map(text_from_html, html)), html=sample, raw=column.values, is_mixed=mixed)
