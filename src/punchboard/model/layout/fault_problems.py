"""The faults of many faces as problems: each of a layout once, and those of a box for a few of the cards."""

from collections.abc import Iterable
from typing import Final

from punchboard.model.layout.face import Fault
from punchboard.problem import Place, Problem

MAX_REPORTED_CARDS: Final = 3
"""For how many cards a fault that depends on their values is reported in one box."""


def fault_problems(faults: Iterable[Fault]) -> tuple[Problem, ...]:
    """Return the problems of faces: layout faults once, with the number of cards, and the first few of cards."""
    cards: dict[Problem | str, dict[Place, None]] = {}
    boxes: dict[str, dict[Problem, None]] = {}
    by_problem: dict[Problem, Fault] = {}
    for fault in faults:
        by_problem.setdefault(fault.problem, fault)
        if fault.layout:
            cards.setdefault(fault.box or fault.problem, {})[fault.card] = None
        elif fault.box:
            boxes.setdefault(fault.box, {})[fault.problem] = None
    reported: dict[Problem, None] = {}
    for problem, fault in by_problem.items():
        if fault.layout:
            shown = tuple(cards.pop(fault.box or problem, ()))
            if shown:  # else one of its group has been reported
                reported[_with_note(problem, _cards_text(shown, problem.place))._replace(cards=shown)] = None
        elif not fault.box:
            reported[problem] = None
        else:
            similar = tuple(boxes[fault.box])
            if problem in similar[: MAX_REPORTED_CARDS - 1] or (
                problem in similar[:MAX_REPORTED_CARDS] and len(similar) <= MAX_REPORTED_CARDS
            ):
                reported[problem] = None
            elif problem == similar[MAX_REPORTED_CARDS - 1]:
                reported[_with_note(problem, f"and {len(similar) - MAX_REPORTED_CARDS} more fail in this box")] = None
    return tuple(reported)


def _cards_text(cards: tuple[Place, ...], told: Place) -> str:
    """Return on which cards a problem is; the first is not named again if the problem's place is in its row."""
    is_told = cards[0]._replace(column=told.column) == told
    if len(cards) > 1:
        return f"on {len(cards)} cards" if is_told else f"on {len(cards)} cards, first {cards[0]}"
    return "" if is_told else f"on {cards[0]}"


def _with_note(problem: Problem, note: str) -> Problem:
    """Return a problem with a note added to its hint, if there is one."""
    if not note:
        return problem
    return problem._replace(hint=f"{problem.hint} ({note})" if problem.hint else note)
