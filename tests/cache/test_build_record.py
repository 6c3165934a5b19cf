"""Stamps: a build of which nothing has changed is not made again, and any doubt makes it again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.build_result import BuildResult, FileRecord
from punchboard.cache import load_record, store_record
from punchboard.cache.store import CACHE_FOLDER, digest
from punchboard.problem import Place, Problem, Severity, SuppressedProblem

WARNED = Problem("TURN003", Place("catalog/oak/game.yaml", 9, 2), "unequal: 'ß'", "even it", Severity.WARNING)
CELL = Problem("FIT001", Place("catalog/oak/cards.xlsx", 3, 2, "Sheet 1"), "too long", severity=Severity.WARNING)


def made(folder):
    """Write an output of two files and return what became of the build."""
    texts = {"rulebook.pdf": b"book", "components/root.svg": b"root"}
    records = []
    for name, data in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        records.append(FileRecord(name, "rulebook", 1, 0, len(data), digest(data), {"pages": 1.0}))
    files = [file.manifest_entry() for file in records]
    (folder / "manifest.json").write_text(json.dumps({"files": files}), "utf-8")
    return BuildResult(
        "oak", tuple(records), 7, (WARNED, CELL), (SuppressedProblem(WARNED, "as the document has it"),), "all is new"
    )


@pytest.fixture
def kept(tmp_path):
    """An output that was made of inputs ``a``."""
    built = made(tmp_path / "oak")
    store_record(tmp_path, "oak", "a", built)
    return tmp_path, built


def test_what_became_of_a_build_is_told_again(kept):
    """With every file, problem and reason."""
    out, built = kept
    assert load_record(out, "oak", "a") == built


def test_other_inputs_are_another_build(kept):
    """As are those that cannot be told."""
    out, _ = kept
    assert load_record(out, "oak", "b") is None
    assert load_record(out, "oak", "") is None
    assert load_record(out, "elm", "a") is None


@pytest.mark.parametrize(
    "touch",
    [
        lambda folder: (folder / "rulebook.pdf").unlink(),
        lambda folder: (folder / "rulebook.pdf").write_bytes(b"look"),
        lambda folder: (folder / "rulebook.pdf").write_bytes(b"book"),
        lambda folder: (folder / "more.txt").write_bytes(b""),
        lambda folder: (folder / "components" / "root.svg").rename(folder / "root.svg"),
        lambda folder: (folder / "manifest.json").write_bytes(b"{}"),
        lambda folder: folder.rename(folder.with_name("elm")),
    ],
    ids=["gone", "changed", "written anew", "one more", "moved", "manifest", "folder gone"],
)
def test_an_output_that_was_touched_is_made_again(kept, touch):
    """Whoever did it: a build gives what it says it gives."""
    out, _ = kept
    touch(out / "oak")
    assert load_record(out, "oak", "a") is None


def test_an_output_that_another_build_has_taken_is_not_remembered(tmp_path):
    """Two builds at once in one folder: what lies there is the other's."""
    built = made(tmp_path / "oak")
    others = built.files[0]._replace(sha256="other")
    store_record(tmp_path, "oak", "a", built._replace(files=(others, built.files[1])))
    assert load_record(tmp_path, "oak", "a") is None


@given(at=st.integers(0, 2000), byte=st.integers(0, 255))
def test_a_damaged_stamp_is_as_none(tmp_path_factory, at, byte):
    """Whatever byte of it is damaged: it is the same result or none, and never an error."""
    out = tmp_path_factory.mktemp("out")
    built = made(out / "oak")
    store_record(out, "oak", "a", built)
    path = out / CACHE_FOLDER / "oak.json"
    data = bytearray(path.read_bytes())
    at %= len(data)
    same = data[at] == byte
    data[at] = byte
    path.write_bytes(data)
    assert load_record(out, "oak", "a") == (built if same else None)


@pytest.mark.parametrize("value", [None, 1, [], {}, {"inputs": "a"}, {"inputs": "a", "output": {}, "result": [1]}])
def test_a_stamp_of_another_form_is_as_none(kept, value):
    """It is whole, and of some other program."""
    out, _ = kept
    body = json.dumps(value).encode()
    (out / CACHE_FOLDER / "oak.json").write_bytes(digest(body).encode() + b"\n" + body)
    assert load_record(out, "oak", "a") is None


def test_a_disk_that_refuses_keeps_nothing(tmp_path):
    """A file stands in the place of the folder: the build is as good without."""
    built = made(tmp_path / "oak")
    (tmp_path / CACHE_FOLDER).write_bytes(b"")
    store_record(tmp_path, "oak", "a", built)
    assert load_record(tmp_path, "oak", "a") is None
