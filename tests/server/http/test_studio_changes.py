"""The changes since the last commit in the studio: pictures of them, and a commit of only these files."""

from __future__ import annotations

import pytest
from tests.git_repository import new_repository
from tests.server.http.conftest import FACE, OURS

from punchboard.system.git import usable_git

pytestmark = pytest.mark.slow


@pytest.fixture
def git(workspace, monkeypatch):
    """Runs git in the workspace, a new repository."""
    return new_repository(workspace.path, monkeypatch)


@pytest.fixture
def studio(git, open_studio):
    """The studio in that repository."""
    return open_studio()


def commit(studio, seen, message="Move the title"):
    """Press the button."""
    return studio.post("/g/grove/commit", json={"message": message, "seen": seen}, headers=OURS)


def test_only_the_files_of_the_game_are_committed(studio, git, workspace):
    """Changes are shown with pictures; what else is staged stays staged, and a commit without a token is refused."""
    git("add", ".")
    git("commit", "-qm", "one")
    assert studio.get("/repository.json").json() == {"found": True}
    assert studio.get("/g/grove/changes.json").json()["files"] == []
    workspace.edit(FACE, "at: [6, 6]", "at: [8, 8]")
    workspace.write("catalog/grove/notes.md", "mine")
    workspace.write("layouts/grove/faces/other.yaml", "boxes: {}\n")
    workspace.edit("catalog/shore/cards.csv", "Root", "Rook")
    git("add", "catalog/shore")
    result = studio.get("/g/grove/changes.json").json()
    files = ["catalog/grove/layouts/faces/card.yaml", "catalog/grove/notes.md", "layouts/grove/faces/other.yaml"]
    assert sorted(one["file"] for one in result["files"]) == files
    sides = [side for group in result["game"]["groups"] for part in group["parts"] for side in part["sides"]]
    assert all(side["before"]["data"] != side["after"]["data"] for side in sides)
    assert sides
    assert studio.post("/g/grove/commit", json={"message": "x", "seen": result["seen"]}).status_code == 403
    assert commit(studio, result["seen"]).status_code == 200
    assert git("show", "--format=%an: %s", "--name-only").split("\n") == ["Ann: Move the title", "", *files, ""]
    assert git("diff", "--cached", "--name-only").split() == ["catalog/shore/cards.csv"]


def test_the_first_commit_has_everything_of_the_game(studio, git):
    """Before any commit everything is new."""
    result = studio.get("/g/grove/changes.json").json()
    assert result["is_new"]
    assert commit(studio, result["seen"]).status_code == 200
    assert all(file.startswith("catalog/grove/") for file in git("ls-files").split())


def hook(workspace, _git):
    """The repository has a hook."""
    workspace.write(".git/hooks/pre-commit", "#!/bin/sh\nexit 0\n").chmod(0o755)


REASONS = {
    "would start programs of its own: the hook 'pre-commit'": hook,
    "would start programs of its own: 'filter.mine.clean'": lambda _, git: git("config", "filter.mine.clean", "cat"),
    "no branch is checked out": lambda _, git: git("checkout", "-q", "--detach"),
    "a merge is in progress": lambda _, git: git("update-ref", "MERGE_HEAD", "HEAD"),
    "does not know your name": lambda _, git: git("config", "user.name", ""),
}


@pytest.mark.every_case
@pytest.mark.parametrize("reason", REASONS)
def test_why_git_refuses_is_told_and_nothing_is_staged(studio, git, workspace, reason):
    """The page gets words with a hint; a new file is not staged by the attempt."""
    git("add", ".")
    git("commit", "-qm", "one")
    REASONS[reason](workspace, git)
    workspace.write("catalog/grove/notes.md", "mine")
    seen = studio.get("/g/grove/changes.json").json()["seen"]
    answer = commit(studio, seen)
    assert answer.status_code == 422
    assert reason in answer.json()["message"]
    assert answer.json()["hint"]
    assert git("status", "--porcelain").split("\n") == ["?? catalog/grove/notes.md", ""]


def test_files_that_changed_since_the_look_are_not_committed(studio, git, workspace):
    """The user looks again first."""
    seen = studio.get("/g/grove/changes.json").json()["seen"]
    workspace.edit(FACE, "at: [6, 6]", "at: [8, 8]")
    assert "changed since" in commit(studio, seen).json()["message"]


def test_a_strangers_repository_starts_no_program(studio, git, workspace, tmp_path):
    """Not when the changes are looked at, and not by a commit, which names what it would have started."""
    git("add", ".")
    git("commit", "-qm", "one")
    started = tmp_path / "started"
    program = workspace.write("evil.sh", f"#!/bin/sh\necho $0 $* >> {started}\ncat\n")
    hooks = [workspace.write(f"hooks/{name}", program.read_text()) for name in ("post-index-change", "commit-msg")]
    for path in (program, *hooks):
        path.chmod(0o755)
    workspace.write(".git/info/attributes", "*.csv filter=a=b diff=mine\n*.yaml filter=mine\n")
    for key in ("core.fsmonitor", "core.pager", "filter.a=b.clean", "filter.mine.process", "diff.mine.textconv"):
        git("config", key, f"{program}")
    git("config", "filter.mine.required", "true")
    git("config", "core.hooksPath", f"{workspace.path / 'hooks'}")
    git("config", "gpg.program", f"{program}")
    git("config", "commit.gpgSign", "true")
    workspace.edit(FACE, "at: [6, 6]", "at: [8, 8]")
    workspace.edit("catalog/grove/cards.csv", "Root", "Rook")
    changes = studio.get("/g/grove/changes.json").json()
    assert [one["file"] for one in changes["files"]] == ["catalog/grove/cards.csv", FACE]
    assert changes["game"]["groups"]
    answer = commit(studio, changes["seen"])
    assert answer.status_code == 422
    for key in ("core.hookspath", "filter.a=b.clean", "filter.mine.process", "gpg.program"):
        assert f"'{key}'" in answer.json()["message"]
    assert "in a terminal" in answer.json()["hint"]
    assert not started.exists()


LFS = """#!/bin/sh
echo global $* >> {started}
for key in lfs.extension.mine.clean core.sshcommand; do
  program=$(git config $key) && $program $key < /dev/null > /dev/null
done
cat
"""


@pytest.mark.parametrize("key", ["lfs.extension.mine.clean", "core.sshCommand"])
def test_the_users_own_filters_start_no_program_that_a_repository_names(studio, git, workspace, monkeypatch, key):
    """Git LFS, set up for all repositories, runs in a harmless one, and not where settings would lead it astray."""
    place = workspace.path / ".git"
    git("add", ".")
    git("commit", "-qm", "one")
    started = place / "started"
    for name, text in (("lfs.sh", LFS.format(started=started)), ("evil.sh", f"#!/bin/sh\necho evil $* >> {started}\n")):
        (place / name).write_text(text)
        (place / name).chmod(0o755)
    workspace.write(".git/info/attributes", "*.csv filter=lfs\n")
    (place / "global").write_text(f'[filter "lfs"]\nclean = {place}/lfs.sh clean\nsmudge = {place}/lfs.sh smudge\n')
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", f"{place}/global")
    workspace.edit("catalog/grove/cards.csv", "Root", "Rook")
    studio.get("/g/grove/changes.json")
    assert "global clean" in started.read_text()
    started.unlink()
    git("config", key, f"{place / 'evil.sh'}")
    workspace.edit("catalog/grove/cards.csv", "Rook", "Rooks")
    changes = studio.get("/g/grove/changes.json").json()
    assert [one["file"] for one in changes["files"]] == ["catalog/grove/cards.csv"]
    assert changes["game"]["groups"]
    assert not started.exists()
    if key.startswith("lfs.extension"):
        assert f"'{key}'" in commit(studio, changes["seen"]).json()["message"]
        assert not started.exists()


@pytest.mark.parametrize("version", ["git version 2.30.2", "git version 1.8.3.1", ""])
def test_a_git_that_cannot_be_kept_from_starting_programs_is_not_used(monkeypatch, tmp_path, version):
    """It ignores the settings that switch the programs of a repository off."""
    program = tmp_path / "git"
    program.write_text(f"#!/bin/sh\necho '{version}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}", prepend=":")
    assert usable_git() is None
