"""The files of a game that is made from a table, and what is said of the guesses in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final
from unicodedata import east_asian_width

from punchboard.importer.draft import Draft, Note, PartDraft
from punchboard.importer.guess import UNPRINTED
from punchboard.importer.options import Wished
from punchboard.importer.writing.face_yaml import face_text, layout_files
from punchboard.importer.writing.game_yaml import game_text
from punchboard.importer.writing.groups import back_faces
from punchboard.importer.writing.starter_game import text_files
from punchboard.importer.yaml_text import comment

LONGEST: Final = (26, 52, 90)
"""Characters of each column of what is said."""

MOST: Final = 20
"""So many columns of the table are told one by one; of more, those that are printed."""


def made_files(draft: Draft, wished: Wished, checks: Iterable[str] = ()) -> dict[str, str]:
    """Return the files by their paths in the game's folder; the table and its pictures are not among them."""
    faces = {kind.key: face_text(kind, wished) for kind in draft.kinds} | back_faces(draft, wished)
    return {
        "game.yaml": game_text(draft, wished, checks),
        **text_files(wished, [kind.name for kind in draft.kinds]),
        **layout_files(faces, wished),
    }


def guesses(draft: Draft) -> Iterator[str]:
    """Yield what is said of the guesses: a table of what, taken for what, and why."""
    rows = [Note("found", "taken for", "because")]
    for number, part in enumerate(draft.parts):
        rows += [Note("", "", "")] * (number > 0) + list(_said(part))
    cells = [tuple(map(comment, one, LONGEST)) for one in rows]
    widths = [max(_wide(row[column]) for row in cells) for column in range(2)]
    for of, guess, because in cells:
        yield f"  {_filled(of, widths[0])}  {_filled(guess, widths[1])}  {because}".rstrip()
    for line in draft.told:
        yield ""
        yield f"  {line}"


def _said(part: PartDraft) -> Iterator[Note]:
    """Yield what is said of a table, its kinds and its columns."""
    yield part.table.note
    yield from (kind.note._replace(of=kind.name) for kind in part.kinds)
    for kind in part.kinds:
        if kind.shape.because:
            yield Note(kind.name, f"its shape: {kind.shape.text}", f"{kind.shape.because}; --shape says another")
    columns = list(part.columns)
    if len(columns) > MOST:
        columns = [note for note in columns if not note.guess.endswith(UNPRINTED)][:MOST]
    yield from columns
    left = len(part.columns) - len(columns)
    if left:
        yield Note(f"{left} more", "each with its reason in game.yaml", "")


def _wide(text: str) -> int:
    """Return the width of a text in a terminal: Chinese and Japanese letters take two places."""
    return sum(1 + (east_asian_width(sign) in "WF") for sign in text)


def _filled(text: str, width: int) -> str:
    return text + " " * (width - _wide(text))
