import json

import pytest

from punchboard.model.snapshot import KindSources, Part
from punchboard.problem import ProblemsFound
from punchboard.revisions.older_states import read_manifest, read_snapshot


def written(folder, **changes):
    """Write a manifest as a build does, with some of its values changed, and return its path."""
    data = {
        "game": {"id": "grove", "title": "Grove", "version": "0.1.0"},
        "files": [{"path": "a.pdf", "unknown": 1}],
        "components": [{"id": "a", "kind": "card", "copies": 2, "hash": "1f", "values": {"name": "a", "cost": 1}}],
        "others": [{"id": "die duel", "kind": "die", "copies": 1, "hash": "d"}],
        "kinds": [{"id": "card", "sources": ["face card"], "lists": {"realm": "realm"}}],
        "lists": [{"id": "realm", "entries": {"ember": {"colour": "#a3282f"}}}],
        "sources": [{"id": "face card", "hash": "f"}],
        "texts": [{"id": "rulebook", "hash": "t"}],
        "state": [{"version": "0.1.0", "numbers": {"deal": 7}}],
        **changes,
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(json.dumps(data))
    return folder / "manifest.json"


def test_a_manifest_is_read_as_it_was_written(tmp_path):
    """The state is complete."""
    state = read_snapshot(written(tmp_path))
    assert state.parts == {"a": Part("card", 2, "1f", {"name": "a", "cost": 1})}
    assert state.other_parts == {"die duel": Part("die", 1, "d", {})}
    assert state.kinds == {"card": KindSources(("face card",), {"realm": "realm"})}
    assert (state.sources, state.texts, state.numbers) == ({"face card": "f"}, {"rulebook": "t"}, {"deal": 7})
    assert state.lists == {"realm": {"ember": {"colour": "#a3282f"}}}


def test_a_manifest_without_a_state_is_a_problem(tmp_path):
    """Old versions recorded which components there were, but not what they looked like."""
    game = {"id": "tiny", "title": "Tiny", "version": "0.1.0", "language": "en"}
    old = {"game": game, "made_by": "punchboard 0.0.1", "files": [], "components": []}
    (tmp_path / "manifest.json").write_text(json.dumps(old))
    with pytest.raises(ProblemsFound, match="does not record what its components look like"):
        read_snapshot(tmp_path / "manifest.json")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"game": 3}', "[" * 100_000, "\x00"])
def test_any_other_file_is_a_problem(tmp_path, text):
    """With any content, there is a message."""
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(ProblemsFound, match="CHANGE001"):
        read_manifest(tmp_path / "manifest.json")
