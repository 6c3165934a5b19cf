"""Lazy imports at the start of the program."""

import subprocess
import sys

LATER = """
import sys
from punchboard.cli.lazy_imports import import_when_called
import_when_called("colorsys", "rgb_to_hls")
from colorsys import rgb_to_hls
before = type(sys.modules["colorsys"]).__name__
rgb_to_hls(0, 0, 0)
import colorsys
print(before, type(colorsys).__name__, colorsys.hls_to_rgb(0, 1, 0)[0])
"""
LAZILY = """
import sys
from punchboard.cli.lazy_imports import import_lazily
import_lazily("colorsys")
import colorsys
before = type(sys.modules["colorsys"]).__name__
print(before, colorsys.hls_to_rgb(0, 1, 0)[0], type(sys.modules["colorsys"]).__name__)
import_lazily("xml.sax")
from xml import sax
before = "xml.sax.handler" in sys.modules
print(before, sax.handler.__name__, type(sys.modules["xml.sax"]).__name__)
"""
SELDOM = """
import sys
import punchboard.cli.main
print(*sorted({"_pickle", "_random", "_socket", "email", "heapq", "selectors"} & set(sys.modules)))
"""
METADATA = """
import sys
import punchboard.cli.main
print("email" in sys.modules)
from importlib.metadata import version
print(version("pydantic").count("."), "email" in sys.modules)
"""


def ran(script):
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()


def test_a_function_can_be_imported_without_its_module():
    """The module is loaded when the function is called, and replaces its placeholder."""
    assert ran(LATER) == ["_LazyModule", "module", "1"]


def test_a_module_can_be_imported_without_being_loaded():
    """It is loaded when an attribute is read, also through its package."""
    assert ran(LAZILY) == ["_LazyModule", "1", "module", "False", "xml.sax.handler", "module"]


def test_the_command_line_starts_without_rarely_used_modules():
    """Modules for pickling, random numbers, processes and similar words are loaded later."""
    assert set(ran(SELDOM)) <= {"_socket"}


def test_the_command_line_starts_without_the_metadata_of_packages():
    """They are loaded when they are used."""
    assert ran(METADATA) == ["False", "2", "True"]
