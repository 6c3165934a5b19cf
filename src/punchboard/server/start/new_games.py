"""A new game as the page makes it: the guesses about a table, with what a person changed; then its files."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field

from punchboard.checks.severities import tolerable_codes
from punchboard.expression import slug
from punchboard.importer.advice import on_page
from punchboard.importer.columns.column_names import texts_by, title_case
from punchboard.importer.columns.roles import PRIVATE
from punchboard.importer.draft import PartDraft
from punchboard.importer.guess import SourceTable
from punchboard.importer.kinds.kind_names import is_descriptive, without_endings
from punchboard.importer.new_game_options import NEW_GAME_THEME, NewGameOptions
from punchboard.importer.table_game import Answers, TableGame, game_from_tables, read_sources
from punchboard.load import output_folder
from punchboard.load.layouts.raw_layouts import theme_choices
from punchboard.load.tables import TableSource, read_title
from punchboard.model.values import Model
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import BuildHooks, build
from punchboard.problem import Place, Problem, ProblemsFound, Severity, fail
from punchboard.schema import write_missing_schemas
from punchboard.server.start.options import checked_options, new_folder
from punchboard.write.atomic_file import replace_file, write_new_folder

Short = Annotated[str, Field(max_length=200)]

ROLES: Final = texts_by("roles on the page")
"""What a column can be, in the words of the page."""

SAMPLES: Final = 3
"""How many values of a column the page shows."""


class ChosenRole(Model):
    """The role that a person has chosen for a column."""

    sheet: Short
    column: Annotated[str, Field(max_length=2000)]
    role: Short


class ChosenName(Model):
    """The name that a person has chosen for a kind: the rows of a sheet, or those with a value in one column."""

    sheet: Short
    where: Annotated[str, Field(max_length=2000)]
    name: Short


class DroppedPicture(Model):
    """A picture that was dropped with a table: its name, and how many bytes of it come behind the table."""

    name: Annotated[str, Field(max_length=1000)]
    size: Annotated[int, Field(ge=0)] = 0


class NewGameAnswers(Model):
    """What a person said about a table, whose bytes come behind this line; what is empty is guessed."""

    file: Annotated[str, Field(max_length=1000)]
    folder: Annotated[str, Field(max_length=1000)] = ""
    title: Short = ""
    players: Short = ""
    theme: Short = ""
    roles: Annotated[tuple[ChosenRole, ...], Field(max_length=1000)] = ()
    kinds: Annotated[tuple[ChosenName, ...], Field(max_length=200)] = ()
    pictures: Annotated[tuple[DroppedPicture, ...], Field(max_length=5000)] = ()
    """Without their bytes, their names tell which of them the table means."""


class NewGame(NamedTuple):
    """The answers, and the table with the pictures behind it, as a job for a worker process."""

    workspace: Path
    answers: NewGameAnswers
    dropped: bytes

    def guessed(self) -> TableGame:
        """Return the game, not yet written.

        Raises:
            ProblemsFound: TABLE001 and others for a file that is no table, VALUE001 for an answer that cannot be.
        """
        file = Path(self.answers.file.replace("\\", "/")).name
        table = TableSource(file, self.dropped[: len(self.dropped) - sum(one.size for one in self.answers.pictures)])
        own = read_title(table)
        title = self.answers.title or (own if slug(own) else _title(file))
        name = slug(title)
        if not name:
            raise fail("VALUE001", Place("--title"), f"{title!r} cannot be the name of a folder", "use some letters")
        known = {role.column for role in self.answers.roles if role.role not in ROLES}
        if known:
            raise fail("VALUE001", Place("--roles"), f"there is no such use of {', '.join(sorted(known))}")
        theme = self.answers.theme or NEW_GAME_THEME
        options = checked_options(NewGameOptions(name, title, self.answers.players or "2-4", theme=theme))
        answers = Answers(
            self.answers.theme,
            {(one.sheet, one.column): one.role for one in self.answers.roles},
            {(one.sheet, one.where): one.name for one in self.answers.kinds if one.name.strip()},
        )
        sources = read_sources([table])
        if not self.answers.pictures:
            return game_from_tables(sources, options, self.workspace, self.workspace, answers)
        with TemporaryDirectory() as beside:
            end = len(self.dropped)
            for picture in reversed(self.answers.pictures):
                name = PurePosixPath(picture.name.replace("\\", "/")).name
                Path(beside, name).write_bytes(self.dropped[end - picture.size : end])
                end -= picture.size
            return game_from_tables(sources, options, self.workspace, Path(beside), answers)


def _title(file: str) -> str:
    """Return the title of a game that is named after its table, if the name says anything."""
    name = without_endings(file)
    return title_case(name) if is_descriptive(file) and slug(name) else "My Game"


def guess_view(job: NewGame) -> dict[str, Any]:
    """Return the guesses about a table as plain data for the page.

    Raises:
        ProblemsFound: as `NewGame.guessed`.
    """
    game = job.guessed()
    draft, options = game.draft, game.options
    kinds = [
        {
            "sheet": part.table.sheet or "",
            "where": kind.where,
            "name": kind.plural or kind.name,
            "guess": kind.note.guess,
        }
        for part in draft.parts
        for kind in part.kinds
    ]
    pairs = zip(draft.parts, game.sources.tables, strict=True)
    pictures = len(game.pictures.files) + len(game.pictures.missing)
    return {
        "title": options.title,
        "players": options.players,
        "theme": game.theme,
        "because": draft.theme.reason if draft.theme else "",
        "themes": sorted(theme_choices()),
        "folder": str((job.workspace / "catalog" / options.name).absolute()),
        "taken": _taken(job.workspace, options.name),
        "rows": sum(kind.rows for kind in draft.kinds),
        "copies": sum(kind.copies for kind in draft.kinds),
        "pictures": [len(game.pictures.files), pictures],
        "kinds": kinds,
        "sheets": [{"name": part.table.sheet or "", "columns": list(_columns(part, table))} for part, table in pairs],
        "notes": [on_page(line) for line in draft.warnings],
    }


def _taken(workspace: Path, name: str) -> dict[str, str] | None:
    """Return why a game's folder cannot be made; None if it can."""
    try:
        new_folder(workspace, name, allow_empty=True)
    except ProblemsFound as error:
        return {**refused(error.problems[0]), "at": "title"}
    nearest = next(folder for folder in (workspace.absolute(), *workspace.absolute().parents) if folder.exists())
    if nearest.is_dir() and os.access(nearest, os.W_OK):
        return None
    return {"message": f"the folder {nearest} cannot be written", "hint": "name another folder", "at": "folder"}


def _columns(part: PartDraft, table: SourceTable) -> Iterator[dict[str, Any]]:
    roles = {field.column: field.role for kind in part.kinds for field in kind.fields}
    roles |= dict.fromkeys(part.table.ignored, PRIVATE)
    roles |= {part.table.copies_column: "copies", part.table.kind_column: "type"}
    for note in part.column_notes:
        values = (row.get(note.subject, "") for row in table.table.rows)
        fitting = part.fitting.get(note.subject, ())
        yield {
            "name": note.subject,
            "role": roles.get(note.subject, ""),
            "fits": [{"role": role, "words": words} for role, words in ROLES.items() if role in fitting],
            "guess": note.guess,
            "because": note.reason,
            "sample": [value for value, _ in zip(filter(None, values), range(SAMPLES), strict=False)],
        }


def make_game(job: NewGame) -> Iterator[dict[str, Any]]:
    """Write a new game and build its first sheets; yield its name, or why it cannot be.

    What a designer corrects later, such as a text that is too long, becomes a warning in ``game.yaml``.
    """
    try:
        game = job.guessed()
        folder = new_folder(job.workspace, game.options.name, allow_empty=True)
        write_new_folder(folder, game.files(), allow_empty=True)
        write_missing_schemas(job.workspace)
    except ProblemsFound as error:
        yield refused(error.problems[0])
        return
    only, out = ("sheets/duplex",), output_folder(job.workspace)
    hooks = BuildHooks(filter_problems=partial(_tolerant, folder, game))
    build(folder.name, BuildOptions(job.workspace, out, only), hooks)
    yield {"game": folder.name}


def refused(problem: Problem) -> dict[str, Any]:
    """Return a problem as the page shows it: at the answer that it is about, if it is about one."""
    problem = problem.as_typed()
    return {"message": problem.message, "hint": problem.hint, "at": problem.place.file.removeprefix("--")}


def _tolerant(folder: Path, game: TableGame, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    codes = tolerable_codes(problems)
    if not codes:
        return problems
    replace_file(folder / "game.yaml", game.texts(codes)["game.yaml"])
    return tuple(problem._replace(severity=Severity.WARNING) for problem in problems)
