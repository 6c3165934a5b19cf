"""How a package is added: by what made the environment that the program runs in."""

import sys

import pytest

from punchboard.load import theme_fonts
from punchboard.load.theme_fonts import _package_files, install_command
from punchboard.problem import Place, ProblemsFound


@pytest.fixture
def environment(tmp_path, monkeypatch):
    """An environment with the name that pipx and uv give to this program's."""
    folder = tmp_path / "punchboard"
    folder.mkdir()
    monkeypatch.setattr(sys, "prefix", str(folder))
    return folder


def test_pip_is_that_of_the_running_python(environment):
    """Another one on the path would install the package elsewhere."""
    assert install_command("font-a", "font-b") == f"{sys.executable} -m pip install font-a font-b"


def test_an_environment_without_pip_uses_uv(environment, monkeypatch):
    """`uv venv` does not install pip."""
    monkeypatch.setattr(theme_fonts, "find_spec", lambda _name: None)
    assert install_command("font-a") == f"uv pip install --python {sys.executable} font-a"


def test_pipx_injects(environment):
    """Into the environment by its name."""
    (environment / "pipx_metadata.json").write_text("{}")
    assert install_command("font-a") == "pipx inject punchboard font-a"


@pytest.mark.parametrize(
    ("requirements", "command"),
    [
        ('[{ name = "punchboard" }]', "uv tool install punchboard --with font-a"),
        (
            '[{ name = "punchboard", directory = "/src/my punchboard" }]',
            "uv tool install '/src/my punchboard' --with font-a",
        ),
        (
            '[{ name = "punchboard", git = "https://example.org/p" }, { name = "font-b" }]',
            "uv tool install git+https://example.org/p --with font-b --with font-a",
        ),
        ("nonsense", "uv tool install punchboard --with font-a"),
    ],
)
def test_uv_reinstalls_its_tool(environment, requirements, command):
    """From its original source, with all packages added earlier: the receipt lists both."""
    (environment / "uv-receipt.toml").write_text(f"[tool]\nrequirements = {requirements}\n")
    assert install_command("font-a") == command


def test_a_missing_font_package_is_reported_with_that_command(environment):
    """Doctor shows the same command."""
    (environment / "pipx_metadata.json").write_text("{}")
    with pytest.raises(ProblemsFound) as found:
        _package_files("font-of-nobody", Place("theme.yaml"))
    assert found.value.problems[0].hint == "pipx inject punchboard font-of-nobody"
