"""Runs of the program in processes of their own that are forked from one which has imported it all.

``python forked.py`` reads a run from each line of its input, as JSON: ``words``, the folder ``here``, the environment
``env`` and the files ``out`` and ``err`` to print into; it answers with a line that holds the status. A run is what it
would be by itself, less the time in which a process imports the program, compiles its templates and reads its fonts:
that is two thirds of the time of a small build.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout, suppress
from io import StringIO


def _import_all() -> None:
    import punchboard

    for module in pkgutil.walk_packages(punchboard.__path__, "punchboard."):
        if not module.name.startswith("punchboard.server") and not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def _warm_up() -> None:
    """Make a game and build all of it, as its first run would."""
    from punchboard.cli.main import main

    here = os.getcwd()  # noqa: PTH109 - to come back
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        os.chdir(folder)
        for words in (("new", "game"), ("build", "game", "--jobs", "1")):
            sys.argv = ["punchboard", *words]
            with suppress(SystemExit, Exception):  # the tests of what is at fault report it
                main()
        os.chdir(here)


def _run(asked: dict[str, object]) -> None:
    """Become the program: never returns."""
    os.chdir(str(asked["here"]))
    for number, (path, mode) in enumerate(((os.devnull, "r"), (asked["out"], "w"), (asked["err"], "w"))):
        with open(str(path), mode) as file:  # noqa: PTH123 - a descriptor is wanted
            os.dup2(file.fileno(), number)
    os.environ.clear()
    os.environ.update(asked["env"])
    sys.argv = ["punchboard", *asked["words"]]
    from punchboard.cli import run

    run()


def main() -> None:
    """Fork a run for each line of the input."""
    _import_all()
    _warm_up()
    gc.collect()
    gc.freeze()  # what is shared with the runs is not to be written to, and so not to be copied
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _run(json.loads(line))
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
