"""Whoever follows the printed set-up alone, read by a small parser, arrives at the piles of the proof."""

import re
from collections import Counter
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from punchboard.compose.books.setup_steps import StepWriter
from punchboard.engine.proof import setup_ends

WORDS = (Path(__file__).parents[2] / "layouts" / "words" / "en.yaml").read_text(encoding="utf-8")
NUMBERS = {"one": 1, "two": 2, "three": 3}
SEATS = (2, 3, 4)
CARDS = 90
MORE = """\
decks: {pack: {name: the pack, contains: card}}
piles: {river: {name: the river}}
each player has: {hand: {name: hand}}
setup:
"""
PLACES = {"the pack": "pack", "the river": "river", "the box": "box", "the hand": "hand"}
COUNT = r"(?P<count>\w+) cards?"
SENTENCES = [
    re.compile(rf"(?P<verb>draw) {COUNT} from (?P<source>the \w+) for (?P<target>the \w+)"),
    re.compile(rf"(?P<verb>deal) {COUNT} from (?P<source>the \w+) to each player"),
    re.compile(rf"(?P<each>each player) (?P<verb>draw)s {COUNT} from (?P<source>the \w+) into (?P<target>the \w+)"),
    re.compile(rf"(?P<each>each player) (?P<verb>discard)s {COUNT} from (?P<source>the \w+) into (?P<target>the \w+)"),
    re.compile(rf"(?P<verb>return) {COUNT} from (?P<source>the \w+) to (?P<target>the \w+)"),
    re.compile(r"(?P<verb>return) (?P<count>the rest) of (?P<source>the \w+) to (?P<target>the \w+)"),
]
"""The grammar of the printed sentences, without the case before them and the numbers by players after them."""

CASE = re.compile(r"^with (?P<players>[\d orto]+) players: (?P<rest>.*)", re.IGNORECASE)
BY_PLAYERS = re.compile(r"^(?P<rest>.*?): (?P<numbers>\w+ with .*)$", re.IGNORECASE)
PART = re.compile(r"(\w+) with ([\d orto]+) players")

amounts = st.one_of(
    st.integers(1, 3).map(str),
    st.tuples(*(st.integers(0, 3) for _ in SEATS))
    .filter(any)
    .map(lambda by: "{" + ", ".join(f"{n}: {a}" for n, a in zip(SEATS, by, strict=True)) + "}"),
)
conditions = st.sampled_from(["", ""] + [f"players {sign} {n}" for sign in ("==", "<", ">", "!=") for n in (2, 3, 4)])
lines = st.sampled_from(
    [
        "draw: {}, from: pack, to: river",
        "deal: {}, from: pack, to: hand",
        "each player draws: {}, from: pack, to: hand",
        "each player discards: {}, from: hand, to: river",
        "return: {}, from: river",
        "return: all, from: river",
        "return: all, from: pack",
    ]
)
steps = st.lists(st.tuples(lines, amounts, conditions), min_size=1, max_size=5)


def seats_named(text):
    """Return the numbers of players that a phrase names: ``2``, ``2 or 4``, ``2 to 4``."""
    low, _, high = text.partition(" to ")
    return range(int(low), int(high) + 1) if high else [int(one) for one in re.findall(r"\d+", text)]


def count_of(word):
    return int(word) if word.isdigit() else NUMBERS[word]


def follow(sentence, players, piles):
    """Do what one printed sentence says with so many players; return whether there were cards enough."""
    text = sentence.rstrip(".")
    if case := CASE.match(text):
        if players not in seats_named(case["players"]):
            return True
        text = case["rest"]
    text, by_players = text[:1].lower() + text[1:], None
    if numbers := BY_PLAYERS.match(text):
        by_players = {n: count_of(word) for word, named in PART.findall(numbers["numbers"]) for n in seats_named(named)}
        text = re.sub(r"\bcards\b", "some cards", numbers["rest"], count=1)
    (read,) = [found for pattern in SENTENCES if (found := pattern.fullmatch(text))]
    values = read.groupdict()
    source, target = PLACES[values["source"]], PLACES[values.get("target") or "the hand"]
    times = players if values["verb"] == "deal" or values.get("each") else 1
    enough = True
    for seat in range(times):
        giver, taker = (f"{pile} {seat}" if pile == "hand" else pile for pile in (source, target))
        rest = values["count"] == "the rest"
        count = piles[giver] if rest else by_players.get(players, 0) if by_players else count_of(values["count"])
        enough = enough and count <= piles[giver]
        piles[giver] -= count
        piles[taker] += count
    return enough


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
def test_the_printed_words_lead_to_the_proved_piles(tiny_game, chosen):
    """With every number of players: conditions, numbers by players and the rest of a pile are printed as proved."""
    setup = "".join(
        f"  - {{{line.format(amount)}{condition and f', when: {condition}'}}}\n" for line, amount, condition in chosen
    )
    game = tiny_game(rows=f"[{{name: alder, copies: {CARDS}}}]", more=MORE + setup).game
    printed = list(StepWriter(game, yaml.safe_load(WORDS)).sentences(game.file.setup))
    for end in setup_ends(game):
        piles = Counter({"pack": CARDS})
        assume(all(follow(sentence, end.players, piles) for sentence in printed))
        proved = {(pile if seat is None else f"{pile} {seat}"): size for (pile, seat), size in end.sizes.items()}
        for pile, (least, most) in proved.items():
            assert least == most == piles[pile], (end.players, pile, printed)
        assert +piles == Counter({pile: most for pile, (_, most) in proved.items() if most})


@pytest.mark.parametrize("sentence", ["Draw cards from the pack for the river.", "Take what you like."])
def test_a_sentence_that_says_too_little_is_not_followed(sentence):
    """The parser needs a number and piles, so no step can be printed without them."""
    with pytest.raises(ValueError, match="not enough values"):
        follow(sentence, 2, Counter())
