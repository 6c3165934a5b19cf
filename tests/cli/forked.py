"""Runs of the program in processes of their own that are forked from one which has imported it all.

``python forked.py`` reads a run from each line of its input, as JSON: ``words``, the folder ``here``, the environment
``env`` and the files ``out`` and ``err`` to print into; it answers with a line that holds the status. A run is what it
would be by itself, less the quarter of a second in which a process imports the program.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import sys


def _import_all() -> None:
    import punchboard

    for module in pkgutil.walk_packages(punchboard.__path__, "punchboard."):
        if not module.name.startswith("punchboard.server") and not module.name.endswith("__main__"):
            importlib.import_module(module.name)


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
