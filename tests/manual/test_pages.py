"""The manual: every code of the program has a page with What, Why and examples."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from punchboard.manual import family, manual_markdown, page_of, pages, pages_by_family

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "punchboard"
BAD = ROOT / "tests" / "games" / "bad"
CODE = re.compile(r'"([A-Z]{2,}\d{3})"')

WITHOUT_A_GAME = {
    *(
        "ADD001",  # tests/cli
        "BUILD001",
        "BUILD002",
        "BUILD003",
        "PREVIEW001",  # tests/preview
        "FILE002",
        "FILE004",
        "FILE005",
    ),  # of the disk and the machine; tests/load, tests/write and tests/cli break these
    "LOG001",  # tests/plays
    *("FIT002", "FIT003"),  # tests/compose/boxes/test_continued_cards.py
    "EXPR002",  # tests/compose/faces/test_faults.py
    *("BOOK001", "BOOK002", "SHEET001"),  # tests/compose and tests/products
    *("PRINTER001", "PRINTER002"),  # tests/cli
    *("SHOP001", "SHOP002"),  # tests/products
    *("BRAILLE001", "BRAILLE002", "BRAILLE003"),  # tests/products/braille
    *("CHANGE001", "EDITION001"),  # tests/load and tests/compose
    *("LINK001", "LINK002", "LINK003", "LINK004"),  # tests/download and tests/cli
    *("EDIT001", "EDIT002"),  # tests/server/http/test_studio_app.py
    *("LOCALE001", "LOCALE002", "LOCALE003"),  # tests/load/locale
    *("PROFILE001", "INK001", "INK002", "ALPHA001", "PDFX001"),  # tests/render and tests/readback
    *(f"PROOF00{number}" for number in range(1, 9)),  # tests/verify
    *(f"LIMIT00{number}" for number in range(1, 6)),  # tests/sandbox and tests/attacks
    *(f"ACCESS00{number}" for number in range(1, 8)),  # tests/checks/accessible
}
"""Codes without a folder in games/bad, except those of prose, which tests/prose covers."""


def codes_in_the_program():
    """Return every code that occurs as a string in the program."""
    files = (path for path in SOURCE.rglob("*.py") if "manual" not in path.relative_to(SOURCE).parts)
    return {code for path in files for code in CODE.findall(path.read_text(encoding="utf-8"))}


def test_every_code_of_the_program_has_a_page_and_every_page_a_code():
    """No problem is without a manual page, and no page describes a rule that is gone."""
    assert set(pages()) == codes_in_the_program()


@pytest.mark.parametrize("code", sorted(pages()))
def test_a_page_says_what_and_why_with_a_bad_and_a_good_example(code):
    """Every page has a title without a full stop and four parts that are not empty."""
    page = page_of(code)
    assert page.title
    assert not page.title.endswith(".")
    for label in ("What", "Why", "Bad", "Good"):
        assert any(section.text or section.code for section in page.sections_labelled(label)), label


def test_every_code_has_a_bad_game_or_other_tests():
    """Each code has a folder in games/bad, or is covered by the tests of its package."""
    shown = {path.name.partition("-")[0] for path in BAD.iterdir()}
    assert {code for code in pages() if code not in shown and family(code) != "PROSE"} == WITHOUT_A_GAME


def test_the_manual_in_docs_is_up_to_date():
    """docs/checks.md is what `python -m punchboard.manual` prints."""
    assert (ROOT / "docs" / "checks.md").read_text(encoding="utf-8") == manual_markdown()


def test_the_manual_is_printed_by_its_module():
    """`python -m punchboard.manual` prints it."""
    done = subprocess.run([sys.executable, "-m", "punchboard.manual"], capture_output=True, check=True, cwd=ROOT)
    assert done.stdout.decode("utf-8") == manual_markdown()


def test_every_page_is_in_exactly_one_family():
    """The table of contents has every page once, and no heading for others."""
    listed = [page for _, found in pages_by_family() for page in found]
    assert sorted(code for page in listed for code in page.codes) == sorted(pages())
    assert "Others" not in [heading for heading, _ in pages_by_family()]


def test_links_of_the_contents_lead_to_pages():
    """Every link has its anchor."""
    text = manual_markdown()
    wanted = re.findall(r"^  - \[.+\]\(#([a-z0-9]+)\)$", text, re.MULTILINE)
    assert wanted == re.findall(r'<a id="([a-z0-9]+)"></a>', text)
    assert len(wanted) == len(set(wanted))
