"""Every door of the program takes what it is given: an answer or a documented error, soon, and no file is touched."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from campaign import looped  # noqa: E402 - the program of this folder is found by its folder
from targets import TARGETS  # noqa: E402
from watch import Watch  # noqa: E402

BY_NAME = {target.name: target for target in TARGETS}
CRASHERS = sorted(path for path in (HERE / "crashers").glob("*/*") if path.is_file())

FEW, SOON = 300, 0.5
"""Inputs of each target in the fast suite, and the seconds after which a slow one has had enough."""

MANY = 60
"""Seconds of the long run, over all targets."""


@pytest.fixture(scope="session")
def watch():
    """Return what runs targets; it sees every file that is opened in this process for writing, deleted or renamed."""
    BY_NAME["words"].seeds()  # reads the dictionaries of all languages, which takes longer than an input may
    return Watch()


@pytest.fixture
def sound(watch):
    """Return a function that runs a target on an input and says what is wrong, if anything."""

    def sound(name, data):
        found = watch.run(BY_NAME[name], data)
        assert found is None, f"{found.what} in {found.where}"

    return sound


@pytest.mark.parametrize("path", CRASHERS, ids=[f"{path.parent.name}/{path.name}" for path in CRASHERS])
def test_what_was_once_a_fault_is_answered(path, sound):
    """Each input that fuzzing has found is taken as any other is."""
    sound(path.parent.name, path.read_bytes())


def test_crashers_are_small_and_of_targets():
    """A crasher lies in the folder of its target, and is no larger than it has to be."""
    assert {path.parent.name for path in CRASHERS} <= BY_NAME.keys()
    assert max(path.stat().st_size for path in CRASHERS) < 10_000


@pytest.mark.parametrize("name", BY_NAME)
def test_some_inputs_of_each_target_are_answered(name, watch):
    """Seeds, and what is made of them at random: always the same, so that a failure stays one."""
    watch.begin()
    looped(BY_NAME[name], watch, FEW, SOON)
    assert watch.count
    assert not watch.findings


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_NAME)
def test_many_inputs_of_each_target_are_answered(name, watch):
    """The same with other seed numbers, for a second each: tens of thousands of inputs in all."""
    watch.begin()
    looped(BY_NAME[name], watch, 20_000, seconds=MANY / len(BY_NAME), seed=2)
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
def test_text_of_any_script_is_set(watch, text):
    """Letters of all scripts, marks and controls of direction, in any order, styles and languages by chance."""
    for name in ("words", "directions", "markdown"):
        found = watch.run(BY_NAME[name], text.encode())
        assert found is None, f"{name}: {found.what} in {found.where}"


def nested(inner):
    return st.lists(inner, max_size=3) | st.dictionaries(SCRIPTS, inner, max_size=3)


@settings(max_examples=60)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | SCRIPTS, nested, max_leaves=12))
def test_values_of_any_kind_may_stand_in_a_table(watch, value):
    """Rows of anything that JSON can say, as JSON and as YAML."""
    data = json.dumps([{"name": value}, {"other": value}], ensure_ascii=False).encode()
    for name in ("table-json", "table-yaml", "rows-json"):
        found = watch.run(BY_NAME[name], data)
        assert found is None, f"{name}: {found.what} in {found.where}"
