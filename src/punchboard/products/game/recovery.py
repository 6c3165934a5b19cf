"""Recovery: the other problems of a game that cannot be loaded or composed, so that one error hides no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from punchboard.checks import check_game
from punchboard.checks.faces import check_faces
from punchboard.checks.severities import apply_overrides, is_always_error
from punchboard.load import game_folder, load_game, workspace_root
from punchboard.load.errors import joined_by_cause
from punchboard.load.game import TEXT_NAMES
from punchboard.load.texts import readable_texts
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.game.game import Game
from punchboard.model.layout.face import Face, fault_problems
from punchboard.problem import Problem, ProblemsFound, Severity
from punchboard.products.game.composed_game import ComposedGame
from punchboard.workspace import GAME_FILE


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
        except ProblemsFound as caught:
            raised.extend(caught.problems)

    attempt(lambda: (side for _, *both in composed.drawn_cards for side in both if side is not None))
    attempt(lambda: (side for sides in composed.drawn_dice.values() for side in sides))
    attempt(lambda: (composed.draw(side) for card in composed.reference_cards for side in card.sides))
    attempt(lambda: (side for box in composed.tuck_boxes for side in box.faces))
    for name in composed.book_names:
        try:
            book = composed.book(name)
        except ProblemsFound as error:
            raised += error.problems
        else:
            faces += book.faces
            text_problems += book.problems
    if not raised:
        return ()
    distinct = tuple(dict.fromkeys(faces))
    faults = (fault for face in distinct for fault in face.faults)
    return tuple(dict.fromkeys((*raised, *text_problems, *fault_problems(faults), *check_faces(distinct))))


def without_follow_ups(game: Game, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems, each once, without those that follow from others among them.

    A text or layout that all games share names fields and numbers of the game, so an error in the game's data makes
    it fail. A text with an error is not read to its end, so the rules that it covers are not known.
    """
    distinct = tuple(dict.fromkeys(problems))
    homes = (game.place.file.removesuffix(GAME_FILE), f"layouts/{game.id}/")

    def is_own(problem: Problem) -> bool:
        return problem.place.file.startswith(homes) and not Path(problem.place.file).is_absolute()

    errors = [one for one in distinct if one.severity is Severity.ERROR and is_always_error(one.rule)]
    if any(map(is_own, errors)):
        follows = frozenset(one for one in errors if not is_own(one))
        distinct = tuple(one for one in distinct if one not in follows and one.rule != "RULE002")
    return tuple(joined_by_cause(distinct))
