"""One state of a game's files: keys that name pictures, drawings made when they are asked for."""

from __future__ import annotations

import pytest

from punchboard.problem import ProblemsFound
from punchboard.server.snapshot import changed_ids, read_snapshot


@pytest.fixture
def reading(workspace):
    """Reads the game grove anew."""
    return lambda salt="": read_snapshot("grove", workspace.path, salt)


def fronts(reading):
    return [front for _, front, _ in reading.composed.specs]


def drawn(reading):
    return [spec for spec in reading.keys if reading.composed.composer.drawn_face(spec) is not None]


def test_a_reading_draws_nothing(reading):
    """Keys, sizes and bleeds are known before any face is drawn."""
    found = reading()
    assert len(set(found.keys.values())) == 4  # three fronts and the one back
    assert drawn(found) == []
    assert all(face.bleed > 0 for face in found.keys)


def test_asking_for_one_picture_draws_one_face(reading):
    """The SVG of a key is the face with its bleed, and the others stay undrawn."""
    found = reading()
    first = fronts(found)[0]
    svg = found.svg(found.keys[first])
    assert b"Root" in svg
    assert b'width="69.5mm"' in svg
    assert drawn(found) == [first]


def test_one_edited_row_changes_one_key(workspace, reading):
    """Nothing but the edited card is changed, and its picture is another."""
    before = reading()
    workspace.edit("catalog/grove/cards.csv", "Win the trick.", "Lose the trick.")
    after = reading()
    assert changed_ids(before, after) == ("card-3",)
    assert len(set(before.keys.values()) ^ set(after.keys.values())) == 2


def test_a_new_row_and_a_deleted_one_are_changed(workspace, reading):
    """What is new is told, and what is no more."""
    before = reading()
    workspace.edit("catalog/grove/cards.csv", "3,1,Crown,tide,Win the trick.", "4,1,Leaf,tide,Pass.")
    assert changed_ids(before, reading()) == ("card-4", "card-3")


def test_a_changed_theme_changes_all_that_show_it(workspace, reading):
    """Every card has text in a colour of the theme."""
    before = reading()
    workspace.write("catalog/grove/layouts/theme.yaml", 'extends: plain\ncolours: {ink: "#102030"}\n')
    assert changed_ids(before, reading()) == ("card-1", "card-2", "card-3")


def test_a_changed_colour_of_an_entry_changes_the_cards_that_show_it(workspace, reading):
    """The other realm's card stays."""
    before = reading()
    workspace.edit("catalog/grove/game.yaml", "#9fd4f0", "#1f5f00")
    assert changed_ids(before, reading()) == ("card-2", "card-3")


def test_a_nested_layout_changes_with_what_it_sees_of_the_game(workspace, reading):
    """A layout within another can show the title of the game, which no value of the card tells."""
    workspace.write("catalog/grove/layouts/faces/foot.yaml", 'boxes:\n  foot: {area: trim, text: "{{ game.title }}"}\n')
    face = """\
boxes:
  foot: {at: [6, 70], size: [40, 8], layout: foot}
  title: {at: [6, 6], size: [40, 8], text: "{{ title }}"}
"""
    workspace.write("catalog/grove/layouts/faces/card.yaml", face)
    before = reading()
    workspace.edit("catalog/grove/game.yaml", "title: The Grove", "title: The Wood")
    assert changed_ids(before, reading()) == ("card-1", "card-2", "card-3")


def test_a_changed_mark_of_the_edition_changes_the_faces_that_bear_it(workspace, reading):
    """Keys name what is seen, and the version is seen."""
    workspace.edit("catalog/grove/game.yaml", "version: 0.1.0", 'version: 0.1.0\nedition: "{{ game.version }}"')
    before = reading()
    workspace.edit("catalog/grove/game.yaml", "version: 0.1.0", "version: 0.2.0")
    assert set(changed_ids(before, reading())) >= {"card-1", "card-2", "card-3"}


def test_another_salt_makes_other_keys(reading):
    """Browsers keep pictures by their key for ever: keys of another run are others."""
    assert not set(reading("a").keys.values()) & set(reading("b").keys.values())


def test_low_ink_is_another_drawing_of_the_same_key(reading):
    """The page asks for low ink by the key that it knows."""
    found = reading()
    key = found.keys[fronts(found)[0]]
    assert found.svg(key, "low") != found.svg(key)
    assert b"Root" in found.svg(key, "low")


def test_a_key_of_no_face_is_none(reading):
    """It is looked up, and nothing else is done with it."""
    found = reading()
    assert "0" * 16 not in found
    with pytest.raises(KeyError):
        found.svg("0" * 16)


def test_a_broken_file_is_told_of(workspace, reading):
    """A reading that cannot be made raises what is wrong."""
    workspace.edit("catalog/grove/cards.csv", "2,3,Branch", "two,3,Branch")
    with pytest.raises(ProblemsFound, match="'two'"):
        reading()


def test_a_template_that_fails_is_drawn_at_once(workspace, reading):
    """Its problem is known as soon as it is asked; the other boxes are there."""
    workspace.edit("catalog/grove/layouts/faces/card.yaml", "{{ text }}", "{{ text / 0 }}")
    found = reading()
    first = found.composed.draw(fronts(found)[0])
    assert [problem.rule for problem in first.problems] == ["EXPR001"]


def test_cards_that_fail_alike_are_shown(workspace, reading):
    """Two cards that a face does not tell apart, and a name that none of them has: each has a key all the same."""
    workspace.edit("catalog/grove/layouts/faces/card.yaml", "{{ title }}", "{{ titel }}")
    workspace.edit("catalog/grove/layouts/faces/card.yaml", "{{ text }}", "still here")
    found = reading()
    first, *others = fronts(found)
    assert others
    assert all(b"<svg" in found.svg(found.keys[face]) for face in (first, *others))
    (problem,) = found.composed.draw(first).problems
    assert problem.place.file == "catalog/grove/layouts/faces/card.yaml"
