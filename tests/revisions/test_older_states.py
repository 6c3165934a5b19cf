import io
import json
import subprocess
import tarfile

import pytest

from punchboard.problem import ProblemsFound
from punchboard.revisions.older_states import _extract, open_older_state

GAME = """\
title: Grove
version: 0.1.0
players: {range: 2-4, prototype: for a test}
kinds:
  card:
    {name: Card, shape: poker, face: card, id: a, prototype: p, fields: {name: {type: text}}, rows: [{name: a}]}
"""


@pytest.fixture
def home(tmp_path):
    """A workspace with one game, in a repository with one commit that is called v1."""
    folder = tmp_path / "home"
    (folder / "catalog" / "grove").mkdir(parents=True)
    (folder / "catalog" / "grove" / "game.yaml").write_text(GAME)
    (folder / "secret.txt").write_text("not for this")

    def git(*words):
        name = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
        subprocess.run(("git", *name, "-C", str(folder), *words), check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "one")
    git("tag", "v1")
    return folder


def found(text, workspace):
    """Return the state found for a text, or the code of the problem."""
    try:
        with open_older_state(text, workspace) as old:
            return old
    except ProblemsFound as problems:
        return problems.problems[0].rule


@pytest.mark.parametrize("name", ["v1", "HEAD"])
def test_a_revision_is_unpacked_for_as_long_as_it_is_read(home, name):
    """Only its catalog is unpacked, into a temporary folder that is deleted afterwards."""
    (home / "catalog" / "grove" / "game.yaml").unlink()
    with open_older_state(name, home) as old:
        assert old.games == ("grove",)
        assert (old.workspace / "catalog" / "grove" / "game.yaml").read_text() == GAME
        assert [path.name for path in old.workspace.iterdir()] == ["catalog"]
    assert not old.workspace.exists()


def test_links_of_a_revision_that_lead_outside_are_left_out(home):
    """Links that stay inside the revision are kept."""
    art = home / "catalog" / "grove" / "art"
    art.mkdir()
    (art / "a.txt").write_text("one")
    for name, target in {"b.txt": "a.txt", "up": "../art", "etc": "/etc", "secret": "../../../../secret.txt"}.items():
        (art / name).symlink_to(target)
    subprocess.run(["git", "-C", str(home), "add", "."], check=True, capture_output=True)
    name = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    subprocess.run(["git", *name, "-C", str(home), "commit", "-qm", "two"], check=True, capture_output=True)
    with open_older_state("HEAD", home) as old:
        there = old.workspace / "catalog" / "grove" / "art"
        assert sorted(path.name for path in there.iterdir()) == ["a.txt", "b.txt", "up"]
        assert (there / "up" / "b.txt").read_text() == "one"


def tarred(*members):
    """Return an archive that git would not make, given names with contents or link targets."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in members:
            member = tarfile.TarInfo(name)
            if isinstance(content, bytes):
                member.size = len(content)
            else:
                member.type, member.linkname = tarfile.SYMTYPE, content
            archive.addfile(member, io.BytesIO(content) if isinstance(content, bytes) else None)
    return tarfile.open(fileobj=io.BytesIO(out.getvalue()))


@pytest.mark.parametrize(
    "members",
    [
        [("../x", b"x")],
        [("catalog/../../x", b"x")],
        [("a", ".."), ("a/x", b"x")],
        [("a", "../outside"), ("a/x", b"x")],
        [("a/x", b"x"), ("a", "../outside")],
        [("a", "."), ("a", "b"), ("a/../../x", b"x")],
    ],
)
def test_an_archive_writes_nothing_outside(tmp_path, members):
    """A repository may give its files any name."""
    inside = tmp_path / "in"
    (tmp_path / "outside").mkdir()
    inside.mkdir()
    with tarred(*members) as archive:
        _extract(archive, inside)
    assert sorted(path.name for path in tmp_path.rglob("*") if inside not in (path, *path.parents)) == ["outside"]


def test_a_workspace_below_the_top_of_its_repository_is_found(home):
    """Only the workspace's folder is unpacked."""
    inner = home / "games"
    inner.mkdir()
    (home / "catalog").rename(inner / "catalog")
    subprocess.run(["git", "-C", str(home), "add", "."], check=True, capture_output=True)
    name = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    subprocess.run(["git", *name, "-C", str(home), "commit", "-qm", "two"], check=True, capture_output=True)
    assert found("HEAD", inner).games == ("grove",)
    assert found("HEAD", home) == "CHANGE001"
    assert found("v1", inner) == "CHANGE001"


@pytest.mark.parametrize(
    "name", ["v2", "", "--output=x", "-h", "HEAD:catalog", "no/such/folder", "v1; touch x", "v1\n"]
)
def test_what_is_neither_folder_nor_revision_is_a_problem(home, name):
    """User input is never run as a command, and never taken as an option of git."""
    assert found(name, home) == "CHANGE001"
    assert not (home / "x").exists()


def test_without_git_a_revision_is_a_problem(home, monkeypatch):
    """The message says that git is missing."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ProblemsFound, match="git is not installed"), open_older_state("v1", home):
        pass


def test_no_repository_is_a_problem(tmp_path, monkeypatch):
    """A workspace outside repositories has no revisions."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert found("HEAD", tmp_path) == "CHANGE001"


def test_folders_of_games_are_workspaces(home):
    """A workspace, its catalog, a game's folder and its game.yaml give the same games."""
    for text in ("", "catalog"):
        assert found(str(home / text), home).games == ("grove",)
        assert not found(str(home / text), home).is_single_game
    for text in ("catalog/grove", "catalog/grove/game.yaml"):
        old = found(str(home / text), home)
        assert (old.games, old.is_single_game, old.workspace) == (("grove",), True, home.resolve())


def written(folder):
    """Write a manifest of one game and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {"game": {"id": "grove", "title": "Grove", "version": "0.1.0"}, "files": [], "components": []}
    (folder / "manifest.json").write_text(json.dumps(data))
    return folder / "manifest.json"


def test_manifests_and_outputs_are_found(tmp_path):
    """They are a manifest, one game's output, or the folder of all outputs; leftovers of killed builds are not read."""
    file = written(tmp_path / "output" / "grove")
    written(tmp_path / "output" / ".grove.new")
    for path in (file, file.parent):
        old = found(str(path), tmp_path)
        assert (old.games, old.is_single_game) == (("grove",), True)
    assert found(str(tmp_path / "output"), tmp_path).manifests == {"grove": file}
