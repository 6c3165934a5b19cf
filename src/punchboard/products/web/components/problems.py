"""Which components a problem concerns: by where it is and, of the rows of one line, by what their faces tell."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from punchboard.problem import Place, Problem

FaceMessages = Callable[[int], frozenset[tuple[str, str]]]
"""Gives the (code, message) of what the faces of a component, by its number, tell."""


LayoutFaults = Mapping[tuple[str, str], tuple[int, ...]]
"""The numbers of components by the (code, message) of what is wrong with their layouts."""


class ProblemComponents(NamedTuple):
    """For each problem, the numbers of the components that it concerns."""

    by_problem: tuple[tuple[int, ...], ...]

    def by_component(self, count: int) -> tuple[list[int], ...]:
        """Return the numbers of the problems that concern each of so many components."""
        found: tuple[list[int], ...] = tuple([] for _ in range(count))
        for problem, components in enumerate(self.by_problem):
            for component in components:
                found[component].append(problem)
        return found


def components_of_problems(
    problems: Iterable[Problem],
    places: Sequence[Place],
    face_messages: FaceMessages,
    layout_faults: LayoutFaults = MappingProxyType({}),
) -> ProblemComponents:
    """Return which components problems concern.

    A problem concerns the component that stands where it does: at the same column, else on the same line. Where one row
    became several components (``for each``), those whose own faces tell of it, or all when none does.

    Args:
        problems: the problems.
        places: where each component stands.
        face_messages: what the faces of a component tell; asked only of components that share a place.
        layout_faults: the components whose faces show what is wrong with a layout, which stands in its own file.
    """
    exact, lines = _numbers(places), _numbers(map(_line, places))
    found = []
    for problem in problems:
        near = exact.get(problem.place) or (lines.get(_line(problem.place)) if problem.place.line else None) or []
        mine = (problem.rule, problem.message)
        own = tuple(one for one in near if mine in face_messages(one)) if len(near) > 1 else ()
        found.append(own or tuple(near) or layout_faults.get(mine, ()))
    return ProblemComponents(tuple(found))


def _line(place: Place) -> Place:
    return place._replace(column=0)


def _numbers(places: Iterable[Place]) -> Mapping[Place, list[int]]:
    """Return the numbers of the components at each place."""
    found: dict[Place, list[int]] = {}
    for number, place in enumerate(places):
        found.setdefault(place, []).append(number)
    return found
