"""Snapshots of a game's files: keys of faces, and faces drawn on request."""

from __future__ import annotations

import pytest

from punchboard.problem import ProblemsFound
from punchboard.server.game_snapshot import changed_ids, read_snapshot


@pytest.fixture
def read(workspace):
    """Reads the game grove again."""
    return lambda salt="": read_snapshot("grove", workspace.path, salt)


def fronts(snapshot):
    return [front for _, front, _ in snapshot.composed.specs]


def drawn(snapshot):
    return [spec for spec in snapshot.keys if snapshot.composed.composer.drawn_face(spec) is not None]


def test_a_snapshot_draws_nothing(read):
    """Keys, sizes and bleeds are known before any face is drawn."""
    found = read()
    assert len(set(found.keys.values())) == 4  # three fronts and the one back
    assert drawn(found) == []
    assert all(face.bleed > 0 for face in found.keys)


def test_the_keys_are_computed_in_small_steps(read, monkeypatch):
    """Between two steps there is room for an edit; the keys are those of a snapshot computed at once."""
    monkeypatch.setattr("punchboard.server.game_snapshot.STEP", 1)
    found = read()
    steps = list(found.steps)
    assert len(steps) == 4  # one for each card, and one for the keys
    for step in steps:
        step()
    assert list(found.keys.values()) == list(read().keys.values())


def test_requesting_a_picture_draws_one_face(read):
    """The SVG of a key is the face with its bleed, and the others stay undrawn."""
    found = read()
    first = fronts(found)[0]
    svg = found.svg(found.keys[first])
    assert b"Root" in svg
    assert b'width="69.5mm"' in svg
    assert drawn(found) == [first]


def test_an_edited_row_changes_one_key(workspace, read):
    """Only the edited card has changed, and its picture is different."""
    before = read()
    workspace.edit("catalog/grove/cards.csv", "Win the trick.", "Lose the trick.")
    after = read()
    assert changed_ids(before, after) == ("card-3",)
    assert len(set(before.keys.values()) ^ set(after.keys.values())) == 2


def test_new_and_deleted_rows_are_changes(workspace, read):
    """Both ids are reported."""
    before = read()
    workspace.edit("catalog/grove/cards.csv", "3,1,Crown,tide,Win the trick.", "4,1,Leaf,tide,Pass.")
    assert changed_ids(before, read()) == ("card-4", "card-3")


def test_a_changed_theme_changes_every_face_that_uses_it(workspace, read):
    """Every card has text in a colour of the theme."""
    before = read()
    workspace.write("catalog/grove/layouts/theme.yaml", 'extends: plain\ncolours: {ink: "#102030"}\n')
    assert changed_ids(before, read()) == ("card-1", "card-2", "card-3")


def test_a_changed_colour_of_an_entry_changes_its_cards(workspace, read):
    """The cards of the other realm stay the same."""
    before = read()
    workspace.edit("catalog/grove/game.yaml", "#9fd4f0", "#1f5f00")
    assert changed_ids(before, read()) == ("card-2", "card-3")


def test_a_nested_layout_changes_with_what_it_reads_of_the_game(workspace, read):
    """A nested layout can show the title of the game, which is not among the card's values."""
    workspace.write("catalog/grove/layouts/faces/foot.yaml", 'boxes:\n  foot: {area: trim, text: "{{ game.title }}"}\n')
    face = """\
boxes:
  foot: {at: [6, 70], size: [40, 8], layout: foot}
  title: {at: [6, 6], size: [40, 8], text: "{{ title }}"}
"""
    workspace.write("catalog/grove/layouts/faces/card.yaml", face)
    before = read()
    workspace.edit("catalog/grove/game.yaml", "title: The Grove", "title: The Wood")
    assert changed_ids(before, read()) == ("card-1", "card-2", "card-3")


def test_a_changed_edition_mark_changes_faces_that_show_it(workspace, read):
    """Keys depend on what is visible, and the version is visible."""
    workspace.edit("catalog/grove/game.yaml", "version: 0.1.0", 'version: 0.1.0\nedition: "{{ game.version }}"')
    before = read()
    workspace.edit("catalog/grove/game.yaml", "version: 0.1.0", "version: 0.2.0")
    assert set(changed_ids(before, read())) >= {"card-1", "card-2", "card-3"}


def test_another_salt_gives_other_keys(read):
    """Browsers keep pictures by key, so another run needs other keys."""
    assert not set(read("a").keys.values()) & set(read("b").keys.values())


def test_low_ink_is_another_drawing_with_the_same_key(read):
    """The page requests low ink by the key that it knows."""
    found = read()
    key = found.keys[fronts(found)[0]]
    assert found.svg(key, "low") != found.svg(key)
    assert b"Root" in found.svg(key, "low")


def test_an_unknown_key_has_no_face(read):
    """It is looked up, and nothing else is done with it."""
    found = read()
    assert "0" * 16 not in found
    with pytest.raises(KeyError):
        found.svg("0" * 16)


def test_an_invalid_file_raises_its_problems(workspace, read):
    """The game cannot be loaded."""
    workspace.edit("catalog/grove/cards.csv", "2,3,Branch", "two,3,Branch")
    with pytest.raises(ProblemsFound, match="'two'"):
        read()


def test_a_face_with_a_failing_template_is_drawn_at_once(workspace, read):
    """Its problem is known at once; the other boxes are drawn."""
    workspace.edit("catalog/grove/layouts/faces/card.yaml", "{{ text }}", "{{ text / 0 }}")
    found = read()
    first = found.composed.draw(fronts(found)[0])
    assert [problem.rule for problem in first.problems] == ["EXPR001"]


def test_cards_with_equal_failing_faces_are_shown(workspace, read):
    """Two cards that a face does not distinguish, and a name that neither has: each card still has a key."""
    workspace.edit("catalog/grove/layouts/faces/card.yaml", "{{ title }}", "{{ titel }}")
    workspace.edit("catalog/grove/layouts/faces/card.yaml", "{{ text }}", "still here")
    found = read()
    first, *others = fronts(found)
    assert others
    assert all(b"<svg" in found.svg(found.keys[face]) for face in (first, *others))
    (problem,) = found.composed.draw(first).problems
    assert problem.place.file == "catalog/grove/layouts/faces/card.yaml"
