"""The licences of the packages that the program needs are known, allowed and listed."""

import json
from importlib.metadata import Distribution

import pytest


@pytest.fixture
def package(tmp_path):
    """Return an installed package with lines of metadata."""

    def package(*lines):
        folder = tmp_path / "oak-1.0.dist-info"
        folder.mkdir()
        text = "\n".join(("Metadata-Version: 2.4", "Name: oak", "Version: 1.0", *lines))
        (folder / "METADATA").write_text(text, encoding="utf-8")
        return Distribution.at(folder)

    return package


def test_every_licence_is_allowed(licences):
    """Each is known, and each font contains its licence text."""
    assert list(licences.licence_problems()) == []


def test_the_page_lists_every_locked_package(licences, dependencies, root):
    """docs/licences.md has the licence of each; ``python release/licences.py --write`` writes it."""
    told = dict(
        line.strip("| ").split(" | ")[:2]
        for line in (root / "docs" / "licences.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and "package |" not in line
    )
    assert sorted(told) == sorted({pin.name for pin in dependencies.locked_packages()})
    here = dependencies.installed_packages()
    assert {name: licences.licence(here[name]) for name in told if name in here} == {
        name: said for name, said in told.items() if name in here
    }


def test_every_font_contains_its_licence(licences, dependencies):
    """Twenty-one families, each with the text of the licence that it names."""
    fonts = {
        name: package
        for name, package in dependencies.installed_packages().items()
        if name.startswith(("font-", "fontpkg-"))
    }
    assert len(fonts) == 23
    for name, font in fonts.items():
        title = {"OFL-1.1": "SIL OPEN FONT LICENSE", "Apache-2.0": "APACHE LICENSE"}[licences.licence(font)]
        assert any(title in text.upper() for text in dependencies.licence_texts(font).values()), name


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
def test_a_licence_is_read_from_each_field_of_metadata(lines, said, licences, package):
    """The expression comes first, then the older field, then the classifiers."""
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
def test_an_unknown_licence_is_a_problem(lines, licences, package, monkeypatch):
    """It is not guessed."""
    oak = package(*lines)
    monkeypatch.setattr(licences, "installed_packages", lambda: {"oak": oak})
    monkeypatch.setattr(licences, "locked_packages", tuple)
    assert list(licences.licence_problems()) == ["oak: unknown licence; see release/licences.py"]


def test_a_licence_that_is_not_allowed_is_a_problem(licences, package, monkeypatch):
    """The message names it."""
    oak = package("License-Expression: AGPL-3.0-only")
    monkeypatch.setattr(licences, "installed_packages", lambda: {"oak": oak})
    monkeypatch.setattr(licences, "locked_packages", tuple)
    assert list(licences.licence_problems()) == ["oak: licence AGPL-3.0-only is not allowed; see release/licences.py"]


def test_a_font_without_its_licence_text_is_a_problem(licences, package, monkeypatch):
    """The SIL Open Font License requires the text."""
    oak = package("License-Expression: OFL-1.1")
    monkeypatch.setattr(licences, "installed_packages", lambda: {"oak": oak})
    monkeypatch.setattr(licences, "locked_packages", tuple)
    assert list(licences.licence_problems()) == ["oak: the package does not contain the text of its licence"]


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
def test_and_needs_all_licences_and_or_needs_one(text, may, licences):
    """In nested expressions, too."""
    assert licences.is_allowed(text) is may


def test_the_editor_of_the_studio_has_an_allowed_licence_and_its_text(licences, root):
    """Each part that the built file holds is named in it with its version and the text of its licence."""
    lock = json.loads((root / "release" / "editor" / "package-lock.json").read_text(encoding="utf-8"))
    parts = {path: one for path, one in lock["packages"].items() if path and not one.get("dev")}
    built = (root / "src/punchboard/server/studio/page/vendor/codemirror.js").read_text(encoding="utf-8")
    head = built.partition("*/")[0]
    for path, one in parts.items():
        assert licences.is_allowed(one["license"]), path
        assert f"{path.removeprefix('node_modules/')} {one['version']}" in head
    assert "The above copyright notice and this permission notice shall be included" in head.replace("\n", " ")
