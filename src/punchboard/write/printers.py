"""Printer profiles as commented YAML that users can read and edit."""

from __future__ import annotations

import json

from punchboard.model.printing.printer import PrinterFile
from punchboard.units import format_number

_TEXT = """\
# Profile of the printer {title}, for --printer {title}; written by `punchboard calibrate --set`. Lengths in mm.
# x, y and angle say how backs lie relative to their fronts, seen from the back.
name: {name}
x: {x}  # how far backs lie to the right; negative: to the left
y: {y}  # how far backs lie too low; negative: too high
angle: {angle}  # degrees by which backs are turned clockwise
scale x: {across}  # 100 mm across are printed as {printed_across}
scale y: {down}  # 100 mm down are printed as {printed_down}
margins: [{margins}]  # unprintable margins at the top, right, bottom and left
flip: {flip}  # the edge on which sheets were flipped
landscape: {landscape}  # whether pages were wider than high
"""


def printer_yaml(printer: PrinterFile) -> str:
    """Return a profile as YAML with a comment for each number."""
    return _TEXT.format(
        title=printer.name,
        name=json.dumps(printer.name, ensure_ascii=False),
        x=format_number(printer.x),
        y=format_number(printer.y),
        angle=f"{printer.angle:.4f}".rstrip("0").rstrip("."),
        across=f"{printer.scale_x:.5f}".rstrip("0").rstrip("."),
        down=f"{printer.scale_y:.5f}".rstrip("0").rstrip("."),
        printed_across=format_number(100 * printer.scale_x),
        printed_down=format_number(100 * printer.scale_y),
        margins=", ".join(map(format_number, printer.margins)),
        flip=printer.flip,
        landscape=str(printer.landscape).lower(),
    )
