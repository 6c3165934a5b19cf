"""Properties of comparison: an edit marks the edited component as changed, and nothing else."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punchboard.load import load
from punchboard.model.snapshot import compare_snapshots
from punchboard.revisions.comparison import game_state

FACE = """\
boxes:
  name: {at: [6, 6], size: [40, 8], text: "{{ name }}", style: title}
  text: {at: [6, 20], size: [50, 40], markdown: "{{ text }}"}
  rank: {at: [6, 70], size: [8, 8], text: "{{ rank }}", when: "rank > 1"}
"""
words = st.text("abcdefghij :*", min_size=1, max_size=30)
rows = st.lists(st.tuples(words, st.integers(1, 9), st.integers(1, 3)), min_size=1, max_size=8)
edits = st.sampled_from(["text", "rank", "copies"])


def table(content):
    lines = [f'card-{number},"{text}",{rank},{copies}' for number, (text, rank, copies) in enumerate(content)]
    return "\n".join(("name,text,rank,copies", *lines, ""))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows, st.data())
def test_an_edit_of_one_row_marks_only_that_component(tiny_game, tmp_path, content, data):
    """For any edit in any row, one component changed, by that field."""
    at, field, by = data.draw(st.integers(0, len(content) - 1)), data.draw(edits), data.draw(st.integers(1, 5))
    old = game_state(tiny_game(FACE, rows="cards.csv", files={"cards.csv": table(content)}))
    text, rank, copies = content[at]
    edited = {
        "text": (f"{text}x", rank, copies),
        "rank": (text, rank + by, copies),
        "copies": (text, rank, copies + by),
    }
    (tmp_path / "catalog" / "tiny" / "cards.csv").write_text(table([*content[:at], edited[field], *content[at + 1 :]]))
    (change,) = compare_snapshots(old, game_state(load("tiny", tmp_path))).changes
    assert (change.id, change.state) == (f"card-{at}", "changed")
    assert [one.field for one in change.fields] == ([] if field == "copies" else [field])
    assert change.to_print == (by if field == "copies" else copies)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_count_as_a_change(tiny_game, tmp_path, content, random):
    """A table in another order has the same cards."""
    old = game_state(tiny_game(FACE, rows="cards.csv", files={"cards.csv": table(content)}))
    head, *lines = table(content).splitlines()
    random.shuffle(lines)
    (tmp_path / "catalog" / "tiny" / "cards.csv").write_text("\n".join((head, *lines, "")))
    assert compare_snapshots(old, game_state(load("tiny", tmp_path))).is_empty
