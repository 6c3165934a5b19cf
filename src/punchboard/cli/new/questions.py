"""What ``punchboard new`` asks at a terminal: a wrong answer is told, and asked for again."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from punchboard.importer.columns.column_names import title_case
from punchboard.importer.kinds.shapes import DEFAULT_SHAPE
from punchboard.importer.options import THEMES
from punchboard.load.layouts.builtin_faces import builtin_themes, component_faces
from punchboard.model.layout.trim import trim_from_text
from punchboard.model.ranges import valid_range
from punchboard.model.values import did_you_mean

if TYPE_CHECKING:
    from punchboard.cli.new.request import NewGameRequest


def ask_questions(asked: NewGameRequest) -> NewGameRequest:
    """Return what is wanted as somebody at the terminal answers; Enter takes what is proposed."""
    table = _ask("Your spreadsheet (Enter: three cards to begin with)", "", _table_path, shown=False)
    title = _ask("Title", asked.title or title_case(asked.name), str)
    players = _ask("Players", "2-4", valid_range)
    shape = (
        ""
        if table
        else _ask("Components (poker, tarot, mini, square 50mm, hex 50mm, circle 25mm)", DEFAULT_SHAPE, _shape)
    )
    theme = _ask(f"Theme ({', '.join(THEMES)})", THEMES[0], theme_of)
    return asked._replace(table=Path(table) if table else None, title=title, players=players, shape=shape, theme=theme)


def _ask(question: str, proposed: str, understood: Callable[[str], str], *, shown: bool = True) -> str:
    def tried(answer: str) -> str:
        try:
            return understood(answer.strip())
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return str(typer.prompt(question, proposed, value_proc=tried, show_default=shown))


def _table_path(answer: str) -> str:
    """Return the path of a table; a file that is dropped on a terminal comes in quotes, or with its blanks escaped."""
    if not answer:
        return ""
    for path in (answer, answer.strip("'\""), answer.replace("\\ ", " ")):
        if Path(path).expanduser().is_file():
            return str(Path(path).expanduser())
    raise ValueError(f"there is no file {answer!r} here; drop it on this window, or type its path")


def _shape(answer: str) -> str:
    trim_from_text(answer)
    return answer


def theme_of(answer: str) -> str:
    """Return the name of a stock theme.

    Raises:
        ValueError: when there is none of that name.
    """
    return _builtin_name("theme", builtin_themes(), answer)


def layout_of(answer: str) -> str:
    """Return the name of a stock layout.

    Raises:
        ValueError: when there is none of that name.
    """
    return _builtin_name("layout", component_faces(), answer)


def _builtin_name(noun: str, known: Collection[str], name: str) -> str:
    if name not in known:
        raise ValueError(f"there is no stock {noun} {name!r}; {did_you_mean(name, known)}")
    return name
