"""A printer's profile as text that its owner can read and change."""

from __future__ import annotations

import json

from punchboard.model.printing.printer import PrinterFile
from punchboard.units import format_number

_TEXT = """\
# How the printer {title} prints, for --printer {title}; made by `punchboard calibrate --set`. Lengths in mm.
# Positions are those of a back, as one looks at the back, against the front that it lies behind.
name: {name}
x: {x}  # backs lie so far to the right; to the left when negative
y: {y}  # and so far below; above when negative
angle: {angle}  # and are turned clockwise by so many degrees
scale x: {across}  # 100 mm across are printed as {printed_across}
scale y: {down}  # 100 mm down are printed as {printed_down}
margins: [{margins}]  # what stays blank at the top, right, bottom and left
flip: {flip}  # the edge that sheets were turned over on
landscape: {landscape}  # whether pages were wider than high
"""


def printer_yaml(printer: PrinterFile) -> str:
    """Return the YAML of a profile, with what each number means."""
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
