import pytest
from pydantic import ValidationError

from punchboard.model.printing.destinations import FormFile, MachineFile, RegistrationFile


@pytest.mark.parametrize("gap", [0, 1.9])
def test_rounded_corners_need_a_gap(gap):
    """Two rounded neighbours share no cut; the message gives the smallest gap."""
    with pytest.raises(ValidationError, match="radius of 3 mm share no cut; 'gap' must be at least 2 mm"):
        FormFile(radius=3, gap=gap)
    assert FormFile(radius=3, gap=2).radius == 3


def test_a_form_without_settings_has_sharp_corners():
    """It has the gap of the sheet."""
    machine = MachineFile(sheet={"gap": 4}, forms={"card": {"radius": 3, "gap": 2}})
    assert machine.form("card") == FormFile(radius=3, gap=2)
    assert machine.form("hex") == FormFile(radius=0, gap=4)


def test_marks_too_close_to_the_edge_to_print_are_refused():
    """An inset of 2 mm would be cut off by most printers."""
    with pytest.raises(ValidationError, match="inset"):
        RegistrationFile(inset=2)


def test_layers_have_default_colours():
    """Cuts are red, folds blue."""
    machine = MachineFile(colours={"cut": "#00FF00"})
    assert machine.colour("cut") == "#00ff00"
    assert machine.colour("fold") == "#0000ff"
