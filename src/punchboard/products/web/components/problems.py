"""Assignment of problems to components, by place, or by the messages of faces when components share a place."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from punchboard.problem import Place, Problem

FaceMessages = Callable[[int], frozenset[tuple[str, str]]]
"""Returns the (code, message) of each problem of a component's faces, given the component's number."""


LayoutFaults = Mapping[tuple[str, str], tuple[int, ...]]
"""The numbers of components by the (code, message) of a problem in their layouts."""


class ProblemComponents(NamedTuple):
    """The numbers of the components that each problem concerns."""

    by_problem: tuple[tuple[int, ...], ...]

    def by_component(self, count: int) -> tuple[list[int], ...]:
        """Return the numbers of the problems that concern each component, given the number of components."""
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
    """Return which components each problem concerns.

    A problem concerns the component at the same column, else the one on the same line. If one row became several
    components (``for each``), it concerns those whose faces have this problem, or all of them if none has.

    Args:
        problems: the problems.
        places: the place of each component.
        face_messages: returns the problems of a component's faces; called only for components that share a place.
        layout_faults: the components whose faces show a problem of a layout, whose place is in the layout file.
    """
    exact, lines = _numbers_by_place(places), _numbers_by_place(map(_line, places))
    found = []
    for problem in problems:
        near = exact.get(problem.place) or (lines.get(_line(problem.place)) if problem.place.line else None) or []
        mine = (problem.rule, problem.message)
        own = tuple(one for one in near if mine in face_messages(one)) if len(near) > 1 else ()
        found.append(own or tuple(near) or layout_faults.get(mine, ()))
    return ProblemComponents(tuple(found))


def _line(place: Place) -> Place:
    return place._replace(column=0)


def _numbers_by_place(places: Iterable[Place]) -> Mapping[Place, list[int]]:
    """Return the numbers of the components at each place."""
    found: dict[Place, list[int]] = {}
    for number, place in enumerate(places):
        found.setdefault(place, []).append(number)
    return found
