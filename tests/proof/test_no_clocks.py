"""No test asserts a time: tests read no clock, sleep for no time, and have no number of seconds of their own."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
EXEMPT = {
    "patience.py": "it is how all others wait",
    "time_limit.py": "it ends a run of the gate that takes too long, and asserts nothing",
    "fuzz/campaign.py": "a program run by hand, with a budget of time and memory",
}
"""Modules that may read clocks, each with its reason."""

CLOCKS = {
    "time.monotonic",
    "time.monotonic_ns",
    "time.perf_counter",
    "time.perf_counter_ns",
    "time.process_time",
    "time.process_time_ns",
    "time.thread_time",
    "time.time",
    "time.time_ns",
    "time.sleep",
    "resource.getrusage",
    "os.times",
}
METHODS = {"wait_for_timeout"}
"""Methods that wait for a time, whatever their object."""

TOLD = re.compile("time|sleep|getrusage")
"""What is in the source of each use: all else need not be parsed."""


def uses_of_time(source):
    """Return the line and the name of each use of a clock, a sleep or a number of seconds in the source of a module."""
    if not TOLD.search(source):
        return []
    tree = ast.parse(source)
    names = dict(imported_names(tree))
    found = {(node.lineno, name) for node in ast.walk(tree) if (name := clock(node, names))}
    return sorted(found | {(node.lineno, name) for node in ast.walk(tree) for name in seconds(node, names)})


def imported_names(tree):
    """Yield each imported name with the full name of what it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((one.asname or one.name.partition(".")[0], one.name) for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((one.asname or one.name, f"{node.module}.{one.name}") for one in node.names)


def full_name(node, names):
    """Return the dotted name that an expression stands for, or an empty string."""
    if isinstance(node, ast.Name):
        return names.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        return f"{full_name(node.value, names)}.{node.attr}"
    return ""


def clock(node, names):
    """Return the name of the clock that a node imports or names, or an empty string."""
    if isinstance(node, ast.ImportFrom):
        return next((name for one in node.names if (name := f"{node.module}.{one.name}") in CLOCKS), "")
    name = full_name(node, names)
    return name if name in CLOCKS else ""


def seconds(node, names):
    """Yield the names of sleeps and time-outs to which a call passes a number."""
    if not isinstance(node, ast.Call):
        return
    called = full_name(node.func, names)
    if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
        yield node.func.attr
    if called == "asyncio.sleep" and not (node.args and is_number(node.args[0], most=0)):
        yield called
    for keyword in node.keywords:
        if keyword.arg == "timeout" and is_number(keyword.value):
            yield "timeout"


def is_number(node, most=float("inf")):
    """Return whether a node is a literal number, or a sum or product of such, up to ``most``."""
    if isinstance(node, ast.BinOp):
        return is_number(node.left) and is_number(node.right) and most > 0
    return isinstance(node, ast.Constant) and type(node.value) in {int, float} and node.value <= most


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import time\ntime.sleep(1)", "time.sleep"),
        ("import time as t\nbegun = t.monotonic()", "time.monotonic"),
        ("from time import process_time", "time.process_time"),
        ("from time import sleep as rest", "time.sleep"),
        ("def test():\n    import resource\n    resource.getrusage(0)", "resource.getrusage"),
        ("import threading, time\nthreading.Thread(target=time.sleep, args=[9])", "time.sleep"),
        ("import asyncio\nasync def f():\n    await asyncio.sleep(0.1)", "asyncio.sleep"),
        ("from asyncio import sleep\nasync def f(n):\n    await sleep(n)", "asyncio.sleep"),
        ("page.wait_for_timeout(5)", "wait_for_timeout"),
        ("process.wait(timeout=30)", "timeout"),
        ("process.wait(timeout=2 * 30)", "timeout"),
        ("import asyncio\nasync def f():\n    await asyncio.sleep(0)", None),
        ("from patience import PATIENCE\nprocess.wait(timeout=PATIENCE)", None),
        ("process.wait(timeout=None)", None),
        ("import time\nstamp = time.strftime('%Y')", None),
        ("import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (9, 9))", None),
        ("clock.sleep(1); time = clock.time()", None),
    ],
)
def test_uses_of_time_are_found(source, found):
    """However they are imported; what has no number of seconds is none."""
    assert {name for _, name in uses_of_time(source)} == ({found} if found else set())


def modules():
    """Return the modules of the tests by their paths."""
    return {path.relative_to(TESTS).as_posix(): path for path in TESTS.rglob("*.py")}


def test_the_gate_asserts_no_time():
    """A busy machine may take any time for anything: a test waits for a condition with ``eventually``, or counts."""
    found = [
        f"{name}:{line}: {used}"
        for name, path in sorted(modules().items())
        if name not in EXEMPT
        for line, used in uses_of_time(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_every_exempt_module_uses_time():
    """Otherwise it needs no exemption."""
    there = modules()
    assert [name for name in EXEMPT if not uses_of_time(there[name].read_text(encoding="utf-8"))] == []
