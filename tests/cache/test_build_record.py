"""Build records: an unchanged game is not rebuilt, and any doubt rebuilds it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punchboard.build_result import BuildResult, FileRecord
from punchboard.cache import CACHE_FOLDER, digest, load_record, store_record
from punchboard.problem import Place, Problem, Severity, SuppressedProblem

WARNED = Problem("TURN003", Place("catalog/oak/game.yaml", 9, 2), "unequal: 'ß'", "even it", Severity.WARNING)
CELL = Problem("FIT001", Place("catalog/oak/cards.xlsx", 3, 2, "Sheet 1"), "too long", severity=Severity.WARNING)


def write_output(folder):
    """Write an output of two files and return the result of its build."""
    texts = {"rulebook.pdf": b"book", "components/root.svg": b"root"}
    records = []
    for name, data in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
        records.append(FileRecord(name, "rulebook", 1, 0, len(data), digest(data), {"pages": 1.0}))
    files = [file.manifest_entry() for file in records]
    (folder / "manifest.json").write_text(json.dumps({"files": files}), "utf-8")
    suppressed = (SuppressedProblem(WARNED, "as the document has it"),)
    kept = ("components/root.svg",)
    return BuildResult("oak", tuple(records), 7, (WARNED, CELL), suppressed, "all is new", kept)


@pytest.fixture
def recorded(tmp_path):
    """An output with the record of its build from the inputs ``a``."""
    built = write_output(tmp_path / "oak")
    store_record(tmp_path, "oak", "a", built)
    return tmp_path, built


def test_the_result_of_an_unchanged_build_is_loaded(recorded):
    """With every file, problem and reason."""
    out, built = recorded
    assert load_record(out, "oak", "a") == built


def test_other_inputs_need_a_new_build(recorded):
    """So do inputs without a fingerprint."""
    out, _ = recorded
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
    ids=["gone", "changed", "rewritten", "added", "moved", "manifest", "folder gone"],
)
def test_a_touched_output_needs_a_new_build(recorded, touch):
    """A reported result must match the files on disk."""
    out, _ = recorded
    touch(out / "oak")
    assert load_record(out, "oak", "a") is None


def test_an_output_that_another_build_replaced_is_not_recorded(tmp_path):
    """Two builds ran at once in one folder."""
    built = write_output(tmp_path / "oak")
    others = built.files[0]._replace(sha256="other")
    store_record(tmp_path, "oak", "a", built._replace(files=(others, built.files[1])))
    assert load_record(tmp_path, "oak", "a") is None


@given(at=st.integers(0, 2000), byte=st.integers(0, 255))
def test_a_damaged_record_is_ignored(tmp_path_factory, at, byte):
    """Whichever byte is damaged, no error is raised."""
    out = tmp_path_factory.mktemp("out")
    built = write_output(out / "oak")
    store_record(out, "oak", "a", built)
    path = out / CACHE_FOLDER / "oak.json"
    data = bytearray(path.read_bytes())
    at %= len(data)
    same = data[at] == byte
    data[at] = byte
    path.write_bytes(data)
    assert load_record(out, "oak", "a") == (built if same else None)


@pytest.mark.parametrize("value", [None, 1, [], {}, {"inputs": "a"}, {"inputs": "a", "output": {}, "result": [1]}])
def test_a_record_of_another_format_is_ignored(recorded, value):
    """It is undamaged, but from another version of the program."""
    out, _ = recorded
    body = json.dumps(value).encode()
    (out / CACHE_FOLDER / "oak.json").write_bytes(digest(body).encode() + b"\n" + body)
    assert load_record(out, "oak", "a") is None


def test_a_cache_that_cannot_be_written_is_ignored(tmp_path):
    """A file is in the place of its folder."""
    built = write_output(tmp_path / "oak")
    (tmp_path / CACHE_FOLDER).write_bytes(b"")
    store_record(tmp_path, "oak", "a", built)
    assert load_record(tmp_path, "oak", "a") is None
