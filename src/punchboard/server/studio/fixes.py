"""Quick fixes: the change that solves a problem with one right answer, and the label of its button."""

import re
from hashlib import sha256
from typing import Final, NamedTuple

from punchboard.checks.faces.fit import SMALLEST_TYPE
from punchboard.model.values import closest_word
from punchboard.problem import Place, Problem
from punchboard.server.game_snapshot import Snapshot

_MEANT: Final = re.compile(r"did you mean '([^']+)'\?")
_QUOTED: Final = re.compile(r"'([^']+)'")
_BOX: Final = re.compile(r"box '([^']+)' of face '([^']+)'")
_FLOOR: Final = f"shrink to {SMALLEST_TYPE:g}pt"


class WordFix(NamedTuple):
    """A misspelt word behind a place in a text file, and the right one."""

    label: str
    place: Place
    wrong: str
    right: str


class FitFix(NamedTuple):
    """A box whose text may shrink to the smallest legible size."""

    label: str
    component: str
    side: int
    box: str
    fit: str


Fix = WordFix | FitFix


def fix_of(problem: Problem, snapshot: Snapshot | None) -> Fix | None:
    """Return the fix of a problem; None where there is more than one right answer, or none."""
    meant = _MEANT.search(problem.hint)
    if meant is not None:
        return _word_fix(problem, meant[1])
    box = _BOX.search(problem.message)
    if box is None or snapshot is None:
        return None
    name, face = box[1], box[2]
    if _FLOOR in problem.hint:
        return _fit_fix(f"Let {name} shrink to {SMALLEST_TYPE:g} pt", name, face, snapshot)
    layout = snapshot.composed.loaded.layouts.faces.get(face)  # a page of a book has none
    file = layout.boxes.get(name) if layout is not None and problem.rule == "TYPE001" else None
    if file is not None and file.fit is not None and file.fit < SMALLEST_TYPE:
        return _fit_fix(f"Raise {name} to {SMALLEST_TYPE:g} pt", name, face, snapshot)
    return None


def key_of(problem: Problem) -> str:
    """Return a key for a problem; it stays the same when later checks add problems."""
    return sha256(str(problem).encode()).hexdigest()


def with_word(text: str, fix: WordFix) -> str | None:
    """Return a file's text with the right word; None when the misspelt word is gone."""
    lines = text.splitlines(keepends=True)
    if not 0 < fix.place.line <= len(lines):
        return None
    line, start = lines[fix.place.line - 1], max(fix.place.column - 1, 0)
    found = re.compile(rf"(?<!\w){re.escape(fix.wrong)}(?!\w)").search(line, start)
    if found is None:
        return None
    lines[fix.place.line - 1] = line[: found.start()] + fix.right + line[found.end() :]
    return "".join(lines)


def _word_fix(problem: Problem, right: str) -> WordFix | None:
    wrong = next((word for word in _QUOTED.findall(problem.message) if closest_word(word, [right])), None)
    if wrong is None or wrong == right or problem.place.sheet or not problem.place.line:
        return None
    return WordFix(f"Write {right!r}", problem.place, wrong, right)


def _fit_fix(label: str, box: str, face: str, snapshot: Snapshot) -> FitFix | None:
    for component, keys in snapshot.side_keys.items():
        for side, key in enumerate(keys):
            if snapshot.spec(key).layout == face:
                return FitFix(label, component, side, box, _FLOOR)
    return None
