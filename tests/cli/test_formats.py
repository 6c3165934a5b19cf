"""A file format is a row of `FORMATS`: `build --format` accepts and writes it, and it is completed and described."""

from __future__ import annotations

import subprocess
import sys

import pytest

from punchboard.render import FORMATS, page_formats
from punchboard.sandbox.responses import SUFFIXES

STARTER = """\
from types import MappingProxyType

from punchboard import render


def titles(document, raster):
    return (f"{page.label} at {raster.dpi:g} dpi".encode() for page in document.pages)


def whole(document, _raster):
    yield f"{len(document.pages)} pages".encode()


more = {
    "note": render.Format(titles, "the label of each page"),
    "tally": render.Format(whole, "the number of pages", is_one_file=True),
    "plot": render.Format(whole),
}
render.FORMATS = MappingProxyType({**render.FORMATS, **more})

import sys

from punchboard.cli import run

sys.argv[0] = "punchboard"
run()
"""


@pytest.fixture
def with_more_formats(grove):
    """Run the program with three more rows: a file a page, one file, and a format that only products can have."""

    def run(*words, **env):
        command = [sys.executable, "-c", STARTER, *words]
        return subprocess.run(
            command, cwd=grove.path, env=grove.env(**env), capture_output=True, text=True, check=False
        )

    return run


def test_a_new_row_is_a_format_of_build(grove, with_more_formats):
    """A file for each page lies in a folder beside the PDF, a file for all pages beside the PDF itself."""
    formats = ("--format", "note", "--format", "tally")
    done = with_more_formats("build", "--only", "sheets/duplex", "--paper", "a4", "--dpi", "72", *formats)
    assert (done.returncode, done.stderr) == (0, "")
    folder = grove.output / "grove" / "print-and-play"
    assert (folder / "a4-duplex-note" / "001.note").read_text() == "1 front at 72 dpi"
    assert (folder / "a4-duplex-note" / "002.note").read_text() == "1 back at 72 dpi"
    assert (folder / "a4-duplex.tally").read_text() == "2 pages"
    assert (folder / "a4-duplex.pdf").is_file()
    assert "a4-duplex.tally" in (grove.output / "grove" / "manifest.json").read_text()


def test_a_new_row_is_offered_and_described(with_more_formats):
    """By the completion of shells and by the help; a row without a description is for products only."""
    completed = with_more_formats(
        _PUNCHBOARD_COMPLETE="complete_bash", COMP_WORDS="punchboard build --format ", COMP_CWORD="3"
    )
    assert completed.stdout.split() == [*page_formats(), "note", "tally"]
    described = " ".join(with_more_formats("build", "--help").stdout.split())
    formats = page_formats() | {"note": "the label of each page", "tally": "the number of pages"}
    assert ", ".join(f"{name} ({about})" for name, about in formats.items()) in described


@pytest.mark.parametrize(("name", "hint"), [("tall", "did you mean 'tally'?"), ("plot", "choose one of: note, pdf,")])
def test_an_unknown_format_is_an_error_that_names_all_rows(with_more_formats, name, hint):
    """Also one that only products can have."""
    done = with_more_formats("build", "--format", name)
    assert done.returncode == 2
    assert f"{name!r} is not a format" in done.stderr
    assert hint in done.stderr


@pytest.mark.parametrize("name", sorted(FORMATS.keys() - page_formats().keys()))
def test_a_format_of_products_is_no_format_of_pages(grove, name):
    """A page has text, which a DXF file cannot have: that is an error of use, not of the program."""
    ran = grove.run("build", "--format", name).without_traceback()
    assert (ran.status, f"{name!r} is not a format" in ran.err) == (2, True)


def test_every_format_may_leave_the_sandbox():
    """`--untrusted` accepts files of each row."""
    assert {f".{name}" for name in FORMATS} <= SUFFIXES
