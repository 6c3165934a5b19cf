"""Every input of the program gives a result or a documented error, in time, and touches no other file."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from campaign import run_inputs  # noqa: E402 - the path must be set first
from targets import TARGETS  # noqa: E402
from watch import Watch  # noqa: E402

BY_NAME = {target.name: target for target in TARGETS}
CRASHERS = sorted(path for path in (HERE / "crashers").glob("*/*") if path.is_file())

FEW, SOON = 100, 0.5
"""Inputs of each target in the fast suite, and the most seconds of a slow target."""

MANY = 60
"""Seconds of the long run for all targets."""


@pytest.fixture(scope="session")
def watch():
    """Return the watch that runs targets, and sees every file that this process writes, deletes or renames."""
    BY_NAME["words"].seeds()  # reads the dictionaries of all languages, which takes longer than an input may
    return Watch()


@pytest.fixture
def fault_of(watch):
    """Return a function that runs a target on an input and returns the fault, if any."""

    def fault_of(name, data):
        found = watch.run(BY_NAME[name], data)
        assert found is None, f"{found.what} in {found.where}"

    return fault_of


@pytest.mark.parametrize("path", CRASHERS, ids=[f"{path.parent.name}/{path.name}" for path in CRASHERS])
def test_former_crashers_are_handled(path, fault_of):
    """Each input that fuzzing has found is handled as any other."""
    fault_of(path.parent.name, path.read_bytes())


def test_crashers_are_small_and_belong_to_targets():
    """Each is in the folder of its target."""
    assert {path.parent.name for path in CRASHERS} <= BY_NAME.keys()
    assert max(path.stat().st_size for path in CRASHERS) < 10_000


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_NAME)
def test_some_inputs_of_each_target_are_handled(name, watch):
    """Seeds and random changes of them, always the same so that a failure can be repeated."""
    watch.begin()
    run_inputs(BY_NAME[name], watch, FEW, SOON)
    assert watch.count
    assert not watch.findings


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("name", BY_NAME)
def test_many_inputs_of_each_target_are_handled(name, watch):
    """The same with other random seeds: tens of thousands of inputs in total, in a minute."""
    watch.begin()
    run_inputs(BY_NAME[name], watch, 20_000, seconds=MANY / len(BY_NAME), seed=2)
    assert not watch.findings


SCRIPTS = st.text(
    st.one_of(
        st.characters(codec="ascii"),
        st.characters(min_codepoint=0x300, max_codepoint=0x36F),
        st.characters(min_codepoint=0x590, max_codepoint=0x8FF),
        st.characters(min_codepoint=0x900, max_codepoint=0x109F),
        st.characters(min_codepoint=0x200B, max_codepoint=0x206F, exclude_categories=["Cs"]),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=60,
)


@settings(max_examples=150)
@given(SCRIPTS)
def test_text_of_any_script_can_be_typeset(watch, text):
    """Letters of all scripts, marks and direction controls, in random order, styles and languages."""
    for name in ("words", "directions", "markdown"):
        found = watch.run(BY_NAME[name], text.encode())
        assert found is None, f"{name}: {found.what} in {found.where}"


def nested(inner):
    return st.lists(inner, max_size=3) | st.dictionaries(SCRIPTS, inner, max_size=3)


@settings(max_examples=60)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | SCRIPTS, nested, max_leaves=12))
def test_a_table_may_have_values_of_any_type(watch, value):
    """Rows of anything that JSON can express, as JSON and as YAML."""
    data = json.dumps([{"name": value}, {"other": value}], ensure_ascii=False).encode()
    for name in ("table-json", "table-yaml", "rows-json"):
        found = watch.run(BY_NAME[name], data)
        assert found is None, f"{name}: {found.what} in {found.where}"
