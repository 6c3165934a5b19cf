"""Facts with a number that sentences state about the game, with a key for comparing them."""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from punchboard.checks.prose.claims.subjects import Key, subject_keys
from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.sentences import is_example, is_option, sentence_at
from punchboard.checks.prose.english.text import Block
from punchboard.checks.prose.english.words import FUNCTION_WORDS, singulars, word_set
from punchboard.checks.prose.reading.reading import Reading


class Fact(NamedTuple):
    """A number and what it is about. Facts with equal keys must have equal numbers."""

    key: Key
    value: int
    block: Block
    letter: int
    shown: str


class NumberContext(NamedTuple):
    """A number in a sentence: the text before and after it, and what it counts."""

    sentence: str
    before: str
    after: str
    unit: str


_TIMES: Final = word_set("round hand turn season trick day night week year phase age act deal")
_PARTS: Final = r"game|round|match|campaign|hand|season|year|day|act|turn|deal|trick|battle"
_REACH: Final = re.compile(
    r"\b(?:reach(?:es|ed|ing)?|gets? to|got to|(?:first|ends?) (?:to|at)(?: reach)?)(?: a total of| exactly| the)?\s+$",
    re.IGNORECASE,
)
_HAVE: Final = re.compile(
    r"\b(?:scores?|has|have|collects?|gains?|earns?|makes?)(?: a total of| exactly| at least)?\s+$", re.IGNORECASE
)
_FIRST: Final = re.compile(r"\bfirst\b|\bwho(?:ever)?\b", re.IGNORECASE)
_RACE: Final = re.compile(r"\b(?:first|plays?|played|game|race|how long|match)(?: up)? to\s+$", re.IGNORECASE)
_OUTCOME: Final = re.compile(
    r"\b(?:wins?|won|winner|winning|loses?|lost|loser|game (?:is )?over|game (?:ends?|is finished)|ends?(?: the game)?"
    r"|first (?:player )?to)\b",
    re.IGNORECASE,
)
_OF_WHAT: Final = re.compile(rf"\b(?:wins?|won|lose[sr]?|lost|ends?) (?:the |this |that )?({_PARTS})\b", re.IGNORECASE)
_NOT: Final = re.compile(
    r"\bnot\b|n['\u2019]t\b|\bnever\b|\bif you\b|\binstead\b|\bbeginners?\b|\bgood length\b", re.IGNORECASE
)
_LIMIT: Final = re.compile(
    r"\b(?:more than|at most|down to|limit (?:is|of)|maximum of|up to|exceed)\s+$", re.IGNORECASE
)
_HAND: Final = re.compile(r"\b(?:hands?|hold|holds|keep|discard)\b", re.IGNORECASE)
_DEAL: Final = re.compile(r"\b(?:deals?|dealt|dealing|hands? of|receives?)\b[^.,;]{0,30}$", re.IGNORECASE)
_EACH: Final = re.compile(r"\beach\b|\bevery(?:one|body| player)\b|\bapiece\b|\ball players\b", re.IGNORECASE)
_OPEN: Final = re.compile(
    r"\b(?:more|another|face[ -]?up|middle|(?:two|three|four|five|six|\d+) players?)\b", re.IGNORECASE
)
_LENGTH: Final = re.compile(
    rf"\b({_PARTS})\b[^.;,]{{0,15}}\b(?:lasts?|is played over|goes on for|consists of|has|takes)(?: exactly)?\s+$",
    re.IGNORECASE,
)
_ACTIONS: Final = re.compile(
    r"\b(?:you|players?|everyone|everybody)\s+(?:may |must |can )?(?:takes?|has|have|performs?|do|does|gets?)"
    r"(?: up to| exactly)?\s+$",
    re.IGNORECASE,
)


def _is_goal(context: NumberContext) -> bool:
    if _NOT.search(context.sentence):
        return False
    if _RACE.search(context.before):
        return True
    return bool(_OUTCOME.search(context.sentence)) and bool(
        _REACH.search(context.before)
        or (context.unit and _FIRST.search(context.before) and _HAVE.search(context.before))
    )


def _is_deal(context: NumberContext) -> bool:
    dealt = context.unit == "card" and _DEAL.search(context.before) and _EACH.search(context.sentence)
    return bool(dealt) and not _OPEN.search(context.sentence)


FACT_PATTERNS: Final[tuple[tuple[str, Callable[[NumberContext], bool]], ...]] = (
    ("goal", _is_goal),
    ("limit", lambda context: bool(_LIMIT.search(context.before) and _HAND.search(context.sentence) and context.unit)),
    ("deal", _is_deal),
    (
        "length",
        lambda context: (
            context.unit in _TIMES and bool(_LENGTH.search(context.before)) and " more" not in context.after[:12]
        ),
    ),
    ("actions", lambda context: context.unit == "action" and bool(_ACTIONS.search(context.before))),
)
"""What a number can state in any game, by the form of its sentence."""


def facts(reading: Reading) -> Iterator[Fact]:
    """Yield the facts stated in the sentences of the texts. Text on cards is not read: it states exceptions."""
    for block in reading.blocks:
        if block.kind in {"cell", "head"} or is_example(block):
            continue
        for quantity in reading.quantities(block):
            is_single = len(quantity.values) == 1 and quantity.kind != "about"
            if is_single and not is_option(block, quantity.start):
                yield from _in_sentence(reading, block, quantity)


def shown(block: Block, quantity: Quantity) -> str:
    """Return a number with the noun after it."""
    after = _noun(block, quantity)
    return block.text[quantity.start : block.words[quantity.last + 1].end if after else quantity.end]


def unit_of(block: Block, quantity: Quantity) -> str:
    """Return the counted noun, in the singular, or an empty text if no noun follows the number."""
    noun = _noun(block, quantity)
    return min(singulars(noun), default=noun, key=len)


def is_count_of(block: Block, quantity: Quantity, nouns: frozenset[str]) -> bool:
    """Return whether a number counts one of ``nouns``, which are in the singular."""
    noun = _noun(block, quantity)
    return not nouns.isdisjoint({noun, *singulars(noun)})


def _noun(block: Block, quantity: Quantity) -> str:
    after = block.words[quantity.last + 1 : quantity.last + 2]
    is_adjacent = after and block.text[quantity.end : after[0].start] in {" ", "-"}
    return after[0].folded if is_adjacent and after[0].folded not in FUNCTION_WORDS else ""


def _in_sentence(reading: Reading, block: Block, quantity: Quantity) -> Iterator[Fact]:
    sentence = sentence_at(block, quantity.start)
    before, after = block.text[sentence.start : quantity.start], block.text[quantity.end : sentence.end]
    named = (
        mention
        for mention in reading.mentions(block)
        if sentence.start <= mention.start and mention.end <= quantity.start
    )
    of_piece = any(sense.role == "piece" for mention in named for sense in mention.senses)
    context = NumberContext(sentence.text, before, after, unit_of(block, quantity))
    keys: list[Key] = [(name, context.unit, _game_part(name, context)) for name, fits in FACT_PATTERNS if fits(context)]
    if of_piece:
        keys = [key for key in keys if key[0] not in {"limit", "actions"}]
    for key in (*keys, *subject_keys(reading, block, sentence, quantity, context.unit)):
        yield Fact(key, quantity.value, block, quantity.start, shown(block, quantity))


def _game_part(name: str, context: NumberContext) -> str:
    """Return the part of the game that is won or lasts this long, or an empty text for the game itself."""
    if name == "length":
        found = _LENGTH.search(context.before)
    else:
        found = _OF_WHAT.search(context.sentence) if name == "goal" else None
    part = found[1].casefold() if found else ""
    return "" if part == "game" else part
