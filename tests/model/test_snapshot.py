import pytest

from punchboard.model.snapshot import Change, FieldChange, KindSources, Part, Snapshot, compare_snapshots

EMBER = {"id": "ember", "name": "Ember", "colour": "#a3282f"}
OLD = Snapshot(
    game="grove",
    version="0.1.0",
    parts={
        "root": Part("card", 2, "a1", {"name": "Root", "cost": 1, "realm": "ember"}),
        "leaf": Part("card", 1, "b1", {"name": "Leaf", "cost": 2, "realm": "tide"}),
    },
    other_parts={"die duel": Part("die", 1, "d1")},
    kinds={"card": KindSources(("face card", "icon star"), {"realm": "realm"})},
    sources={"face card": "f1", "icon star": "i1"},
    lists={"realm": {"ember": EMBER, "tide": {"id": "tide", "name": "Tide"}}},
    texts={"rulebook": "t1"},
)


def changed(**parts):
    """Return the old state with some of its parts changed."""
    return OLD._replace(parts={**OLD.parts, **parts})


def only(new, old=OLD):
    """Return the one change between two states."""
    (change,) = compare_snapshots(old, new).changes
    return change


def test_a_snapshot_does_not_differ_from_itself():
    """No change is listed, and nothing has to be printed."""
    found = compare_snapshots(OLD, OLD)
    assert found.is_empty
    assert found.copies == {}


def test_changed_fields_are_listed():
    """With the old and the new value of each, in the order of the fields."""
    new = changed(root=Part("card", 2, "a2", {"name": "Roots", "cost": 1, "realm": "ember"}))
    change = only(new)
    assert (change.id, change.state, change.fields) == ("root", "changed", (FieldChange("name", "Root", "Roots"),))
    assert compare_snapshots(OLD, new).copies == {"root": 2}


def test_a_change_of_a_field_that_no_face_shows_is_listed_and_prints_nothing():
    """The faces are the same, so the printed cards are still right."""
    change = only(changed(root=Part("card", 2, "a1", {"name": "Root", "cost": 3, "realm": "ember"})))
    assert change.fields == (FieldChange("cost", 1, 3),)
    assert (change.has_new_faces, change.to_print) == (False, 0)


@pytest.mark.parametrize(("copies", "to_print"), [(5, 3), (1, 0)])
def test_more_copies_print_those_that_are_missing(copies, to_print):
    """Two more copies are two cards to print; fewer copies are none."""
    change = only(changed(root=OLD.parts["root"]._replace(copies=copies)))
    assert (change.copies, change.to_print) == ((2, copies), to_print)


def test_new_and_removed_parts_are_listed():
    """New parts are printed, removed ones are not; dice are parts, too."""
    new = OLD._replace(parts={"root": OLD.parts["root"], "bud": Part("card", 3, "c1")}, other_parts={})
    states = {change.id: (change.state, change.to_print) for change in compare_snapshots(OLD, new).changes}
    assert states == {"bud": ("new", 3), "leaf": ("gone", 0), "die duel": ("gone", 0)}


def test_without_an_older_snapshot_every_part_is_new():
    """The game did not exist before."""
    found = compare_snapshots(None, OLD)
    assert found.versions == ("", "0.1.0")
    assert found.copies == {"root": 2, "leaf": 1, "die duel": 1}
    assert not found.texts


def test_a_change_of_a_list_entry_is_listed_for_the_parts_that_use_it():
    """The colour of a realm appears as a property of the field."""
    new = changed(root=OLD.parts["root"]._replace(look_hash="a2"))
    new = new._replace(lists={"realm": {**OLD.lists["realm"], "ember": {**EMBER, "colour": "#ff0000"}}})
    assert only(new).fields == (FieldChange("realm.colour", "#a3282f", "#ff0000"),)


def test_a_change_of_faces_names_the_changed_source():
    """Only the layout that changed is named."""
    new = changed(root=OLD.parts["root"]._replace(look_hash="a2"))
    new = new._replace(sources={"face card": "f2", "icon star": "i1"})
    assert only(new).changed_sources == ("face card",)
    assert only(new._replace(sources={"face card": "f1"})).changed_sources == ("icon star",)


def test_an_unexplained_change_of_faces_names_numbers_and_lists():
    """Any template may show a number of the game."""
    new = changed(root=OLD.parts["root"]._replace(look_hash="a2"))
    assert only(new._replace(numbers={"deal": 7})).changed_sources == ("number deal",)
    assert only(new).changed_sources == ("text of the game",)


def test_texts_that_differ_are_named():
    """A changed, a new and a removed rulebook each count as different."""
    assert compare_snapshots(OLD, OLD._replace(texts={"rulebook": "t2"})).texts == ("rulebook",)
    assert compare_snapshots(OLD, OLD._replace(texts={"rulebook": "t1", "score": "s"})).texts == ("score",)
    assert compare_snapshots(OLD, OLD._replace(texts={})).texts == ("rulebook",)


def test_tuples_equal_the_lists_that_json_makes_of_them():
    """A snapshot read from a manifest equals the one that was written."""
    one, other = Part("card", 2, "a1", {"tags": ("x", "y")}), Part("card", 2, "a1", {"tags": ["x", "y"]})
    assert compare_snapshots(changed(root=one), changed(root=other)).is_empty


def test_a_new_kind_counts_as_a_changed_field():
    """A card of another kind may have another back."""
    assert only(changed(root=OLD.parts["root"]._replace(kind="hero"))).fields[0] == FieldChange("kind", "card", "hero")


def test_a_change_knows_how_many_copies_to_print():
    """All copies when the faces changed, none of a removed part."""
    assert Change("a", "card", "changed", (2, 4)).to_print == 4
    assert Change("a", "card", "gone", (2, 0), has_new_faces=False).to_print == 0
