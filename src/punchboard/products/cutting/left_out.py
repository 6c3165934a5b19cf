"""Warnings about components that a cutting machine's sheets have no room for."""

from __future__ import annotations

from collections.abc import Iterator

from punchboard.compose.boards import is_split
from punchboard.model.layout.trim import Trim
from punchboard.model.printing.destinations import MachineFile
from punchboard.problem import Place, Problem, Severity
from punchboard.products.cutting.sheet_planner import trims_too_large
from punchboard.products.game.composed_game import ComposedGame


def left_out_problems(composed: ComposedGame) -> Iterator[Problem]:
    """Yield a warning for each machine and trim that is left out of its sheets, with the papers that are too small."""
    for name, machine in composed.loaded.layouts.machines.items():
        if not composed.wants("cutting", name):
            continue
        papers: dict[Trim, list[str]] = {}
        for paper in composed.papers.values():
            for trim in sorted(trims_too_large(composed, paper, machine), key=lambda trim: trim.name):
                papers.setdefault(trim, []).append(paper.name)
        for trim, too_small in papers.items():
            what = f"{trim.name!r} does not fit on this machine's sheets of {' and '.join(too_small)}"
            hint = f"{_larger_paper(composed, machine, trim)}cut it by hand from the print-and-play sheets"
            place = Place(f"layouts/machines/{name}.yaml")
            yield Problem("SHEET001", place, f"{what}, so it is left out of cutting/{name}", hint, Severity.WARNING)


def _larger_paper(composed: ComposedGame, machine: MachineFile, trim: Trim) -> str:
    """Return the beginning of a hint: the smallest known paper that has room, if there is one."""
    papers = sorted(composed.loaded.layouts.papers.items(), key=lambda item: item[1].width * item[1].height)
    for name, paper in papers:
        if not is_split(trim, paper) and trim not in trims_too_large(composed, paper, machine):
            return f"use larger paper, such as --paper {name}, or "
    return ""
