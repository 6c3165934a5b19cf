import hashlib
import json

import pytest

from punchboard.build_result import FileRecord, files_in_manifest
from punchboard.model.snapshot import Part, Snapshot
from punchboard.write import file_record, game_summary, manifest

FILES = (
    file_record("b.pdf", "sheets", b"bb", pages=2, pieces=9),
    file_record("a.pdf", "rulebook", b"aaa", pages=1, pieces=0),
)


def written(game, version, files, parts=()):
    """Return the manifest of a game with some parts."""
    return manifest(game_summary(game), version, files, Snapshot(game.id, version, dict(parts)))


def test_a_record_has_size_and_hash():
    """They are those of the file's bytes."""
    assert FILES[1] == FileRecord("a.pdf", "rulebook", 1, 0, 3, hashlib.sha256(b"aaa").hexdigest())


def test_a_manifest_lists_files_and_components(tiny_game):
    """Files by path, components with their copies in the catalog's order, the language, and what made them."""
    parts = {"alder": Part("card", 3, "0a", {"name": "alder", "copies": 3}), "birch": Part("card", 1, "0b", {})}
    read = json.loads(written(tiny_game().game, "1.2.3", FILES, parts))
    assert list(read)[:4] == ["game", "made_by", "files", "components"]
    assert read["game"] == {"id": "tiny", "title": "The Tiny Game", "version": "0.1.0", "language": "en"}
    assert read["made_by"] == "punchboard 1.2.3"
    assert [file["path"] for file in read["files"]] == ["a.pdf", "b.pdf"]
    assert read["files"][1] == {name: value for name, value in FILES[0]._asdict().items() if name != "proof"}
    assert read["components"] == [
        {"id": "alder", "kind": "card", "copies": 3, "hash": "0a", "values": {"name": "alder"}},
        {"id": "birch", "kind": "card", "copies": 1, "hash": "0b", "values": {}},
    ]


def test_equal_builds_have_equal_manifests(tiny_game):
    """The order in which files were made does not matter, and there is no date."""
    game = tiny_game().game
    assert written(game, "1", FILES) == written(game, "1", reversed(FILES))


def test_an_empty_manifest_is_read_back(tiny_game):
    """Lists may be empty."""
    assert files_in_manifest(written(tiny_game().game, "1", ())) == ()


def test_records_are_read_back(tiny_game):
    """Records are equal after writing and reading."""
    assert files_in_manifest(written(tiny_game().game, "1", FILES)) == tuple(sorted(FILES))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not JSON",
        b"[]",
        b"{}",
        b'{"files": 3}',
        b'{"files": [{"path": "a"}]}',
        b'{"files": [3]}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_a_manifest_that_cannot_be_read_has_no_records(data):
    """An old version or another program may have written it; the build continues."""
    assert files_in_manifest(data) == ()


def test_the_proof_of_a_file_is_recorded_and_read_back(tiny_game):
    """Files without a proof, and manifests of versions without proofs, are read as well."""
    proof = {"pages": 2, "components": 9, "pairs": 9, "worst_mm": 0.001, "fonts": 3}
    proved = file_record("b.pdf", "sheets", b"bb", pages=2, pieces=9, proof=proof)
    data = written(tiny_game().game, "1", (proved, FILES[1]))
    assert json.loads(data)["files"][1]["proof"] == proof
    assert files_in_manifest(data) == (FILES[1], proved)
    older = json.dumps({"files": [{name: value for name, value in proved.manifest_entry().items() if name != "proof"}]})
    assert files_in_manifest(older.encode()) == (proved._replace(proof=None),)
