"""The scripts of characters, and those that themes may lack letters of, each with the font that has them."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple

import uharfbuzz as hb

from punchboard.system.yaml_parser import own_data

_RTL_SCRIPTS: Final = frozenset({"Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa", "Yezi"})
_RTL_LANGUAGES: Final = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "ku-arab", "nqo", "pa-arab", "ps", "sd", "syr", "ug", "ur", "yi"}
)
"""Languages written from right to left, unless their tag names another script."""


@lru_cache(maxsize=4096)
def script_of(character: str) -> str:
    """Return the four-letter code of a character's script, such as ``Arab``.

    The result is empty for what all scripts share: punctuation, digits, marks.
    """
    buffer = hb.Buffer()
    buffer.add_str(character)
    buffer.guess_segment_properties()
    return str(buffer.script or "")


def is_rtl_language(language: str) -> bool:
    """Return whether a language is read from right to left, given its tag, such as ``ar`` or ``az-Arab``."""
    parts = language.split("-")
    script = next((part.capitalize() for part in parts[1:] if len(part) == 4 and part.isalpha()), "")
    if script:
        return script in _RTL_SCRIPTS
    return parts[0].lower() in _RTL_LANGUAGES


@cache
def _alphabets() -> Mapping[str, str]:
    alphabets: Mapping[str, str] = own_data("fonts/alphabets.yaml")
    return alphabets


def alphabet(language: str) -> str:
    """Return the letters of a language that many fonts lack, given its tag; empty when no font is known to lack any.

    A tag with a script, such as ``sr-Latn``, may be for other letters than the language usually has.
    """
    name, *more = language.split("-")
    has_script = any(len(part) == len("Latn") for part in more)
    return "" if name in ("", "en") or has_script else _alphabets().get(name.lower(), "")


class Script(NamedTuple):
    """A script, or several that one language is written in."""

    name: str
    codes: tuple[str, ...]
    """The scripts' codes (ISO 15924). A text with a letter of the first is written in it."""
    font: str
    """A font with its letters, for ``punchboard fonts add``; on npm as ``@fontsource/<font>``."""
    letter: str
    """A letter without marks, whose height stands for all."""
    height: float
    """The height of the letter over that of a Latin x of the same design, so that a line of both looks even."""
    languages: tuple[str, ...] = ()
    """Languages by which people look for the script."""
    rtl_language: str = ""
    """For a script that is read from right to left, the tag of its best known language."""


SCRIPTS: Final = (
    Script("Japanese", ("Hira", "Kana", "Hani"), "noto-sans-jp", "国", 1.46),
    Script("Korean", ("Hang", "Hani"), "noto-sans-kr", "한", 1.5),
    Script("Bopomofo", ("Bopo", "Hani"), "noto-sans-tc", "\u3105", 1.46, ("Traditional Chinese",)),
    Script("Chinese", ("Hani",), "noto-sans-sc", "国", 1.46),
    Script("Arabic", ("Arab",), "noto-sans-arabic", "\u0627", 1.33, ("Persian", "Urdu", "Pashto"), "ar"),
    Script("Armenian", ("Armn",), "noto-sans-armenian", "\u0578", 1.0),
    Script("Bengali", ("Beng",), "noto-sans-bengali", "ক", 1.16, ("Assamese",)),
    Script("Cyrillic", ("Cyrl",), "noto-sans", "я", 1.0, ("Russian", "Ukrainian", "Bulgarian", "Serbian")),
    Script("Devanagari", ("Deva",), "noto-sans-devanagari", "क", 1.16, ("Hindi", "Marathi", "Nepali", "Sanskrit")),
    Script("Ethiopic", ("Ethi",), "noto-sans-ethiopic", "አ", 1.33, ("Amharic", "Tigrinya")),
    Script("Georgian", ("Geor",), "noto-sans-georgian", "ა", 1.0),
    Script("Greek", ("Grek",), "noto-sans", "ω", 1.0),
    Script("Gujarati", ("Gujr",), "noto-sans-gujarati", "ક", 1.12),
    Script("Gurmukhi", ("Guru",), "noto-sans-gurmukhi", "ਕ", 1.16, ("Punjabi",)),
    Script("Hebrew", ("Hebr",), "noto-sans-hebrew", "א", 1.11, ("Yiddish",), "he"),
    Script("Kannada", ("Knda",), "noto-sans-kannada", "ಕ", 1.47),
    Script("Khmer", ("Khmr",), "noto-sans-khmer", "ក", 1.09),
    Script("Lao", ("Laoo",), "noto-sans-lao", "ກ", 1.04),
    Script("Malayalam", ("Mlym",), "noto-sans-malayalam", "ക", 1.06),
    Script("Burmese", ("Mymr",), "noto-sans-myanmar", "က", 1.02, ("Myanmar",)),
    Script("Odia", ("Orya",), "noto-sans-oriya", "କ", 1.24, ("Oriya",)),
    Script("Sinhala", ("Sinh",), "noto-sans-sinhala", "ක", 1.14),
    Script("Tamil", ("Taml",), "noto-sans-tamil", "த", 1.03),
    Script("Telugu", ("Telu",), "noto-sans-telugu", "బ", 0.93),
    Script("Thai", ("Thai",), "noto-sans-thai", "ก", 1.04),
    Script("Symbols", ("Zsym",), "noto-sans-symbols-2", "\u2605", 1.3),
    Script("Emoji", ("Zsye",), "noto-emoji", "\U0001f3b2", 1.6),
)
"""Heights were measured in the Noto fonts, whose scripts are drawn to stand beside each other."""

_FIRST_EMOJI: Final = 0x1F000

ANY_FONT_HINT: Final = "put a font that has them (.ttf or .otf) into the game: punchboard fonts add FILE"


def scripts_of(texts: Iterable[str]) -> tuple[Script, ...]:
    """Return the scripts of the table in which texts are written.

    Chinese characters are Japanese or Korean where these texts have letters of those scripts too.
    """
    codes = {script_code(character) for text in texts for character in set(text)}
    return tuple(_covering(codes))


def script_code(character: str) -> str:
    """Return the code of a character's script; signs of no script are symbols or emoji."""
    if unicodedata.category(character) in {"So", "Sm"}:
        return "Zsye" if ord(character) >= _FIRST_EMOJI else "Zsym"
    return script_of(character)


def _covering(codes: set[str]) -> Iterator[Script]:
    left = set(codes)
    for script in SCRIPTS:
        own = script.codes[:-1] or script.codes
        if left.intersection(own):
            yield script
            left -= set(script.codes)


def add_command(scripts: Iterable[Script], game: str = "") -> str:
    """Return the one command that adds the fonts of scripts, to a game or to all games of the workspace."""
    fonts = dict.fromkeys(script.font for script in scripts)
    return " ".join(("punchboard fonts add", *fonts, *(("--game", game) if game else ())))


def missing_letters_hint(words: Iterable[str]) -> str:
    """Return how to get a font that has the letters of words."""
    scripts = scripts_of(words)
    if not scripts:
        return ANY_FONT_HINT
    return f"add a font with {names_of(scripts)} letters: {add_command(scripts)}"


def names_of(scripts: Iterable[Script]) -> str:
    """Return the names of scripts as a phrase."""
    names = [script.name for script in scripts]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else ""
