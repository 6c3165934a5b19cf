"""Registration marks, by which a cutting machine finds its position on a printed sheet. Lengths in mm.

These are the three marks of Silhouette's machines: a filled square at the top left, an L at the top right and an L at
the bottom left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from punchboard.geometry import Outline, Rect, Size, polyline, rectangle
from punchboard.model.printing.cutting_machine import RegistrationFile
from punchboard.scene import Item, Shape

INK: Final = "#000000"


def square_mark(file: RegistrationFile) -> Rect:
    """Return the filled square, at the top left."""
    return Rect(file.inset, file.inset, file.square, file.square)


def corner_arms(paper: Size, file: RegistrationFile) -> tuple[Rect, ...]:
    """Return the four arms of the two Ls; the inset is measured to their outer edges."""
    near, length, line = file.inset, file.length, file.line
    right, bottom = paper.width - near, paper.height - near
    return (
        Rect(right - length, near, length, line),
        Rect(right - line, near, line, length),
        Rect(near, bottom - line, length, line),
        Rect(near, bottom - length, line, length),
    )


def mark_outlines(paper: Size, file: RegistrationFile) -> tuple[Outline, ...]:
    """Return the outlines of the three marks: the square, and each L as one shape with six corners."""
    near, length, line = file.inset, file.length, file.line
    right, bottom = paper.width - near, paper.height - near
    top_right = [
        (right - length, near),
        (right, near),
        (right, near + length),
        (right - line, near + length),
        (right - line, near + line),
        (right - length, near + line),
    ]
    bottom_left = [
        (near, bottom - length),
        (near + line, bottom - length),
        (near + line, bottom - line),
        (near + length, bottom - line),
        (near + length, bottom),
        (near, bottom),
    ]
    return rectangle(square_mark(file)), polyline(top_right, closed=True), polyline(bottom_left, closed=True)


def printed_marks(paper: Size, file: RegistrationFile) -> Iterator[Item]:
    """Yield the marks as filled shapes."""
    for outline in mark_outlines(paper, file):
        yield Shape(outline, fill=INK)


def mark_keep_outs(paper: Size, file: RegistrationFile) -> tuple[Rect, ...]:
    """Return the rectangle round each mark in which nothing else may be printed.

    For an L, it includes the corner between the arms, where machines mistake dark artwork for a mark.
    """
    across, down, below, left = corner_arms(paper, file)
    return tuple(rect.grow(file.keep_out) for rect in (square_mark(file), across.union(down), below.union(left)))
