"""A liblouis of the tests, which spells each letter; and translators that do the same without a process."""

import sys

import pytest

from punchboard.load.liblouis import translate

LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", strict=True))
DIGITS = dict(zip("1234567890", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚", strict=True))
CELLS = {
    **LETTERS,
    **{letter.upper(): f"⠠{cell}" for letter, cell in LETTERS.items()},
    **{digit: f"⠼{cell}" for digit, cell in DIGITS.items()},
    " ": "⠀",
    "-": "⠤",
    "☃": "⡳",
}

PROGRAM = f"""\
#!{sys.executable} -ES
import sys
cells = {CELLS!r}
if "none" not in sys.argv[-1]:
    for line in sys.stdin.buffer.read().decode().splitlines():
        sys.stdout.buffer.write(("".join(cells.get(sign, "⠿") for sign in line) + "\\n").encode())
"""


def spelled(texts):
    """Return each text with its letters spelled."""
    return ["".join(CELLS.get(sign, "⠿") for sign in text) for text in texts]


def contracted(texts):
    """Return each text in the same cells, without the letter e, as if it were contracted."""
    return [text.replace("⠑", "") for text in spelled(texts)]


@pytest.fixture
def liblouis(tmp_path, monkeypatch):
    """Install a command `lou_translate` that spells; no other program is found."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "lou_translate").write_text(PROGRAM)
    (folder / "lou_translate").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    translate.cache_clear()
    yield folder / "lou_translate"
    translate.cache_clear()
