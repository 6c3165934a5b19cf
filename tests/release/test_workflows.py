"""The workflows and the container file name only what exists, and cover what the package promises."""

import re
import tomllib
from fnmatch import fnmatch
from itertools import pairwise

import pytest
import yaml

from punchboard.cli.main import COMMANDS

EXPRESSION = re.compile(r"\$\{\{ ([\w.]+) \}\}")
PROGRAMS = {"docker", "git", "mkdocs", "pip", "uv"}


@pytest.fixture(params=["site.yml", "tests.yml"])
def workflow(request, root):
    """Each workflow."""
    return yaml.safe_load((root / ".github" / "workflows" / request.param).read_text(encoding="utf-8"))


@pytest.fixture
def tests(root):
    """The workflow of the tests."""
    return yaml.safe_load((root / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8"))


@pytest.fixture
def container(root):
    """The instructions of the container file with their arguments; continued lines are joined."""
    text = (root / "release" / "Containerfile").read_text(encoding="utf-8")
    plain = re.sub(r"^#.*\n|\\\n", "", text, flags=re.MULTILINE)
    return [tuple(line.split(maxsplit=1)) for line in plain.splitlines() if line]


def steps(workflow):
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_every_workflow_is_listed_here(root):
    """A new one is checked by these tests as well."""
    assert {path.name for path in (root / ".github" / "workflows").iterdir()} == {"site.yml", "tests.yml"}


def test_a_workflow_has_what_github_needs(workflow):
    """A name, its events, the rights that it asks for, and in each job a machine and steps that do one thing."""
    assert {"name", True, "permissions", "jobs"} <= workflow.keys()  # YAML 1.1 reads `on` as true
    for job in workflow["jobs"].values():
        assert {"runs-on", "steps"} <= job.keys()
        assert all(("run" in step) != ("uses" in step) for step in job["steps"])


def test_actions_are_of_one_publisher_and_have_a_version(workflow):
    """The rest is done by our own commands."""
    used = [step["uses"] for step in steps(workflow) if "uses" in step]
    assert used
    assert [one for one in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", one)] == []


def test_commands_exist(root, workflow):
    """Each step runs a module of the locked packages, a script of this repository, or a command of the program."""
    locked = (root / "release" / "locked-test.txt").read_text(encoding="utf-8")
    for command in (step["run"] for step in steps(workflow) if "run" in step):
        words = command.split("#")[0].split()
        files = [word for before, word in pairwise(words) if before in {"--requirement", "--file"}]
        match words:
            case ["python", "-m", module, *_]:
                assert module == "pip" or f"\n{module}==" in locked, command
            case ["python", script, *_]:
                files.append(script)
            case ["punchboard", name, *_]:
                assert name in COMMANDS, command
            case [program, *_]:
                assert program in PROGRAMS, command
        assert [file for file in files if not (root / file).is_file()] == [], command


def test_the_matrix_has_every_system_and_every_promised_python(root, tests):
    """Those of the package's metadata; and the oldest of them tests the oldest packages, the newest the newest."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = [found[1] for line in project["classifiers"] if (found := re.fullmatch(r".* :: (3\.\d+)", line))]
    matrix = tests["jobs"]["systems"]["strategy"]["matrix"]
    assert matrix["python"] == listed
    assert project["requires-python"] == f">={listed[0]}"
    assert {name.partition("-")[0] for name in matrix["system"]} == {"ubuntu", "macos", "windows"}
    pythons = {
        name: step["with"]["python-version"]
        for name, job in tests["jobs"].items()
        for step in job["steps"]
        if step.get("uses", "").startswith("actions/setup-python")
    }
    assert (pythons["oldest"], pythons["newest"]) == (listed[0], listed[-1])
    assert EXPRESSION.findall(pythons["systems"]) == ["matrix.python"]


def test_the_container_is_built_from_the_files_of_a_release(container):
    """It copies files that release/make.py writes, and installs wheels by the hashes of the lock only."""
    copied = [words.split()[:-1] for name, words in container if name == "COPY" and not words.startswith("--from")]
    made = ("SHA256SUMS", "punchboard-1.0.0-py3-none-any.whl", "punchboard-1.0.0-locked.txt")
    assert [pattern for words in copied for pattern in words if not any(fnmatch(one, pattern) for one in made)] == []
    assert [one for one in made if not any(fnmatch(one, pattern) for words in copied for pattern in words)] == []
    installs = re.findall(r"pip install (.*?)(?=&&|$)", next(words for name, words in container if name == "RUN"))
    assert len(installs) == 2
    assert all({"--require-hashes", "--only-binary=:all:"} <= {*one.split()} for one in installs[:1])
    assert {"--no-deps", "--no-index"} <= {*installs[1].split()}


def test_the_container_runs_the_program_without_rights(root, container):
    """As a user with a number, whose name no image needs; the entry point is the command of the package."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    last = dict(container)  # a later instruction replaces an earlier one
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", last["USER"])
    assert [*project["scripts"]] == ["punchboard"]
    assert last["ENTRYPOINT"] == '["/opt/punchboard/bin/punchboard"]'
    assert [name for name, _ in container].index("USER") > len(container) - 4
