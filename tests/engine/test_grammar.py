"""The random scripts that hold prover, bounds, odds and simulator together use the whole grammar of steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from hypothesis import Phase, given, settings
from tests.engine.test_walk_against_oracle import games, unhurried

from punchboard.model.game.setup import COMMON_WORDS, IN_REVERSE, VERBS, verb_of

PRINTED = frozenset({"in words", "amount in words", "note", "rule", "on"})
"""The words of a step that are only printed; ``on`` is another word for ``to``."""


def words_of(lines: Any) -> Iterator[tuple[str, str]]:
    """Yield each verb of some lines, alone and with each of its words, and those of lines within them."""
    for line in lines:
        if not isinstance(line, Mapping):
            yield from words_of(line)
            continue
        (key,) = (key for key in line if verb_of(key))
        verb = verb_of(key)
        yield verb, ""
        yield from ((verb, word) for word in line if word != key)
        yield from (
            (verb, word)
            for word in ("may", "each player", IN_REVERSE, "chosen one")
            if word in key.split(f" {verb}")[0]
        )
        if verb in {"do", "one of"} and not isinstance(line[key], str):
            yield from words_of(line[key])


class EveryWordSeenError(Exception):
    """No more scripts are wanted."""


def test_random_scripts_have_every_verb_and_every_word():
    """Every verb but ``say``, which moves nothing; and every word that is more than print, with some verb."""
    words = {word for verb in VERBS.values() for word in verb.allowed} | COMMON_WORDS
    wanted = {*words - PRINTED, "may", "each player", IN_REVERSE, "chosen one"}
    verbs, seen = set(), set()

    @settings(unhurried, max_examples=1000, phases=[Phase.generate])
    @given(game=games(7, 5))
    def look(game):
        found = tuple(words_of(game[-1]))
        verbs.update(verb for verb, _ in found)
        seen.update(word for _, word in found)
        if verbs >= VERBS.keys() - {"say"} and seen >= wanted:
            raise EveryWordSeenError

    with suppress(EveryWordSeenError):
        look()
    assert verbs == VERBS.keys() - {"say"}
    assert wanted - seen == set()
