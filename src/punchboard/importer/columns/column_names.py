"""Recognition of roles by column names, in several languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final

from punchboard.system.yaml_parser import own_data

FULL_MATCH: Final = 3.0
"""The score when the whole name of a column is known."""

WORD_MATCH: Final = 1.5
"""The score when one word of the name is known."""

MIN_AFTER_LETTER: Final = 4
"""The lowest number of letters in a known word that is recognised after another letter."""

LONGEST_ABBREVIATION: Final = 5
"""Letters of a longer name in capitals are those of words."""

LONGEST_NAME: Final = 80
"""Letters of a longer text are not compared with known names: it is a sentence."""

_LAST_NUMBER: Final = re.compile(r"(?<=[^\W\d_])(\d+)$")
_NOT_WORDS: Final = re.compile(r"[^\w#]+|_+")
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SPELT_OUT_UMLAUTS: Final = re.compile(r"([aou])e")
_BARRED: Final = str.maketrans("\u0142\u00f8\u0111", "lod")
"""Letters with a bar, which is no accent to Unicode: those of Tytu\u0142 and St\u00f8rrelse."""

_BRACKETS: Final = re.compile(r"\s*[(\[{<].*?[)\]}>]\s*")


@cache
def listed() -> Mapping[str, Any]:
    """Return what ``words.yaml`` lists, by name."""
    lists: Mapping[str, Any] = own_data("importer/words.yaml")
    return lists


def word_list(name: str) -> tuple[str, ...]:
    """Return a list of ``words.yaml``."""
    return tuple(listed()[name])


def word_set(name: str) -> frozenset[str]:
    """Return the words of a list of ``words.yaml``."""
    return frozenset(listed()[name])


def word_sets(name: str) -> Mapping[str, frozenset[str]]:
    """Return the lists of ``words.yaml`` with a name in common, by their own names."""
    return MappingProxyType({key: frozenset(words) for key, words in listed()[name].items()})


def by_word(name: str) -> Mapping[str, str]:
    """Return the names of such lists by the words in them."""
    return MappingProxyType({word: key for key, words in listed()[name].items() for word in words})


def texts_by(name: str) -> Mapping[str, str]:
    """Return the texts of ``words.yaml`` with a name in common, by their own names."""
    return MappingProxyType(listed()[name])


@cache
def names_by_role() -> Mapping[str, Mapping[str, int]]:
    """Return the known column names of each role with their ranks; 0 is the most reliable name."""
    return MappingProxyType(
        {
            role: {_without_umlauts(str(name)): rank for rank, name in reversed([*enumerate(names)])}
            for role, names in own_data("importer/columns.yaml").items()
        }
    )


def split_camel_case(name: str) -> str:
    """Return a name with a space before each capital letter inside a word: ``redCost`` is ``red Cost``."""
    return _CAMEL.sub(" ", name)


def normalised_name(name: str) -> str:
    """Return a column name in lower case, without accents and brackets, as words: ``Kosten (€)`` is ``kosten``."""
    short = _BRACKETS.sub(" ", name).strip() or name
    letters = unicodedata.normalize("NFKD", split_camel_case(short).casefold())
    bare = "".join(char for char in letters.casefold().translate(_BARRED) if not unicodedata.combining(char))
    return " ".join(_NOT_WORDS.sub(" ", unicodedata.normalize("NFC", bare)).split())


_PLACEHOLDER: Final = re.compile(r"column [A-Z]{1,3}(?: \(\d+\))?|Unnamed: \d+")


def is_placeholder(name: str) -> bool:
    """Return whether a name only stands for one that a column does not have, as ``column C`` does."""
    return _PLACEHOLDER.fullmatch(name) is not None


_OF_A_RECORD: Final = frozenset({"name", "displayname", "title", "label", "value", "key"})
"""What names a nested record."""

_FIELD_NUMBER: Final = re.compile(r" \d+$")


def subject(name: str) -> str:
    """Return what a column of a nested record is about, if it has its name: ``issuetype.name`` is ``issuetype``."""
    record, _, leaf = name.rpartition(".")
    return record if record and leaf.casefold() in _OF_A_RECORD else name


def is_of_a_program(name: str) -> bool:
    """Return whether a column is what another program keeps of a card: Vote Count, badges.comments, customfield_7."""
    known = names_by_role()
    if normalised_name(subject(name)) in known["issue type"]:
        return False
    parts = list(map(normalised_name, (name.partition(".")[0], name.rpartition(".")[0])))
    is_record = "." in name and not known["program records"].keys().isdisjoint(parts)
    return is_record or _FIELD_NUMBER.sub("", normalised_name(name)) in known["program counts"]


def words_of_name(name: str) -> str:
    """Return the words of a column name with the writer's letters: ``hitPoints (max)`` is ``hit points``, HP is HP."""
    short = _BRACKETS.sub(" ", name).strip() or name
    words = " ".join(_NOT_WORDS.sub(" ", split_camel_case(short)).split())
    if short.isupper() and len(short) > LONGEST_ABBREVIATION:
        return words.lower()
    if not short[:1].islower() or " " in short:
        return words
    return " ".join(word if word.isupper() else word.lower() for word in words.split())


@lru_cache(maxsize=4096)
def _without_umlauts(name: str) -> str:
    """Return a normalised name in which both spellings of umlauts are alike: ``Stärke``, ``Staerke`` are ``starke``.

    Only to compare names of which both are changed like this, since ``value`` becomes ``valu``.
    """
    return _SPELT_OUT_UMLAUTS.sub(r"\1", normalised_name(name))


@lru_cache(maxsize=16384)
def name_score(name: str, role: str) -> float:
    """Return how well a column name fits a role: 3 for a known name, 1.5 for a known word, minus its rank / 1000.

    A number sign in a name that no role has counts for nothing: ``Qty #`` is ``qty``.
    """
    known, text = names_by_role()[role], _LAST_NUMBER.sub(r" \1", _without_umlauts(name))
    if "#" in text and not any(text in names for names in names_by_role().values()):
        text = " ".join(text.replace("#", " ").split())
    if text in known:
        return FULL_MATCH - known[text] / 1000
    words = text.split()
    ranks = [known[word] for word in words if word in known and len(word) > 2]
    if len(words) == 1 and text[1:] in known and len(text) > MIN_AFTER_LETTER:
        ranks.append(known[text[1:]])  # the tables of one sheet are told apart by a letter: ptitle, ititle
    return WORD_MATCH - min(ranks) / 1000 if ranks else 0.0


def words_in(text: str) -> list[str]:
    """Return the words of a text in the form in which names of columns are compared."""
    return _SPELT_OUT_UMLAUTS.sub(r"\1", normalised_name(text)).split()


def is_one_of(text: str, role: str) -> bool:
    """Return whether a short text is one of the words of a role, whatever its letters, accents and signs."""
    return len(text) <= LONGEST_NAME and _without_umlauts(text) in names_by_role()[role]


def has_private_word(name: str) -> bool:
    """Return whether a name begins or ends with a word for notes, as ``Playtest result`` and ``Art notes`` do."""
    words, known = _without_umlauts(name).split(), names_by_role()["private words"]
    return bool(words) and (words[0] in known or words[-1] in known)


NOT_ROLES: Final = word_set("no headers")
"""The lists whose words are in the notes of designers, too, and so say nothing about a header."""


def is_known_name(name: str) -> bool:
    """Return whether a text is a known column name of any role."""
    if len(name) > LONGEST_NAME:
        return False
    text = _without_umlauts(name)
    return any(text in names for role, names in names_by_role().items() if role not in NOT_ROLES)


_NOT_HEADINGS: Final = word_set("no headings")
"""The lists whose words are in cells below the headings."""

_SIDES: Final = frozenset({"north", "east", "south", "west", "top", "right", "bottom", "left", "front", "back"})


def is_heading(name: str) -> bool:
    """Return whether a text is the name of a column of any use, also of one that is not printed or of a side."""
    if len(name) > LONGEST_NAME:
        return False
    text = _without_umlauts(name)
    return text in _SIDES or any(text in names for role, names in names_by_role().items() if role not in _NOT_HEADINGS)


def title_case(name: str) -> str:
    """Return a name in title case: ``dragon-isles`` and ``dragon_isles`` are ``Dragon Isles``."""
    words = re.sub(r"[-_]+", " ", name).split()
    return " ".join(word if any(map(str.isupper, word)) else word[:1].upper() + word[1:] for word in words)
