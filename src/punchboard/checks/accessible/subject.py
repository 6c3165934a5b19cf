"""What the accessibility report measures: sides, their reading distances, sentences, and each limit with its source.

Sources:

- Capitals: ISO 9241-303 asks for capitals of at least 16 minutes of arc; 20 to 22 are preferred.
- X-heights: Legge and Bigelow, *Does print size matter for reading?*, Journal of Vision 11(5), 2011: people read at
  full speed from an x-height of about 0.2 degrees, or 12 minutes of arc.
- Tokens: WCAG 2.2, criterion 2.5.5, asks for 44 CSS pixels for a finger, which are 11.6 mm.
- Sentences: *Writing for GOV.UK* asks to check sentences of more than 25 words.
- Passive: the Plain English Campaign asks for the active voice in 80 to 90 per cent of sentences.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import atan, degrees
from statistics import median
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.english import word_set
from punchboard.checks.prose.english.parsed_text import Block, Text, words
from punchboard.checks.prose.english.sentences import Sentence
from punchboard.checks.prose.reading.reading import Reading
from punchboard.model.game.game import Game
from punchboard.model.layout.face import Face
from punchboard.model.layout.trim import Trim
from punchboard.model.values import LayoutSource
from punchboard.problem import Place

Use = Literal["card", "page", "tile", "token", "board"]
"""How a thing is read: in the hand (cards, pages), or lying on the table at arm's length."""

DISTANCES: Final = MappingProxyType({"card": 400.0, "page": 400.0, "tile": 650.0, "token": 650.0, "board": 650.0})
"""The distance in mm from which each use is read: a card as a book is held, the rest at arm's length."""

MIN_CAPITALS: Final = 16.0
"""The least height of capitals and digits, in minutes of arc."""

ROUNDING: Final = 0.05
"""Minutes of arc that rounding may hide."""

FLUENT_X_HEIGHT: Final = 12.0
"""The x-height in minutes of arc from which people read at full speed."""

MIN_TOKEN: Final = 11.6
"""The least width and height in mm of what fingers pick up."""

LARGEST_TOKEN: Final = 30.0
"""Shapes other than cards, boards and mats are tokens up to this width and height in mm, and tiles above it."""

MAX_SENTENCE: Final = 25
"""The most words of a sentence that is easy to read."""

MAX_PASSIVE: Final = 0.2
"""The largest share of sentences in the passive voice."""

_USES: Final[Mapping[str, Use]] = {"card": "card", "board": "board", "mat": "board"}


def use_of(trim: Trim) -> Use:
    """Return how a component of this shape is read."""
    return _USES.get(trim.form) or ("token" if max(trim.size) <= LARGEST_TOKEN else "tile")


def arc_minutes(height: float, distance: float) -> float:
    """Return the angle of a height in mm at a distance in mm, in minutes of arc."""
    return degrees(atan(height / distance)) * 60


class Side(NamedTuple):
    """A drawn side: what it belongs to, such as ``Henchman`` or ``rulebook``, and how it is read."""

    owner: str
    use: Use
    face: Face
    component: str = ""
    """The id of the first component with this side; empty for a page."""

    @property
    def distance(self) -> float:
        """The distance in mm from which it is read."""
        return DISTANCES[self.use]


@dataclass(frozen=True, eq=False)
class Subject:
    """A game to measure."""

    game: Game
    sides: tuple[Side, ...]
    """Every distinct side of components, dice, reference cards and pages, or the first of a very large deck."""
    sources: Mapping[str, LayoutSource]
    """Where layouts are written."""
    reading: Reading | None = None
    """The rules; None without texts, and in a language that the rules on prose cannot read."""
    theme: Mapping[str, str] = field(default_factory=dict)
    """The colours of the theme."""
    left_out: int = 0
    """How many sides of a very large deck are not measured."""

    def box_place(self, face: Face, box: str) -> Place:
        """Return where a box of a face is written; the place of the face if its layout has no file."""
        source = self.sources.get(face.layout)
        return source.place("boxes", box) if source is not None and box else face.place


LENGTH_RULE: Final = "ACCESS004"
"""The rule on the length of sentences, which a comment can exempt."""

_PROSE: Final = frozenset({"paragraph", "item"})
"""The kinds of blocks that have sentences; cells and headings have keywords."""

_END: Final = re.compile(r"[.!?][\"\u201d\u2019')\]]*\s+(?=[^a-z])")

_ABBREVIATION: Final = re.compile(r"(?:\b(?:No|Nos|e\.g|i\.e|vs|p|pp|cf)|\b[A-Z])\.\s+$")

_MIN_WORDS: Final = 3
"""Shorter sentences are labels and exclamations, which would make an average look better than it is."""

_BE: Final = word_set("be")
_BETWEEN: Final = word_set("before participles")
_IRREGULAR: Final = word_set("irregular participles")
_ADJECTIVES: Final = word_set("no participles")


class Measured(NamedTuple):
    """A sentence with its block and its number of words."""

    block: Block
    sentence: Sentence
    length: int


class LanguageFigures(NamedTuple):
    """The figures of some texts: sentences, words of the median and the longest, share in the passive voice."""

    sentences: int
    median: float
    longest: int
    passive: float


def measured_sentences(text: Text) -> Iterator[Measured]:
    """Yield the sentences of a text, without labels."""
    for block in text.blocks:
        for sentence in _sentences(block) if block.kind in _PROSE else ():
            length = len(words(sentence.text))
            if length >= _MIN_WORDS:
                yield Measured(block, sentence, length)


def language_figures(texts: tuple[Text, ...]) -> LanguageFigures | None:
    """Return the figures of texts, without exempt sentences; None without any."""
    sentences = [
        measured for text in texts for measured in measured_sentences(text) if not _may_be_long(text, measured)
    ]
    if not sentences:
        return None
    passive = sum(1 for measured in sentences if passive_verb(measured.sentence.text)) / len(sentences)
    lengths = [measured.length for measured in sentences]
    return LanguageFigures(len(sentences), median(lengths), max(lengths), passive)


def _may_be_long(text: Text, measured: Measured) -> bool:
    """Return whether a comment on its line says that a sentence is long for a reason."""
    exempt = text.exempt_lines.get(measured.block.place(measured.sentence.start).line)
    return exempt is not None and (not exempt or LENGTH_RULE in exempt)


def passive_verb(text: str) -> str:
    """Return the first verb in the passive voice, such as ``are dealt``; empty if there is none."""
    all_words = words(text)
    for at, word in enumerate(all_words):
        if word.folded not in _BE:
            continue
        for participle in all_words[at + 1 : at + 4]:
            if _is_participle(participle.folded):
                return text[word.start : participle.end]
            if participle.folded not in _BETWEEN and participle.folded not in _BE:
                break
    return ""


def _is_participle(word: str) -> bool:
    return word in _IRREGULAR or (word.endswith("ed") and len(word) > 4 and word not in _ADJECTIVES)


def _sentences(block: Block) -> Iterator[Sentence]:
    """Yield the sentences of a block; unlike those of `english.sentences`, a semicolon does not end one."""
    start = 0
    for match in _END.finditer(block.text):
        if _ABBREVIATION.search(block.text, 0, match.end()):
            continue
        yield Sentence(block.text[start : match.end()].strip(), start, match.end())
        start = match.end()
    if block.text[start:].strip():
        yield Sentence(block.text[start:].strip(), start, len(block.text))
