"""Licences of what the program needs: all known, all allowed, all told."""

from importlib.metadata import Distribution

import pytest


@pytest.fixture
def package(tmp_path):
    """Return a package with lines of metadata, as it lies installed."""

    def package(*lines):
        folder = tmp_path / "oak-1.0.dist-info"
        folder.mkdir()
        text = "\n".join(("Metadata-Version: 2.4", "Name: oak", "Version: 1.0", *lines))
        (folder / "METADATA").write_text(text, encoding="utf-8")
        return Distribution.at(folder)

    return package


def test_every_package_that_is_needed_may_be(licences):
    """Each has a licence that is known and allowed, and each font brings its text."""
    assert list(licences.faults()) == []


def test_the_page_tells_every_package_of_the_lock(licences, dependencies, root):
    """docs/licences.md lists them with their licences; ``python release/licences.py --write`` writes it."""
    told = dict(
        line.strip("| ").split(" | ")[:2]
        for line in (root / "docs" / "licences.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and "package |" not in line
    )
    assert sorted(told) == sorted({pin.name for pin in dependencies.locked()})
    here = dependencies.installed()
    assert {name: licences.licence(here[name]) for name in told if name in here} == {
        name: said for name, said in told.items() if name in here
    }


def test_every_font_brings_its_licence(dependencies):
    """Twelve families under the SIL Open Font License, each with its text."""
    fonts = {
        name: package for name, package in dependencies.installed().items() if name.startswith(("font-", "fontpkg-"))
    }
    assert len(fonts) == 12
    for name, font in fonts.items():
        assert any("SIL OPEN FONT LICENSE" in text.upper() for text in dependencies.legal(font).values()), name


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("License-Expression: MIT",), "MIT"),
        (("License-Expression: MIT", "License: something else"), "MIT"),
        (("License: ISC License",), "ISC"),
        (("Classifier: License :: OSI Approved :: MIT License",), "MIT"),
        (("License: see the file", "Classifier: License :: OSI Approved :: MIT License"), "MIT"),
    ],
)
def test_a_licence_is_read_where_metadata_have_it(lines, said, licences, package):
    """The expression before the older field, the field before the classifiers."""
    assert licences.licence(package(*lines)) == said


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("License: UNKNOWN",),
        ("License: Proprietary",),
        # read for jinja2, not for another
        ("Classifier: License :: OSI Approved :: BSD License",),
    ],
)
def test_what_nobody_knows_is_not_guessed(lines, licences, package, monkeypatch):
    """A package without a licence that is known is a fault."""
    oak = package(*lines)
    monkeypatch.setattr(licences, "installed", lambda: {"oak": oak})
    monkeypatch.setattr(licences, "locked", tuple)
    assert list(licences.faults()) == ["oak: its licence is not known; see release/licences.py"]


def test_a_licence_outside_the_list_is_a_fault(licences, package, monkeypatch):
    """Its name is told."""
    oak = package("License-Expression: AGPL-3.0-only")
    monkeypatch.setattr(licences, "installed", lambda: {"oak": oak})
    monkeypatch.setattr(licences, "locked", tuple)
    assert list(licences.faults()) == ["oak: AGPL-3.0-only is not allowed; see release/licences.py"]


def test_a_font_without_the_text_of_its_licence_is_a_fault(licences, package, monkeypatch):
    """The SIL Open Font License asks that its text comes along."""
    oak = package("License-Expression: OFL-1.1")
    monkeypatch.setattr(licences, "installed", lambda: {"oak": oak})
    monkeypatch.setattr(licences, "locked", tuple)
    assert list(licences.faults()) == ["oak: the text of its licence is not in the package"]


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("MIT", True),
        ("GPL-3.0-only OR MIT", True),
        ("GPL-3.0-only AND MIT", False),
        ("GPL-3.0-only", False),
        ("MIT AND (GPL-2.0-only OR MPL-1.1)", True),
        ("(MIT OR GPL-2.0-only) AND AGPL-3.0-only", False),
        ("MIT WITH Classpath-exception-2.0", False),
        ("", False),
        ("free for all", False),
    ],
)
def test_all_of_and_any_of_or(text, may, licences):
    """One licence of a choice is enough; all of those that hold together are needed."""
    assert licences.allowed(text) is may
