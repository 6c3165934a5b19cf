"""Every number of players in a text: for the whole game, in the rows of a table, in a sentence."""

import re
from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Final, Literal, NamedTuple

from punchboard.checks.prose.english import Patterns
from punchboard.checks.prose.english.numbers import NUMBER_WORDS, NUMBERS_ELSEWHERE
from punchboard.checks.prose.english.parsed_text import Block, Table, Text, is_plural, plurals, singulars
from punchboard.checks.prose.english.sentences import is_option
from punchboard.checks.prose.reading.reading import Reading

_RE: Final = Patterns("players")


_VALUES: Final = {**NUMBERS_ELSEWHERE, **NUMBER_WORDS}

Players = tuple[int, int] | None
"""The fewest and the most players of a game, if known."""


OPENING_BLOCKS: Final = 12
"""The sentence that says how many players the game is for comes within this many blocks."""


class PlayerNumbers(NamedTuple):
    """Numbers of players in a text: of the game, of a table, of one case, or of solo play."""

    numbers: frozenset[int]
    kind: Literal["game", "table", "one", "alone"]
    block: Block
    letter: int = 0

    @property
    def low(self) -> int:
        """The fewest."""
        return min(self.numbers)

    @property
    def high(self) -> int:
        """The most."""
        return max(self.numbers)


class PlayerTable(NamedTuple):
    """A table by number of players: those of its rows, or those of its columns."""

    table: Table
    rows: tuple[int, ...] = ()
    columns: tuple[tuple[int, int], ...] = ()
    """The number of each such column of the table, and its number of players."""


def number_of(text: str) -> int:
    """Return the value of a number that the pattern ``number`` has found."""
    return int(text) if text.isdecimal() else _VALUES[text.casefold()]


def slashed_players(text: str) -> tuple[int, ...]:
    """Return the numbers of players in ``for 2/3/4 players``; none if a text has no such words."""
    match = _RE.slashed.search(text)
    return tuple(map(int, re.split(r"\s?/\s?", match[1]))) if match else ()


def player_numbers(reading: Reading) -> tuple[PlayerNumbers, ...]:
    """Return every number of players in the texts, in their order."""
    opening = OPENING_BLOCKS if reading.vocabulary.players is None else 0
    stated = tuple(
        numbers for text in reading.texts for numbers in _player_numbers(reading, text, opening) if numbers.low > 0
    )
    # "2-3 players: 30 cards. 4-5 players: 40 cards": ranges without a common number are cases of another range
    games = [numbers for numbers in stated if numbers.kind == "game"]
    cases = {numbers for numbers, other in permutations(games, 2) if numbers.numbers.isdisjoint(other.numbers)}
    stated = tuple(numbers._replace(kind="one") if numbers in cases else numbers for numbers in stated)
    if games:
        return stated
    first_blocks = {block for text in reading.texts for block in text.blocks[: OPENING_BLOCKS // 3]}
    led = [
        numbers
        for numbers in stated
        if numbers.kind == "one" and _RE.led_by_for.search(numbers.block.text, 0, numbers.letter)
    ]
    whole = (
        numbers
        for numbers in led
        if numbers.block in first_blocks and not _RE.for_case.match(numbers.block.text, numbers.letter)
    )
    first = next(whole, None)
    is_game = len({numbers.numbers for numbers in led}) == 1
    return tuple(numbers._replace(kind="game") if is_game and numbers is first else numbers for numbers in stated)


def game_players(reading: Reading) -> Players:
    """Return how many players the game is for: from the catalog, or from the first sentence that says so."""
    if reading.vocabulary.players is not None:
        return reading.vocabulary.players
    return next(((numbers.low, numbers.high) for numbers in player_numbers(reading) if numbers.kind == "game"), None)


def people(reading: Reading) -> tuple[str, ...]:
    """Return what the texts call a player, in the singular: ``pirate`` if the game is ``for 3 to 6 pirates``."""
    opening = (block for text in reading.texts for block in text.blocks[:OPENING_BLOCKS])
    matches = (_RE.called.search(block.text) for block in opening)
    plurals = (next(filter(is_plural, filter(None, match.groups())), "") for match in matches if match)
    nouns = {form for noun in plurals for form in singulars(noun) if not _RE.not_people.fullmatch(noun)}
    return tuple(sorted(nouns - reading.vocabulary.senses.keys() - {"player"}))


def _player_numbers(reading: Reading, text: Text, opening: int) -> Iterator[PlayerNumbers]:
    for key, block in text.front.items():
        match = _RE.bare.fullmatch(block.text) if key.startswith("player") else None
        if match and _span(match):
            yield PlayerNumbers(_span(match), "game", block)
    is_known = reading.vocabulary.players is not None
    for number, block in enumerate(text.blocks):
        if block.kind in {"cell", "head"}:
            continue
        if _RE.number_word.search(block.text):
            in_block = tuple(_in_block(block, is_opening=number < opening, is_known=is_known))
            is_known = is_known or any(numbers.kind == "game" for numbers in in_block)
            yield from in_block
        yield from (
            PlayerNumbers(frozenset({1}), "alone", block, alone.start()) for alone in _RE.alone.finditer(block.text)
        )
    for table in text.tables:
        numbered = player_table(table)
        if numbered is not None and numbered.columns:
            yield PlayerNumbers(
                frozenset(players for _, players in numbered.columns), "table", table.header[numbered.columns[0][0]]
            )
        elif numbered is not None:
            yield PlayerNumbers(frozenset(numbered.rows), "table", table.rows[0][0])


def _in_block(block: Block, *, is_opening: bool, is_known: bool) -> Iterator[PlayerNumbers]:
    """Yield the numbers in a block. Once those of the game are known, ``with two or three players`` is a case of it."""
    # each pattern reads less certain words than the one before, so it leaves out what that has read
    taken: list[range] = []
    for pattern in (_RE.range, _RE.labelled, *((_RE.for_some,) if is_opening else ())):
        for match in pattern.finditer(block.text):
            is_taken = any(match.start() < span.stop and span.start < match.end() for span in taken)
            if not is_taken and _span(match):
                taken.append(range(*match.span()))
                is_vague = is_known or not is_opening
                is_case = _is_sure_case(block.text, match) or (
                    is_vague and _RE.case.search(block.text, 0, match.start())
                )
                if not is_option(block):
                    yield PlayerNumbers(_span(match), "one" if is_case else "game", block, match.start())
    for match in _RE.can_play.finditer(block.text):
        numbers = [number_of(number) for number in _RE.number_word.findall(match[1])]
        taken.append(range(*match.span()))
        yield PlayerNumbers(frozenset(range(numbers[0], numbers[-1] + 1)) | {*numbers}, "game", block, match.start())
    for match in _RE.one.finditer(block.text):
        is_taken = any(match.start() in span for span in taken)
        if not is_taken and _is_case(block.text[: match.start()]) and not is_option(block):
            yield PlayerNumbers(frozenset({number_of(match[1])}), "one", block, match.start())
    for slashed in _RE.slashed.finditer(block.text):
        yield PlayerNumbers(frozenset(slashed_players(slashed[0])), "table", block, slashed.start())


def _is_sure_case(text: str, match: re.Match[str]) -> bool:
    """Return whether a range is one of several cases: ``with two or three players``, ``2-3 players: 30 cards``."""
    if _RE.sure_case.search(text, 0, match.start()):
        return True
    return bool(_RE.starts_for.search(text, 0, match.start()) and _RE.case_clause.match(text, match.end()))


def _is_case(before: str) -> bool:
    """Return whether a number after some words names a case: ``with two players``, or at the start of a sentence."""
    if before.endswith(("/", "-", "\u2013")):  # the end of a range
        return False
    return bool(_RE.with_case.search(before)) or not before.strip() or before.rstrip().endswith((".", "!", "?"))


def _span(match: re.Match[str]) -> frozenset[int]:
    low = number_of(match[1])
    high = number_of(match[2]) if match[2] else low
    return frozenset(range(low, high + 1))


def player_table(table: Table) -> PlayerTable | None:
    """Return a table as one by number of players, or None if it is not."""
    numbered_headers = ((at, _RE.one.fullmatch(header.text.strip())) for at, header in enumerate(table.header))
    columns = tuple((at, number_of(match[1])) for at, match in numbered_headers if match)
    if len(columns) > 1:
        return PlayerTable(table, columns=columns)
    if not table.header or not _RE.head.fullmatch(table.header[0].text.strip()):
        return None
    cells = [_RE.cell.fullmatch(cell.text.strip()) for cell in table.column(0)]
    numbers = tuple(number_of(match[1]) for match in cells if match)
    return PlayerTable(table, rows=numbers) if len(numbers) == len(cells) > 1 else None


def with_players(text: str, people: Iterable[str]) -> str:
    """Return a text that calls players so, and not pirates as the game does."""
    for noun in people:
        text = re.sub(rf"\b{noun}\b", "player", text, flags=re.IGNORECASE)
        text = re.sub(rf"\b(?:{'|'.join(plurals(noun))})\b", "players", text, flags=re.IGNORECASE)
    return text
