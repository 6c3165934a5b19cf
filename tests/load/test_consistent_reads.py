"""Consistent reads: files that change while they are read are read again, and later changes are reported."""

from __future__ import annotations

import os

import pytest

from punchboard.load.files import (
    MAX_ATTEMPTS,
    changed_file_warnings,
    confirm_snapshot,
    files_read,
    read_text,
    record_reads_elsewhere,
    run_on_snapshot,
    untracked_reads,
)
from punchboard.problem import Place, ProblemsFound, Severity, fail


@pytest.fixture
def files(tmp_path):
    """Two files of a game."""
    for name in ("game.yaml", "cards.csv"):
        (tmp_path / name).write_text("old")
    return tmp_path


def read(path):
    return read_text(path, Place(path.name))


def test_unchanged_files_are_read_once(files):
    """Nothing is reported."""
    times = []

    def work():
        times.append(read(files / "cards.csv"))
        confirm_snapshot()
        return changed_file_warnings()

    assert run_on_snapshot(work) == ()
    assert times == ["old"]


def test_a_file_that_changes_while_others_are_read_is_read_again(files):
    """Rows of one state do not mix with a game.yaml of another."""
    seen = []

    def work():
        seen.append(read(files / "cards.csv"))
        if len(seen) == 1:
            (files / "cards.csv").write_text("new")
        read(files / "game.yaml")
        confirm_snapshot()
        return seen[-1]

    assert run_on_snapshot(work) == "new"
    assert seen == ["old", "new"]


def test_a_file_that_differs_when_read_again_restarts_the_run(files):
    """Nothing is built from the first half of one state and the second half of another."""
    seen = []

    def work():
        seen.append(read(files / "cards.csv"))
        if len(seen) == 1:
            (files / "cards.csv").write_text("newer")
        assert read(files / "cards.csv") == seen[-1]
        return seen[-1]

    assert run_on_snapshot(work) == "newer"
    assert seen == ["old", "newer"]


@pytest.mark.parametrize("how", ["times put back", "replaced", "gone"])
def test_a_change_is_detected_even_with_equal_times(files, how):
    """A file of the same size and time, a replaced file, a deleted file."""
    path, changed = files / "cards.csv", []

    def work():
        found = read(path)
        if not changed:
            changed.append(how)
            told = path.stat()
            if how == "replaced":
                (files / "other").write_text("new")
                os.utime(files / "other", ns=(told.st_atime_ns, told.st_mtime_ns))
                (files / "other").replace(path)
            elif how == "gone":
                path.unlink()
                return found
            else:
                path.write_text("new")
            os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns))
        return found

    if how == "gone":
        with pytest.raises(ProblemsFound) as caught:
            run_on_snapshot(work)
        assert caught.value.problems[0].rule == "FILE001"
    else:
        assert run_on_snapshot(work) == "new"


def test_problems_of_a_file_that_changed_meanwhile_are_dropped(files):
    """A half-saved file is read again when it is complete."""
    path = files / "cards.csv"
    path.write_text("ha")

    def work():
        found = read(path)
        if found == "ha":
            path.write_text("half")
            raise fail("ROW001", Place("cards.csv"), "half a row")
        return found

    assert run_on_snapshot(work) == "half"


def test_problems_are_reported_when_nothing_changed(files):
    """Without a retry."""
    times = []

    def work():
        times.append(read(files / "cards.csv"))
        raise fail("ROW001", Place("cards.csv"), "half a row")

    with pytest.raises(ProblemsFound) as caught:
        run_on_snapshot(work)
    assert [problem.rule for problem in caught.value.problems] == ["ROW001"]
    assert len(times) == 1


def test_a_file_that_changes_each_time_is_an_error(files):
    """After several attempts it is reported, and nothing is built."""
    times = []

    def work():
        read(files / "cards.csv")
        times.append(None)
        (files / "cards.csv").write_text("x" * len(times))
        confirm_snapshot()

    with pytest.raises(ProblemsFound) as caught:
        run_on_snapshot(work, lambda path: path.name)
    (problem,) = caught.value.problems
    assert (problem.rule, problem.place.file, problem.severity) == ("FILE005", "cards.csv", Severity.ERROR)
    assert len(times) == MAX_ATTEMPTS


def test_later_changes_are_reported_as_warnings(files):
    """The output shows the earlier state of all files."""

    def work():
        read(files / "cards.csv")
        confirm_snapshot()
        (files / "cards.csv").write_text("newer")
        return changed_file_warnings(lambda path: path.name)

    (problem,) = run_on_snapshot(work)
    assert (problem.rule, problem.place.file, problem.severity) == ("FILE005", "cards.csv", Severity.WARNING)


def test_a_new_file_read_after_a_change_restarts_the_run(files):
    """The new file may not belong to the earlier state."""
    seen = []

    def work():
        seen.append(read(files / "cards.csv"))
        confirm_snapshot()
        if len(seen) == 1:
            (files / "cards.csv").write_text("new")
        read(files / "game.yaml")
        return seen[-1]

    assert run_on_snapshot(work) == "new"
    assert seen == ["old", "new"]


def test_untracked_files_may_change(files):
    """Such as the manifest of an output."""

    def work():
        with untracked_reads():
            read(files / "cards.csv")
        confirm_snapshot()
        (files / "cards.csv").write_text("newer")
        return changed_file_warnings()

    assert run_on_snapshot(work) == ()


def read_elsewhere(path):
    """Return the state of a file that another process reports to have read."""
    return run_on_snapshot(lambda: (read(path), files_read())[1])


def test_reads_of_another_process_belong_to_the_run(files):
    """Their later changes are reported, too."""
    elsewhere = read_elsewhere(files / "cards.csv")

    def work():
        read(files / "game.yaml")
        confirm_snapshot()
        record_reads_elsewhere(elsewhere)
        (files / "cards.csv").write_text("new")
        return [one.place.file for one in changed_file_warnings()]

    assert run_on_snapshot(work) == [str(files / "cards.csv")]


@pytest.mark.parametrize("settled", [True, False])
def test_a_different_state_read_by_another_process_restarts_the_run(files, settled):
    """Whether both have read the file, or only the other process, while another file changed here."""
    elsewhere, times = read_elsewhere(files / "cards.csv"), []
    (files / "cards.csv" if not settled else files / "game.yaml").write_text("newer")

    def work():
        times.append(read(files / ("cards.csv" if not settled else "game.yaml")))
        if settled:
            confirm_snapshot()
        if len(times) == 1:
            if settled:
                (files / "game.yaml").write_text("newest")
            record_reads_elsewhere(elsewhere)
        return len(times)

    assert run_on_snapshot(work) == 2
