"""Faces that were sound are not drawn again to know it; answers that took long are not worked out again."""

import pytest

from punchboard.cache import build_memory
from punchboard.cache.answers import Answers
from punchboard.cache.digests import Digests
from punchboard.compose.faces.lazy_faces import Drawings
from punchboard.load.layouts import lazy_layouts


@pytest.fixture
def drawn(monkeypatch):
    """The rows whose faces were drawn."""
    found = []

    def draw(drawings, face, faults, known=Drawings.draw):
        found.append(face.place.line)
        return known(drawings, face, faults)

    monkeypatch.setattr(Drawings, "draw", draw)
    return found


def retitled(nr):
    return lambda text: text.replace(f"Tree {nr},", f"Shrub {nr},")


def test_one_edited_card_draws_one_face(grove, drawn):
    """Of twelve, with their backs, and of two tokens: the others are known to be sound."""
    grove.build(only=("components",))
    assert len({*drawn}) > 12
    drawn.clear()
    grove.change("cards.csv", retitled(7))
    grove.build(only=("components",))
    assert drawn == [8]


def test_one_edited_card_has_the_cards_of_its_sheet_drawn(grove, drawn):
    """They are drawn, to be placed beside it, and no others."""
    grove.build(only=("sheets/fronts",))
    drawn.clear()
    grove.change("cards.csv", retitled(1))
    grove.build(only=("sheets/fronts",))
    assert 2 in drawn
    assert {*drawn} < {2, 3, 4, 5, 6, 7}


SHOP = "layouts/shops/corner.yaml"


def test_layouts_that_nothing_is_made_with_are_looked_at_when_any_has_changed(grove, root, monkeypatch):
    """Not for an edited card: those of shops were sound, and are no tables."""
    read = []

    def noted(order, sort, name, place, known=lazy_layouts.layer):
        read.append(name)
        return known(order, sort, name, place)

    monkeypatch.setattr(lazy_layouts, "layer", noted)
    (grove.path / SHOP).parent.mkdir(parents=True)
    (grove.path / SHOP).write_text((root / "layouts/shops/drivethrucards.yaml").read_text("utf-8"), "utf-8")
    assert not grove.build().failed
    assert "corner" in read
    read.clear()
    grove.change("cards.csv", retitled(7))
    assert not grove.build().failed
    assert "corner" not in read
    (grove.path / SHOP).write_text("dpi: many\n", "utf-8")
    assert SHOP in {problem.place.file for problem in grove.build().problems}


@pytest.mark.parametrize("most", [14, 13])
def test_of_a_deck_that_is_too_large_nothing_is_kept(grove, drawn, monkeypatch, most):
    """Twelve cards and two tokens; beside them there is a record of the files alone, and all is drawn each time."""
    monkeypatch.setattr(build_memory, "MOST", most)
    grove.build(only=("components",))
    whole = {*drawn}
    drawn.clear()
    grove.change("cards.csv", retitled(7))
    grove.build(only=("components",))
    kept = {path.name.partition(".")[2] for path in (grove.path / "output" / ".cache").iterdir()}
    assert ({*drawn} == whole) is (most < 14)
    assert kept.isdisjoint({"faces.json", "answers.json", "pages"}) is (most < 14)


def test_a_face_with_a_problem_is_told_of_each_time(grove, drawn):
    """It is drawn and checked until nothing is wrong with it; the others are not."""
    grove.change("cards.csv", lambda text: text.replace("Tree 4,", f"{'Very ' * 30}tall tree,"))
    first, second = grove.build(only=("sheets",)), None
    assert [problem.rule for problem in first.problems if problem.place.line == 5]
    drawn.clear()
    second = grove.build(only=("sheets",))
    assert second.problems == first.problems
    assert 5 in drawn
    assert len({*drawn}) == 1


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("card.yaml", lambda text: text.replace("#f4efe2", "#f4efe3")),
        ("game.yaml", lambda text: text.replace("title: Grove", "title: Groves")),
        ("rulebook.md", lambda text: f"{text}\nAnd so on.\n"),
    ],
)
def test_all_faces_are_looked_at_again_when_any_other_file_has_changed(grove, drawn, name, change):
    """Whether or not they show it: what a face is drawn from is every file but the tables of components."""
    grove.build(only=("sheets",))
    whole = {*drawn}
    drawn.clear()
    grove.change(name, change)
    grove.build(only=("sheets",))
    assert {*drawn} == whole


def test_low_ink_and_full_ink_are_not_taken_for_each_other(grove, drawn):
    """What is sound in one may be unreadable in the other."""
    grove.build(only=("sheets",))
    whole = {*drawn}
    drawn.clear()
    options = grove.options("output", only=("sheets",))
    grove.build(only=("sheets",), wishes=options.wishes._replace(ink="low"))
    assert {*drawn} == whole


def test_a_build_that_remembers_nothing_draws_all_and_keeps_nothing(grove, drawn):
    """A stranger's game is built so; the files are the same."""
    grove.build(only=("sheets",))
    files, whole = grove.files(), {*drawn}
    drawn.clear()
    grove.change("cards.csv", retitled(7))
    kept = {path: path.read_bytes() for path in (grove.path / "output/.cache").rglob("*.json")}
    grove.build(only=("sheets",), remembers=False)
    assert {*drawn} == whole
    assert grove.files() != files
    faces = grove.path / "output/.cache/grove.faces.json"
    assert faces.read_bytes() == kept[faces]


def test_an_answer_is_worked_out_once(tmp_path):
    """For the same question and the same that it goes by, in this build and the next."""
    worked = []

    def work(text):
        return lambda: worked.append(text) or text

    for _ in range(2):
        answers = Answers(tmp_path, "game", Digests())
        assert answers.ask("how many", (1, 2), work("three")) == "three"
        assert answers.ask("how many", (1, 3), work("four")) == "four"
        assert answers.ask("how long", (1, 2), work("five")) == "five"
        answers.keep()
    assert worked == ["three", "four", "five"]


def test_an_answer_that_nobody_asks_for_is_forgotten(tmp_path):
    """What is kept does not grow with every build."""
    for questions in (("one", "two"), ("two",)):
        answers = Answers(tmp_path, "game", Digests())
        for question in questions:
            answers.ask(question, 0, lambda: "yes")
        answers.keep()
    worked = []
    Answers(tmp_path, "game", Digests()).ask("one", 0, lambda: worked.append(1) or "yes")
    assert worked == [1]


def test_what_has_no_hash_is_worked_out_each_time(tmp_path):
    """A function, say."""
    answers = Answers(tmp_path, "game", Digests())
    assert [answers.ask("what", lambda: 0, lambda: "that") for _ in range(2)] == ["that", "that"]


def test_playing_is_asked_again_when_a_field_that_a_script_names_has_changed(grove, monkeypatch):
    """And not when a title has."""
    from punchboard.checks import played

    calls = []
    monkeypatch.setattr(played, "check_plays", lambda proof, known=played.check_plays: calls.append(1) or known(proof))
    for change in (None, retitled(3), lambda text: text.replace("3,1,", "3,2,")):
        if change is not None:
            grove.change("cards.csv", change)
        assert not grove.build().failed
    assert len(calls) == 2


def test_what_layouts_give_to_looks_is_worked_out_again_when_one_has_changed(grove, monkeypatch):
    """And not when a card has."""
    from punchboard.compose.faces.face_key import Looks

    worked = []

    def gives(looks, name, file, known=Looks._gives):
        worked.append(name)
        return known(looks, name, file)

    monkeypatch.setattr(Looks, "_gives", gives)
    grove.build()
    first = {*worked}
    darker = ("back.yaml", lambda text: text.replace("345678", "345677"))
    for change, again in ((("cards.csv", retitled(3)), set()), (darker, first)):
        worked.clear()
        grove.change(*change)
        assert not grove.build().failed
        assert {*worked} == again
