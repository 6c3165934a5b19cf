import pytest

from punchboard.compose.books.prose import filled_text, prose_values
from punchboard.expression import expression
from punchboard.problem import ProblemsFound

MORE = "numbers: {deal: {value: 10, stated: Setup}}\ndecks: {pack: {name: the pack, contains: card}}\n"
ROWS = "[{name: alder, copies: 3}, {name: birch, realm: tide}]"


@pytest.fixture
def game(tiny_game):
    """Return the game with this rulebook."""
    return lambda text: tiny_game(rows=ROWS, more=MORE, files={"rulebook.md": text}).game


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ count('all') }} cards", "4 cards"),
        ("{{ count(\"realm == 'tide'\") }}", "1"),
        ("{{ numbers.deal }} and {{ words(numbers.deal) }}", "10 and ten"),
        ("{{ lists.realm.ember.name }}", "Ember"),
        ("{% for r in entries('realm') %}{{ r.name }} {% endfor %}", "Ember Tide "),
        ("{{ players }} players", "2 to 4 players"),
        ("{{ row('alder').name }}", "alder"),
        ("{{ decks.pack }}, {{ kinds.card.plural }}", "the pack, Cards"),
        ("{{ game.title }}", "The Tiny Game"),
    ],
)
def test_counts_and_names_are_filled_in(game, source, text):
    """Texts take numbers from the catalog; every copy counts."""
    assert filled_text(game(source), "rulebook") == text


ODDS = """\
each player has: {hand: {name: hand}}
setup: [{shuffle: pack}, {each player draws: 1, from: pack, to: hand}]
odds:
  a birch: count('hand', realm='tide') == 1
  a birch of two: {when: "total('hand', realm='tide') == 1"}
  nothing: {when: "count('hand') >= 1", after: 1}
  a storm: storm >= 5
"""


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ odds('a birch') }}", "25 %"),
        ("{{ odds('a birch of two') }}", "50\N{EN DASH}100 %"),
        ("{{ odds('a birch of two', 3) }}", "75 %"),
        ("{{ odds('nothing') }}", "0 %"),
    ],
)
def test_chances_are_filled_in(tiny_game, source, text):
    """In per cent, from the least to the most where they differ with the number of players."""
    game = tiny_game(rows=ROWS, more=MORE + ODDS, files={"rulebook.md": source}).game
    assert filled_text(game, "rulebook") == text


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("'a brich'", "the game asks no question 'a brich' about chance"),
        ("'a birch', 9", "the game is not for 9 players"),
        ("'a storm'", "the chance of 'a storm' is not known"),
    ],
)
def test_a_chance_that_is_not_known_is_not_printed(tiny_game, asked, message):
    """The template fails with the reason."""
    game = tiny_game(rows=ROWS, more=MORE + ODDS, files={"rulebook.md": f"{{{{ odds({asked}) }}}}"}).game
    with pytest.raises(ProblemsFound) as caught:
        filled_text(game, "rulebook")
    assert message in caught.value.problems[0].message


def test_front_matter_is_removed_and_line_numbers_stay(game):
    """A problem after it has the line number of the file."""
    assert filled_text(game("---\ntitle: Rules\n---\n# One\n"), "rulebook") == "\n\n\n# One\n"


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("# One\n\nDeal {{ numbers.dael }} cards.\n", 3, 17, "there is no 'dael' among deal"),
        ("---\ntitle: R\n---\n# One\n{{ nmae }}\n", 5, 4, "there is nothing called 'nmae'"),
        ("one\n{{ row('oak').name }}\n", 2, 9, "there is no component 'oak'"),
        ("one\n{{ entries('relam') }}\n", 2, 13, "there is no list 'relam'"),
        ("one\n\n{{ count('rank >') }}\n", 3, 1, "unexpected"),
        ("{% for n in [1] %}{{ n }}\n{% endfor %}\n{{ nmae }}\n", 3, 4, "there is nothing called 'nmae'"),
        ("one\n{% if nmae %}\ntwo\n{% endif %}\n", 2, 7, "there is nothing called 'nmae'"),
    ],
)
def test_an_unknown_name_is_reported_with_its_line(game, text, line, column, message):
    """The place is that of the word that the message quotes, or else of the template."""
    with pytest.raises(ProblemsFound) as caught:
        filled_text(game(text), "rulebook")
    (problem,) = caught.value.problems
    assert (problem.rule, problem.place[:3]) == ("EXPR001", ("catalog/tiny/rulebook.md", line, column))
    assert message in problem.message


def test_templates_have_only_plain_values_and_functions(game):
    """Functions count and look up."""
    values = prose_values(game("x"))
    assert expression("count('card') + numbers.deal")(values) == 14


TEXTS = {"turn.md": "---\ntitle: Turn\n---\n1. Draw {{ numbers.deal }}.\n", "table.md": "A table."}


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ text('turn') }}", "\n\n\n1. Draw 10.\n"),
        ("{% if 'table' in texts %}{{ text('table') }}{% endif %}", "A table."),
        ("{% if 'score' in texts %}{{ text('score') }}{% endif %}", ""),
        ("{{ kinds.card.count }} of {{ kinds.card.shape }}", "4 of poker"),
        ("{% for id in dice %}{{ dice[id].copies }} {{ dice[id].name }}{% endfor %}", "3 Fate Die"),
    ],
)
def test_a_text_can_include_another_and_name_kinds_and_dice(tiny_game, source, text):
    """An included text is filled and has no front matter; kinds and dice come with their counts."""
    more = f"{MORE}dice: {{fate: {{name: Fate Die, copies: 3, faces: [1, 2], stated: Dice}}}}\n"
    game = tiny_game(rows=ROWS, more=more, files={**TEXTS, "rulebook.md": source}).game
    assert filled_text(game, "rulebook") == text


@pytest.mark.parametrize(
    ("files", "file", "line", "message"),
    [
        ({"rulebook.md": "one\n{{ text('trun') }}\n"}, "rulebook.md", 2, "there is no text 'trun'"),
        ({"rulebook.md": "one\n{{ text('rulebook') }}\n"}, "rulebook.md", 2, "the text 'rulebook' includes itself"),
        (
            {"rulebook.md": "{{ text('turn') }}", "turn.md": "1.\n\n{{ text('rulebook') }}\n"},
            "turn.md",
            3,
            "the text 'rulebook' includes itself",
        ),
        (
            {"rulebook.md": "{{ text('turn') }}", "turn.md": "1.\n{{ nmae }}\n"},
            "turn.md",
            2,
            "there is nothing called 'nmae'",
        ),
    ],
)
def test_a_failed_inclusion_is_reported_in_the_including_file(tiny_game, files, file, line, message):
    """A missing text, a text that includes itself, or one with a fault of its own."""
    game = tiny_game(files=files).game
    with pytest.raises(ProblemsFound) as caught:
        filled_text(game, "rulebook")
    (problem,) = caught.value.problems
    word = files[file].split("\n")[line - 1].index(message.split("'")[1]) + 1
    assert (problem.rule, problem.place[:3]) == ("EXPR001", (f"catalog/tiny/{file}", line, word))
    assert problem.message == message


def test_a_text_can_be_included_twice(tiny_game):
    """Two inclusions side by side are no cycle."""
    files = {"rulebook.md": "{{ text('table') }} {{ text('turn') }}", "turn.md": "{{ text('table') }}", "table.md": "x"}
    assert filled_text(tiny_game(files=files).game, "rulebook") == "x x"
