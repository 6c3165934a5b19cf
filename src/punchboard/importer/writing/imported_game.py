"""The files of a game imported from a table, and the report of the guesses."""

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
"""The highest number of characters in each column of the report."""

MAX_COLUMNS: Final = 20
"""The highest number of table columns that are reported one by one; of more, only those that are printed."""


def imported_files(draft: Draft, options: NewGameOptions, checks: Iterable[str] = ()) -> dict[str, str]:
    """Return the files by their paths in the game's folder, without the table and its pictures."""
    faces = {kind.key: face_text(kind, options) for kind in draft.kinds} | back_faces(draft, options)
    return {
        "game.yaml": game_text(draft, options, checks),
        **text_files(options, [kind.name for kind in draft.kinds]),
        **layout_files(faces, options),
        **_words_file(draft),
    }


def _words_file(draft: Draft) -> dict[str, str]:
    """Return the file for the words of a language that has none yet."""
    if draft.language is None:
        return {}
    language = draft.language.guess
    text = f"# The words of printed steps in the language {language}, as layouts/words/en.yaml has them.\n{{}}\n"
    return {f"layouts/words/{language}.yaml": text}


def guess_report(draft: Draft) -> Iterator[str]:
    """Yield the lines of the report: a table of all guesses with their reasons, then the warnings."""
    rows = [Note("found", "guess", "reason"), *filter(None, (draft.theme, draft.language))]
    for number, part in enumerate(draft.parts):
        rows += [Note("", "", "")] * (number > 0) + list(_notes(part))
    cells = [tuple(map(comment, note, COLUMN_WIDTHS)) for note in rows]
    widths = [max(_wide(row[column]) for row in cells) for column in range(2)]
    for of, guess, because in cells:
        yield f"  {_padded(of, widths[0])}  {_padded(guess, widths[1])}  {because}".rstrip()
    for line in draft.warnings:
        yield ""
        yield f"  {line}"


def _notes(part: PartDraft) -> Iterator[Note]:
    """Yield the notes on a table, its kinds and its columns."""
    yield part.table.note
    yield from (kind.note._replace(subject=kind.name) for kind in part.kinds)
    for kind in part.kinds:
        if kind.shape.reason:
            yield Note(kind.name, f"its shape: {kind.shape.text}", f"{kind.shape.reason}; --shape chooses another")
    columns = list(part.column_notes)
    if len(columns) > MAX_COLUMNS:
        columns = [note for note in columns if not note.guess.endswith(UNPRINTED)][:MAX_COLUMNS]
    yield from columns
    left = len(part.column_notes) - len(columns)
    if left:
        yield Note(f"{left} more", "each with its reason in game.yaml", "")


def _wide(text: str) -> int:
    """Return the width of a text in a terminal: Chinese and Japanese characters take two columns."""
    return sum(1 + (east_asian_width(char) in "WF") for char in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _wide(text))
