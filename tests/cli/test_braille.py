"""`build --only braille` with a liblouis that is missing, present or out of reach."""

import os

import pytest
from tests.products.braille.conftest import PROGRAM

MISSING = "lou_translate: warning BRAILLE001: no Braille is made, because liblouis is not installed\n"


@pytest.fixture
def install(tmp_path_factory, monkeypatch):
    """Return a function that installs a liblouis which spells; until then there is none."""
    folder = tmp_path_factory.mktemp("bin")
    monkeypatch.setitem(os.environ, "PATH", str(folder))

    def install():
        (folder / "lou_translate").write_text(PROGRAM)
        (folder / "lou_translate").chmod(0o755)

    return install


def files_of(grove):
    """Return the names of the Braille files of the game."""
    return {path.name for path in (grove.output / "grove" / "braille").glob("*")}


def test_a_build_after_liblouis_is_installed_makes_braille(grove, install):
    """Without it a build ends well, with one warning; its record does not count once liblouis is there."""
    build = ("build", "--only", "braille", "--only", "components", "--paper", "a4")
    first = grove.run(*build)
    assert first.status == 0
    assert first.err.startswith(MISSING)
    assert first.err.count("warning ") == 1
    install()
    assert "nothing has changed" not in grove.run(*build).out
    assert files_of(grove) == {"labels-grade-1.brf", "labels-grade-2.brf", "a4-labels.pdf", "labels-1.stl"}
    assert "nothing has changed" in grove.run(*build).out


def test_a_build_in_the_sandbox_makes_no_braille_and_says_so(grove, install):
    """The rest is built."""
    install()
    ran = grove.run("build", "--untrusted", "--only", "braille", "--only", "components")
    assert ran.status == 0
    assert "no Braille is made, because a build in the sandbox starts no other program" in ran.err
    assert ran.err.count("warning ") == 1
    assert files_of(grove) == set()
    assert (grove.output / "grove" / "components").is_dir()
