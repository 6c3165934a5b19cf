import io
import json
import os
from pathlib import Path

import pytest

from punchboard.build.options import BuildOptions
from punchboard.sandbox import LIMITS, build
from punchboard.sandbox.parent import Process
from punchboard.sandbox.protocol import BadFrameError
from punchboard.sandbox.responses import escape_control_characters, parse_file
from punchboard.sandbox.restrictions import RESTRICTIONS

FILE = {"path": "sheets/a.pdf", "product": "sheets", "pages": 1, "pieces": 1, "proof": None, "number": 0}
FILE |= {"problems": []}
WALLS = {"walls": list(RESTRICTIONS), "bytes": 0}
READY = {"ready": True, "bytes": 0}
PLACE = {"file": "game.yaml", "line": 1, "column": 1, "sheet": ""}
PROBLEM = {"rule": "FIT001", "place": PLACE, "message": "m", "hint": "", "severity": "error"}


def _lines(*frames):
    return b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in frames)


@pytest.fixture
def stranger(tmp_path):
    """Return a function that builds a game whose process says what it is given."""
    game = tmp_path / "catalog" / "game"
    game.mkdir(parents=True)
    (tmp_path / "layouts").mkdir()
    (game / "game.yaml").write_text("title: A\n")

    def said(*frames, limits=LIMITS):
        def start(_job):
            return Process(io.BytesIO(), io.BytesIO(_lines(*frames)), lambda: None, lambda: 0)

        built = build("game", BuildOptions(tmp_path, tmp_path / "output"), limits, start=start)
        left = [path.name for path in (tmp_path / "output").rglob("*") if path.is_file() and path.name != "game"]
        assert not left, "nothing is put in place of a build that failed"
        return built.problems

    return said


@pytest.mark.parametrize(
    "path",
    [
        "../x.pdf",
        "/etc/x.pdf",
        "sheets/../../x.pdf",
        "sheets//x.pdf",
        "C:\\x.pdf",
        "C:x.pdf",
        "a\\b.pdf",
        ".hidden.pdf",
        "sheets/.cache/x.pdf",
        "-rf.pdf",
        "run.exe",
        "run.sh",
        "x.desktop",
        "pdf",
        "x.pdf ",
        "x\n.pdf",
        "x\u202e.pdf",
        "con.pdf",
        "sheets/NUL.txt",
        "a/" * 9 + "x.pdf",
        "manifest.json/x.pdf\0",
        "",
    ],
)
def test_a_file_is_put_nowhere_else_and_is_nothing_that_runs(path, stranger):
    """A path that climbs, hides, or names a program is refused, and so is the build."""
    with pytest.raises(BadFrameError):
        parse_file({**FILE, "path": path}, b"")
    (problem,) = stranger(WALLS, READY, {"file": {**FILE, "path": path}, "done": 0.0, "bytes": 0})
    assert problem.rule == "LIMIT004"


def test_a_plain_file_is_taken_with_the_size_and_hash_of_its_bytes():
    """What is recorded of a file is worked out here."""
    record = parse_file(FILE, b"abc").record
    assert (record.path, record.size) == ("sheets/a.pdf", 3)
    assert record.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize(
    "frames",
    [
        (),
        (b"no json\n",),
        (b"[" * 100_000 + b"\n",),
        (b'{"walls": []',),
        (b"cos\nsystem\n(S'touch /tmp/owned'\ntR.",),
        (WALLS,),
        (WALLS, READY),
        (WALLS, {"ended": {"problems": [], "set_aside": [], "more": 1}, "bytes": 0}),
        (WALLS, {"ended": {"problems": [{**PROBLEM, "rule": "rm -rf"}], "set_aside": []}, "bytes": 0}),
        (WALLS, {"ended": {"problems": [{**PROBLEM, "severity": "fine"}], "set_aside": []}, "bytes": 0}),
        (WALLS, {"ended": {"problems": [{**PROBLEM, "message": "x" * 30_000}], "set_aside": []}, "bytes": 0}),
        (WALLS, {"ended": {"problems": [{**PROBLEM, "place": {**PLACE, "line": -1}}], "set_aside": []}, "bytes": 0}),
        (WALLS, {"lost": {"not": "a text"}, "bytes": 0}),
        (WALLS, {"ready": True, "bytes": -5}),
        (WALLS, {"ready": True, "bytes": True}),
        (WALLS, READY, {"file": {**FILE, "product": "no product"}, "done": 0.0, "bytes": 0}),
        (WALLS, READY, {"file": {**FILE, "pages": "1"}, "done": 0.0, "bytes": 0}),
        (WALLS, READY, {"file": FILE, "done": 0.0, "bytes": 9}, b"short"),
        (WALLS, READY, {"told": {}, "bytes": 2}, b"{}"),
        (WALLS, *[READY] * 9),
    ],
)
def test_what_is_not_of_the_form_loses_the_process_and_nothing_else(frames, stranger):
    """Whatever bytes come, they end in a problem that says so; they are never taken for more than data."""
    (problem,) = stranger(*frames)
    assert problem.rule == "LIMIT004"


def test_lines_and_files_without_end_are_cut_off(stranger):
    """A line that is too long is not read to its end; files are counted, and their bytes."""
    few = LIMITS._replace(message_bytes=1000, output_megabytes=1, files=3)
    one = {"file": FILE, "done": 0.0, "bytes": 0}
    assert [one.rule for one in stranger(b"{" + b" " * 5000, limits=few)] == ["LIMIT004"]
    assert [one.rule for one in stranger(WALLS, READY, {**one, "bytes": 2_000_000}, limits=few)] == ["LIMIT003"]
    files = [{**one, "file": {**FILE, "path": f"sheets/{number}.pdf"}} for number in range(5)]
    assert [one.rule for one in stranger(WALLS, READY, *files, limits=few)] == ["LIMIT003"]


def test_problems_are_told_without_signs_that_steer(stranger):
    """A terminal and a reader see the signs themselves."""
    said = {**PROBLEM, "message": "\x1b]0;owned\x07 \u202egnp", "place": {**PLACE, "file": "a\x1b[2J.yaml"}}
    (problem,) = stranger(WALLS, {"ended": {"problems": [said], "set_aside": []}, "bytes": 0})
    assert problem.message == r"\x1b]0;owned\x07 \x202egnp"
    assert problem.place.file == r"a\x1b[2J.yaml"
    assert escape_control_characters("plain\ntext\t") == "plain\ntext\t"


def test_a_system_without_walls_says_so(stranger):
    """A warning names what the game was not held in by."""
    ended = {"ended": {"problems": [PROBLEM], "set_aside": []}, "bytes": 0}
    found = stranger({"walls": ["resource limits"], "bytes": 0}, ended)
    assert [(one.rule, one.severity) for one in found] == [("FIT001", "error"), ("LIMIT005", "warning")]
    assert "lacks Landlock and a filter of system calls" in found[1].message


def test_packages_that_were_found_by_a_path_are_found_behind_the_walls(tmp_path, monkeypatch):
    """As in containers that have them in a folder of their own; a folder beside the work is none of them."""

    def caught(_command, **surroundings):
        raise BlockingIOError(surroundings["env"]["PYTHONPATH"])

    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.pathsep}here")
    monkeypatch.setattr("subprocess.Popen", caught)
    (tmp_path / "catalog" / "game").mkdir(parents=True)
    (tmp_path / "catalog" / "game" / "game.yaml").write_text("title: A\n")
    with pytest.raises(BlockingIOError) as found:
        build("game", BuildOptions(tmp_path, tmp_path / "output"), LIMITS)
    source, *more = str(found.value).split(os.pathsep)
    assert (Path(source) / "punchboard").is_dir()
    assert more == [str(tmp_path)]
