"""Facts with a number that sentences state about the game, with a key for comparing them."""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from punchboard.checks.prose.claims.claims import Claim, claims_of, starting_shares
from punchboard.checks.prose.claims.player_counts import with_players
from punchboard.checks.prose.english.numbers import ORDINALS, Quantity, ordinals
from punchboard.checks.prose.english.parsed_text import (
    DETERMINERS,
    FUNCTION_WORDS,
    Block,
    fold,
    singulars,
    word_set,
    words,
)
from punchboard.checks.prose.english.sentences import Sentence, is_example, is_option, sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms

Key = tuple[str, ...]

_WORTH: Final = r"(?:is|are) worth|scores?|counts?(?: as| for)?|pays?|pegs?"
_HAS: Final = r"(?:has|have) (?:room|space|places) for|has|have|holds?|contains?|carries|carry|bears?"
_VERBS: Final[Mapping[str, str]] = MappingProxyType({"has": _HAS, "worth": _WORTH, "costs": r"costs?"})
_JOIN: Final = r"\W*(?:and |which |that |it |each |also |always |still |can |may )*"
_AMOUNT: Final = r"(?: a total of| exactly| up to| at most| only| just)?\s+"
_VERB: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {name: re.compile(rf"{_JOIN}(?:{verbs}){_AMOUNT}", re.IGNORECASE) for name, verbs in _VERBS.items()}
)
_FOR: Final = re.compile(r"(?: points?)?(?: at once)? for (?:the |an? )?| points? for (?:each|every) ", re.IGNORECASE)
_PAID: Final = re.compile(r"\b(?:pays?|spends?)\s+$", re.IGNORECASE)
_PAID_FOR: Final = re.compile(r"(?: \w+){1,3} for (?:the |an? |each |every )?", re.IGNORECASE)
_LABEL: Final = re.compile(r"\s*[:=]\s*")
_WHOLE: Final = re.compile(r"\s*(?:[.,;)]|$)")
_SCORED: Final = re.compile(rf"\b(?:{_WORTH})\s+$", re.IGNORECASE)
_POINTS: Final = re.compile(r" points?\b", re.IGNORECASE)
_IF: Final = re.compile(
    r"\b(?:if|when|while|during|unless|instead|normally|this turn|with \w+ players)\b", re.IGNORECASE
)


def subject_keys(reading: Reading, block: Block, sentence: Sentence, quantity: Quantity, unit: str) -> Iterator[Key]:
    """Yield what a number is about, as keys that are equal for the same thing.

    A sentence that holds only at times (``if``, ``when``) has none.
    """
    if _IF.search(sentence.text):
        return
    unit = "" if unit == "point" else unit
    for start, end, name in _subjects(reading, block):
        if sentence.start <= start and end <= quantity.start:
            between = block.text[end : quantity.start]
            verbs = (verb for verb, pattern in _VERB.items() if pattern.fullmatch(between))
            yield from ((verb, name, unit) for verb in verbs if verb == "worth" or unit)
            if not unit and _POINTS.match(block.text, quantity.end) and _LABEL.fullmatch(between):
                yield "worth", name, ""
        elif not _WHOLE.match(block.text, end):
            continue
        elif _PAID.search(block.text, 0, quantity.start) and _PAID_FOR.fullmatch(block.text, quantity.end, start):
            yield "costs", name, unit
        elif _is_scored_for(block, quantity, start):
            yield "worth", name, ""


def _is_scored_for(block: Block, quantity: Quantity, start: int) -> bool:
    """Return whether a number is scored for what begins at ``start``: ``scores 10 for the cards``."""
    between = quantity.end < start and _FOR.fullmatch(block.text, quantity.end, start)
    return bool(between) and bool(_SCORED.search(block.text, 0, quantity.start))


def _subjects(reading: Reading, block: Block) -> Iterator[tuple[int, int, str]]:
    """Yield what can be a subject: names of the vocabulary, and emphasised text."""
    named = set()
    for mention in reading.mentions(block):
        named.add((mention.start, mention.end))
        pieces = {at for sense in mention.senses for at in sense.pieces}
        named_thing = reading.vocabulary.pieces[min(pieces)] if len(pieces) == 1 else mention.senses[0]
        yield mention.start, mention.end, named_thing.name.casefold()
    for mark in block.marks:
        if (mark.start, mark.end) not in named and mark.kind != "link":
            yield mark.start, mark.end, normalised_term(block.text[mark.start : mark.end])


def normalised_term(text: str) -> str:
    """Return a term as in keys: folded, in its shortest form, without an article."""
    parts = [word.folded for word in words(text)]
    while len(parts) > 1 and parts[0] in DETERMINERS:
        parts = parts[1:]
    return min(forms(" ".join(parts)), key=lambda form: (len(form), form), default=fold(text))


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
    is_ordinal: bool = False


_TIMES: Final = word_set("action round hand turn season trick day night week year phase age act deal")
_PARTS: Final = r"game|round|match|campaign|hand|season|year|day|act|turn|deal|trick|battle"
_REACH: Final = re.compile(
    r"\b(?:reach(?:es|ed|ing)?|gets? to|got to|(?:first|ends?) (?:to|at)(?: reach)?)(?: a total of| exactly| the)?\s+$",
    re.IGNORECASE,
)
_HAVE: Final = re.compile(
    r"\b(?:scores?|has|have|collect(?:s|ed)?|gain(?:s|ed)?|earn(?:s|ed)?|makes?|owns?|wins?|won|holds?|controls?"
    r"|reach(?:es|ed)|with)"
    r"(?: a total of| exactly| at least)?\s+$",
    re.IGNORECASE,
)
_ANYBODY: Final = re.compile(
    r"\b(?:somebody|someone|anybody|anyone|(?:a|any|one) player|(?:when|once|as soon as) you)\b", re.IGNORECASE
)
_END: Final = re.compile(
    r"\bgame (?:is over|ends?|stops)|\bends (?:the game|it)\b|\bwins?(?: the game| at once| immediately)?\s*[.!]"
    r"|\bhas won\s*[.!]|\bfinish(?:es)? the (?:round|game)",
    re.IGNORECASE,
)
_WIN_WITH: Final = re.compile(r"\b(?:wins?|won)(?: the game)? (?:with|at|on)\s+$", re.IGNORECASE)
_TO_END: Final = re.compile(r" (?:\w+ ){1,3}(?:(?:ends?|wins?) the game|ends it)\b", re.IGNORECASE)
_WHEN: Final = re.compile(
    r"\b(?:when|once|as soon as|after) (?:the|a player's|somebody's|one player's)\s+$", re.IGNORECASE
)
_FIRST: Final = re.compile(r"\bfirst\b|\bwho(?:ever)?\b", re.IGNORECASE)
_RACE: Final = re.compile(r"\b(?:first|plays?|played|game|race|how long|match)(?: up)? to\s+$", re.IGNORECASE)
_OUTCOME: Final = re.compile(
    r"\b(?:wins?|won|winner|winning|loses?|lost|loser|game (?:is )?over|game (?:ends?|is finished)|ends?(?: the game)?"
    r"|first (?:\w+ )?to)\b",
    re.IGNORECASE,
)
_OF_WHAT: Final = re.compile(rf"\b(?:wins?|won|lose[sr]?|lost|ends?) (?:the |this |that )?({_PARTS})\b", re.IGNORECASE)
_NOT: Final = re.compile(
    r"\bnot\b|n['\u2019]t\b|\bnever\b|\bif you\b|\binstead\b|\bbeginners?\b|\bgood length\b", re.IGNORECASE
)
_LIMIT: Final = re.compile(
    r"\b(?:more than|at most|down to|(?:limit|hand size)(?: is| of|:)?|maximum of|up to|exceed"
    r"|(?:may|can) (?:hold|keep|carry))\s+$",
    re.IGNORECASE,
)
_MOVED: Final = re.compile(
    r"\b(?:play|discard|draw|take|put|lay|place|exchange|pass|return|give|use|spend|buy|swap)s?"
    r" (?:\w+ )?(?:up to|at most)\s+$",
    re.IGNORECASE,
)
_LIMIT_AFTER: Final = re.compile(r"(?: \w+){1,3},? (?:at most|at the most|no more|or fewer|maximum)\b", re.IGNORECASE)
_HAND: Final = re.compile(r"\b(?:hands?|hold|holds|keep|discard|carry)\b", re.IGNORECASE)
_ANY_HAND: Final[Key] = ("limit", "card", "card")
_OF_THESE: Final = re.compile(r" of (?:the|these|those|your|their)\b", re.IGNORECASE)
_SIZE: Final = re.compile(r"\blimit\b|\bhand size\b", re.IGNORECASE)
_OWN: Final = re.compile(r"\b(?:may|can|must|cannot) (?:never |not )?(?:have|own|control)\b", re.IGNORECASE)
_DEAL: Final = re.compile(r"\b(?:deals?|dealt|dealing|hands? of|receives?)\b[^.,;]{0,30}$", re.IGNORECASE)
_EACH: Final = re.compile(r"\beach\b|\bevery(?:one|body| player)\b|\bapiece\b|\ball players\b", re.IGNORECASE)
_OPEN: Final = re.compile(
    r"\b(?:more|another|face[ -]?up|middle|(?:two|three|four|five|six|\d+) players?)\b", re.IGNORECASE
)
_LENGTH: Final = re.compile(
    rf"\b({_PARTS})\b[^.;,]{{0,15}}\b(?:(?:lasts?|goes on) (?:for )?|is played (?:over|in|for) |consists of "
    r"|has |takes |(?:is over|ends?) (?:after|at the end of|(?:up)?on completion of) )(?:exactly |the )?$",
    re.IGNORECASE,
)
_IN_TURN: Final = re.compile(r" actions? (?:(?:in |on )?(?:a|each|every|your)|per) turn\b", re.IGNORECASE)
_AFTER: Final = re.compile(r"\b(?:after|at the end of) (?:the )?$", re.IGNORECASE)
_GAME_ENDS: Final = re.compile(r" \w+,? (?:the )?game (?:ends|is over)\b", re.IGNORECASE)
_PLAY: Final = re.compile(r"\W*(?:you |players )?play (?:for |over |a total of )?", re.IGNORECASE)
_ACTIONS: Final = re.compile(
    r"\b(?:you|players?|everyone|everybody)\s+(?:may |must |can )?(?:takes?|has|have|performs?|do|does|gets?)"
    r"(?: up to| exactly)?\s+$",
    re.IGNORECASE,
)


def _is_goal(context: NumberContext) -> bool:
    if _NOT.search(context.sentence):
        return False
    if _RACE.search(context.before) or _WIN_WITH.search(context.before) or _TO_END.match(context.after):
        return True
    if context.is_ordinal:
        is_event = _WHEN.search(context.before) or context.before.strip().casefold() in {"", "the"}
        return bool(is_event and _END.search(context.sentence)) and context.unit not in _TIMES
    is_had = context.unit and _HAVE.search(context.before)
    if is_had and _ANYBODY.search(context.before) and _END.search(context.sentence):
        return True
    return bool(_OUTCOME.search(context.sentence)) and bool(
        _REACH.search(context.before) or (is_had and _FIRST.search(context.before))
    )


def _is_limit(context: NumberContext) -> bool:
    if not (_LIMIT.search(context.before) or _LIMIT_AFTER.match(context.after)) or _MOVED.search(context.before):
        return False
    return bool(_HAND.search(context.sentence) or _OWN.search(context.sentence) or _SIZE.search(context.before))


def _is_deal(context: NumberContext) -> bool:
    dealt = context.unit == "card" and _DEAL.search(context.before) and _EACH.search(context.sentence)
    return bool(dealt) and not _OPEN.search(context.sentence)


def _is_length(context: NumberContext) -> bool:
    if context.unit not in _TIMES or " more" in context.after[:12]:
        return False
    is_bare = not context.before.strip("-* ") and not context.after.strip(". ").strip(context.unit + "s")
    is_end = _AFTER.search(context.before) and _GAME_ENDS.match(context.after)
    return bool(_LENGTH.search(context.before) or is_end or is_bare or _PLAY.fullmatch(context.before))


def _is_actions(context: NumberContext) -> bool:
    is_bare = not context.before.strip("-* ") and _IN_TURN.match(context.after)
    return context.unit == "action" and bool(is_bare or _ACTIONS.search(context.before))


FACT_PATTERNS: Final[tuple[tuple[str, Callable[[NumberContext], bool]], ...]] = (
    ("goal", _is_goal),
    ("limit", _is_limit),
    ("deal", _is_deal),
    ("length", _is_length),
    ("actions", _is_actions),
)
"""What a number can state in any game, by the form of its sentence."""


def facts(reading: Reading) -> Iterator[Fact]:
    """Yield the facts stated in the sentences of the texts. Text on cards is not read: it states exceptions."""
    found: list[Fact] = []
    for block in reading.blocks:
        if block.kind in {"cell", "head"} or is_example(block):
            continue
        for quantity in (*reading.quantities(block), *ordinals(block)):
            is_single = len(quantity.values) == 1 and quantity.kind != "about"
            if is_single and not is_option(block, quantity.start):
                found += _in_sentence(reading, block, quantity)
    found += _starts(reading)
    hands = {fact.key for fact in found if fact.key[0] == "limit" and fact.key[2] == "card"} - {_ANY_HAND}
    for fact in found:  # if only one sort of card is ever limited, ``hand limit: 5`` is about it
        yield fact._replace(key=next(iter(hands))) if fact.key == _ANY_HAND and len(hands) == 1 else fact


def _starts(reading: Reading) -> Iterator[Fact]:
    """Yield what each player begins with, without things that one section gives out more than once."""
    found = [
        Fact(
            ("start", thing_of(reading, claim.block, claim.quantity)),
            each,
            claim.block,
            claim.quantity.start,
            shown(claim.block, claim.quantity),
        )
        for claim, each in starting_shares(reading)
    ]
    for fact in found:
        beside = [one for one in found if one.key == fact.key and one.block.sections == fact.block.sections]
        if all(one.value == fact.value for one in beside):
            yield fact


def thing_of(reading: Reading, block: Block, quantity: Quantity) -> str:
    """Return a name for what a number counts: the same for ``2 chips`` and ``2 Scrap Chips`` if these are meant."""
    claim = claim_at(reading, block, quantity)
    if claim is not None and claim.is_generic:
        return unit_of(block, quantity)
    named = next((one for one in reading.mentions(block) if one.first == quantity.last + 1), None)
    senses = claim.sense_pieces if claim else {sense.pieces for sense in named.senses} if named else ()
    return " ".join(sorted(",".join(map(str, sorted(pieces))) for pieces in senses)) or unit_of(block, quantity)


def claim_at(reading: Reading, block: Block, quantity: Quantity) -> Claim | None:
    """Return the claim that a number makes about pieces named after it, or None."""
    claims = claims_of(reading).in_block(block)
    return next((one for one in claims if one.quantity.start == quantity.start and one.end > quantity.end), None)


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
    at = quantity.last + 1
    if _OF_THESE.match(block.text, quantity.end):
        at += 2
    after = block.words[at : at + 1]
    is_adjacent = after and block.text[block.words[at - 1].end : after[0].start] in {" ", "-"}
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
    unit, people = unit_of(block, quantity), claims_of(reading).people
    claim = claim_at(reading, block, quantity)
    last = block.text[quantity.end : claim.end].split()[-1].casefold() if claim else unit
    whole, start, rest = (with_players(text, people) for text in (sentence.text, before, after))
    is_ordinal = fold(block.text[quantity.start : quantity.end]) in ORDINALS
    context = NumberContext(whole, start, rest, min(singulars(last), default=last, key=len), is_ordinal)
    keys = [
        (name, *_key(name, context, thing_of(reading, block, quantity)))
        for name, fits in FACT_PATTERNS
        if fits(context)
    ]
    if of_piece:
        keys = [key for key in keys if key[0] not in {"limit", "actions"}]
    for key in (*keys, *subject_keys(reading, block, sentence, quantity, unit)):
        yield Fact(key, quantity.value, block, quantity.start, shown(block, quantity))


def _key(name: str, context: NumberContext, thing: str) -> tuple[str, str]:
    """Return what a number counts and where: the part of the game, or ``card`` for the limit of a hand."""
    if name != "limit":
        return thing, _game_part(name, context)
    is_hand = context.unit in {"", "card"} and ("hand" in context.sentence or not _OWN.search(context.sentence))
    return thing or "card", "card" if is_hand else ""


def _game_part(name: str, context: NumberContext) -> str:
    """Return the part of the game that is won or lasts this long, or an empty text for the game itself."""
    if name == "length":
        found = _LENGTH.search(context.before)
    else:
        found = _OF_WHAT.search(context.sentence) if name == "goal" else None
    part = found[1].casefold() if found else ""
    return "" if part == "game" else part
