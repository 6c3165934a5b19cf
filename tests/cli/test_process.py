"""The program as a process: an interrupt ends it quietly, whenever it comes."""

import os
import signal
import subprocess
import sys

import pytest
from patience import PATIENCE

LOADING = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
from punchboard.cli import run
run()
"""
STREAMS = """
import os
from punchboard import cli

cli._open_streams()
for number in range(3):
    os.fstat(number)
cli.run()
"""
ENDING = """
import os, signal, sys
from punchboard.cli import run
flush = sys.stdout.flush

def interrupted():
    flush()
    os.kill(os.getpid(), signal.SIGINT)

sys.stdout.flush = interrupted
run()
"""


def ran(script, **options):
    command = [sys.executable, "-c", script, "version"]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, **options)


@pytest.mark.skipif(sys.platform == "win32", reason="its processes end by no signal")
def test_an_interrupt_during_loading_prints_no_traceback():
    """The system's default handler ends the process."""
    done = ran(LOADING)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_an_interrupt_after_the_command_prints_nothing_more():
    """No traceback follows the output."""
    done = ran(ENDING)
    assert (done.returncode, done.stderr) == (130, "")
    assert done.stdout.startswith("punchboard ")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are not handed on there")
def test_an_ignored_interrupt_stays_ignored():
    """Shells start background processes so."""
    done = ran(LOADING, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("punchboard ")


@pytest.mark.skipif(sys.platform == "win32", reason="no shell there closes streams")
@pytest.mark.parametrize(
    ("closed", "spoken"), [("<&-", "punchboard "), (">&-", ""), ("2>&-", "punchboard "), ("<&- >&- 2>&-", "")]
)
def test_a_closed_stream_is_replaced_by_the_null_device(closed, spoken):
    """Some services start programs so; no opened file may take the number of a stream."""
    done = subprocess.run(
        ["sh", "-c", f'"$0" -c "$1" version {closed}', sys.executable, STREAMS],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout[: len("punchboard ")] == spoken


@pytest.mark.skipif(sys.platform == "win32", reason="no folder can be taken away there while a program is in it")
def test_a_deleted_current_folder_has_no_games(tmp_path):
    """A message, and no traceback."""
    script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" -m punchboard check'
    done = subprocess.run(
        ["sh", "-c", script, sys.executable],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("catalog: error FILE001: there are no games here\n")


@pytest.mark.skipif(sys.platform == "win32", reason="its terminals are no files")
def test_no_arguments_at_a_terminal_begin_a_page(tmp_path):
    """The name alone opens a page for a spreadsheet; an interrupt ends it."""
    ours, theirs = os.openpty()
    surroundings = {**os.environ, "BROWSER": "true", "PUNCHBOARD_CONFIG": str(tmp_path / "settings")}
    command = ["env", "--default-signal=INT", sys.executable, "-m", "punchboard"]
    process = subprocess.Popen(command, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs, env=surroundings)
    os.close(theirs)
    try:
        said = b""
        while b"/start?token=" not in said:
            said += os.read(ours, 1024)  # an error as soon as the process has ended
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) in {0, 130}
    finally:
        process.kill()
        process.wait()
        os.close(ours)
