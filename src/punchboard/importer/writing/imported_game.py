"""The files of a game that is made from a table, and what is said of the guesses in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final
from unicodedata import east_asian_width

from punchboard.importer.draft import Draft, Note, PartDraft
from punchboard.importer.guess import UNPRINTED
from punchboard.importer.options import NewGameOptions
from punchboard.importer.writing.face_yaml import face_text, layout_files
from punchboard.importer.writing.game_yaml import game_text
from punchboard.importer.writing.groups import back_faces
from punchboard.importer.writing.starter_game import text_files
from punchboard.importer.yaml_text import comment

COLUMN_WIDTHS: Final = (26, 52, 90)
"""Characters of each column of what is said."""

MAX_COLUMNS: Final = 20
"""So many columns of the table are told one by one; of more, those that are printed."""


def imported_files(draft: Draft, wished: NewGameOptions, checks: Iterable[str] = ()) -> dict[str, str]:
    """Return the files by their paths in the game's folder; the table and its pictures are not among them."""
    faces = {kind.key: face_text(kind, wished) for kind in draft.kinds} | back_faces(draft, wished)
    return {
        "game.yaml": game_text(draft, wished, checks),
        **text_files(wished, [kind.name for kind in draft.kinds]),
        **layout_files(faces, wished),
    }


def guess_report(draft: Draft) -> Iterator[str]:
    """Yield what is said of the guesses: a table of what, taken for what, and why."""
    rows = [Note("found", "taken for", "because")]
    for number, part in enumerate(draft.parts):
        rows += [Note("", "", "")] * (number > 0) + list(_notes(part))
    cells = [tuple(map(comment, one, COLUMN_WIDTHS)) for one in rows]
    widths = [max(_wide(row[column]) for row in cells) for column in range(2)]
    for of, guess, because in cells:
        yield f"  {_padded(of, widths[0])}  {_padded(guess, widths[1])}  {because}".rstrip()
    for line in draft.warnings:
        yield ""
        yield f"  {line}"


def _notes(part: PartDraft) -> Iterator[Note]:
    """Yield what is said of a table, its kinds and its columns."""
    yield part.table.note
    yield from (kind.note._replace(subject=kind.name) for kind in part.kinds)
    for kind in part.kinds:
        if kind.shape.reason:
            yield Note(kind.name, f"its shape: {kind.shape.text}", f"{kind.shape.reason}; --shape says another")
    columns = list(part.column_notes)
    if len(columns) > MAX_COLUMNS:
        columns = [note for note in columns if not note.guess.endswith(UNPRINTED)][:MAX_COLUMNS]
    yield from columns
    left = len(part.column_notes) - len(columns)
    if left:
        yield Note(f"{left} more", "each with its reason in game.yaml", "")


def _wide(text: str) -> int:
    """Return the width of a text in a terminal: Chinese and Japanese letters take two places."""
    return sum(1 + (east_asian_width(sign) in "WF") for sign in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _wide(text))
