"""The PDF of the calibration target."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from punchboard.compose.calibration.readings import Target
from punchboard.compose.calibration.target import target_pages
from punchboard.compose.calibration.target_marks import LabelSetter
from punchboard.compose.inks.paints import Palette
from punchboard.compose.text.inline import Typesetter
from punchboard.compose.text.style import Styles
from punchboard.load.layouts.stationery import load_stationery
from punchboard.render import render

NAME: Final = "calibrate"
"""The theme and the texts of the target."""

_COMMAND: Final = """\
punchboard calibrate {options}--set NAME --a ACROSS DOWN --b ACROSS DOWN
--across WIDTH --down HEIGHT --margins TOP RIGHT BOTTOM LEFT"""


def target_bytes(workspace: Path, target: Target, paper: str, options: Sequence[str]) -> bytes:
    """Return the PDF of a target.

    Args:
        workspace: the folder whose layouts take precedence over the built-in ones.
        target: the size of the sheet and the edge that it is flipped on.
        paper: the name of the paper.
        options: the options of the sheet, which must be repeated with its readings.

    Raises:
        ProblemsFound: the problems of the target's theme and texts.
    """
    found = load_stationery(NAME, workspace)
    styles = Styles(found.theme.styles, found.families, Palette(found.theme.colours))
    usual = "short edge" if target.landscape else "long edge"
    flips = {
        edge: () if edge == usual else (f"--flip {edge.partition(' ')[0]}",) for edge in ("long edge", "short edge")
    }
    (other,) = flips.keys() - {target.flip}
    values = {
        "paper": paper,
        "edge": target.flip,
        "other": " ".join((*options, *flips[other])),
        "command": _COMMAND.format(options="".join(f"{option} " for option in (*options, *flips[target.flip]))),
    }
    return render("pdf", target_pages(target, LabelSetter(styles, Typesetter({})), found.words, values))
