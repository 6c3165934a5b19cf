"""Recovery: the other problems of a game that cannot be loaded or composed, so that one error hides no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from punchboard.checks import check_game
from punchboard.checks.faces import check_faces
from punchboard.checks.severities import apply_overrides
from punchboard.load import game_folder, load_game, workspace_root
from punchboard.load.game import TEXT_NAMES
from punchboard.load.texts import readable_texts
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.layout.face import Face
from punchboard.model.layout.fault_problems import fault_problems
from punchboard.problem import Problem, ProblemsFound, Severity
from punchboard.products.game.composed_game import ComposedGame


def data_problems(name: str, workspace: Path) -> Iterator[Problem]:
    """Yield the problems in the readable data and texts of a game that cannot be loaded."""
    from punchboard.compose.books.directives import text_problems  # noqa: PLC0415 - sheets alone need no prose

    folder, root = game_folder(name, workspace), workspace_root(workspace)
    try:
        game = load_game(folder, root)
        yield from apply_overrides(game, check_game(game), is_complete=False).problems
    except ProblemsFound:
        pass  # already reported
    for file, text in readable_texts(folder, root, TEXT_NAMES).items():
        yield from text_problems(text, file, read_yaml_value)


def part_problems(composed: ComposedGame) -> tuple[Problem, ...]:
    """Return why some parts of a game cannot be composed, with the problems of all others; empty when all can."""
    raised: list[Problem] = []
    faces: list[Face] = []
    text_problems: list[Problem] = []

    def attempt(work: Callable[[], Iterator[Face]]) -> None:
        try:
            for face in work():
                faces.append(face)
        except ProblemsFound as found:
            raised.extend(found.problems)

    attempt(lambda: (side for _, *both in composed.drawn_cards for side in both if side is not None))
    attempt(lambda: (side for sides in composed.drawn_dice.values() for side in sides))
    attempt(lambda: (composed.draw(side) for card in composed.reference_cards for side in card.sides))
    attempt(lambda: (side for box in composed.tuck_boxes for side in box.faces))
    for name in composed.book_names:
        try:
            book = composed.book(name)
        except ProblemsFound as found:
            raised += found.problems
        else:
            faces += book.faces
            text_problems += book.problems
    if not raised:
        return ()
    distinct = tuple(dict.fromkeys(faces))
    faults = (fault for face in distinct for fault in face.faults)
    return tuple(dict.fromkeys((*raised, *text_problems, *fault_problems(faults), *check_faces(distinct))))


def without_follow_ups(
    composed: ComposedGame, known: tuple[Problem, ...], more: tuple[Problem, ...]
) -> tuple[Problem, ...]:
    """Return the problems in `more` without those that follow from errors in `known`.

    A text that all games share names fields and numbers of the game, so an error in the game's data makes its
    expressions fail.
    """
    if not any(problem.severity is Severity.ERROR and problem.rule in {"EXPR001", "REF001"} for problem in known):
        return more
    shared = frozenset(composed.game.text_files.values())
    return tuple(one for one in more if not (one.rule == "EXPR001" and one.place.file in shared))
