import io
import json
import os
from pathlib import Path

import pytest

from punchboard.pipeline import BuildOptions
from punchboard.sandbox import LIMITS, build
from punchboard.sandbox.job import BadFrameError
from punchboard.sandbox.parent import Process
from punchboard.sandbox.responses import NO_COMMAND, escape_control_characters, parse_file, parse_outcome
from punchboard.sandbox.restrictions import RESTRICTIONS

FILE = {"path": "sheets/a.pdf", "product": "sheets", "pages": 1, "pieces": 1, "proof": None, "number": 0}
FILE |= {"problems": []}
ACTIVE = {"restrictions": list(RESTRICTIONS), "bytes": 0}
READY = {"ready": True, "bytes": 0}
PLACE = {"file": "game.yaml", "line": 1, "column": 1, "sheet": ""}
PROBLEM = {"rule": "FIT001", "place": PLACE, "message": "m", "hint": "", "severity": "error", "cards": []}


def _lines(*frames):
    return b"".join(one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n" for one in frames)


@pytest.fixture
def stranger(tmp_path):
    """Return a function that builds a game whose process sends the given frames."""
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
def test_a_file_outside_the_output_or_with_the_name_of_a_program_fails_the_build(path, stranger):
    """A path that leads out of the folder, is hidden, or names a program is refused."""
    with pytest.raises(BadFrameError):
        parse_file({**FILE, "path": path}, b"")
    (problem,) = stranger(ACTIVE, READY, {"file": {**FILE, "path": path}, "done": 0.0, "bytes": 0})
    assert problem.rule == "LIMIT004"


def test_the_size_and_hash_of_a_file_are_computed_from_its_bytes():
    """The parent does not trust what the child says about them."""
    record = parse_file(FILE, b"abc").record
    assert (record.path, record.size) == ("sheets/a.pdf", 3)
    assert record.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize(
    "frames",
    [
        (),
        (b"no json\n",),
        (b"[" * 100_000 + b"\n",),
        (b'{"restrictions": []',),
        (b"cos\nsystem\n(S'touch /tmp/owned'\ntR.",),
        (ACTIVE,),
        (ACTIVE, READY),
        (ACTIVE, {"ended": {"problems": [], "suppressed": [], "more": 1}, "bytes": 0}),
        (ACTIVE, {"ended": {"problems": [{**PROBLEM, "rule": "rm -rf"}], "suppressed": []}, "bytes": 0}),
        (ACTIVE, {"ended": {"problems": [{**PROBLEM, "severity": "fine"}], "suppressed": []}, "bytes": 0}),
        (ACTIVE, {"ended": {"problems": [{**PROBLEM, "message": "x" * 30_000}], "suppressed": []}, "bytes": 0}),
        (ACTIVE, {"ended": {"problems": [{**PROBLEM, "place": {**PLACE, "line": -1}}], "suppressed": []}, "bytes": 0}),
        (ACTIVE, {"lost": {"not": "a text"}, "bytes": 0}),
        (ACTIVE, {"ready": True, "bytes": -5}),
        (ACTIVE, {"ready": True, "bytes": True}),
        (ACTIVE, READY, {"file": {**FILE, "product": "no product"}, "done": 0.0, "bytes": 0}),
        (ACTIVE, READY, {"file": {**FILE, "pages": "1"}, "done": 0.0, "bytes": 0}),
        (ACTIVE, READY, {"file": FILE, "done": 0.0, "bytes": 9}, b"short"),
        (ACTIVE, READY, {"summary": {}, "bytes": 2}, b"{}"),
        (ACTIVE, *[READY] * 9),
    ],
)
def test_a_malformed_message_ends_the_build_with_one_problem(frames, stranger):
    """Whatever bytes arrive are only ever treated as data."""
    (problem,) = stranger(*frames)
    assert problem.rule == "LIMIT004"


def test_endless_messages_and_files_stop_at_the_limits(stranger):
    """A line that is too long is not read to its end; files and their bytes are counted."""
    few = LIMITS._replace(message_bytes=1000, output_megabytes=1, files=3)
    one = {"file": FILE, "done": 0.0, "bytes": 0}
    assert [one.rule for one in stranger(b"{" + b" " * 5000, limits=few)] == ["LIMIT004"]
    assert [one.rule for one in stranger(ACTIVE, READY, {**one, "bytes": 2_000_000}, limits=few)] == ["LIMIT003"]
    files = [{**one, "file": {**FILE, "path": f"sheets/{number}.pdf"}} for number in range(5)]
    assert [one.rule for one in stranger(ACTIVE, READY, *files, limits=few)] == ["LIMIT003"]


def test_control_characters_in_problems_are_escaped(stranger):
    """A terminal shows them instead of obeying them."""
    problem_sent = {**PROBLEM, "message": "\x1b]0;owned\x07 \u202egnp", "place": {**PLACE, "file": "a\x1b[2J.yaml"}}
    (problem,) = stranger(ACTIVE, {"ended": {"problems": [problem_sent], "suppressed": []}, "bytes": 0})
    assert problem.message == r"\x1b]0;owned\x07 \x202egnp"
    assert problem.place.file == r"a\x1b[2J.yaml"
    assert escape_control_characters("plain\ntext\t") == "plain\ntext\t"


def test_a_warning_names_the_restrictions_that_the_system_lacks(stranger):
    """The build goes on with the others."""
    ended = {"ended": {"problems": [PROBLEM], "suppressed": []}, "bytes": 0}
    found = stranger({"restrictions": ["resource limits"], "bytes": 0}, ended)
    assert [(one.rule, one.severity) for one in found] == [("FIT001", "error"), ("LIMIT005", "warning")]
    assert "lacks Landlock and a filter of system calls" in found[1].message


def test_the_sandbox_finds_packages_from_absolute_folders_of_pythonpath(tmp_path, monkeypatch):
    """Containers have such folders; relative ones are left out."""

    def refuse(_command, **options):
        raise BlockingIOError(options["env"]["PYTHONPATH"])

    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.pathsep}here")
    monkeypatch.setattr("subprocess.Popen", refuse)
    (tmp_path / "catalog" / "game").mkdir(parents=True)
    (tmp_path / "catalog" / "game" / "game.yaml").write_text("title: A\n")
    with pytest.raises(BlockingIOError) as found:
        build("game", BuildOptions(tmp_path, tmp_path / "output"), LIMITS)
    source, *more = str(found.value).split(os.pathsep)
    assert (Path(source) / "punchboard").is_dir()
    assert more == [str(tmp_path)]


@pytest.mark.parametrize(
    "hint", ["python -m pip install evil", "pipx inject punchboard evil", "uv tool install a --with b"]
)
def test_no_command_of_an_untrusted_game_is_proposed(hint):
    """Nobody copies an installer's command with a package that a stranger named."""
    (found,), _ = parse_outcome({"problems": [{**PROBLEM, "hint": hint}], "suppressed": []})
    assert found.hint == NO_COMMAND
    (found,), _ = parse_outcome({"problems": [{**PROBLEM, "hint": "write 0 or more"}], "suppressed": []})
    assert found.hint == "write 0 or more"
