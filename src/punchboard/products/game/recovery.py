"""All that can be told of a game that cannot be loaded or composed: what is wrong with one file hides no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from punchboard.checks import check_game
from punchboard.checks.faces import check_faces
from punchboard.checks.severities import apply_overrides
from punchboard.compose.faces.faults import fault_problems
from punchboard.load import game_folder, load_game, workspace_root
from punchboard.load.game import TEXT_NAMES
from punchboard.load.texts import readable_texts
from punchboard.load.yaml.places import read_yaml_value
from punchboard.model.layout.face import Face
from punchboard.problem import Problem, ProblemsFound, Severity
from punchboard.products.game.composed_game import ComposedGame


def data_problems(name: str, workspace: Path) -> Iterator[Problem]:
    """Yield what is wrong with the data and texts of a game that cannot be loaded, as far as these can be read."""
    from punchboard.compose.books.text_problems import text_problems  # noqa: PLC0415 - sheets alone need no prose

    folder, root = game_folder(name, workspace), workspace_root(workspace)
    try:
        game = load_game(folder, root)
        yield from apply_overrides(game, check_game(game), is_complete=False).problems
    except ProblemsFound:
        pass  # told already
    for file, text in readable_texts(folder, root, TEXT_NAMES).items():
        yield from text_problems(text, file, read_yaml_value)


def part_problems(composed: ComposedGame) -> tuple[Problem, ...]:
    """Return why parts of a game cannot be composed, with what the others tell; nothing when all can be."""
    raised: list[Problem] = []
    faces: list[Face] = []
    told: list[Problem] = []

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
            told += book.problems
    if not raised:
        return ()
    seen = tuple(dict.fromkeys(faces))
    drawn = fault_problems(fault for face in seen for fault in face.faults)
    return tuple(dict.fromkeys((*raised, *told, *drawn, *check_faces(seen))))


def without_follow_ups(
    composed: ComposedGame, known: tuple[Problem, ...], more: tuple[Problem, ...]
) -> tuple[Problem, ...]:
    """Return problems without those of texts that all games share where the game's own data are at fault."""
    if not any(one.severity is Severity.ERROR and one.rule in {"EXPR001", "REF001"} for one in known):
        return more
    shared = frozenset(composed.game.text_files.values())
    return tuple(one for one in more if not (one.rule == "EXPR001" and one.place.file in shared))
