"""ARCHITECTURE.md, README.md and the import contracts agree with the repository."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest


def test_the_import_contracts_are_kept(root):
    """`lint-imports` finds no broken contract of pyproject.toml."""
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    contracts = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Contracts: {len(contracts)} kept, 0 broken" in done.stdout


def test_modules_are_short(root):
    """Every module of the program has at most 400 lines."""
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in (root / "src").rglob("*.py")}
    assert len(lengths) > 50
    assert {str(path): length for path, length in lengths.items() if length > 400} == {}


def test_named_tuples_have_no_string_annotations(root):
    """Python compiles each string annotation of a named tuple, which took a fortieth of a small build."""
    texts = {path: path.read_text(encoding="utf-8") for path in (root / "src").rglob("*.py")}
    records = {
        path: text for path, text in texts.items() if re.search(r"\(NamedTuple\):|^@dataclass", text, re.MULTILINE)
    }
    assert len(records) > 50
    assert [str(path) for path, text in records.items() if "from __future__ import annotations" in text] == []


def test_architecture_lists_every_package(root):
    """The table in ARCHITECTURE.md has exactly the packages of src/punchboard."""
    text = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    source = root / "src" / "punchboard"
    there = {path.name for path in source.iterdir() if (path / "__init__.py").is_file()}
    there |= {path.stem for path in source.glob("*.py") if not path.stem.startswith("__")}
    table = re.search(r"^\| package \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table is not None
    assert sorted(re.findall(r"^\| `(\w+)` \|", table[1], re.MULTILINE)) == sorted(there)


def test_architecture_lists_every_folder_of_the_repository(root):
    """ARCHITECTURE.md lists exactly the folders of the repository, and each root file that it names exists."""
    text = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    block = re.search(r"^## The repository\n+```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert block is not None
    listed = {line.split()[0] for line in block[1].splitlines()}
    made = {"build", "dist"}
    there = {
        path.name
        for path in root.iterdir()
        if path.is_dir() and not path.name.startswith((".", "__")) and not path.name.endswith(".egg-info")
    }
    assert {name.split("/")[0] for name in listed if "/" in name} == there - made
    assert [name for name in listed if not (root / name).exists()] == []


def test_architecture_names_only_files_that_exist(root):
    """Every path in backquotes that has a suffix is the path of a file."""
    text = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+/[a-z_/]+\.(?:py|md|yaml))`", text))
    bases = (root, root / "src" / "punchboard", root / "layouts", root / "catalog")
    assert [name for name in sorted(named) if not any((base / name).exists() for base in bases)] == []


def test_sources_name_only_files_that_exist(root):
    """Each module that a source names in backquotes exists: by its path, or by its dotted name up to a name in it."""
    source = root / "src" / "punchboard"
    wrong = []
    for path in (*source.rglob("*.py"), *source.rglob("README.md")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.py)`", text):
            wrong += [] if any((base / name).exists() for base in (root, source, path.parent)) else [(path, name)]
        for name in re.findall(r"`(punchboard(?:\.[a-z_]+)+)", text):
            *folders, last = name.split(".")
            holder = root.joinpath("src", *folders)
            exists = (holder / last).is_dir() or (holder / f"{last}.py").exists()
            files = (holder.with_suffix(".py"), holder / "__init__.py")
            named = any(re.search(rf"\b{last}\b", file.read_text(encoding="utf-8")) for file in files if file.exists())
            wrong += [] if exists or named else [(path, name)]
    assert wrong == []


@pytest.fixture
def readme_command(root):
    """Return a function from a heading or phrase of README.md to the command that follows it."""
    text = (root / "README.md").read_text(encoding="utf-8")

    def command(mark):
        found = re.search(rf"<!-- {mark} -->\n```sh\n(.*?)```", text, re.DOTALL)
        assert found is not None, mark
        return found[1]

    return command


def test_the_readme_builds_and_tests_in_one_command_each(readme_command):
    """Both commands are one line and need nothing but Python."""
    build, test = readme_command("build command"), readme_command("test command")
    for command in (build, test):
        assert command.count("\n") == 1
        assert command.startswith("python3 -m venv .venv && ")
    assert build.rstrip().endswith("python build.py")
    assert test.rstrip().endswith("pytest")


def test_the_repository_has_no_font_files_and_photographs(root):
    """Fonts come as packages and art is drawn: catalog and layouts have no font file and no photograph."""
    foreign = (".ttf", ".otf", ".woff", ".woff2", ".jpg", ".jpeg")
    found = [path for folder in ("catalog", "layouts") for path in (root / folder).rglob("*") if path.suffix in foreign]
    assert found == []
