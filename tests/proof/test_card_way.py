"""ARCHITECTURE.md follows a card through real functions, each of which calls the next one."""

import ast
import importlib
import inspect
import re
import textwrap
from itertools import pairwise
from pathlib import Path

import pytest


def chains(root):
    """Return the chains of functions on the page, as dotted names below the package."""
    page = (root / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = page.partition("## The way of one card")[2].partition("\n## ")[0].partition("More is explained")[0]
    found = []
    for run in re.split(r"\n- |; then", section):
        names = re.findall(r"`([\w.]+)`", run)
        found += [names] if len(names) > 1 else []
    return found


def find_function(name):
    """Return the function with a dotted name."""
    parts = f"punchboard.{name}".split(".")
    for cut in range(len(parts) - 1, 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part)
        return found
    raise AssertionError(name)


def test_the_way_is_complete(root):
    """It starts at the table and ends at the PDF operators and the output folder."""
    names = [name for chain in chains(root) for name in chain]
    assert names[0] == "pipeline.build.build"
    assert {
        "load.tables.delimited.read_delimited",
        "render.pdf.drawing.content.Content.operators",
        "write.OutputFolder.write",
    } <= {*names}


def pairs():
    """Return each pair of functions of which the first should call the second."""
    root = Path(__file__).resolve().parents[2]
    return [pair for chain in chains(root) for pair in pairwise(chain)]


@pytest.mark.parametrize(("caller", "called"), pairs())
def test_each_function_on_the_way_calls_the_next(caller, called):
    """The code of the caller contains its name, or the name of its method."""
    source = textwrap.dedent(inspect.getsource(find_function(caller)))
    wanted = find_function(called).__name__
    names = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)}
    assert wanted in names
