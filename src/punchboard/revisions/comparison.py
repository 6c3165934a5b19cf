"""Comparison of game states: the changes between an older and a newer one, and both games loaded to draw them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from punchboard.build_result import MANIFEST
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.faces.face_spec import FaceSpec
from punchboard.load import find_games, load
from punchboard.load.sources import LinkedSheet
from punchboard.load.tables.data_table import Table
from punchboard.load.tables.rows import field_columns
from punchboard.model.game.game import LoadedGame
from punchboard.model.layout.face import Face
from punchboard.model.snapshot import Change, Difference, FieldChange, Snapshot, compare_snapshots
from punchboard.model.values import did_you_mean
from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail
from punchboard.products.game.composed_game import ComposedGame
from punchboard.products.game.snapshots import BOX_NAME, DIE_NAME, REFERENCE, take_snapshot
from punchboard.products.web.components.shown_parts import decks_of, name_of
from punchboard.revisions.older_states import RULE, OlderState, open_older_state, read_snapshot
from punchboard.workspace import is_game_folder

_OLD_VERSION: Final = "build it with the punchboard version of that time, and compare with its manifest.json"


def game_state(loaded: LoadedGame) -> Snapshot:
    """Return the state of a loaded game, without drawing its faces."""
    composer = FaceComposer(loaded)
    return take_snapshot(
        loaded, ((component, composer.single_card_specs(component)) for component in loaded.game.components)
    )


def changes_since(text: str, loaded: LoadedGame, workspace: Path) -> Difference:
    """Return what is new or changed in a game since an older state.

    Args:
        text: an output folder, a manifest, a workspace, or a git revision.
        loaded: the loaded game.
        workspace: the workspace of the game.

    Raises:
        ProblemsFound: CHANGE001 when there is no such state, or it belongs to another game.
    """
    game = loaded.game.id
    with open_older_state(text, workspace) as old:
        if old.is_single_game and game not in old.games:
            message = f"{text!r} belongs to the game {old.games[0]!r}, not to {game!r}"
            raise fail(RULE, Place("--changed-since"), message, f"build only {old.games[0]}")
        return compare_snapshots(_state(old, game, loaded.game.locale), game_state(loaded))


def differences(old: str, new: str | None, games: tuple[str, ...], workspace: Path) -> tuple[Difference, ...]:
    """Return the differences between two states, game by game.

    Args:
        old: the older state: an output folder, a manifest, a workspace, or a git revision.
        new: the newer state; None for the workspace.
        games: the games to compare; empty for all.
        workspace: the workspace of the games.

    Raises:
        ProblemsFound: CHANGE001 for missing states and games; the problems of games that cannot be loaded.
    """
    with open_older_state(old, workspace) as before, open_newer_state(new, workspace) as after:
        return tuple(_compared(before, after, game) for game in compared_names(before, after, games))


def output_state(folder: Path) -> Snapshot | None:
    """Return the state in the manifest of an output, or None if there is no manifest, or it has no state."""
    try:
        return read_snapshot(folder / MANIFEST)
    except ProblemsFound:
        return None


@contextmanager
def open_newer_state(text: str | None, workspace: Path) -> Iterator[OlderState]:
    """Give the newer state of a comparison: the workspace if no other is named.

    Raises:
        ProblemsFound: CHANGE001 when there is no such path or revision.
    """
    if text is None:
        games, single = find_games(workspace), is_game_folder(workspace)
        yield OlderState("the workspace", workspace=workspace, games=games, is_single_game=single, is_current=True)
        return
    with open_older_state(text, workspace) as state:
        yield state


def compared_names(before: OlderState, after: OlderState, games: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of the games to compare: the requested ones, or all of both states.

    Raises:
        ProblemsFound: CHANGE001 when a requested game is in neither state, or there is none in common.
    """
    names = tuple(dict.fromkeys((*after.games, *before.games)))
    if before.is_single_game or after.is_single_game:
        names = tuple(game for game in names if game in before.games and game in after.games)
    for game in games:
        if game not in names:
            raise fail(RULE, Place(before.name), f"there is no game {game!r} to compare", did_you_mean(game, names))
    if not names:
        raise fail(RULE, Place(before.name), f"{before.name!r} and {after.name!r} have no game in common")
    return games or names


def _compared(before: OlderState, after: OlderState, game: str) -> Difference:
    old, new = _state(before, game), _state(after, game)
    return compare_snapshots(old, new if new is not None else Snapshot(game, "", {}))


def _state(of: OlderState, game: str, locale: str = "") -> Snapshot | None:
    """Return the state of a game in a language, or None if the game is missing."""
    if game in of.manifests:
        return read_snapshot(of.manifests[game])
    if of.workspace is None or game not in of.games:
        return None
    with naming_state(of, game):
        return game_state(load(game, of.workspace, locale=locale))


@contextmanager
def naming_state(of: OlderState, game: str, hint: str = _OLD_VERSION) -> Iterator[None]:
    """Let problems with a game of an older state begin with the name of that state, and a hint.

    Raises:
        ProblemsFound: CHANGE001 and then the problems that were found; only these for the current workspace.
    """
    try:
        yield
    except ProblemsFound as error:
        if of.is_current:
            raise
        message = f"this version of punchboard cannot read {game!r} in {of.name!r}"
        unreadable = Problem(RULE, Place(of.name), message, hint)
        raise ProblemsFound((unreadable, *(named_problem(problem, of) for problem in error.problems))) from error


def named_problem(problem: Problem, of: OlderState) -> Problem:
    """Return a problem with the name of its state before its file, unless that is the current workspace."""
    if of.is_current:
        return problem
    return problem._replace(place=problem.place._replace(file=f"{of.name}:{problem.place.file}"))


READABLE: Final = "compare with a state that this version can read"
"""The hint for a state whose faces cannot be drawn."""


class GameState(NamedTuple):
    """A game in one state: composed, its faces not drawn yet."""

    state: OlderState
    composed: ComposedGame
    snapshot: Snapshot


class GamePair(NamedTuple):
    """A game in two states, each None where the game does not exist, and how its components differ."""

    before: GameState | None
    after: GameState | None
    difference: Difference


@contextmanager
def open_game_pairs(
    old: str, new: str | None, games: tuple[str, ...], workspace: Path
) -> Iterator[tuple[GamePair, ...]]:
    """Give games in two states. Their faces must be drawn before the end: then unpacked revisions are deleted.

    Args:
        old: the older state: a workspace, the folder of a game, or a git revision.
        new: the newer state; None for the workspace.
        games: the games to compare; empty for all.
        workspace: the workspace of the games.

    Raises:
        ProblemsFound: CHANGE001 for missing states and games, and for outputs, which have no faces to draw; the
            problems of games that cannot be loaded.
    """
    with open_older_state(old, workspace) as before, open_newer_state(new, workspace) as after:
        yield tuple(_pair(before, after, game) for game in compared_names(before, after, games))


def _pair(before: OlderState, after: OlderState, game: str) -> GamePair:
    old, new = _game_state(before, game), _game_state(after, game)
    snapshot = Snapshot(game, "", {}) if new is None else new.snapshot
    return GamePair(old, new, compare_snapshots(None if old is None else old.snapshot, snapshot))


def _game_state(of: OlderState, game: str) -> GameState | None:
    """Return a game in a state, or None if the game is missing there."""
    if game in of.manifests:
        message = f"{of.name!r} is an output, which does not have what faces are drawn from"
        hint = "give a git revision such as HEAD or main, or a folder with the game's files as they were"
        raise fail(RULE, Place(of.name), message, hint)
    if of.workspace is None or game not in of.games:
        return None
    with naming_state(of, game, READABLE):
        composed = ComposedGame(load(game, of.workspace), ())
        return GameState(of, composed, composed.snapshot)


_REFERENCE_NAME: Final = "Quick-reference cards"


class PartSides(NamedTuple):
    """A part with its printed name, the printed name of its deck or else of its kind, and its sides by their names.

    The faces of tuck boxes are drawn; all others are not drawn yet.
    """

    name: str
    group: str
    sides: Mapping[str, FaceSpec | Face]


def part_sides(composed: ComposedGame) -> dict[str, PartSides]:
    """Return every component, die, quick-reference card and tuck box, by its name in a snapshot."""
    game, decks = composed.game, decks_of(composed.game)
    parts: dict[str, PartSides] = {}
    for id_, cards in composed.cards.items():
        component = cards[0][0]
        fronts = (front for _, front, _ in cards)
        sides: dict[str, FaceSpec | Face] = {_numbered("front", part): front for part, front in enumerate(fronts, 1)}
        if (back := cards[0][2]) is not None:
            sides["back"] = back
        names = [game.file.decks[deck].name for deck in decks.get(id_, ())]
        group = next(iter(names), game.kinds[component.kind].plural)
        parts[id_] = PartSides(name_of(composed, component), group[:1].upper() + group[1:], sides)
    for name, faces in composed.dice.items():
        sides = {f"side {number}": face for number, face in enumerate(faces, 1)}
        parts[DIE_NAME.format(name)] = PartSides(game.file.dice[name].name, "Dice", sides)
    if composed.reference_cards:
        sides = {
            f"card {number}, {which}": face
            for number, card in enumerate(composed.reference_cards, 1)
            for which, face in zip(("front", "back"), card.sides, strict=False)
        }
        parts[REFERENCE] = PartSides(_REFERENCE_NAME, _REFERENCE_NAME, sides)
    for box in composed.tuck_boxes:
        name = game.file.tuck_boxes[box.name].name or game.short_title
        sides = {_numbered("panel", number): face for number, face in enumerate(dict.fromkeys(box.faces), 1)}
        parts[BOX_NAME.format(box.name)] = PartSides(name, "Tuck boxes", sides)
    return parts


def _numbered(side: str, part: int) -> str:
    return side if part == 1 else f"{side} {part}"


COLUMNS: Final = "LINK004"
"""The code of columns that are new or gone."""

_WORD: Final = re.compile(r"[a-z_][a-z0-9_]*")


class SheetDifference(NamedTuple):
    """How the rows of one sheet differ between two states of its table."""

    sheet: str
    """The name of the sheet; empty for the only table of a file."""
    changes: tuple[Change, ...] = ()
    """Each with the name of its card as id, and columns as fields."""
    is_reordered: bool = False
    """Whether the rows that both states have are in another order."""
    problems: tuple[Problem, ...] = ()
    """Warnings about columns."""

    @property
    def is_empty(self) -> bool:
        """Whether both states give the same components."""
        return not self.changes and not self.is_reordered and not self.problems


def compare_sheets(old: Sequence[LinkedSheet], new: Sequence[LinkedSheet]) -> tuple[SheetDifference, ...]:
    """Return the differences of each sheet. Sheets that ``old`` lacks are new with all their rows.

    Args:
        old: the sheets of the older state; empty when there is none.
        new: the same sheets of the newer state.
    """
    before = {sheet.kinds[0][0]: sheet for sheet in old}
    return tuple(_difference(before.get(sheet.kinds[0][0]), sheet) for sheet in new)


def _difference(old: LinkedSheet | None, new: LinkedSheet) -> SheetDifference:
    name = new.how.sheet or ""
    if old is None:
        rows = _named_rows(new.table, _name_columns(new, new.table))
        return SheetDifference(name, tuple(Change(key, "", "new", (0, 1)) for key in rows))
    columns = _name_columns(new, old.table)
    before, after = _named_rows(old.table, columns), _named_rows(new.table, columns)
    common = [key for key in after if key in before]
    return SheetDifference(
        name,
        tuple(_changes(before, after)),
        common != [key for key in before if key in after],
        tuple(_column_problems(old, new)),
    )


def _changes(before: Mapping[str, dict[str, str]], after: Mapping[str, dict[str, str]]) -> Iterator[Change]:
    for key, row in after.items():
        if key not in before:
            yield Change(key, "", "new", (0, 1))
            continue
        was = before[key]
        fields = [(name, was[name], row[name]) for name in row if name in was]  # `_column_problems` names the others
        differing = tuple(FieldChange(name, old or None, new or None) for name, old, new in fields if old != new)
        if differing:
            yield Change(key, "", "changed", (1, 1), differing)
    yield from (Change(key, "", "gone", (1, 0)) for key in before if key not in after)


def _name_columns(sheet: LinkedSheet, old: Table) -> tuple[str, ...]:
    """Return the columns that name a row: those of the first id template whose columns both tables have.

    Without one, the column with the most different values.
    """
    both = [name for name in sheet.table.header if name in old.header]
    for _, kind in sheet.kinds:
        columns = field_columns(kind, sheet.table)
        id_columns = [columns.get(word, word) for word in _WORD.findall(kind.id) if word in kind.fields]
        if id_columns and all(column in both for column in id_columns):
            return tuple(dict.fromkeys(id_columns))
    counts = {name: len({row[name] for row in sheet.table.rows}) for name in both}
    return (max(counts, key=counts.__getitem__),) if counts else ()


def _named_rows(table: Table, columns: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return rows by name: the values of some columns; a second ``Owl`` is called ``Owl (2)``."""
    named, count = {}, Counter[str]()
    for number, row in enumerate(table.rows, start=1):
        name = " / ".join(row[column] for column in columns if row[column]) or f"row {number}"
        count[name] += 1
        key = name if count[name] == 1 else f"{name} ({count[name]})"
        while key in named:
            count[name] += 1
            key = f"{name} ({count[name]})"
        named[key] = row
    return named


def _column_problems(old: LinkedSheet, new: LinkedSheet) -> Iterator[Problem]:
    """Yield a warning for each column that is gone or new, with the fields that read it."""
    place = Place(new.table.place.file, sheet=new.how.sheet or "")
    for sheet, other, state in ((old, new, "gone"), (new, old, "new")):
        for column in (name for name in sheet.table.header if name not in other.table.header):
            users = _users(sheet, column)
            what = f"it fills {', '.join(users)}" if users else "no field reads it"
            hint = _COLUMN_HINTS.get((state, bool(users)), "")
            yield Problem(COLUMNS, place, f"the column {column!r} is {state}; {what}", hint, Severity.WARNING)


_COLUMN_HINTS: Final = {
    ("gone", True): "give the column its old name again, or change the field and then answer yes",
    ("new", False): "add a field for it, or list the column under 'ignore'",
}
"""What to do about a column that is gone or new, by whether something reads it; the others need nothing."""


def _users(sheet: LinkedSheet, column: str) -> tuple[str, ...]:
    """Return what uses a column: fields, copies and filters of kinds."""
    users = []
    for key, kind in sheet.kinds:
        fields = [field for field, name in field_columns(kind, sheet.table).items() if name == column]
        users += [f"{field!r} of {key!r}" for field in fields]
        where = kind.rows.where if not isinstance(kind.rows, str | tuple) else {}
        if column in {" ".join(name.split()) for name in where}:
            users.append(f"'where' of {key!r}")
        elif column == "copies" and not fields:
            users.append(f"the copies of {key!r}")
    return tuple(users)
