"""The input of the rules on prose: the texts of a game and its vocabulary, analysed once for all rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from punchboard.checks.prose.english.numbers import MONEY, Quantity, quantities
from punchboard.checks.prose.english.parsed_text import Block, Remembered, Text, are_english
from punchboard.checks.prose.english.sentences import Phrase, is_flavour, phrases
from punchboard.checks.prose.reading.similar_names import DefinedWords, NameMatcher
from punchboard.checks.prose.reading.vocabulary import Mention, Vocabulary, mentions

if TYPE_CHECKING:
    from punchboard.problem import Place, Problem


def other_place(place: "Place", there: "Place") -> str:
    """Return a second place as a message with the first one shows it: ``line 7``, or with the file if that differs."""
    return f"line {there.line}" if place.file == there.file else f"{there.file}:{there.line}"


@dataclass(frozen=True, eq=False)
class Reading:
    """Texts and a vocabulary. Everything that rules need from a block is worked out when first needed."""

    texts: tuple[Text, ...]
    vocabulary: Vocabulary
    rules: Mapping[str, Block] = field(default_factory=dict)
    """The rules of the game's own document, by id."""
    is_complete: bool = True
    """Whether the texts describe the whole game, as a rulebook does and a score sheet does not."""

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Every block of every text."""
        return tuple(block for text in self.texts for block in (*text.front.values(), *text.blocks))

    @cached_property
    def card_blocks(self) -> tuple[Block, ...]:
        """The texts printed on the pieces, each once, at its first piece."""
        by_text: dict[str, Block] = {}
        for piece in self.vocabulary.pieces:
            for block in piece.texts:
                by_text.setdefault(block.text, block)
        return tuple(by_text.values())

    @cached_property
    def defined_words(self) -> DefinedWords:
        """The words that the texts define."""
        phrases = tuple(phrase for block in self.blocks for phrase in self.phrases(block))
        return DefinedWords(self.blocks, self.card_blocks, phrases)

    @cached_property
    def name_matcher(self) -> NameMatcher:
        """Finds the nearest name to a phrase."""
        return NameMatcher(self.vocabulary, self.defined_words)

    @cached_property
    def _mentions(self) -> Remembered[Block, tuple[Mention, ...]]:
        return Remembered(lambda block: tuple(mentions(block, self.vocabulary)))

    @cached_property
    def _counts(self) -> Remembered[Block, tuple[Quantity, ...]]:
        return Remembered(lambda block: tuple(amount for amount in self._amounts[block] if amount.kind != MONEY))

    @cached_property
    def _amounts(self) -> Remembered[Block, tuple[Quantity, ...]]:
        is_english = are_english([word.folded for block in self.blocks for word in block.words])

        def numbers_of(block: Block) -> tuple[Quantity, ...]:
            names = {name.first: name.last for name in self.mentions(block)}
            return quantities(block, names, is_english=is_english)

        return Remembered(numbers_of)

    @cached_property
    def _phrases(self) -> Remembered[Block, tuple[Phrase, ...]]:
        return Remembered(
            lambda block: tuple(phrase for phrase in phrases(block) if not is_flavour(block, phrase.start))
        )

    def mentions(self, block: Block) -> tuple[Mention, ...]:
        """Return the names in a block."""
        return self._mentions[block]

    def mentions_between(self, block: Block, start: int, end: int) -> list[Mention]:
        """Return the names in a block between two letters."""
        return [mention for mention in self.mentions(block) if start <= mention.start and mention.end <= end]

    def quantities(self, block: Block) -> tuple[Quantity, ...]:
        """Return the numbers in a block, without those of money."""
        return self._counts[block]

    def amounts(self, block: Block) -> tuple[Quantity, ...]:
        """Return the numbers in a block, also those of money: ``$4``."""
        return self._amounts[block]

    def phrases(self, block: Block) -> tuple[Phrase, ...]:
        """Return what looks like a name in a block, outside of flavour."""
        return self._phrases[block]

    def is_exempt(self, problem: "Problem") -> bool:
        """Return whether a comment exempts a problem: on its line, or by a name in its message."""
        for text in self.texts:
            if problem.place.file == text.file:
                exempt_rules = text.exempt_lines.get(problem.place.line)
                is_exempt = exempt_rules is not None and (not exempt_rules or problem.rule in exempt_rules)
            else:
                is_exempt = any(
                    rule == problem.rule and repr(name) in problem.message for rule, name in text.exempt_names
                )
            if is_exempt:
                return True
        return False
