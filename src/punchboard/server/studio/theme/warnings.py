"""Warnings about the colours of a theme, as the checks would give them, with the names of the colours.

Faces are drawn with colours that are all different, by changes that nobody can see: so what lies on what is known by
the names of the theme, also where two names have one colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from math import floor
from typing import Any, Final

from punchboard.checks.ink.colours import MIN_DIFFERENCE, colour_of, similar_colours, similar_views
from punchboard.checks.ink.contrast import LowContrast, low_contrast_inks
from punchboard.compose.faces.composer import FaceComposer
from punchboard.model.game.game import Component
from punchboard.model.layout.face import Face
from punchboard.server.game_snapshot import Snapshot
from punchboard.server.studio.theme.samples import with_theme
from punchboard.srgb import contrast

TOLD_APART: Final = (("cost", "value"),)
"""Colours of themes that players tell numbers apart by."""

_VIEWS: Final = {"normal": "to everybody", "greyscale": "in grey print"}


def sheet_components(snapshot: Snapshot) -> list[Component]:
    """Return the components of the contact sheet: of each kind the one with the most to show, the first of several."""
    found: dict[str, Component] = {}
    for one in snapshot.game.components:
        if one.kind not in found or _fullness(one) > _fullness(found[one.kind]):
            found[one.kind] = one
    return list(found.values())


def theme_warnings(snapshot: Snapshot) -> list[dict[str, Any]]:
    """Return the warnings: each with the ``colours`` of the theme that it is about, and a ``message``."""
    return [*_contrasts(snapshot), *_alike(snapshot)]


def _fullness(component: Component) -> int:
    values = component.values.values()
    return sum(isinstance(value, str | int | float) and value not in {"", 0} for value in values)


def _contrasts(snapshot: Snapshot) -> Iterator[dict[str, Any]]:
    colours = snapshot.composed.loaded.layouts.theme.colours
    marked = marked_colours(colours)
    names = {value: name for name, value in marked.items()}
    worst: dict[tuple[str, str], tuple[LowContrast, str]] = {}
    for where, face in _faces(snapshot, marked):
        for low in low_contrast_inks(face):
            pair = (names.get(low.ink.colour, low.ink.colour), names.get(low.background, low.background))
            if pair not in worst or low.required > worst[pair][0].required:
                worst[pair] = low, where
    for (text, ground), (low, where) in worst.items():
        ratio = contrast(colours.get(text, low.ink.colour), colours.get(ground, low.background))
        if ratio >= low.required:
            continue
        what = f"the text “{low.ink.words}”" if low.ink.words else "an icon"
        yield {
            "colours": [name for name in (text, ground) if name in colours],
            "message": f"contrast {floor(ratio * 10) / 10:.1f} of {text} on {ground}; {what} on {where} "
            f"needs {low.required:g}",
        }


def marked_colours(colours: Mapping[str, str]) -> dict[str, str]:
    """Return the colours of a theme, each as near to its own as one that no other name has can be."""
    found: dict[str, str] = {}
    for name, value in colours.items():
        blue = int(value[5:], 16)
        near = (blue + sign * step for step in count() for sign in (1, -1))
        options = (f"{value[:5].lower()}{one:02x}" for one in near if 0 <= one <= 255)
        taken = set(found.values())
        found[name] = next(one for one in options if one not in taken)
    return found


def _faces(snapshot: Snapshot, colours: Mapping[str, str]) -> Iterator[tuple[str, Face]]:
    composer = FaceComposer(with_theme(snapshot.composed.loaded, colours=colours))
    for component in sheet_components(snapshot):
        name = snapshot.game.kinds[component.kind].printed_name(component.values)
        yield name, composer.front_face(component)
        back = composer.back_face(component)
        if back is not None:
            yield f"the back of {name}", back


def _alike(snapshot: Snapshot) -> Iterator[dict[str, Any]]:
    colours = snapshot.composed.loaded.layouts.theme.colours
    for one, other in TOLD_APART:
        near = similar_views(colours[one], colours[other]) if {one, other} <= colours.keys() else {}
        if views := [(view, far) for view, far in near.items() if view != "greyscale"]:  # in grey, their place tells
            yield {"colours": [one, other], "message": _looks_like(one, other, views)}
    for name, first, second, alike in similar_colours(snapshot.game):
        last, earlier = (f"{entry!r} ({colour_of(entry)})" for entry in (second, first))
        yield {"colours": [], "message": f"list {name}: {_looks_like(last, earlier, alike.items())}"}


def _looks_like(one: str, other: str, views: Iterable[tuple[str, float]]) -> str:
    views_text = ", ".join(f"{_VIEWS.get(view, f'with {view}')} ({floor(far * 10) / 10:.1f})" for view, far in views)
    return f"{one} looks like {other} {views_text}; the difference must be at least {MIN_DIFFERENCE:g}"
