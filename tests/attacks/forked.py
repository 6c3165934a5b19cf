"""Builds of untrusted games in the real sandbox, each forked from a process that has imported the program.

``python forked.py`` reads one build per line of its input, as JSON, and answers with a line: the result. Parent and
sandboxed child are two processes as always; forking them instead of starting them saves the second in which Python
imports the program.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import sys
from pathlib import Path


def _import_all():
    import punchboard

    for module in pkgutil.walk_packages(punchboard.__path__, "punchboard."):
        if not module.name.startswith("punchboard.server") and not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def _start(job):
    """Fork the sandboxed process, and return it with the parent's ends of its pipes."""
    from punchboard.sandbox.child import run_job
    from punchboard.sandbox.parent import Process

    (to_read, to_write), (from_read, from_write) = os.pipe(), os.pipe()
    number = os.fork()
    if not number:
        os.close(to_write)
        os.close(from_read)
        os.chdir(job.readable_paths[0])
        try:
            run_job(os.fdopen(to_read, "rb"), os.fdopen(from_write, "wb"))
        finally:
            os._exit(0)
    os.close(to_read)
    os.close(from_write)
    ended = []

    def wait():
        if not ended:
            ended.append(os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]))
        return ended[0]

    def kill():
        if not ended:
            os.kill(number, 9)

    return Process(os.fdopen(to_write, "wb"), os.fdopen(from_read, "rb"), kill, wait)


def _built(asked):
    from punchboard.model.print_options import PrintOptions
    from punchboard.pipeline import BuildOptions
    from punchboard.sandbox import LIMITS
    from punchboard.sandbox.parent import build

    only, forms = tuple(asked.get("only", ())), ("pdf", *asked.get("formats", ()))
    print_options = PrintOptions(everything=asked.get("everything", False))
    workspace, out = Path(asked["workspace"]), Path(asked["out"])
    options = BuildOptions(workspace, out, only, ("a4",), forms, print_options, asked.get("since", ""))
    options = options._replace(locale=asked.get("locale", ""))
    limits = LIMITS._replace(**asked.get("limits", {}))
    built = build(asked["game"], options, limits, start=_start)
    return {
        "files": [file.path for file in built.files],
        "problems": [(one.rule, one.severity.value, str(one), one.hint) for one in built.problems],
    }


def _answer(asked):
    """Fork a process for one build, and print its answer."""
    reading, writing = os.pipe()
    number = os.fork()
    if not number:
        try:
            os.write(writing, json.dumps(_built(asked)).encode() + b"\n")
        except BaseException as error:  # noqa: BLE001 - the test shows it
            os.write(writing, json.dumps({"fault": f"{type(error).__name__}: {error}"}).encode() + b"\n")
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as said:
        sys.stdout.write(said.read().decode())
    sys.stdout.flush()
    os.waitpid(number, 0)


def main():
    """Fork a build for each line of the input."""
    gc.disable()
    _import_all()
    gc.freeze()
    for line in sys.stdin:
        _answer(json.loads(line))


if __name__ == "__main__":
    main()
