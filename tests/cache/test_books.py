"""A book is set again when anything has changed that it goes by: of cards, what it shows, tells or counts."""

import pytest

from punchboard.cache.answers import Answers
from punchboard.cache.digests import Digests
from punchboard.cache.store import CACHE, read_kept, write_kept
from punchboard.compose.books.book import BookComposer

TOLD = """
# Cards

```cards
show: [card-2]
```

{{ row('card-5').title }} costs {{ row('card-6').cost }}, and {{ count("kind == 'card' and cost > 4") }} are dear.
"""


@pytest.fixture
def books(monkeypatch):
    """The names of the books that were set."""
    found = []

    def book(composer, known=BookComposer.book):
        found.append(composer._name)
        return known(composer)

    monkeypatch.setattr(BookComposer, "book", book)
    return found


@pytest.fixture
def told(grove, books):
    """A game that was built, whose rulebook goes by some of its cards."""
    grove.change("rulebook.md", lambda text: text + TOLD)
    assert not grove.build().failed
    books.clear()
    return grove


def row(nr, **values):
    """Change values of a card's row."""

    def change(text):
        head, *rows = text.splitlines()
        names = head.split(",")
        cells = dict(zip(names, rows[nr - 1].split(","), strict=True))
        rows[nr - 1] = ",".join({**cells, **values}.values())
        return "\n".join([head, *rows, ""])

    return change


@pytest.mark.parametrize("change", [row(9, title="Shrub"), row(9, text="Lose **2** cards."), row(5, text="Pass.")])
def test_a_card_that_no_book_goes_by_sets_none(told, books, change):
    """Nor is its page of HTML written, nor are its pages hashed; the output is that of an empty folder."""
    told.change("cards.csv", change)
    built = told.build()
    assert books == []
    assert (built, told.files()) == told.clean()


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("cards.csv", row(2, title="Shrub")),
        ("cards.csv", row(2, text="Pass.")),
        ("cards.csv", row(5, title="Shrub")),
        ("cards.csv", row(6, cost="9")),
        ("cards.csv", row(4, cost="5")),
        ("cards.csv", row(9, copies="4")),
        ("cards.csv", lambda text: f"{text}13,1,Late,1,Pass.\n"),
        ("rulebook.md", lambda text: f"{text}\nAnd so on.\n"),
        ("game.yaml", lambda text: text.replace("value: 3", "value: 2")),
        ("card.yaml", lambda text: text.replace("#f4efe2", "#f4efe3")),
    ],
)
def test_what_a_book_goes_by_sets_it_again(told, books, name, change):
    """A card that it shows or tells of, what is counted, which cards there are; its text and all other files."""
    told.change(name, change)
    built = told.build()
    assert "rulebook" in books
    assert (built, told.files()) == told.clean()


def test_a_book_is_known_after_an_edit_that_set_it_and_one_that_did_not(told, books):
    """What is known of it is not forgotten while nobody asks for it."""
    for step, (nr, times) in enumerate(((2, 1), (9, 0), (8, 0), (2, 1), (9, 0))):
        books.clear()
        told.change("cards.csv", row(nr, title=f"Shrub {step}"))
        told.build()
        assert books.count("rulebook") == times
    assert told.files() == told.clean()[1]


def test_what_is_wrong_with_a_book_is_told_each_time(told, books):
    """Whether or not it is set: an icon that is not there, a rule that is told nowhere."""
    told.change("rulebook.md", lambda text: f"{text}\nTake :nothing-such:.\n")
    first = told.build()
    books.clear()
    told.change("cards.csv", row(9, title="Shrub"))
    again = told.build()
    assert [problem.rule for problem in again.problems] == [problem.rule for problem in first.problems]
    assert again.problems == told.clean()[0].problems


def test_a_book_is_made_whose_files_are_gone(told, books):
    """Though it is known, and nothing has changed that it goes by."""
    (told.path / "output/grove/rulebook.pdf").unlink()
    told.change("cards.csv", row(9, title="Shrub"))
    told.build()
    assert "rulebook" in books
    assert told.files() == told.clean()[1]


@pytest.mark.parametrize("only", [("rulebook",), ("booklet",), ("set-up", "sheets"), ("checks",)])
def test_parts_of_a_game_are_built_again_as_if_for_the_first_time(told, only):
    """What one build asked for is not what another does."""
    for title in ("Shrub", "Bush"):
        for nr in (2, 9):
            told.change("cards.csv", row(nr, title=title))
            built, (wanted, files) = told.build(only=only), told.clean(only=only)
            assert built.problems == wanted.problems
            assert {path: told.files()[path] for path in files if path != "manifest.json"} == {
                path: data for path, data in files.items() if path != "manifest.json"
            }


def test_what_was_asked_for_an_answer_is_kept_with_it(tmp_path):
    """It is not asked for while the answer is known, and must not be worked out again when that changes."""
    worked = []

    def build(outer, inner):
        answers = Answers(tmp_path, "game", Digests())
        part = lambda: answers.ask("part", inner, lambda: worked.append(f"part {inner}") or "half")  # noqa: E731
        assert answers.ask("whole", outer, lambda: worked.append(f"whole {outer}") or part() * 2) == "halfhalf"
        answers.keep()

    build(1, 1)
    build(1, 1)
    build(1, 1)
    build(2, 1)
    assert worked == ["whole 1", "part 1", "whole 2"]
    build(3, 2)
    build(4, 1)
    assert worked[3:] == ["whole 3", "part 2", "whole 4", "part 1"]


def test_answers_for_one_file_are_kept_while_it_is_there(told):
    """The drawings of the rulebook: whether or not the last build has made it."""
    kept = told.path / "output" / CACHE / "grove.answers" / "rulebook.html.json"
    drawn = read_kept(kept)
    assert drawn
    told.change("cards.csv", row(9, title="Shrub"))
    told.build()
    assert read_kept(kept) == drawn
    (told.path / "catalog/grove/rulebook.md").unlink()
    told.build()
    assert not kept.exists()


def test_a_damaged_answer_is_worked_out_again(told):
    """It is whole and none of ours."""
    path = told.path / "output" / CACHE / "grove.answers.json"
    damages = ({"read": {"values": {"title": ["card-99"]}}}, {"read": {"nought": {}}}, {"read": 1}, {"text": 1})
    for step, damage in enumerate(damages):
        entries = {key: {**entry, **damage, "heard": ""} for key, entry in read_kept(path).items()}
        write_kept(path, entries)
        told.change("cards.csv", row(9, title=f"Shrub {step}"))
        assert told.build() == told.clean()[0]
        assert told.files() == told.clean()[1]
        told.build()
