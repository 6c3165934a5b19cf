"""Numbers beside names (``30 Eggs``, ``the four Cuckoos``), with the number in the deck or that each player gets."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from re import Pattern
from typing import Final, NamedTuple

from punchboard.checks.prose.claims.player_counts import (
    Players,
    game_players,
    number_of,
    people,
    slashed_players,
    with_players,
)
from punchboard.checks.prose.english import Patterns, word_set
from punchboard.checks.prose.english.numbers import Quantity
from punchboard.checks.prose.english.parsed_text import DETERMINERS, FUNCTION_WORDS, Block, Remembered, Word, is_plural
from punchboard.checks.prose.english.sentences import Sentence, is_example, is_option, sentence_at, sentences
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.vocabulary import GENERIC, Mention, Piece, forms, last_word
from punchboard.problem import Place

_RE: Final = Patterns("claims")


FILLERS: Final = word_set("fillers") | word_set("cards elsewhere")

PARTIAL_WORDS: Final = word_set("partial")

GAME_UNITS: Final = word_set("game units")

NO_NUMBER: Final = Quantity((0,), 0, 0)


class Claim(NamedTuple):
    """A number with a name, and how many there are of that name: several totals if the name has several senses."""

    block: Block
    quantity: Quantity
    name: str
    totals: frozenset[int]
    is_generic: bool = False
    """The name is a general word for components: ``cards``."""
    is_partial: bool = False
    """A word between number and name may restrict what is counted: ``16 red cards``."""
    is_lower_case: bool = False
    """The name is in lower case although other names are capitalised, so it may be a common word."""
    end: int = 0
    sense_pieces: frozenset[frozenset[int]] = frozenset()
    """The pieces that the name can mean, in each of its senses."""
    are_dice: bool = False
    people: tuple[str, ...] = ()
    """What the text calls a player: ``pirate``."""
    rows: tuple[Place, ...] = ()
    """The rows of the pieces, in the sense with most of them."""

    @property
    def largest_total(self) -> int:
        """The largest of the totals."""
        return max(self.totals)


@lru_cache(maxsize=1)
def claims_of(reading: Reading) -> "Claims":
    """Return the claims of a reading. The last one is cached, because several rules use it in turn."""
    return Claims(reading)


class Claims:
    """Finds the claims of one reading and counts what they name."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._by_block = Remembered(self._claims_in)

    @cached_property
    def _list_sizes(self) -> dict[str, tuple[str, int]]:
        """The header and the number of entries of each list, by the forms of its header."""
        lists = self._reading.vocabulary.lists
        return {form: (name, len(listed)) for name, listed in lists.items() if len(listed) > 1 for form in forms(name)}

    @cached_property
    def people(self) -> tuple[str, ...]:
        """What the texts call a player."""
        return people(self._reading)

    @cached_property
    def is_capital_text(self) -> bool:
        """Whether the texts capitalise the names of the deck."""
        shown = [
            block.text[mention.start].isupper()
            for block in self._reading.blocks
            for mention in self._reading.mentions(block)
            if mention.first and mention.senses[0].name[:1].isupper()
        ]
        return 2 * sum(shown) > len(shown)

    def in_block(self, block: Block) -> tuple[Claim, ...]:
        """Return the claims of a block."""
        return self._by_block[block]

    def _claims_in(self, block: Block) -> tuple[Claim, ...]:
        every = self._reading.quantities(block)
        numbers = (number for number in every if not _RE.price_elsewhere.search(block.text, 0, number.start))
        players = [match.span() for match in _RE.game_players.finditer(block.text)]
        counts = (number for number in numbers if not any(start <= number.start < end for start, end in players))
        claims = (self._claim_after(block, number) or self._claim_before(block, number) for number in counts)
        return tuple(filter(None, claims))

    def in_cell(self, block: Block) -> Claim | None:
        """Return a claim without a number for the name in a short table cell, or None."""
        mentions = self._reading.mentions(block)
        if not mentions or len(block.words) > mentions[0].last + 4:
            return None
        is_partial = any(word.folded not in FILLERS | FUNCTION_WORDS for word in block.words[: mentions[0].first])
        return self._claim_on(block, NO_NUMBER, mentions[0], is_partial=is_partial)

    def _claim_after(self, block: Block, quantity: Quantity) -> Claim | None:
        """Return the claim on the name after a number."""
        words, at, unknown_words = block.words, quantity.last + 1, 0
        named = {mention.first: mention for mention in self._reading.mentions(block)}
        if block.text[quantity.end : quantity.end + 1] == "-" and at not in named:
            return None  # ``6-sided``
        while at < len(words) and not _RE.clause_break.search(block.text, words[at - 1].end, words[at].start):
            if at in named:
                return self._claim_on(block, quantity, named[at], is_partial=bool(unknown_words))
            if words[at].folded in self._list_sizes:
                name, total = self._list_sizes[words[at].folded]
                return Claim(
                    block, quantity, name, frozenset({total}), end=words[at].end, is_partial=bool(unknown_words)
                )
            if not _is_filler(words, at):
                unknown_words += 1
                if unknown_words > 1 or not _can_describe(words[at]):
                    return None
            at += 1
        return None

    def _claim_before(self, block: Block, quantity: Quantity) -> Claim | None:
        """Return the claim on the name before a number: ``Sparks: 5/4/4 for 2/3/4 players``, ``Sparks: 3 each``."""
        after = block.words[quantity.last + 1].folded if quantity.last + 1 < len(block.words) else ""
        if quantity.kind == "exactly":
            return self._claim_left_out(block, quantity)
        if quantity.kind != "each" or after.startswith("player"):
            return None
        start = sentence_at(block, quantity.start).start
        mentions = self._reading.mentions_between(block, start, quantity.start)
        return self._claim_on(block, quantity, mentions[-1], is_partial=False) if mentions else None

    def _claim_left_out(self, block: Block, quantity: Quantity) -> Claim | None:
        """Return the claim on a name that is not repeated after its number: ``Take the tiles and deal 3 to each``."""
        before = self._reading.mentions_between(block, 0, quantity.start)

        def joined_by(pattern: Pattern[str]) -> list[Mention]:
            return [name for name in before if pattern.fullmatch(block.text, name.end, quantity.start)]

        if _RE.shared.match(block.text, quantity.end):
            names = joined_by(_RE.label) or _given_names(block, quantity, before)
        elif _RE.bare.match(block.text, quantity.end):
            names = joined_by(_RE.topic)
        else:
            return None
        at = len(names) - 1
        while at > 0 and names[at - 1].last + 1 == names[at].first and block.text[names[at - 1].end] in " -":
            at -= 1
        claim = self._claim_on(block, quantity, names[at], is_partial=True) if names else None
        return claim._replace(end=quantity.end) if claim else None

    def _claim_on(self, block: Block, quantity: Quantity, first: Mention, *, is_partial: bool) -> Claim | None:
        """Return the claim on a name, or on two names that belong together: ``Towpath cards``."""
        vocabulary = self._reading.vocabulary
        senses, last = self._joined_names(block, first)
        are_goods = last is first and all(sense.role == "good" for sense in first.senses)
        if are_goods or not senses or last.form in GAME_UNITS or _is_before_noun(block, quantity, last):
            return None
        name = block.text[first.start : last.end]
        # also ``Karten`` in a text in German
        is_generic = not forms(last.form).isdisjoint(GENERIC) or all(sense.name == "card" for sense in last.senses)
        may_be_common = name.islower() and self.is_capital_text and not is_generic
        totals = set(map(vocabulary.copies, senses))
        if last is first and last.form in self._list_sizes:
            totals.add(self._list_sizes[last.form][1])
        most = max(senses, key=vocabulary.copies)
        pieces = [vocabulary.pieces[at] for at in sorted(most)]
        return Claim(
            block,
            quantity,
            name,
            frozenset(totals),
            is_generic=is_generic and last is first,
            is_partial=is_partial,
            is_lower_case=may_be_common and not any(sense.name.islower() for sense in last.senses),
            end=last.end,
            sense_pieces=frozenset(senses),
            are_dice=all(map(_is_die, pieces)),
            people=self.people,
            rows=tuple(piece.place for piece in pieces),
        )

    def _joined_names(self, block: Block, first: Mention) -> tuple[set[frozenset[int]], Mention]:
        """Return the pieces that a name means with the names right after it, in each sense, and the last name."""
        senses, last = {sense.pieces for sense in first.senses if sense.pieces}, first
        for after in self._reading.mentions(block):
            if after.first == last.last + 1 and block.text[last.end : after.start] in {" ", "-"}:
                common = {pieces & other.pieces for pieces in senses for other in after.senses} - {frozenset()}
                senses, last = (common, after) if common else (senses, last)
        return senses, last


def _given_names(block: Block, quantity: Quantity, before: Sequence[Mention]) -> list[Mention]:
    """Return the names in a sentence that gives something, or else in the sentence before it."""
    sentence = sentence_at(block, quantity.start)
    if not _RE.giving.search(sentence.text):
        return []
    earlier = max((other.start for other in sentences(block) if other.start < sentence.start), default=0)
    own = [name for name in before if name.start >= sentence.start]
    return own or [name for name in before if name.start >= earlier]


def _is_die(piece: Piece) -> bool:
    return "die" in {piece.kind.casefold(), last_word(piece.name).casefold()}


def _is_filler(words: Sequence[Word], at: int) -> bool:
    """Return whether a word changes nothing. An article does so only after ``of``: not in ``in 1882 the Club``."""
    word = words[at].folded
    return word in FILLERS and (word not in DETERMINERS or words[at - 1].folded == "of")


def _can_describe(word: Word) -> bool:
    """Return whether a word can be an adjective between number and name, unlike ``defeats`` and ``less``."""
    return word.text.islower() and (
        word.folded in PARTIAL_WORDS or not (word.folded in FUNCTION_WORDS or word.folded[-1] == "s")
    )


def _is_before_noun(block: Block, quantity: Quantity, mention: Mention) -> bool:
    """Return whether a name only describes the noun after it, as in ``2 Contract slots``."""
    after = block.words[mention.last + 1] if mention.last + 1 < len(block.words) else None
    if after is None or block.text[mention.end : after.start] != " " or after.folded in FUNCTION_WORDS:
        return False
    plural = is_plural(block.words[mention.last].folded)
    return quantity.value > 1 and not plural and is_plural(after.folded) and not forms(after.folded) & GENERIC


def shares(claim: Claim, players: Players) -> Iterator[tuple[int, int, str]]:
    """Yield (number for each, number of receivers, what they are) if a claim says that pieces are given out."""
    sentence = sentence_at(claim.block, claim.quantity.start)
    value = claim.quantity.value
    places = _RE.on_each.match(claim.block.text, claim.end)
    if claim.quantity.kind == "each":
        seats = slashed_players(sentence.text)
        is_for_each = claim.end <= claim.quantity.start or _RE.for_each.search(sentence.text)
        if is_for_each and len(seats) == len(claim.quantity.values):
            yield from ((each, seat, "players") for each, seat in zip(claim.quantity.values, seats, strict=True))
    elif places:
        yield value, number_of(places[1]), "places"
    elif _is_dealt(claim, sentence):
        text = with_players(" ".join((*claim.block.sections[-1:], sentence.text)), claim.people)
        cases = [match[0] for match in _RE.with_players.finditer(text)]
        stated_players = [number_of(word) for case in cases for word in _RE.number_word.findall(case)]
        receivers = stated_players if cases else players
        if receivers:
            yield value, max(receivers), "players"


def starting_shares(reading: Reading) -> Iterator[tuple[Claim, int]]:
    """Yield the claims of what each player begins the game with, with the number for each."""
    players = game_players(reading) or (1, 1)
    for block in reading.blocks:
        if is_example(block) or is_option(block):
            continue
        for claim in claims_of(reading).in_block(block):
            text = sentence_at(block, claim.quantity.start).text
            is_start = in_setup(block) or _RE.starts.search(text)
            if (
                is_start
                and not (_RE.only_some.search(text) or _RE.with_players.search(text))
                and claim.quantity.kind == "exactly"
            ):
                yield from ((claim, each) for each, _, what in shares(claim, players) if what == "players")


def has_own_decks(reading: Reading) -> bool:
    """Return whether the texts give all pieces of a table to each player, so that it has what one player needs."""
    players = game_players(reading) or (1, 1)
    given = (claim for block in reading.blocks for claim in claims_of(reading).in_block(block))
    whole = (claim for claim in given if claim.quantity.value in claim.totals and any(shares(claim, players)))
    pieces = frozenset[int]().union(*(of for claim in whole for of in claim.sense_pieces))
    return bool(pieces) and len(pieces) == len(reading.vocabulary.pieces)


def in_setup(block: Block) -> bool:
    """Return whether a block is in a section about the set-up."""
    return any(map(_RE.setup.search, block.sections))


def _is_dealt(claim: Claim, sentence: Sentence) -> bool:
    before = with_players(sentence.text[: claim.quantity.start - sentence.start], claim.people)
    after = with_players(claim.block.text[claim.end : sentence.end], claim.people)
    if _RE.they.match(before):  # ``Each player takes a pawn. They also take ...``
        earlier = next((other.text for other in sentences(claim.block) if other.end == sentence.start), "")
        before = f"{with_players(earlier, claim.people)}{before}"
    is_setup = in_setup(claim.block)
    takes = _RE.takes.search(before) or _RE.gives_each.search(before) or (is_setup and _RE.lays.search(before))
    if (takes and not _RE.at_times.search(before, 0, takes.start())) or (is_setup and _RE.begin.match(before)):
        return True
    if _RE.after.match(after):
        return not claim.are_dice  # each player rolls the same dice
    return bool(_RE.gives.search(before) and _RE.to_each.match(after))


def per_player(claim: Claim, beside: str) -> int:
    """Return the number for each player stated beside a claim, or 0: 1 for ``4 Holds, one per player``."""
    match = _RE.per.match(beside) or _RE.per.match(claim.block.text, claim.end)
    return number_of(match[1]) if match else 0


def inconsistent_slashes(reading: Reading) -> Iterator[tuple[Block, Quantity, str]]:
    """Yield numbers by players whose products with the players are all equal but one, with the problem in words.

    They are reported only if the common product divides another number in the block.
    """
    for block in reading.blocks:
        quantities = reading.quantities(block)
        for quantity in quantities:
            seats = slashed_players(block.text[quantity.end :]) if quantity.kind == "each" else ()
            if len(seats) != len(quantity.values) or len(seats) < 3:
                continue
            products = [value * seat for value, seat in zip(quantity.values, seats, strict=True)]
            common, times = Counter(products).most_common(1)[0]
            odd = [at for at, product in enumerate(products) if product != common]
            others = [other.value for other in quantities if len(other.values) == 1 and other.value > common > 0]
            if len(odd) == 1 and times > 1 and any(not value % common for value in others):
                at = odd[0]
                message = (
                    f"{quantity.values[at]} for {seats[at]} players make {products[at]}, but the others make {common}"
                )
                yield block, quantity, message


def expected_remainder(claim: Claim, given: Iterable[Claim], players: Players) -> int | None:
    """Return how many must be left if a claim says how many ``remain`` after each player was given some, or None."""
    if not claim.is_generic or players is None or players[0] != players[1]:
        return None
    if not _RE.left.match(claim.block.text, claim.end):
        return None
    earlier = [other for other in given if other.is_generic and other.quantity.start < claim.quantity.start]
    dealt = [each * seats for other in earlier for each, seats, _ in shares(other, players)]
    return claim.largest_total - sum(dealt) if dealt else None
