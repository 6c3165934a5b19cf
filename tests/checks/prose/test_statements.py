"""What a number states, by the form of its sentence."""

import pytest

from punchboard.checks.prose.claims.facts import facts
from punchboard.checks.prose.reading.placed_markdown import parse_markdown
from punchboard.checks.prose.reading.reading import Reading
from punchboard.checks.prose.reading.tables import deck_vocabulary


def stated(text):
    """Return what each number of a text states: its kinds and its value."""
    reading = Reading((parse_markdown(text, "rules.md"),), deck_vocabulary("cards.csv"))
    by_value: dict[int, list[str]] = {}
    for fact in facts(reading):
        by_value.setdefault(fact.value, []).append(fact.key[0])
    return [(" ".join(kinds), value) for value, kinds in by_value.items()]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The first player to reach 100 points wins.", ("goal", 100)),
        ("Whoever wins with 7 points is the champion.", ("goal", 7)),
        ("Play up to 100 points.", ("goal", 100)),
        ("The game is played to 100.", ("goal", 100)),
        ("On your turn, play up to 3 cards.", None),
        ("Each player plays up to 2 animals.", None),
        ("Once you have 7 points, you win.", ("goal", 7)),
        ("After the sixth tile the game ends.", ("goal", 6)),
        ("When the sixth tile is placed, the game ends.", ("goal", 6)),
        ("You may hold at most 7 cards in your hand.", ("limit", 7)),
        ("Hand limit: 5 cards.", ("limit", 5)),
        ("Discard up to 3 cards from your hand.", None),
        ("Deal 7 cards to each player.", ("deal", 7)),
        ("Deal 2 more cards to each player.", None),
        ("If the deck is empty, deal 7 cards to each player.", None),
        ("Each player starts with 6 cards.", ("deal start", 6)),
        ("Everyone begins the game with a hand of 6 cards.", ("deal start", 6)),
        ("With two players, each player starts with 6 cards.", None),
        ("Each player starts the round with 6 cards.", None),
        ("The first player starts with 6 cards.", None),
        ("Jeder Spieler beginnt mit 6 Karten.", ("deal start", 6)),
        ("Zu zweit beginnt jeder mit 6 Karten.", None),
        ("Das Handlimit beträgt 7 Karten.", ("limit", 7)),
        ("Die Spieler haben höchstens 7 Karten auf der Hand.", ("limit", 7)),
        ("Man spielt höchstens 2 Karten aus der Hand.", None),
        ("Wer mehr als 7 Handkarten hat, wirft einige ab.", ("limit", 7)),
        ("At the end of your turn, draw back up to 5 cards.", ("refill", 5)),
        ("Refill your hand to 5 cards at the end of your turn.", ("refill", 5)),
        ("At the end of your turn, draw until you have 5 cards in hand.", ("refill", 5)),
        ("At the end of your turn, you may draw up to 2 cards.", None),
        ("At the end of the round, draw until you have 5 cards.", None),
        ("If you played none, draw back up to 5 cards at the end of your turn.", None),
        ("Am Ende deines Zuges ziehst du auf 5 Handkarten nach.", ("refill", 5)),
        ("\u00c0 la fin de votre tour, compl\u00e9tez votre main \u00e0 5 cartes.", ("refill", 5)),
        ("Al final de tu turno, roba hasta tener 5 cartas.", ("refill", 5)),
        ("The game lasts 5 rounds.", ("length", 5)),
        ("After the sixth and last round, count.", ("length", 6)),
        ("After the third and last round of the first age, count.", None),
        ("Start with 5 gold.", ("start", 5)),
        ("Each player starts with 5 coins.", ("start", 5)),
        ("You start with 5 gold in the second round.", None),
        ("As the Smith you start with 5 gold.", None),
        ("The first player starts with 5 gold.", None),
        ("Each player starts with 5 gold more.", None),
        ("The game takes about 45 minutes.", ("length", 45)),
        ("Playing time: about 45 minutes.", ("length", 45)),
        ("Ages 8 and up, duration: 45 min", ("length", 45)),
        ("2\u20134 players, 45 minutes, ages 8 and up", ("length", 45)),
        ("A game for two to four players. 45 minutes.", ("length", 45)),
        ("Playing time: 15 minutes per player", None),
        ("With the big map, a game lasts 45 minutes.", None),
        ("Thinking time: 5 minutes", None),
        ("Shuffle. 5 minutes.", None),
        ("Spieldauer: etwa 45 Minuten", ("length", 45)),
        ("Ein Spiel dauert ungef\u00e4hr 45 Minuten.", ("length", 45)),
        ("Ein Spiel dauert 15 Minuten pro Person.", None),
        ("Dur\u00e9e d\u2019une partie : 45 minutes", ("length", 45)),
        ("La partie dure environ 45 minutes.", ("length", 45)),
        ("Duraci\u00f3n: 45 minutos.", ("length", 45)),
        ("Una partida dura unos 45 minutos.", ("length", 45)),
        ("Una partita dura circa 45 minuti.", ("length", 45)),
        ("Los jugadores hablan durante 5 minutos.", None),
        ("After 5 rounds, the game ends.", ("length", 5)),
        ("Play 5 rounds.", ("length", 5)),
        ("On your turn you have 2 actions.", ("actions", 2)),
        ("2 actions per turn.", ("actions", 2)),
    ],
)
def test_the_form_of_a_sentence_says_what_its_number_states(text, fact):
    """A goal, a limit, a deal, a length or the actions of a turn; or none of these."""
    assert stated(text) == ([fact] if fact else [])


def test_a_goal_that_is_denied_is_none():
    """``Not`` anywhere in the sentence, since exceptions are no contradictions."""
    assert stated("You have not won until you reach 100 points.") == []
