import pytest
import yaml

from punchboard.compose.books.setup_steps import StepWriter, Way
from punchboard.model.game.setup import NOTE_NAMES

MORE = """\
numbers: {deal: {value: 10, stated: Setup}}
decks: {pack: {name: the pack, contains: card}}
piles: {river: {name: the river}}
each player has: {hand: {name: hand}}
seats: {chosen one: {name: the Chosen One}}
dice: {duel: {name: Duel Die, faces: [1, 2, 3, 4, 5, 6], prototype: it is}}
groups: {low cards: rank < 3}
variants: [{name: Rich, text: More of all., numbers: {deal: 7}, stated: Variants}]
setup:
"""
WORDS = """\
setup:
  shuffle: "{{ do }} {{ piles }}{% if target %} into {{ target }}{% endif %}."
  draw: "{{ do }} {{ amount }} {{ things }} from {{ source }}{% if target %} to {{ target }}{% endif %}."
  deal: "{{ do }} {{ amount }} {{ things }} from {{ source }}."
  place: "{{ do }} {{ amount }} {{ things }}{% if target %} {{ 'on' if onto else 'to' }} {{ target }}{% endif %}."
  discard: "{{ do }} {{ amount }} {{ things }}."
  roll: "{{ do }} the {{ die }}{% if called %} for {{ called }}{% endif %}."
  name: "{{ do }} {{ named }}."
  split: "{{ do }} {{ piles }} into {{ target }}."
  stack: "{{ do }} {{ piles }} to make {{ target }}."
  do: "{{ steps | join(' ') }}{% if times %} Do this {{ times }} times.{% endif %}
    {% if how_often %} How often: {{ how_often }}.{% endif %}"
  one of: "Do one of these: {{ steps | join(' Or: ') }}"
  say: "{{ operand }}"
verbs:
  {shuffle: shuffle|shuffles, draw: draw|draws, deal: deal|deals, place: place|places, discard: discard|discards,
   roll: roll|rolls, name: name|names, split: split|splits, stack: stack|stacks}
amounts:
  {exactly: "{{ number }}", between: "{{ number }} or {{ most }}", up to: "up to {{ number }}", all: all,
   until: "up to a total of {{ number }}", down to: "down to {{ number }}", as many: as many}
phrases:
  {the: the, may: may, and: and, card: card, cards: cards, tile: tile, tiles: tiles, table: the table,
   some: "", with colon: "{{ first }}: {{ rest }}", one after another: one player after another,
   each player in reverse: "each player, in reverse order,",
   each player: each player, own pile: "the {{ pile }}", with players: "with {{ players }} players",
   or: or, player range: "{{ low }} to {{ high }}", players open: "{{ low }} or more",
   in variant: "in {{ variant }}", not in variant: "except in {{ variant }}",
   as rolled: "{{ things }}, as many as the {{ die }} shows,",
   as called: "{{ things }}, as many as rolled for {{ called }},",
   times rolled: "as many times as the {{ die }} shows", times called: "as many times as rolled for {{ called }}"}
"""


@pytest.fixture
def said(tiny_game):
    """Return the sentence for a step that is written as a line of game.yaml."""

    def said(step, way=None):
        game = tiny_game(more=f"{MORE}  - {step}\n", files={"layouts/words/en.yaml": WORDS}).game
        return " ".join(StepWriter(game, yaml.safe_load(WORDS), way).sentences(game.file.setup))

    return said


@pytest.mark.parametrize(
    ("step", "text"),
    [
        ("{shuffle: pack}", "Shuffle the pack."),
        ("{shuffle: [pack, river]}", "Shuffle the pack and the river."),
        ("{deal: deal, from: pack, to: hand}", "Deal ten cards from the pack."),
        ("{deal: 1, from: pack, to: hand}", "Deal one card from the pack."),
        ("{each player draws: 3, from: pack, to: hand}", "Each player draws three cards from the pack to the hand."),
        ("{chosen one may discard: up to 2}", "The Chosen One may discard up to two cards."),
        ("{draw: 2 or 3, from: pack, only: low cards}", "Draw two or three low cards from the pack."),
        ("{draw: all, from: pack, only: card}", "Draw all Cards from the pack."),
        ("{place: card, on: table}", "Place the Card on the table."),
        ("{roll: duel}", "Roll the Duel Die."),
        ("{roll: duel, as: luck}", "Roll the Duel Die for luck."),
        ("{draw: luck, from: pack}", "Draw cards, as many as rolled for luck, from the pack."),
        ("{do: [{shuffle: pack}], times: duel}", "Shuffle the pack. How often: as many times as the Duel Die shows."),
        ("{do: [{shuffle: pack}], times: luck}", "Shuffle the pack. How often: as many times as rolled for luck."),
        (
            "{do: [{shuffle: pack}], times: count('river'), amount in words: once for each card in the river}",
            "Shuffle the pack. How often: once for each card in the river.",
        ),
        ("{name: chosen one}", "Name the Chosen One."),
        ("{draw: duel, from: pack}", "Draw cards, as many as the Duel Die shows, from the pack."),
        ("{split: pack, to: hand}", "Split the pack into the hand."),
        ("{say: Agree on a leader.}", "Agree on a leader."),
        ("{shuffle: pack, note: 'Well, {{ numbers.deal }} times.'}", "Shuffle the pack. Well, 10 times."),
        ("{do: [{shuffle: pack}, {roll: duel}], times: 2}", "Shuffle the pack. Roll the Duel Die. Do this 2 times."),
        (
            "{one of: [[{shuffle: pack, rule: a}, {roll: duel}], {shuffle: river}]}",
            "Do one of these: Shuffle the pack. [#a] Roll the Duel Die. Or: Shuffle the river.",
        ),
    ],
)
def test_a_step_is_a_sentence_made_from_its_data(said, step, text):
    """The subject, the verb in the right form, the amount, the source and the target."""
    assert said(step) == text


def test_an_amount_can_depend_on_the_number_of_players(said):
    """Each number of seats has its own amount."""
    text = said("{draw: {2: 5, 3: 4}, from: pack}")
    assert text == "Draw cards from the pack: 5 with 2 players and 4 with 3 players."


def test_equal_amounts_are_joined_and_nothing_is_not_printed(said):
    """Numbers of players with the same amount stand together; with none there is nothing to do."""
    text = said("{draw: {2-3: 5, 4: 0}, from: pack}")
    assert text == "Draw cards from the pack: 5 with 2 or 3 players."


@pytest.mark.parametrize(
    ("when", "text"),
    [
        ("players == 2", "With 2 players: shuffle the pack. Well."),
        ("players != 3", "With 2 or 4 players: shuffle the pack. Well."),
        ("players >= 2", "Shuffle the pack. Well."),
        ("variant == 'rich'", "In Rich: shuffle the pack. Well."),
        ("variant != 'rich'", "Except in Rich: shuffle the pack. Well."),
        ("variant == 'rich' and players < 4", "With 2 or 3 players, in Rich: shuffle the pack. Well."),
    ],
)
def test_a_condition_is_printed_before_its_step(said, when, text):
    """Conditions on players and variants have words of their own, so that paper says what the checks play."""
    assert said(f'{{shuffle: pack, note: Well., when: "{when}"}}') == text


def test_other_conditions_are_printed_in_the_words_of_the_step(said):
    """What they read is on the table; only the game's author has words for it."""
    step = "{shuffle: pack, when: \"count('river') == 0\", in words: If the river is empty}"
    assert said(step) == "If the river is empty: shuffle the pack."


@pytest.mark.parametrize(
    ("step", "text"),
    [
        ("{draw: {2-3: 5, 4: 0}, from: pack}", "Draw five cards from the pack."),
        ("{draw: {2: 5, 3: 0, 4: 1}, from: pack}", ""),
        ("{draw: deal, from: pack}", "Draw seven cards from the pack."),
        ("{draw: players * 2, from: pack}", "Draw six cards from the pack."),
        ("{shuffle: pack, when: players == 2}", ""),
        ("{shuffle: pack, when: players == 3}", "Shuffle the pack."),
        ("{shuffle: pack, when: variant != 'rich', note: Well.}", ""),
        ("{shuffle: pack, when: variant == 'rich', in words: If you are rich}", "Shuffle the pack."),
        (
            "{shuffle: pack, when: \"count('river') == 0\", in words: If it is empty}",
            "If it is empty: shuffle the pack.",
        ),
        ("{do: [{shuffle: pack, when: players == 2}], note: Perhaps.}", ""),
        (
            "{do: [{shuffle: pack, when: players == 2}, {shuffle: river}], times: {2: 2, 3: 4}}",
            "Shuffle the river. Do this 4 times.",
        ),
    ],
)
def test_for_one_way_to_play_only_what_is_done_there_is_said(said, step, text):
    """Its own numbers without the others, no condition that holds there anyway, and no step that it leaves out."""
    assert said(step, Way(3, "rich")) == text


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (
            "{each player does: [{draw: 1, from: pack, to: hand}, {discard: 1, from: hand}]}",
            (
                "One player after another: Each player draws one card from the pack to the hand."
                " Each player discards one card."
            ),
        ),
        (
            "{each player in reverse may do: [{draw: 1, from: pack, to: hand}]}",
            "Each player, in reverse order, may draw one card from the pack to the hand.",
        ),
    ],
)
def test_the_lines_of_a_group_say_who_carries_them_out(said, step, text):
    """All players, one after another, where the group says so."""
    assert said(step) == text


def test_what_is_counted_is_printed_in_the_words_of_the_step(said):
    """They say how many there are of what, and numbers of the game can be in them."""
    step = "{draw: count('river') // 2, from: pack, to: river, amount in words: half as many cards as are in the river}"
    assert said(step) == "Draw half as many cards as are in the river from the pack to the river."


@pytest.mark.parametrize(
    ("step", "text"),
    [
        ("{shuffle: pack, rule: shuffle}", "Shuffle the pack. [#shuffle]"),
        ("{shuffle: pack, note: Well., rule: [shuffle, well]}", "Shuffle the pack. Well. [#shuffle #well]"),
        (
            "{do: [{shuffle: pack, rule: a}, {roll: duel, rule: b}], times: 2, rule: c}",
            "Shuffle the pack. [#a] Roll the Duel Die. [#b] Do this 2 times. [#c]",
        ),
    ],
)
def test_a_step_marks_the_rules_that_it_carries_out(said, step, text):
    """Rule marks are at its end, where they print nothing; nested steps have their own."""
    assert said(step) == text


def test_a_note_can_name_all_words_of_its_sentence(said):
    """The check of notes knows every name that a step fills in."""
    names = "".join("{% if " + name + " is defined %}y{% endif %}" for name in NOTE_NAMES)
    assert said(f'{{shuffle: pack, note: "{names}"}}') == f"Shuffle the pack. {'y' * len(NOTE_NAMES)}"
