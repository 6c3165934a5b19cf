import pytest
from pydantic import ValidationError

from punchboard.model.printing.cutting_machine import FormFile, MachineFile, RegistrationFile


@pytest.mark.parametrize("gap", [0, 1.9])
def test_rounded_corners_demand_a_gap(gap):
    """Two rounded neighbours share no cut: the message says what the gap must be."""
    with pytest.raises(ValidationError, match="radius of 3 mm share no cut: 'gap' must be 2 mm"):
        FormFile(radius=3, gap=gap)
    assert FormFile(radius=3, gap=2).radius == 3


def test_a_form_that_a_machine_says_nothing_of_is_sharp():
    """It lies as the sheet lays it."""
    machine = MachineFile(sheet={"gap": 4}, forms={"card": {"radius": 3, "gap": 2}})
    assert machine.form("card") == FormFile(radius=3, gap=2)
    assert machine.form("hex") == FormFile(radius=0, gap=4)


def test_marks_nearer_to_the_edge_than_printers_reach_are_refused():
    """An inset of 2 mm would be cut off by most printers."""
    with pytest.raises(ValidationError, match="inset"):
        RegistrationFile(inset=2)


def test_a_layer_has_its_own_colour_unless_the_machine_says_otherwise():
    """Cuts are red, folds blue."""
    machine = MachineFile(colours={"cut": "#00FF00"})
    assert machine.colour("cut") == "#00ff00"
    assert machine.colour("fold") == "#0000ff"
