"""Facts with a number that sentences state about the game, with a key for comparing them."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.claims.claims import Claim, claims_of, in_setup, starting_shares
from punchboard.checks.prose.claims.player_counts import with_players
from punchboard.checks.prose.english import Patterns, statement_forms, word_set
from punchboard.checks.prose.english.numbers import ORDINALS, Quantity, ordinals
from punchboard.checks.prose.english.parsed_text import DETERMINERS, FUNCTION_WORDS, Block, fold, singulars, words
from punchboard.checks.prose.english.sentences import Sentence, is_example, is_option, sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import forms

_RE: Final = Patterns("facts")


Key = tuple[str, ...]

_ELSEWHERE: Final = (
    dict.fromkeys(word_set("cards elsewhere"), "card")
    | dict.fromkeys(word_set("points elsewhere"), "point")
    | dict.fromkeys(word_set("minutes elsewhere"), "minute")
    | dict.fromkeys(word_set("hours elsewhere"), "hour")
)
"""Words of other languages for what any game counts, with the English ones."""

_VERBS: Final = (("has", _RE.is_having), ("worth", _RE.is_worth), ("costs", _RE.is_costing))
"""What a sentence says of its subject, with what stands between subject and number."""


def subject_keys(reading: Reading, block: Block, sentence: Sentence, quantity: Quantity, unit: str) -> Iterator[Key]:
    """Yield what a number is about, as keys that are equal for the same thing.

    A sentence that holds only at times (``if``, ``when``) or in some places has none.
    """
    if _RE.at_times.search(sentence.text) or _RE.set_apart.match(sentence.text):
        return
    unit = "" if unit == "point" else unit
    for start, end, name in _subjects(reading, block):
        if sentence.start <= start and end <= quantity.start:
            between = block.text[end : quantity.start]
            is_anywhere = name not in _ANY_PIECE and not _RE.elsewhere.match(block.text, quantity.end)
            verbs = (verb for verb, pattern in _VERBS if is_anywhere and pattern.fullmatch(between))
            yield from ((verb, name, unit) for verb in verbs if verb == "worth" or unit)
            if not unit and _RE.points.match(block.text, quantity.end) and _RE.label.fullmatch(between):
                yield "worth", name, ""
        elif not _RE.whole.match(block.text, end):
            continue
        elif _RE.paid.search(block.text, 0, quantity.start) and _RE.paid_for.fullmatch(block.text, quantity.end, start):
            yield "costs", name, unit
        elif _is_scored_for(block, quantity, start):
            yield "worth", name, ""


def _is_scored_for(block: Block, quantity: Quantity, start: int) -> bool:
    """Return whether a number is scored for what begins at ``start``: ``scores 10 for the cards``."""
    between = quantity.end < start and _RE.points_for.fullmatch(block.text, quantity.end, start)
    return bool(between) and bool(_RE.scored.search(block.text, 0, quantity.start))


def _subjects(reading: Reading, block: Block) -> Iterator[tuple[int, int, str]]:
    """Yield what can be a subject: names of the vocabulary that are not counted, and emphasised text."""
    named = set()
    counts = {number.last + 1 for number in reading.quantities(block)}
    for mention in reading.mentions(block):
        named.add((mention.start, mention.end))
        if mention.first in counts:  # ``4 Coins and is worth 3 points``
            continue
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
    """A number in a sentence: the text before and after it, what it counts, and whether it is an ordinal.

    The lead is the text of its paragraph before the sentence.
    """

    sentence: str
    before: str
    after: str
    unit: str
    number: Literal["cardinal", "ordinal"]
    lead: str = ""


class Form(NamedTuple):
    """A form of sentence: patterns, each with the part of the context in which it is found."""

    patterns: tuple[tuple[str, re.Pattern[str]], ...]

    def fits(self, context: NumberContext) -> bool:
        """Return whether all patterns are found."""
        return all(pattern.search(getattr(context, part)) for part, pattern in self.patterns)


class Statement(NamedTuple):
    """What a number can state in any game, by the forms of the sentences that do and of those that do not."""

    name: str
    forms: tuple[Form, ...]
    exceptions: tuple[Form, ...]

    def fits(self, context: NumberContext) -> bool:
        """Return whether a number states this."""
        return any(form.fits(context) for form in self.forms) and not any(
            form.fits(context) for form in self.exceptions
        )


@cache
def statements() -> tuple[Statement, ...]:
    """Return all statements, in the order in which their facts are reported."""
    return tuple(
        Statement(name, tuple(map(_form, kinds["forms"])), tuple(map(_form, kinds.get("unless", ()))))
        for name, kinds in statement_forms().items()
    )


def _form(parts: Mapping[str, str | list[str]]) -> Form:
    names = ((part, name) for part, named in parts.items() for name in ([named] if isinstance(named, str) else named))
    return Form(tuple((part, getattr(_RE, name)) for part, name in names))


CLOCK: Final = frozenset({"minute", "hour"})
"""How long a game lasts is only ever known roughly."""

_ANY_PIECE: Final = frozenset({"card", "tile", "token", "piece"})
"""Words by which sentences mean the pieces that they speak of, each others."""

_ANY_HAND: Final[Key] = ("limit", "card", "card")


def facts(reading: Reading) -> Iterator[Fact]:
    """Yield the facts stated in the sentences of the texts. Text on cards is not read: it states exceptions."""
    stated: list[Fact] = []
    for block in reading.blocks:
        if block.kind in {"cell", "head"} or is_example(block):
            continue
        for quantity in (*reading.quantities(block), *ordinals(block)):
            is_single = len(quantity.values) == 1 and (quantity.kind != "about" or unit_of(block, quantity) in CLOCK)
            if is_single and not is_option(block, quantity.start):
                stated += _in_sentence(reading, block, quantity)
    stated += _starts(reading)
    hands = {fact.key for fact in stated if fact.key[0] == "limit" and fact.key[2] == "card"} - {_ANY_HAND}
    for fact in dict.fromkeys(stated):  # if only one sort of card is ever limited, ``hand limit: 5`` is about it
        yield fact._replace(key=next(iter(hands))) if fact.key == _ANY_HAND and len(hands) == 1 else fact


def _starts(reading: Reading) -> Iterator[Fact]:
    """Yield what each player begins with, without things that one section gives out more than once."""
    starts = [
        _fact(("start", thing_of(reading, claim.block, claim.quantity), ""), claim.block, claim.quantity, each)
        for claim, each in starting_shares(reading)
    ]
    for fact in starts:
        beside = [other for other in starts if other.key == fact.key and other.block.sections == fact.block.sections]
        if all(other.value == fact.value for other in beside):
            yield fact


def _fact(key: Key, block: Block, quantity: Quantity, value: int) -> Fact:
    return Fact(key, value, block, quantity.start, shown(block, quantity))


def thing_of(reading: Reading, block: Block, quantity: Quantity) -> str:
    """Return a name for what a number counts: the same for ``2 chips`` and ``2 Scrap Chips`` if these are meant."""
    claim = claim_at(reading, block, quantity)
    if claim is not None and claim.is_generic:
        return unit_of(block, quantity)
    named = next((mention for mention in reading.mentions(block) if mention.first == quantity.last + 1), None)
    senses = claim.sense_pieces if claim else {sense.pieces for sense in named.senses} if named else ()
    return " ".join(sorted(",".join(map(str, sorted(pieces))) for pieces in senses)) or unit_of(block, quantity)


def claim_at(reading: Reading, block: Block, quantity: Quantity) -> Claim | None:
    """Return the claim that a number makes about pieces named after it, or None."""
    claims = claims_of(reading).in_block(block)
    return next(
        (claim for claim in claims if claim.quantity.start == quantity.start and claim.end > quantity.end), None
    )


def shown(block: Block, quantity: Quantity) -> str:
    """Return a number with the noun after it."""
    after = _noun(block, quantity)
    return block.text[quantity.start : block.words[quantity.last + 1].end if after else quantity.end]


def unit_of(block: Block, quantity: Quantity) -> str:
    """Return the counted noun, in the singular, or an empty text if no noun follows the number."""
    return _singular(_noun(block, quantity))


def _singular(noun: str) -> str:
    return _ELSEWHERE.get(noun) or min(singulars(noun), default=noun, key=len)


def is_count_of(block: Block, quantity: Quantity, nouns: frozenset[str]) -> bool:
    """Return whether a number counts one of ``nouns``, which are in the singular."""
    noun = _noun(block, quantity)
    return not nouns.isdisjoint({noun, *singulars(noun)})


def _noun(block: Block, quantity: Quantity) -> str:
    at = quantity.last + 1
    if _RE.of_these.match(block.text, quantity.end):
        at += 2
    after = block.words[at : at + 1]
    is_adjacent = after and block.text[block.words[at - 1].end : after[0].start] in {" ", "-"}
    return after[0].folded if is_adjacent and after[0].folded not in FUNCTION_WORDS else ""


def _in_sentence(reading: Reading, block: Block, quantity: Quantity) -> Iterator[Fact]:
    sentence = sentence_at(block, quantity.start)
    before, after = block.text[sentence.start : quantity.start], block.text[quantity.end : sentence.end]
    named = reading.mentions_between(block, sentence.start, quantity.start)
    of_piece = any(sense.role == "piece" for mention in named for sense in mention.senses)
    unit, people = unit_of(block, quantity), claims_of(reading).people
    claim = claim_at(reading, block, quantity)
    last = block.text[quantity.end : claim.end].split()[-1].casefold() if claim else unit
    whole, start, rest = (with_players(text, people) for text in (sentence.text, before, after))
    if (timed := _RE.named_time.search(start)) and not unit:  # ``after round 8``
        unit = last = timed[1].casefold()
        start, rest = start[: timed.start()], f" {unit}{rest}"
    if (ended := _RE.and_last.match(rest)) and not unit:  # ``the sixth and last round``
        unit = last = ended[1].casefold()
    kind: Final = "ordinal" if fold(block.text[quantity.start : quantity.end]) in ORDINALS else "cardinal"
    context = NumberContext(whole, start, rest, _singular(last), kind, block.text[: sentence.start])
    stated = [statement.name for statement in statements() if statement.fits(context)]
    thing = thing_of(reading, block, quantity) or unit
    keys = [(name, *_key(name, context, thing)) for name in stated]
    if of_piece:
        keys = [key for key in keys if key[0] not in {"limit", "actions"}]
    if len(block.sections) > 1 and not in_setup(block):  # perhaps what one of several heroes begins with
        keys = [key for key in keys if key[0] != "start" or context.unit == "card"]
    for key in (*keys, *subject_keys(reading, block, sentence, quantity, unit)):
        yield _fact(key, block, quantity, quantity.value)


def _key(name: str, context: NumberContext, thing: str) -> tuple[str, str]:
    """Return what a number counts and where: the part of the game, or ``card`` for the limit of a hand."""
    if name != "limit":
        return thing, _game_part(name, context)
    is_hand = context.unit in {"", "card"} and ("hand" in context.sentence or not _RE.own.search(context.sentence))
    return thing or "card", "card" if is_hand else ""


def _game_part(name: str, context: NumberContext) -> str:
    """Return the part of the game that is won or lasts this long, or an empty text for the game itself."""
    if name == "length":
        match = _RE.length.search(context.before)
    else:
        match = _RE.of_what.search(context.sentence) if name == "goal" else None
    part = next(filter(None, match.groups())).casefold() if match else ""
    return "" if part in {"game", "play"} else part
