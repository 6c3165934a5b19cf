import pytest
from pydantic import ValidationError

from punchboard.model.game.game import Entry, die_sides, list_name
from punchboard.model.game.game_file import Die

LISTS = {
    "realm": (Entry("ember", {"name": "Ember", "colour": "#a3282f", "icon": "star"}), Entry("tide", {})),
    "many": tuple(Entry(name, {}) for name in "abcde"),
}


def die(faces, **more):
    return Die(name="D", faces=faces, **more)


@pytest.mark.parametrize("faces", [(1,), (1, "two"), (1, 2, 3), (1, 2, 3, 4, 5, 6)])
def test_values_are_repeated_until_all_six_sides_have_one(faces):
    """Each value appears equally often, in order."""
    found = [side.value for side in die_sides(die(faces), {})]
    assert found == list(faces) * (6 // len(faces))


def test_sides_of_a_list_are_its_entries():
    """With the properties of the entries; by default the id as name, no icon, and the colour of ink."""
    ember, tide, *_ = found = die_sides(die({"one of": "realm"}), LISTS)
    assert [side.value for side in found] == ["ember", "tide"] * 3
    assert (ember.label, ember.icon, ember.colour) == ("Ember", "star", "#a3282f")
    assert (tide.label, tide.icon, tide.colour) == ("tide", "", "ink")


def test_plain_sides_are_text_in_ink():
    """Numbers too."""
    one = die_sides(die((1, "Skull")), {})[0]
    assert (one.value, one.label, one.icon, one.colour) == (1, "1", "", "ink")


@pytest.mark.parametrize("name", ["many", "none"])
def test_a_list_whose_length_does_not_divide_six_gives_no_sides(name):
    """Nor does an unknown list."""
    assert die_sides(die({"one of": name}), LISTS) == ()
    assert list_name(die({"one of": name})) == name


@pytest.mark.parametrize("faces", [(), (1, 2, 3, 4), tuple(range(7)), {}])
def test_values_that_do_not_fill_a_die_are_refused(faces):
    """A cube has six sides."""
    with pytest.raises(ValidationError, match="a die cannot have"):
        die(faces)


def test_a_die_too_small_to_fold_is_refused():
    """The smallest die has edges of eight millimetres."""
    with pytest.raises(ValidationError, match="greater than or equal to 8"):
        die((1,), size="6mm")
