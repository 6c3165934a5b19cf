"""Fault injection: the last good output stays whole, the next build is right, and nothing is left behind.

``python tests/faults/report.py`` runs more repetitions, and prints the table of docs/security.md.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import contextmanager

import pytest
from faulty.table import Table, whole
from faulty.tally import Tally, markdown
from faulty.trials import TRIALS, run_trial
from patience import eventually


@pytest.mark.slow
@pytest.mark.parametrize("trial", TRIALS, ids=[one.name for one in TRIALS])
def test_a_fault_leaves_the_last_good_output_and_a_right_next_build(trial, tmp_path):
    """A trial that this machine cannot run is skipped with the reason."""
    tally = run_trial(trial, tmp_path, trial.few)
    if tally.skipped:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(tally.skipped)
    assert tally.wrong == []
    assert tally.is_good


def output(folder):
    """Write an output of two files, with the digests of their bytes."""
    (folder / "rules").mkdir(parents=True)
    digests = {
        "a.txt": "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
        "rules/b.txt": "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
    }
    for name in digests:
        (folder / name).write_text(name[-5])
    told = [{"path": name, "sha256": digest} for name, digest in digests.items()]
    (folder / "manifest.json").write_text(json.dumps({"files": told}))
    return folder


def test_an_output_is_whole_when_every_file_has_its_digest(tmp_path):
    """A changed, missing or extra file is found; so is an unreadable manifest."""
    folder = output(tmp_path / "grove")
    assert whole(folder)
    (folder / "a.txt").write_text("b")
    assert not whole(folder)
    (folder / "a.txt").write_text("a")
    (folder / "more.txt").touch()
    assert not whole(folder)
    (folder / "more.txt").unlink()
    (folder / "rules" / "b.txt").unlink()
    assert not whole(folder)
    (folder / "manifest.json").write_bytes(b"")
    assert not whole(folder)


def test_leftover_files_and_processes_are_found(tmp_path):
    """Files among the outputs and in the cache, and a process that outlived its trial."""
    table = Table(tmp_path)
    for name in ("grove", ".locks", ".cache", ".grove.new", "shore"):
        (table.output / name).mkdir(parents=True)
    (table.output / ".cache" / "grove.json.17.new").touch()
    assert table.rubbish() == [".grove.new", "grove.json.17.new", "shore"]
    with left_behind(table) as left:
        eventually(lambda: table.running() == [left.pid])
        left.kill()
        left.wait()
        assert table.orphans() == []


@contextmanager
def left_behind(table):
    """Run a process with the surroundings of a trial; the system may show them a moment after its start."""
    with subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"], env=table.environment()) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_process_that_never_ends_is_reported_and_ended(tmp_path, monkeypatch):
    """Nobody waits for it for ever."""
    table = Table(tmp_path)
    with left_behind(table) as left:
        eventually(lambda: table.running() == [left.pid])
        monkeypatch.setattr("patience.PATIENCE", 0)
        assert table.orphans() == [left.pid]


def test_a_report_has_a_row_for_each_trial():
    """A skipped trial has the reason."""
    done_once, skipped = Tally("a fault"), Tally("another", skipped="needs a mount")
    done_once.count(whole=True, right=False, tidy=True, silent=True, what="once")
    assert markdown([done_once, skipped]).splitlines()[2:] == [
        "| a fault | 1 | 1 | 0 | 1 | 1 |",
        "| another | not done here: needs a mount |  |  |  |  |",
    ]
    assert done_once.wrong == ["once: not right"]
    assert not done_once.is_good
