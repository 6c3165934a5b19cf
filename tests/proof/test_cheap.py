"""Cheap prototypes: the sheets of real games in low ink and in grey, measured on rendered pages."""

import os
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pikepdf
import pypdfium2
import pytest

ROOT = Path(__file__).resolve().parents[2]
EVERY = 5
"""Every n-th page is rendered."""

LEAST = {"vortex": 4.0, "atmosfear": 6.0, "alter-ego": 3.5, "alpha-omega": 2.8, "alpha-and-omega": 3.6}
"""The factor that low ink must save; pale drawings and line drawings save less."""


games = pytest.mark.parametrize(
    # the palest and the darkest; the others are drawn by the same code
    "name",
    [pytest.param(name, marks=() if name in {"alpha-omega", "atmosfear"} else pytest.mark.long) for name in LEAST],
)
FRONTS = Path("print-and-play", "a4-fronts.pdf")


@pytest.fixture(scope="session")
def sheets(made_once):
    """Return a function from a game and ``low-ink`` or ``grey`` to its fronts, built once."""

    def sheets(game, how):
        command = [sys.executable, "-m", "punchboard", "build", game, "--only", "sheets/fronts", "--paper", "a4"]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}

        def fill(folder):
            subprocess.run([*command, "--out", str(folder), f"--{how}"], cwd=ROOT, env=env, check=True)

        return made_once(f"{game}-{how}", fill)[0] / game / FRONTS

    return sheets


def rendered(path):
    """Yield some pages of a file as 8-bit grey pictures."""
    document = pypdfium2.PdfDocument(path)
    for index in islice(range(len(document)), 0, None, EVERY):
        yield document[index].render(scale=4, grayscale=True).to_pil()


def darkness(path):
    """Return the average ink coverage of a page, 0 to 1."""
    parts = [
        1 - sum(value * count for value, count in enumerate(page.histogram())) / (255 * page.width * page.height)
        for page in rendered(path)
    ]
    return sum(parts) / len(parts)


def fills(path):
    """Return the colours that a file fills with, from its pages and forms."""
    with pikepdf.open(path) as pdf:
        streams = [
            obj.read_bytes()
            for obj in pdf.objects
            if isinstance(obj, pikepdf.Stream) and obj.get("/Subtype") == "/Form"
        ]
        streams += [
            page.obj.Contents.read_bytes() for page in pdf.pages if isinstance(page.obj.Contents, pikepdf.Stream)
        ]
    return {
        tuple(map(float, match.split()[:-1]))
        for data in streams
        for match in re.findall(rb"[\d.]+ [\d.]+ [\d.]+ rg\b", data)
    }


@pytest.mark.slow
@games
def test_low_ink_saves_ink(name, output, sheets):
    """The fronts of a game take at most a fraction of the full ink."""
    assert darkness(output.path / name / FRONTS) / darkness(sheets(name, "low-ink")) >= LEAST[name]


@pytest.mark.slow
@games
def test_low_ink_fills_only_black_or_white(name, sheets):
    """Text and icons are black, all other areas are white."""
    assert fills(sheets(name, "low-ink")) <= {(0, 0, 0), (1, 1, 1)}


@pytest.mark.slow
@pytest.mark.parametrize(
    # the palest, in each change: what is grey does not depend on how much ink there is
    "name",
    [pytest.param(name, marks=() if name == "alpha-omega" else pytest.mark.long) for name in LEAST],
)
def test_grey_has_no_colour(name, sheets):
    """Every fill has equal red, green and blue."""
    found = fills(sheets(name, "grey"))
    assert found
    assert all(red == green == blue for red, green, blue in found)
