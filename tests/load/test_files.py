import os
import subprocess
import sys
from pathlib import Path

import pytest

import punchboard
from punchboard.load.files import MAX_BYTES, display_path, read_bytes, read_text, resolve_inside
from punchboard.problem import Place

HERE = Place("game.yaml", 3, 7)
NOBODY = 65534


def test_a_path_below_the_folder_is_accepted(tmp_path):
    """A relative path leads to the file below the folder."""
    assert resolve_inside(tmp_path, "art/dragon.png", HERE) == (tmp_path / "art" / "dragon.png").resolve()


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "..",
        "../other/x",
        "art/../../x",
        "art\\..\\..\\x",
        "C:/x",
        "C:\\x",
        "\\\\host\\x",
        "",
        "a\x00b",
        "a\nb",
    ],
)
def test_a_path_that_leads_outside_is_rejected(tmp_path, problem, path):
    """Absolute paths, ``..``, drives and control characters are rejected at their place."""
    found = problem(resolve_inside, tmp_path, path, HERE)
    assert (found.rule, found.place) == ("FILE003", HERE)
    assert "is outside the folder" in found.message


def test_a_link_that_leads_outside_is_rejected(tmp_path, problem):
    """Symbolic links, also of folders, are resolved before a path is checked."""
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (game / "link.txt").symlink_to(tmp_path / "secret.txt")
    (game / "art").symlink_to(tmp_path)
    for path in ("link.txt", "art/secret.txt"):
        assert problem(resolve_inside, game, path, HERE).rule == "FILE003"


def test_a_link_that_stays_inside_is_followed(tmp_path):
    """A link to a file of the same folder works like the file."""
    (tmp_path / "a.txt").write_text("a")
    (tmp_path / "b.txt").symlink_to(tmp_path / "a.txt")
    assert resolve_inside(tmp_path, "b.txt", HERE).read_text() == "a"


def test_links_in_a_loop_are_a_problem(tmp_path, problem):
    """A link to itself causes a problem, not an exception."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    found = problem(lambda: read_text(resolve_inside(tmp_path, "loop", HERE), HERE))
    assert (found.rule, found.place) == ("FILE001", HERE)


def test_a_missing_file_is_reported_with_similar_names(tmp_path, problem):
    """The message has the path as the designer knows it, the hint a similar name."""
    (tmp_path / "cards.csv").write_text("name\n")
    found = problem(read_text, tmp_path / "crads.csv", HERE, "catalog/x/crads.csv")
    assert (found.rule, found.place) == ("FILE001", HERE)
    assert found.message == "'catalog/x/crads.csv' is missing"
    assert found.hint == "did you mean 'cards.csv'?"


def test_only_files_with_the_same_suffix_are_suggested(tmp_path, problem):
    """Other files in the folder are no hint for a missing profile."""
    for name in ("bin", "cards.csv", "press.icc"):
        (tmp_path / name).write_text("")
    assert problem(read_text, tmp_path / "fogra.icc", HERE).hint == "choose one of: press.icc"
    assert problem(read_text, tmp_path / "fogra.tif", HERE).hint == ""


def test_a_missing_folder_is_named_in_the_hint(tmp_path, problem):
    """The hint says that the folder does not exist."""
    assert problem(read_text, tmp_path / "art" / "x.md", HERE).hint == "there is no folder 'art'"


@pytest.mark.unix
def test_folders_and_pipes_are_not_files(tmp_path, problem):
    """Whatever could block forever is not opened."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        assert "is not a file" in problem(read_bytes, path, HERE).message


def test_a_file_that_is_too_large_is_rejected_unread(tmp_path, problem):
    """The size is checked before the first byte is read."""
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert problem(read_text, path, HERE).message == "'large.csv' is larger than 20 MB"


@pytest.mark.parametrize(
    ("data", "at"),
    [
        (b"caf\xe9", (1, 4)),
        (b"one\ntwo\xff", (2, 4)),
        ("ä\n€".encode() + b"\x80", (2, 2)),
        ("two bytes".encode("utf-16-le"), (1, 2)),
        (b"\xff and \0", (1, 1)),
    ],
)
def test_a_file_that_is_not_utf_8_is_reported_at_the_byte(tmp_path, problem, data, at):
    """Line and column count characters up to the wrong byte."""
    (tmp_path / "x.csv").write_bytes(data)
    found = problem(read_text, tmp_path / "x.csv", HERE, "catalog/x/x.csv")
    assert (found.rule, found.place) == ("FILE002", Place("catalog/x/x.csv", *at))
    assert found.message == "this letter cannot be read: the file is not saved as UTF-8"


@pytest.mark.unix
def test_a_file_that_may_not_be_read_is_a_problem(tmp_path):
    """Without read permission, the message has the file and the reason. Root drops its privileges for this test."""
    path = tmp_path / "closed.md"
    path.write_text("closed")
    path.chmod(0)
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from punchboard.load.files import read_text\n"
        "from punchboard.problem import Place, ProblemsFound\n"
        f"if os.geteuid() == 0: os.setuid({NOBODY})\n"
        "try: read_text(Path(sys.argv[1]), Place('game.yaml', 3))\n"
        "except ProblemsFound as found: print(found)\n"
    )
    source = Path(punchboard.__file__).parents[1]
    ran = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == (
        "game.yaml:3: error FILE001: 'closed.md' is unreadable: permission denied\n",
        "",
    )


def test_messages_show_paths_relative_to_the_workspace(tmp_path):
    """Files of the workspace are shown without the folders above it."""
    assert display_path(tmp_path / "catalog" / "x" / "game.yaml", tmp_path) == "catalog/x/game.yaml"
    assert display_path(Path("/elsewhere/theme.yaml"), tmp_path) == "/elsewhere/theme.yaml"
