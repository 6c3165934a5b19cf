"""Spot colours: separation colour spaces, and the graphics state in which they overprint.

PDF 32000-1:2008, 8.6.6.4 (separation colour spaces) and 8.6.7 (overprint control).
"""

from __future__ import annotations

from collections.abc import Mapping

from punchboard.render.colour.inks import Inks
from punchboard.render.shape_symbols import OVERPRINT_STATE, spot_name
from punchboard.scene import Colour
from punchboard.units import format_number


def spot_resources(spots: Mapping[str, Colour], inks: Inks) -> dict[str, dict[str, str]]:
    """Return the resource dictionary entries for spot colours, as text; empty without spot colours."""
    if not spots:
        return {}
    spaces = {spot_name(index): _separation(name, colour, inks) for index, (name, colour) in enumerate(spots.items())}
    return {"ColorSpace": spaces, "ExtGState": {OVERPRINT_STATE: "<< /Type /ExtGState /OP true /op true /OPM 1 >>"}}


def _separation(name: str, colour: Colour, inks: Inks) -> str:
    """Return a separation colour space with its fallback colour in the file's inks, for devices without this plate."""
    full = inks.channel_levels(colour)
    blank = "1" if inks.space == "DeviceRGB" else "0"  # no ink is white light, or nothing on every plate
    none, whole = " ".join([blank] * len(full)), " ".join(map(format_number, full))
    function = f"<< /FunctionType 2 /Domain [0 1] /C0 [{none}] /C1 [{whole}] /N 1 >>"
    return f"[/Separation /{_escaped(name)} /{inks.space} {function}]"


def _escaped(name: str) -> str:
    """Return a name in PDF syntax (7.3.5): ASCII letters, digits, ``-`` and ``_`` unchanged, other bytes as hex."""
    return "".join(
        chr(byte) if (chr(byte).isalnum() and byte < 128) or chr(byte) in "-_" else f"#{byte:02X}"
        for byte in name.encode("utf-8")
    )
