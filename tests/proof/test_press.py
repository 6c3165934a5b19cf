"""Files for presses and for archiving, made with a real ICC profile and read by independent tools.

The profile is Ghostscript's own for CMYK, because the program has none.
"""

import os
import re
import subprocess
import sys

import page
import pytest
from PIL import Image

from punchboard.geometry import Size
from punchboard.load.printers import profile
from punchboard.products import PRODUCTS, ComposedGame
from punchboard.render.printing import Printing
from punchboard.scene import Document, Line, Page, Text

pytestmark = pytest.mark.slow
ASKED = ("--paper", "a4", *("--only", "sheets/duplex"), *("--only", "reference"), *("--only", "rulebook"))
COVER = ("-q", "-o", "-", "-sDEVICE=ink_cov")
DRIVETHRU = 240
"""The ink limit of DriveThruCards in per cent."""


@pytest.fixture(scope="session")
def run(need):
    """Return a function that runs a tool and returns its output."""

    def start(*command, folder=None):
        need(command[0])
        words = [*map(str, command)]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout + done.stderr

    return start


@pytest.fixture(scope="session")
def press_files(made_once, root, icc):
    """Return a function from a game, a standard, and whether it is in CMYK, to the files of the game, built once."""

    def press_files(name, standard, *, cmyk=True):
        options = ("--standard", standard, *(("--profile", icc) if cmyk else ()), "--workspace", root)

        def fill(folder):
            command = [sys.executable, "-m", "punchboard", "build", name, *ASKED, *options, "--out", folder]
            done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr

        folder, _ = made_once(f"{name}-{standard}-{'cmyk' if cmyk else 'srgb'}", fill)
        found = sorted(folder.rglob("*.pdf"))
        assert len(found) >= 3
        return found

    return press_files


@pytest.mark.parametrize(
    ("name", "standard"),
    [
        ("atmosfear", "x-1a"),  # which allows no transparency
        ("alpha-and-omega", "x-4"),
        pytest.param("atmosfear", "x-4", marks=pytest.mark.long),
        pytest.param("alpha-and-omega", "x-1a", marks=pytest.mark.long),
    ],
)
def test_files_for_a_press_are_valid_and_embed_their_fonts(press_files, run, name, standard):
    """According to `qpdf --check`, `pdffonts` and `pdfinfo -box`. The build checks the rules of the standard itself."""
    for path in press_files(name, standard):
        assert "No syntax or stream encoding errors" in run("qpdf", "--check", path)
        fonts = run("pdffonts", path).splitlines()[2:]
        assert fonts, path
        assert all(line.split()[-5] == "yes" for line in fonts), path
        info = run("pdfinfo", "-box", path)
        assert re.search(rf"^PDF version: +{'1.4' if standard == 'x-1a' else '1.6'}$", info, re.MULTILINE), path
        assert re.search(r"^TrimBox:", info, re.MULTILINE), path


def test_ghostscript_prints_black_text_only_on_the_black_plate(tmp_path, icc, run, typeface):
    """The other three plates are empty."""
    line = Line(10, 20, tuple(map(typeface.word, ("Black", "ink", "alone"))))
    document = Document("Text", (Page(Size(100, 60), (Text(typeface, 8.0, "#1d1d1f", (line,)),)),))
    (tmp_path / "text.pdf").write_bytes(Printing(profile(icc)).pdf("text.pdf", document, "x-1a"))
    (cover,) = (line for line in run("gs", *COVER, tmp_path / "text.pdf").splitlines() if "OK" in line)
    *colours, black = map(float, cover.split()[:4])
    assert colours == [0, 0, 0]
    assert black > 1


@pytest.mark.parametrize(
    ("name", "cmyk"),
    [
        ("alpha-and-omega", True),
        pytest.param("alpha-and-omega", False, marks=pytest.mark.long),  # only the intent differs
        pytest.param("atmosfear", True, marks=pytest.mark.long),
    ],
)
def test_two_validators_pass_every_file_for_archiving(press_files, name, cmyk):
    """PDF/A-2b by `pikepdf.pdfa` and by `page-validation`, which share no code; in CMYK and in sRGB."""
    import pikepdf.pdfa  # which brings grammars that take a second to read, also where no test of it runs

    for path in press_files(name, "a-2b", cmyk=cmyk):
        report = page.validate_pdf(str(path), profile=page.ValidationProfile.PDF_A_2B)
        assert report.is_compliant, (path, report.failures)
        report = pikepdf.pdfa.validate_written(path, "2b")
        assert report.passed, (path, report.findings)


def test_ghostscript_finds_no_ink_above_the_limit_of_a_shop(tmp_path, icc, run, loaded):
    """For dark cards in the file for DriveThruCards: every pixel of the plates of every page.

    Without the limit the same file exceeds it, so there is ink to reduce.
    """
    composed = ComposedGame(loaded("atmosfear"), ("a4",), ("sheets/duplex",))
    (made,) = PRODUCTS["sheets"].make(composed)
    document = made.document._replace(pages=made.document.pages[:4])
    most = {}
    for limit in (0, DRIVETHRU):
        folder = tmp_path / str(limit)
        folder.mkdir()
        (folder / "deck.pdf").write_bytes(Printing(profile(icc)).pdf("deck.pdf", document, "x-1a", limit))
        run(
            "gs",
            "-q",
            "-dBATCH",
            "-dNOPAUSE",
            "-r100",
            "-sDEVICE=tiffsep",
            "-sOutputFile=%d.tif",
            "deck.pdf",
            folder=folder,
        )
        most[limit] = max(total_ink(folder, number) for number in range(1, 5))
        cover = run("gs", *COVER, folder / "deck.pdf")
        totals = [sum(map(float, line.split()[:4])) for line in cover.splitlines() if "OK" in line]
        assert len(totals) == 4
        assert max(totals) <= most[limit]
    assert most[DRIVETHRU] <= DRIVETHRU < most[0]


def total_ink(folder, number):
    """Return the most ink of any pixel of a page, in per cent; plates are white where there is no ink."""
    names = ("Cyan", "Magenta", "Yellow", "Black")
    plates = [Image.open(folder / f"{number}({name}).tif").convert("L").tobytes() for name in names]
    most = max(sum(255 - level for level in pixel) for pixel in set(zip(*plates, strict=True)))
    return round(most / 2.55, 2)


def test_the_nu_checker_passes_the_svg_of_every_component(output, need):
    """`vnu.jar --svg` on all SVG files of one game finds no error."""
    jar = os.environ.get("VNU_JAR", "")
    if not jar:
        reason = "VNU_JAR names no vnu.jar: npm install vnu-jar"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    paths = sorted(str(path) for path in (output.path / "atmosfear").rglob("*.svg"))
    assert len(paths) > 50
    command = [need("java"), "-jar", jar, "--svg", "--errors-only", *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
