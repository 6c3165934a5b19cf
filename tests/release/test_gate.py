"""The gate runs every part, tries what failed once more, and tells of all of it in its last lines."""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest
import time_limit

PYTEST = (sys.executable, "-m", "pytest", "-p", "xdist", "-q")  # a second try gives xdist's option -n
ALL_GOOD = "def test_good():\n    pass\n"
ONE_BAD = f"{ALL_GOOD}\ndef test_bad():\n    assert False\n"
EVERY_SECOND = """
from pathlib import Path

def test_now_and_then():
    mark = Path(__file__).with_name("seen")
    if not mark.exists():
        mark.touch()
        raise AssertionError
"""
BROKEN = "import nothing_of_this_name\n"

MARKED = "import pytest\n\npytestmark = [{}]\n\n\ndef test_it():\n    {}\n"
GOOD, BAD = "pass", "raise AssertionError"
SECOND = """\
from pathlib import Path

    seen = Path(__file__).with_name("seen")
    if not seen.exists():
        seen.touch()
        raise AssertionError"""
QUICK, SLOW, PAGES, ALONE = (
    ", ".join(f"pytest.mark.{mark}" for mark in marks.split())
    for marks in ("quick", "slow", "slow browser", "slow alone")
)
SOUND = {
    "README.md": "<!-- test command -->\n```sh\npython3 -m venv .venv && .venv/bin/pytest\n```\n",
    "pyproject.toml": """\
[tool.pytest.ini_options]
addopts = ["-p", "xdist", "-m", "not slow"]
markers = ["quick: any", "slow: takes long", "browser: in a browser", "alone: one at a time", "long: before a release"]
[tool.mypy]
files = ["tiny"]
[tool.importlinter]
root_package = "tiny"
[[tool.importlinter.contracts]]
name = "what is low does not know what is high"
type = "forbidden"
source_modules = ["tiny.low"]
forbidden_modules = ["tiny.high"]
""",
    "tiny/__init__.py": "",
    "tiny/high.py": "",
    "tiny/low.py": "",
    "tests/test_quick.py": MARKED.format(QUICK, GOOD),
    "tests/test_slow.py": MARKED.format(SLOW, GOOD),
    "tests/test_alone.py": MARKED.format(ALONE, GOOD),
    "tests/browser/test_page.py": MARKED.format(PAGES, GOOD),
}
"""A repository whose parts all pass."""
PLANTED = {
    "lint": ("tiny/unused.py", "import os\n"),
    "format": ("tiny/crowded.py", "WIDTHS = [1,2]\n"),
    "types": ("tiny/wrong.py", 'LENGTH: int = "three"\n'),
    "imports": ("tiny/low.py", 'from tiny import high\n\n__all__ = ["high"]\n'),
    "quick tests": ("tests/test_quick.py", MARKED.format(QUICK, BAD)),
    "slow proofs": ("tests/test_slow.py", MARKED.format(SLOW, BAD)),
    "pages": ("tests/browser/test_page.py", MARKED.format(PAGES, BAD)),
    "proofs alone": ("tests/test_alone.py", MARKED.format(ALONE, BAD)),
}
"""A fault for each part, as a file."""


@pytest.fixture
def run(gate, tmp_path, monkeypatch, capfd):
    """Return a function that runs the gate with given parts in a folder of its own: status, and last lines by name."""
    monkeypatch.setattr(gate, "ROOT", tmp_path)
    monkeypatch.setattr(gate, "PROGRAMS", {})
    monkeypatch.setattr(gate.time, "sleep", lambda seconds: None)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def run(*parts, lacking=()):
        status = gate.gate(parts, lacking)
        lines = capfd.readouterr().out.rpartition("\npart ")[2].splitlines()
        return status, lines[1:]

    return run


@pytest.fixture
def tests(gate, tmp_path):
    """Return a function that makes a part from the text of a test module."""

    def tests(name, text):
        module = tmp_path / f"test_{name}.py"
        module.write_text(text, encoding="utf-8")
        return gate.Part(name, (), tests=(*PYTEST, "--rootdir", str(tmp_path), str(module)))

    return tests


def command(code):
    return (sys.executable, "-c", f"raise SystemExit({code})")


@pytest.fixture
def run_repository(run, gate, tmp_path):
    """Return a function that runs the real parts on a tiny repository with other files than the sound ones."""

    def run_repository(files):
        for name, text in (SOUND | files).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        (tmp_path / ".venv").mkdir()
        (tmp_path / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
        return run(*(part for part in gate.parts(tmp_path) if part.name in PLANTED))

    return run_repository


@pytest.mark.slow
@pytest.mark.unix
def test_a_fault_planted_in_any_part_is_told_by_that_part(run_repository):
    """All eight at once: each part has failed and no other row or line is there."""
    status, lines = run_repository(dict(PLANTED.values()))
    assert status == 1
    assert [line.partition("  FAILED")[0].strip() for line in lines[:8]] == [*PLANTED]
    assert [line.partition("ended with")[1] != "" for line in lines[:8]] == [True] * 4 + [False] * 4
    assert lines[8:] == [
        f"FAILED {path}::test_it ({part})" for part, (path, _) in PLANTED.items() if path.startswith("tests/")
    ]


@pytest.mark.slow
@pytest.mark.unix
def test_a_sound_repository_passes_and_what_fails_every_second_time_is_told(run_repository):
    """Every part is through; the flaky proof is named."""
    status, lines = run_repository({"tests/test_slow.py": MARKED.format(SLOW, SECOND)})
    assert status == 0
    told = {line[:15].strip(): line[15:25].strip() for line in lines[:8]}
    assert told == {part: "flaky" if part == "slow proofs" else "passed" for part in PLANTED}
    assert lines[8:] == ["FLAKY: tests/test_slow.py::test_it (slow proofs)"]


def test_a_run_in_which_all_is_well_passes(run, gate, tests):
    """Each part has a row; nothing else is told."""
    status, lines = run(gate.Part("lint", (command(0),)), tests("quick", ALL_GOOD))
    assert status == 0
    assert [line.split()[:2] for line in lines] == [["lint", "passed"], ["quick", "passed"]]


def test_a_failed_part_does_not_end_the_run_and_fails_it(run, gate, tests):
    """The part says which command ended with what; the parts after it run."""
    status, lines = run(gate.Part("lint", (command(3), command(0))), tests("quick", ALL_GOOD))
    assert status == 1
    assert lines[0].split()[:2] == ["lint", "FAILED"]
    assert lines[0].endswith("ended with 3")
    assert lines[1].split()[:2] == ["quick", "passed"]


def test_a_test_that_fails_twice_is_named(run, tests):
    """By its id and its part, in a line of its own at the end."""
    status, lines = run(tests("quick", ONE_BAD), tests("slow", ALL_GOOD))
    assert status == 1
    assert lines[0].endswith("1 failed twice")
    assert lines[-1] == "FAILED test_quick.py::test_bad (quick)"


def test_a_test_that_passes_at_the_second_try_is_flaky_and_fails_nothing(run, tests):
    """It is named, so that the next change mends it."""
    status, lines = run(tests("slow", EVERY_SECOND))
    assert status == 0
    assert lines[0].split()[:2] == ["slow", "flaky"]
    assert lines[-1] == "FLAKY: test_slow.py::test_now_and_then (slow)"


def test_a_part_may_have_both(run, tests):
    """What failed twice fails the part; what was flaky is still told."""
    status, lines = run(tests("slow", ONE_BAD + EVERY_SECOND))
    assert status == 1
    assert lines[0].endswith("1 failed twice, 1 passed at the second try")
    assert lines[1:] == [
        "FLAKY: test_slow.py::test_now_and_then (slow)",
        "FAILED test_slow.py::test_bad (slow)",
    ]


@pytest.fixture
def timed(gate, tests, monkeypatch):
    """Return a function that makes a part whose tests begin until a minute of the gate."""
    monkeypatch.setattr(gate, "LEAST", -1)
    monkeypatch.setenv("PYTHONPATH", str(Path(time_limit.__file__).parent))

    def timed(text, minute):
        part = tests("slow", text)
        return gate.replace(part, tests=(*part.tests, "-p", "time_limit"), until=minute)

    return timed


def test_a_part_begins_no_test_after_its_minute_and_counts_what_it_left(run, timed):
    """A machine that is too slow does not fail it."""
    status, lines = run(timed(ONE_BAD, -1))
    assert status == 0
    assert lines[0].split()[:2] == ["slow", "passed"]
    assert lines[1:] == ["LEFT for want of time: 2 (slow)"]


@pytest.mark.parametrize("minute", [9, 0])
def test_before_its_minute_a_part_leaves_nothing(run, timed, minute):
    """Nor does one without a minute, as when the whole is asked for."""
    status, lines = run(timed(ONE_BAD, minute))
    assert status == 1
    assert lines[1:] == ["FAILED test_slow.py::test_bad (slow)"]


def test_what_is_left_is_drawn_by_the_moment(monkeypatch):
    """Whole modules, in the same order for each worker; without a moment the order stays."""
    items = [SimpleNamespace(path=name, number=number) for name in "abcdefgh" for number in range(3)]

    def order(moment):
        monkeypatch.setattr(time_limit, "END", moment)
        some = list(items)
        time_limit.pytest_collection_modifyitems(some)
        return [(item.path, item.number) for item in some]

    first, again, other, without = order(1e9), order(1e9), order(2e9), order(None)
    assert first == again
    assert len({tuple(first), tuple(other), tuple(without)}) == 3
    assert without == [(item.path, item.number) for item in items]
    for one in (first, other):
        assert sorted(one) == sorted(without)
        assert [number for _, number in one] == [0, 1, 2] * 8


def test_tests_that_did_not_all_run_are_not_saved_by_a_second_try(run, tests):
    """A module that cannot be imported ends pytest before its tests."""
    status, lines = run(tests("quick", BROKEN))
    assert status == 1
    assert lines[0].split()[:2] == ["quick", "FAILED"]


def test_a_run_of_pytest_without_a_test_fails(run, tests):
    """Else a slip in a marker would let everything pass."""
    assert run(tests("quick", ""))[0] == 1


def test_a_part_whose_need_failed_is_not_run_and_says_so(run, gate):
    """And fails the run, once."""
    status, lines = run(
        gate.Part("packages", (command(1),)), gate.Part("lint", (command(0),), "packages"), gate.Part("else", ())
    )
    assert status == 1
    assert lines[1].split()[:3] == ["lint", "NOT", "RUN"]
    assert lines[1].endswith("needs packages")
    assert lines[2].split()[:2] == ["else", "passed"]


def test_the_network_may_be_away_for_a_moment(run, gate, tmp_path):
    """What is fetched is asked for three times; the first that is answered counts."""
    script = (
        "from pathlib import Path\nn = len(list(Path().glob('try*')))\nPath(f'try{n}').touch()\nraise SystemExit(n < 2)"
    )
    part = gate.Part("packages", ((sys.executable, "-c", script),), from_the_network=True)
    assert run(part)[0] == 0
    assert len(list(tmp_path.glob("try*"))) == gate.TRIES


@pytest.mark.unix
def test_parts_that_belong_together_run_at_once_and_are_told_in_turn(gate, tmp_path, monkeypatch, capfd):
    """Each opens one end of a pipe, which waits for the other end; a part that needs one that failed is not run."""
    monkeypatch.setattr(gate, "ROOT", tmp_path)
    monkeypatch.setattr(gate, "PROGRAMS", {})
    os.mkfifo(tmp_path / "pipe")
    ends = [
        gate.Part(end, ((sys.executable, "-c", f"open('pipe', '{end}').close(); print('I am {end}')"),), beside="ends")
        for end in "rw"
    ]
    late = gate.Part("late", (command(0),), "lint", beside="ends")
    assert gate.gate((gate.Part("lint", (command(1),)), *ends, late), ()) == 1
    said = capfd.readouterr().out
    assert said.index("== r ==") < said.index("I am r") < said.index("== w ==") < said.index("I am w")
    assert [line.split()[1] for line in said.splitlines()[-4:]] == ["FAILED", "passed", "passed", "NOT"]


def test_an_audit_without_a_database_is_no_pass_and_no_failure(run, gate):
    """It is said again at the end."""
    status, lines = run(gate.Part("audit", (command(2),), audits=True))
    assert status == 0
    assert lines[-1].startswith("NOT DONE: audit: ")
    assert run(gate.Part("audit", (command(1),), audits=True))[0] == 1


def test_a_missing_program_is_named_with_the_parts_that_need_it(run, gate, monkeypatch):
    """In one line; the parts run all the same, and the run fails."""
    monkeypatch.setattr(gate, "PROGRAMS", {"no-such-program": "no-such-package"})
    status, lines = run(gate.Part("lint", (command(0),)), gate.Part("gone", (("no-such-program",),)))
    assert status == 1
    assert [line.split()[:2] for line in lines[:2]] == [["lint", "passed"], ["gone", "FAILED"]]
    assert lines[2] == "MISSING: no-such-program is not installed; needed by: slow proofs"


def test_a_home_that_cannot_be_written_is_named(gate, monkeypatch, tmp_path):
    """With the parts that write into it; and the other parts still run."""
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))
    (line,) = gate.lacks()
    assert line.startswith(f"cannot write into {tmp_path / 'nowhere'}")
    assert line.endswith("needed by: page checkers, packages")


def test_a_full_folder_for_temporary_files_is_named(gate, monkeypatch):
    """With the room that is needed."""
    whole = shutil.disk_usage
    full = tempfile.gettempdir()
    monkeypatch.setattr(
        gate.shutil, "disk_usage", lambda path: whole(path)._replace(free=12e6 if str(path) == full else 5e9)
    )
    (line,) = gate.lacks()
    assert line == f"{full} has 12 MB free of 2,000; needed by: quick tests, slow proofs, pages, proofs alone"


def test_the_test_command_of_the_readme_is_run_as_it_is_printed(gate, root):
    """In two: the packages that it installs come first with all else from the network, the tests after the linters."""
    install, test = gate.readme_command((root / "README.md").read_text(encoding="utf-8"))
    assert f"{install} && {test}" in (root / "README.md").read_text(encoding="utf-8").splitlines()
    by_name = {part.name: part for part in gate.parts(root)}
    assert by_name["packages"].commands[-1] == ("bash", "-c", install)
    assert by_name["quick tests"].tests == (test,)


def test_linters_types_and_imports_come_before_the_tests(gate, root):
    """What is cheap tells first."""
    names = [part.name for part in gate.parts(root)]
    assert names[-8:] == ["lint", "format", "types", "imports", "quick tests", "slow proofs", "pages", "proofs alone"]


def test_each_slow_proof_that_is_not_long_is_in_one_part(gate, root):
    """The slow proofs are split by two markers; what comes from the network comes first."""
    parts = gate.parts(root)
    asked = [part.tests[part.tests.index("-m") + 1] for part in parts if "-m" in part.tests]
    assert asked == [
        "slow and not alone and not browser and not long",
        "slow and browser and not long",
        "slow and alone and not long",
    ]
    fetched = [part.from_the_network for part in parts]
    assert fetched == sorted(fetched, reverse=True)
