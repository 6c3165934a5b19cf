"""The way from a table to printed pages needs nothing of the system but files, so that it also runs in a browser."""

import os
import subprocess
import sys

import pytest

WITHOUT_A_SYSTEM = """
import builtins, os, socket, signal, subprocess, sys, threading

GONE = {"PIL", "_ssl", "bidi", "distributed", "fcntl", "filelock", "multiprocessing", "pikepdf", "resource",
        "resvg_py", "ssl", "uvicorn", "watchfiles", "yaml._yaml"}

class Gone:
    def find_spec(self, name, path=None, target=None):
        if name in GONE:
            raise ImportError(name + " is not there")

def refused(*_args, **_options):
    raise RuntimeError("the system has no such thing")

def exact(values, /, start=0, *, add=sum):
    values = list(values)
    caller = sys._getframe(1).f_globals["__name__"]
    assert not caller.startswith("punchboard.") or not any(isinstance(one, float) for one in values), (
        "the sum of decimals depends on the version of Python: math.fsum, or exact_sum of punchboard.units"
    )
    return add(values, start)

builtins.sum = exact
sys.meta_path.insert(0, Gone())
for name in [name for name in sys.modules if name.partition(".")[0] in GONE]:
    del sys.modules[name]
for owner, names in ((os, ("fork", "posix_spawn", "system", "kill", "nice", "pipe")), (signal, ("signal", "setitimer")),
                     (subprocess, ("Popen",)), (socket, ("socket",)), (threading.Thread, ("start",))):
    for name in names:
        setattr(owner, name, refused)
del os.link

from punchboard.cli.main import main

for words in COMMANDS:
    sys.argv[1:] = words
    try:
        main()
    except SystemExit as end:
        assert not end.code, (words, end.code)
"""


@pytest.mark.unix
def test_a_table_becomes_printed_pages_without_threads_processes_locks_or_pillow(tmp_path):
    """Made, built as PDF, SVG and PNG, and checked, with PyYAML's own parser; no decimals are added by `sum`."""
    (tmp_path / "spells.csv").write_text("Name,Text,Count\nFire,Burns :fire: one.,2\nIce,Freezes one.,3\n", "utf-8")
    commands = [
        ["new", "spells", "--from", "spells.csv"],
        ["build", "spells", "--format", "svg", "--only", "rulebook"],
        ["build", "spells", "--format", "png", "--dpi", "60", "--only", "sheets"],
        ["check", "spells"],
        ["list", "themes"],
    ]
    command = [sys.executable, "-c", f"COMMANDS = {commands!r}\n{WITHOUT_A_SYSTEM}"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    ran = subprocess.run(command, cwd=tmp_path, env=env, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert any((tmp_path / "output" / "spells").rglob("*.png"))
