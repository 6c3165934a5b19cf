"""The GitHub action: its file, the workflow in docs/pull-requests.md, and its commands, run as GitHub runs them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "pull-requests.md"
EXPRESSION = re.compile(r"\$\{\{ (.*?) \}\}")

GAME = """\
title: The Grove
version: 0.1.0
players: {range: 2-4, prototype: for a test}
kinds:
  card:
    {name: Card, shape: poker, face: clean, id: "card-{{ nr }}", prototype: for a test,
     fields: {nr: {type: integer, max: 9}, name: {type: text}}, rows: cards.csv}
"""


@pytest.fixture(scope="module")
def action():
    """The content of action.yml."""
    return yaml.safe_load((ROOT / "action" / "action.yml").read_text("utf-8"))


@pytest.fixture(scope="module")
def workflow():
    """The content of the workflow that the document shows in full."""
    (text,) = re.findall(r'```yaml title="\.github/workflows/.*?"\n(.*?)```', DOCUMENT.read_text("utf-8"), re.DOTALL)
    return yaml.safe_load(text)


def test_the_document_names_the_inputs_of_the_action(action):
    """The table has each input with its default, in the same order; every input is described."""
    rows = re.findall(r"^\| `([a-z-]+)` \| (?:`(.*?)`)? *\| (.+) \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    assert {name: default for name, default, _ in rows} == {
        name: given["default"] for name, given in action["inputs"].items()
    }
    assert [name for name, _, _ in rows] == list(action["inputs"])
    assert all(given["description"].strip() for given in action["inputs"].values())


def test_inputs_are_used_and_never_become_the_text_of_a_command(action):
    """A name of a branch could otherwise run what it says. Each expression names something that exists."""
    text = (ROOT / "action" / "action.yml").read_text("utf-8")
    assert set(re.findall(r"inputs\.([a-z-]+)", text)) == action["inputs"].keys()
    ids = {step["id"] for step in action["runs"]["steps"] if "id" in step}
    assert set(re.findall(r"steps\.([a-z]+)\.", text)) <= ids
    for step in action["runs"]["steps"]:
        assert not EXPRESSION.search(step.get("run", ""))
        assert ("run" in step) == (step.get("shell") == "bash")


def test_the_workflow_is_one_that_github_runs(action, workflow):
    """It may only read, runs in pull requests with their parent commit, and gives the action only what it takes."""
    assert workflow.keys() == {"name", True, "permissions", "jobs"}  # YAML 1.1 reads `on` as true
    assert workflow[True] == {"pull_request": None}
    assert workflow["permissions"] == {"contents": "read"}
    (job,) = workflow["jobs"].values()
    checkout, punchboard = job["steps"]
    assert checkout["with"] == {"fetch-depth": 2}
    assert punchboard["uses"].split("@")[0] == "OWNER/punchboard/action"
    assert punchboard.get("with", {}).keys() <= action["inputs"].keys()
    used = [step["uses"] for step in (checkout, *action["runs"]["steps"]) if "uses" in step]
    assert [one for one in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", one)] == []


class Runner:
    """Runs the commands of the action's steps one after the other, as GitHub does, in a repository of a game."""

    def __init__(self, folder, action):
        self.repository, self._action = folder / "repository", action
        self.output, self.summary = folder / "output.txt", folder / "summary.md"
        tools = folder / "tools"
        for made in (self.repository / "catalog" / "grove", tools):
            made.mkdir(parents=True)
        for name, words in (("python", ""), ("punchboard", "-m punchboard")):
            (tools / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
            (tools / name).chmod(0o755)
        self._env = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src")}
        self._env |= {"GITHUB_ACTION_PATH": str(ROOT / "action"), "GITHUB_OUTPUT": str(self.output)}
        # the installation is worked out, but not done; in pip's variables, 0 is the no of "no isolation"
        self._env |= {"GITHUB_STEP_SUMMARY": str(self.summary), "PIP_DRY_RUN": "1", "PIP_NO_DEPS": "1"}
        self._env |= {"PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_INDEX": "1"}
        self.git("init", "-q")

    def git(self, *words):
        """Run git in the repository."""
        name = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(("git", *name, "-C", str(self.repository), *words), check=True, capture_output=True)

    def commit(self, cards):
        """Commit the game with these cards."""
        folder = self.repository / "catalog" / "grove"
        (folder / "game.yaml").write_text(GAME, "utf-8")
        (folder / "cards.csv").write_text(f"nr,name\n{cards}", "utf-8")
        self.git("add", "catalog")
        self.git("commit", "-qm", "cards")

    def run(self, **inputs):
        """Run all commands; return (exit status, standard output) of each by the name of its step."""
        given = {name: one["default"] for name, one in self._action["inputs"].items()} | inputs
        done, has_failed = {}, False
        for step in self._action["runs"]["steps"]:
            if "run" not in step or (has_failed and "!cancelled()" not in step.get("if", "")):
                continue
            env = {name: given[EXPRESSION.fullmatch(text)[1][7:]] for name, text in step.get("env", {}).items()}
            ran = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=self.repository,
                env=self._env | env,
                capture_output=True,
                text=True,
                check=False,
            )
            assert "Traceback" not in ran.stderr
            done[step["name"]] = (ran.returncode, ran.stdout)
            has_failed = has_failed or ran.returncode != 0
        return done


@pytest.fixture
def runner(tmp_path, action):
    return Runner(tmp_path, action)


@pytest.mark.slow
def test_a_pull_request_is_checked_built_and_shown(runner):
    """The steps end well; the page lies where the output says, and the summary lists the changed card."""
    runner.commit("1,Root\n2,Branch\n")
    runner.commit("1,Root\n2,Twig\n")
    done = runner.run(games="grove")
    assert {name: status for name, (status, _) in done.items()} == {
        "Install Punchboard": 0,
        "Check": 0,
        "Build": 0,
        "Show what changed": 0,
    }
    assert (runner.repository / "output" / "grove" / "manifest.json").is_file()
    assert runner.output.read_text() == "page=output/changes.html\n"
    assert "After: front of Twig" in (runner.repository / "output" / "changes.html").read_text("utf-8")
    assert "name: Branch -> Twig" in runner.summary.read_text("utf-8")


@pytest.mark.slow
def test_an_error_is_a_note_on_its_line_and_a_missing_picture_is_a_warning(runner):
    """The check fails, nothing is built, and that there are no pictures does not fail the step."""
    runner.commit("1,Root\n")
    runner.commit("12,Root\n")
    done = runner.run()
    assert "Build" not in done
    status, answer = done["Check"]
    assert status == 1
    assert answer.startswith("::error file=catalog/grove/cards.csv,line=2,col=1,title=VALUE001::")
    status, answer = done["Show what changed"]
    assert (status, answer.partition("::")[2].startswith("warning title=Punchboard::")) == (0, True)
    assert not runner.output.exists()


@pytest.mark.slow
def test_the_first_commit_has_nothing_to_compare_with(runner):
    """A notice says so, and how to fetch more commits; this is no failure."""
    runner.commit("1,Root\n")
    done = runner.run()
    status, answer = done["Show what changed"]
    assert (status, answer.startswith("::notice title=Punchboard::There is no HEAD^1 to compare with.")) == (0, True)
    assert not runner.output.exists()
