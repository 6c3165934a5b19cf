"""Everything that differs between systems lies in `punchboard.system` and `punchboard.sandbox`."""

import ast
import re
from pathlib import Path

import punchboard

SOURCE = Path(punchboard.__file__).parent
MODULES = {"fcntl", "msvcrt", "resource", "winreg", "webbrowser", "ctypes", "pwd", "grp", "locale"}
NAMES = {
    *("sys.platform", "os.name", "os.fork", "os.nice", "os.killpg", "os.kill", "os.uname", "os.startfile"),
    *("multiprocessing.get_start_method", "multiprocessing.set_start_method", "platform.system"),
}
HOMES = {name.partition(".")[0] for name in NAMES}
TOLD = re.compile("|".join((*sorted(MODULES), *map(re.escape, sorted(NAMES)), f"from ({'|'.join(sorted(HOMES))}) ")))
"""What is in the source of each module that asks: all else need not be parsed."""

ALLOWED = {
    "render/png/pictures.py": {"ctypes"},  # how the library of PDFium is called, on every system
    "cli/commands/doctor.py": {"platform.system"},  # printed as it is
}


def _found(source):
    for node in ast.walk(ast.parse(source)) if TOLD.search(source) else ():
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            yield from (full for name in node.names if (full := f"{node.module}.{name.name}") in NAMES)
            if node.module in MODULES:
                yield node.module
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield from {f"{node.value.id}.{node.attr}"} & NAMES


def test_no_other_module_asks_which_system_it_runs_on():
    """It asks a module of `punchboard.system`, which a test can replace."""
    asking = {}
    for path in SOURCE.rglob("*.py"):
        name = path.relative_to(SOURCE).as_posix()
        found = set(_found(path.read_text(encoding="utf-8"))) - ALLOWED.get(name, set())
        if found and not name.startswith(("system/", "sandbox/")):
            asking[name] = found
    assert asking == {}


def test_the_modules_of_system_are_found_by_this_test():
    """The test above could not fail if it saw nothing."""
    found = {name for path in (SOURCE / "system").glob("*.py") for name in _found(path.read_text(encoding="utf-8"))}
    assert {"sys.platform", "resource", "webbrowser", "ctypes", "locale", "os.nice", "os.killpg", "os.kill"} <= found
