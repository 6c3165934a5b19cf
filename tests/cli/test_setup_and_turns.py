"""``check --setup`` and ``check --turns``: the results of playing a game, as tables in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from punchboard.cli.check_tables import turn_lines
from punchboard.cli.text_table import worst_verdict
from punchboard.engine.proof import proof_of

ROOT = Path(__file__).parents[2]

GAME = """\
title: The Long Draw
version: 0.1.0
players: {range: 2-3, prototype: for a test}
decks: {pack: {name: the Pack, contains: card, shows: backs}}
piles: {heap: {name: the heap, shows: backs}}
each player has: {hand: {name: hand, shows: backs}}
groups: {low cards: "kind == 'card' and nr < 3"}
setup:
  - {shuffle: pack}
  - {each player draws: 1, from: pack, to: hand, only: low cards, otherwise: set aside}
  - {each player draws: 1, from: pack, to: hand}
turn:
  - {discard: 1, from: hand, to: heap}
  - {draw: 1, from: pack, to: hand, if short: stop}
end:
  a hand is empty: {when: "count('hand') == 0", prototype: for a test}
kinds:
  card:
    name: Card
    shape: poker
    face: card
    back: back
    id: "card-{{ nr }}"
    prototype: made for a test
    fields: {nr: {type: integer, min: 1}, title: {type: text}, text: {type: text}}
    rows: cards.csv
"""
CARDS = "nr,copies,title,text\n1,4,Root,Draw two cards.\n2,3,Branch,Discard a card.\n3,1,Crown,Win the trick.\n"


@pytest.fixture
def long_draw(workspace):
    """A workspace with a game of eight cards that has a set-up, a turn and an end."""
    workspace.add("long-draw", game=GAME, cards=CARDS)
    return workspace


def test_setup_prints_piles_and_odds(long_draw):
    """Eight cards, two for each of two or three players; the first draw meets the one high card one time in eight."""
    ran = long_draw.run("check", "long-draw", "--setup")
    assert ran.status == 0
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["players", "2", "3"] in lines
    assert ["The", "Pack", "4", "2"] in lines
    assert "every step, with 2, 3 players: safe" in ran.out
    assert any(line[0:1] == ["Each"] and line[2:] == ["hand", "2", "2"] for line in lines)
    assert "something is refused in 12.50 % (1/8), not in 87.50 % (7/8); 0.125 times on average: seat 1" in ran.out


def test_turns_print_the_length_and_shortages(long_draw):
    """Two players draw four cards and play out their hands: four turns and three; three players have two each."""
    ran = long_draw.run("check", "long-draw", "--turns")
    assert ran.status == 0
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["turns", "of", "seat", "1", "4", "2"] in lines
    assert ["ends:", "a", "hand", "is", "empty", "100.0%", "100.0%"] in lines
    assert ["every", "step", "safe", "safe"] in lines
    assert "0 of 1 in the pack" in ran.out


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (["safe", "safe"], "safe"),
        (["safe", "not proved"], "not proved"),
        (["not proved", "fails", "safe"], "can fail"),
        ([], "safe"),
    ],
)
def test_the_worst_verdict_holds_for_all_steps(verdicts, said):
    """Steps are never called safe without proof."""
    assert worst_verdict(verdicts) == said


def test_tables_have_no_other_format(long_draw):
    """Tables are text; another format beside them is a usage error."""
    assert long_draw.run("check", "long-draw", "--setup", "--format", "json").status == 2


def test_a_game_with_invalid_scripts_prints_no_table(workspace):
    """Its problems are reported instead."""
    workspace.add("long-draw", game=GAME.replace("nr < 3", "nmuber < 3"), cards=CARDS)
    ran = workspace.run("check", "long-draw", "--setup", "--turns")
    assert ran.status == 1
    assert "EXPR001" in ran.err
    assert "after set-up" not in ran.out


@pytest.mark.parametrize(("if_short", "said"), [("stop", "passes"), ("end", "the game ends")])
def test_a_shortage_says_what_comes_of_it(tiny_game, if_short, said):
    """It is no fault of the step, and may be the end of the game."""
    draw = f"{{draw: 2, from: deck, to: hand, if short: {if_short}}}"
    piles = "decks: {deck: {name: the deck, contains: card}}\neach player has: {hand: {name: hand}}\n"
    end = "end: {no deck: {when: count('deck') == 0}}\n"
    words = {"layouts/words/en.yaml": (ROOT / "layouts" / "words" / "en.yaml").read_bytes()}
    rows = "[{name: alder, copies: 5}]"
    loaded = tiny_game(rows=rows, more=f"{piles}turn: [{draw}]\n{end}", files=words)
    lines = [line for line in turn_lines(loaded, proof_of(loaded.game)) if "short, and" in line]
    assert lines
    assert all(f"short, and {said}: " in line for line in lines)
