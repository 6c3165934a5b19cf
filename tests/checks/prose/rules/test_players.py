"""PROSE003: numbers of players."""

from dataclasses import replace

import pytest

from punchboard.checks.prose.rules import players

TABLE = "\n\n| Players | Cards each |\n|---|---|\n| 2 | 7 |\n| 3 | 6 |\n| 4 | 5 |\n"
HEADS = "\n\n| | 2 players | 3 players | 4 players |\n|---|---|---|---|\n| Eggs | 6 | 9 | 12 |\n"


@pytest.mark.parametrize(
    "rules",
    [
        "A game for 2 to 4 players." + TABLE,
        "A game for two to four bargees, aged 10 and over." + TABLE,
        "Players: 2\u20134" + TABLE + "\n\nDeal 7/6/5 cards for 2/3/4 players.",
        "---\nplayers: 2-4\n---\n\nWith three players, use both decks." + HEADS,
        "# Game\n\n2\u20134 players. 15 minutes." + TABLE + "\n\nIn a two-player game, nobody is skipped.",
        "For 1 to 4 players." + TABLE + "\n\nIf you play alone, take 8 cards.",
        "A game for 3 to 4 players.\n\nIf two players tie, they share. The first two players begin.",
        "For 2\u20134 players." + TABLE + "\n\n## Variants\n\nWith six players, use two packs.",
        "For two players." + "\n\nBoth players cut.",
        "For 2 to 5 players." + TABLE + "\n\nWith five players, deal four cards each.",
        "A game for two, three or four players." + TABLE,
        "A game for 2, 3, or\n4 players." + TABLE,
        "With two or three players, deal five cards to each; with four or five players, deal four cards.",
        "# Set-up\n\nWith two or three players, deal 5 cards.\n\nWith four or five players, deal 4 cards.",
        "Deal 5 cards with 2 or 3 players and 4 cards with 4 or 5 players. If there are 6 players, deal 3.",
        "For two or three players, use one deck. For four to six players, use two decks.",
        "If 2 to 3 players play, use 30 cards; if 4 to 5 players play, use 40.",
        "2-3 players: 30 cards. 4-5 players: 40 cards.",
        "For two or three players, use one deck.\n\nWith four players, use both.",
        "For two players, use one deck.\n\nWith four players, use both.",
        "For 2 players: 7 cards each.\n\nFor 3 players: 6 cards each.",
        "- 2 to 3 players: 30 cards\n- 4 to 5 players: 40 cards\n",
        "Use 12 Provinces (2 or 3 players) or 16 Provinces (4 or 5 players).",
        "It can be played with 2 to 5 players. With two or three players, deal five; with four or five players, four.",
        "A game for 2 to 5 players. For two or three players, use one deck. For four or five players, use two.",
        "Ein Spiel f\u00fcr zwei bis vier Spieler ab 8 Jahren.\n\nBei 2 oder 3 Spielern nehmt ihr einen Stapel.",
        "F\u00fcr 2 bis 3 Spieler nehmt ihr 30 Karten, f\u00fcr 4 bis 5 Spieler nehmt ihr 40 Karten.",
        "Spieler: 2-4\n\nWenn zwei Spieler gleich viele Punkte haben, gewinnt die j\u00fcngere Spielerin.",
        "Pour 2 \u00e0 4 joueurs.\n\n\u00c0 deux ou trois joueurs, retirez les cartes \u00e9toil\u00e9es.",
        "Pour 2 \u00e0 4 joueurs.\n\nLes deux joueurs \u00e0 \u00e9galit\u00e9 partagent.",
        "Para 2 a 4 jugadores.\n\nCon 2 o 3 jugadores se usa una baraja.",
        "Per due o tre giocatori.\n\nCon due giocatori si usa un mazzo.",
        "For 4 to 8 players.\n\nThe Juggler swaps hands with two players. Give a token to two players.",
        "For 4 to 8 players.\n\nYou show this to the group or to two players, for two players at most.",
        "Für 4 bis 8 Spieler.\n\nDie Hexe verflucht zwei Spieler. Tausche die Karten mit zwei Spielern.",
        "Pour 4 à 8 joueurs.\n\nLa Sorcière montre sa carte à deux joueurs.",
        "Para 4 a 8 jugadores.\n\nLa Bruja hechiza a dos jugadores. Elige a 2 jugadores.",
        "Per 4 o 8 giocatori.\n\nLa Strega mostra la carta a due giocatori.",
    ],
)
def test_numbers_that_agree(messages, rules):
    """A range with its table, cases and variants; players who tie or play alone are no contradiction."""
    assert messages(players, rules, "pack") == []


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("A game for 2 to 5 players." + TABLE, 1),
        ("A game for 2 to 3 players." + TABLE, 1),
        ("Any number of persons from two to five." + TABLE, 1),
        ("---\ntitle: Mau\nplayers: 2-6\n---\n\nFor 2 to 4 players." + TABLE, 3),
        ("A game for 2 to 4 players.\n\nFive players: use both decks.", 3),
        ("F\u00fcr zwei bis vier Spieler.\n\nMit f\u00fcnf Spielern nehmt ihr beide Stapel.", 3),
        ("Pour 2 \u00e0 4 joueurs.\n\n\u00c0 5 joueurs, prenez les deux paquets.", 3),
        ("Para 2 a 4 jugadores.\n\nCon cinco jugadores se usan dos barajas.", 3),
        ("Per due o tre giocatori.\n\nCon quattro giocatori si usa un altro mazzo.", 3),
        ("A game for 3 to 4 players.\n\nWith two players, use one deck.", 3),
        ("A game for 3 to 4 players.\n\nA game with only two players uses one deck.", 3),
        ("A game for 3 to 4 players.\n\nIn a two-player game, use one deck.", 3),
        ("Pour 3 à 5 joueurs.\n\nLe tapis reste vide. À deux joueurs, retirez six cartes.", 3),
        ("Para 3 a 5 jugadores.\n\nCon dos jugadores se usa una baraja.", 3),
        ("For 2 to 4 players." + HEADS + "\n\nAll this is for 2 to 6 players.", 8),
        ("A game for two, three or five players." + TABLE, 1),
        ("It can be played with 2 to 4 players.\n\nWith two or three players, deal 5; with 4 or 5 players, deal 4.", 3),
        ("A game for 2 to 4 players. With 2 or 3 players, deal five cards; with 4 or 5 players, deal four.", 1),
    ],
)
def test_numbers_that_disagree(messages, rules, line):
    """The place is where the fewest others agree."""
    assert [where for where, _ in messages(players, rules, "pack")] == [line]


def test_the_message_has_both_numbers(messages):
    """It also has the line of the other number."""
    assert messages(players, "A game for 2 to 5 players." + TABLE, "pack") == [
        (1, "2 to 5 players here, but line 5 mentions 2, 3, 4 players")
    ]
    assert messages(players, "A game for 2 to 4 players.\n\nFive players: take care.", "pack") == [
        (3, "5 players here, but line 1 says 2 to 4 players")
    ]


def test_a_catalog_game_has_its_own_number_of_players(reading):
    """The text is compared with the game."""
    found = reading("For 2 to 5 players." + TABLE, "pack")
    of_catalog = replace(found, vocabulary=replace(found.vocabulary, players=(2, 4)))
    assert [problem.message for problem in players.check(of_catalog)] == [
        "2 to 5 players here, but the game is for 2 to 4 players"
    ]
