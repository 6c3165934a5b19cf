"""The questions of ``punchboard new`` at a terminal; an invalid answer prints an error and the question again."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import typer

from punchboard.cli.new.request import NewGameRequest, with_table
from punchboard.download.links import is_link
from punchboard.importer.columns.column_names import title_case
from punchboard.importer.kinds.shapes import DEFAULT_SHAPE
from punchboard.importer.options import NEW_GAME_THEME
from punchboard.load.layouts.builtin_faces import builtin_themes, component_faces, theme_choices
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.ranges import valid_range
from punchboard.model.values import did_you_mean


def ask_questions(request: NewGameRequest) -> NewGameRequest:
    """Return the request completed with the user's answers; Enter accepts a proposed value."""
    table = _ask("Your spreadsheet, a file or a link (Enter: three cards to begin with)", "", _table_path, shown=False)
    title = _ask("Title", request.title or title_case(request.name), str)
    players = _ask("Players", "2-4", valid_range)
    shape = (
        ""
        if table
        else _ask("Components (poker, tarot, mini, square 50mm, hex 50mm, circle 25mm)", DEFAULT_SHAPE, _shape)
    )
    theme = _ask(f"Theme ({', '.join(builtin_themes())})", NEW_GAME_THEME, theme_of)
    request = request._replace(title=title, players=players, shape=shape, theme=theme)
    return with_table(request, table, allow_http=request.allow_http, allow_private=request.allow_private)


def _ask(question: str, proposed: str, parse: Callable[[str], str], *, shown: bool = True) -> str:
    def parse_answer(answer: str) -> str:
        try:
            return parse(answer.strip())
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return str(typer.prompt(question, proposed, value_proc=parse_answer, show_default=shown))


def _table_path(answer: str) -> str:
    """Return the path or the link of a table; a file dropped on a terminal is pasted with quotes or escapes."""
    if not answer or is_link(answer):
        return answer
    for path in (answer, answer.strip("'\""), answer.replace("\\ ", " ")):
        if Path(path).expanduser().is_file():
            return str(Path(path).expanduser())
    raise ValueError(f"there is no file {answer!r} here; drop the file on this window or type its path")


def _shape(answer: str) -> str:
    trim_from_text(answer)
    return answer


def theme_of(answer: str) -> str:
    """Return the name of a built-in theme.

    Raises:
        ValueError: for an unknown name.
    """
    return _builtin_name("theme", theme_choices(), answer)


def layout_of(answer: str) -> str:
    """Return the name of a built-in layout.

    Raises:
        ValueError: for an unknown name.
    """
    return _builtin_name("layout", component_faces(), answer)


def _builtin_name(noun: str, known: Collection[str], name: str) -> str:
    if name not in known:
        raise ValueError(f"there is no built-in {noun} {name!r}; {did_you_mean(name, known)}")
    return name
