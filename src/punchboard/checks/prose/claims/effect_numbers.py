"""Numbers of what a card does: ``The Blacksmith gives you 4 cards``, against the only number of cards in its text."""

from collections.abc import Iterator
from typing import Final

from punchboard.checks.prose.claims.player_counts import number_of
from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.parsed_text import Block
from punchboard.checks.prose.english.sentences import is_example, is_option, whole_sentence_at
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import Mention, Piece, forms

_RE: Final = Patterns("effects")


def effect_numbers(reading: Reading) -> Iterator[tuple[Block, Quantity, str]]:
    """Yield the numbers that a sentence gives for what a card does but its text does not, with what is wrong."""
    for block in reading.blocks:
        if block.kind in {"cell", "head", "heading"} or is_example(block):
            continue
        named = [one for one in reading.mentions(block) if {sense.role for sense in one.senses} == {"piece"}]
        for number in reading.quantities(block) if named and not is_option(block) else ():
            before = [one for one in named if one.end < number.start]
            if before and _is_said_of(block, before[-1], number):
                noun = block.words[number.last + 1].folded
                pieces = {at for sense in before[-1].senses for at in sense.pieces}
                printed = {_printed(reading.vocabulary.pieces[at], noun) for at in pieces}
                if 0 not in printed and number.value not in printed:
                    there = " or ".join(map(str, sorted(printed)))
                    name = block.text[before[-1].start : before[-1].end]
                    yield block, number, f"{number.value} {noun} here, but the text of {name!r} has {there}"


def _is_said_of(block: Block, name: Mention, number: Quantity) -> bool:
    """Return whether a clause says nothing else than that a card gives or holds a number of things, at any time."""
    sentence = whole_sentence_at(block, number.start)
    is_subject = _RE.starts.search(block.text[sentence.start : name.start])
    is_effect = is_subject and _RE.gives.fullmatch(block.text, name.end, number.start)
    return bool(is_effect and _RE.ends.match(block.text, number.end) and not _RE.at_times.search(sentence.text))


def _printed(piece: Piece, noun: str) -> int:
    """Return the only number of a noun in the text of a piece; 0 if there is none or it holds only at times."""
    text = "\n".join(block.text for block in piece.texts)
    counted = [match for match in _RE.counted.finditer(text) if not forms(noun).isdisjoint(forms(match["noun"]))]
    if len(counted) != 1 or _RE.at_times.search(text):
        return 0
    return number_of(counted[0]["number"])
