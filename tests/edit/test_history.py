"""The history of edits: what undo and redo take, how the edits of a gesture become one step, and what is forgotten."""

from __future__ import annotations

from itertools import pairwise

import pytest

from punchboard.edit import game_files
from punchboard.edit.game_files import FileChange, History, Step, kept


def step(label: str, before: bytes | None, after: bytes | None, *, file: str = "game.yaml", gesture: str = "") -> Step:
    """Return a step that changes one file."""
    return Step(label, (FileChange(file, before, after),), gesture)


def history(done: tuple[Step, ...], undone: tuple[Step, ...] = ()) -> History:
    """Return a history of steps."""
    return History(tuple(map(kept, done)), tuple(map(kept, undone)))


def steps(of: History) -> list[list[Step]]:
    """Return the steps that can be undone, and those that can be done again."""
    return [[one.whole for one in kept_steps] for kept_steps in of]


ONE, TWO, THREE = step("one", b"a", b"b"), step("two", b"b", b"c"), step("three", b"c", b"d")


def test_undo_and_redo_go_through_the_steps_in_order() -> None:
    """The last step is undone first, and what was undone last is done again first."""
    done = History().with_step(ONE).with_step(TWO)
    assert steps(done) == [[ONE, TWO], []]
    undone = done.after_undo().after_undo()
    assert steps(undone) == [[], [TWO, ONE]]
    assert steps(undone.after_redo()) == [[ONE], [TWO]]
    assert undone.after_redo().after_redo() == done


def test_a_new_step_ends_redo() -> None:
    """What had been undone was made from text that is no longer there."""
    assert steps(History().with_step(ONE).with_step(TWO).after_undo().with_step(THREE)) == [[ONE, THREE], []]


def test_a_step_that_is_given_up_is_the_next_one_only() -> None:
    """When the designer keeps another program's text, the step to undo or redo is forgotten, and no other."""
    between = history((ONE, TWO), (THREE, TWO))
    assert steps(between.without_last("undo")) == [[ONE], [THREE, TWO]]
    assert steps(between.without_last("redo")) == [[ONE, TWO], [THREE]]


def test_a_reversed_step_takes_back_its_files_last_first() -> None:
    """A new file is removed again, and the file that was changed before it gets its bytes back after it."""
    made = FileChange("faces/card.yaml", None, b"new")
    changed = FileChange("game.yaml", b"a", b"b")
    assert Step("face", (changed, made)).reversed == Step(
        "face", (FileChange("faces/card.yaml", b"new", None), FileChange("game.yaml", b"b", b"a"))
    )


def test_the_edits_of_a_gesture_are_one_step() -> None:
    """A slider that is dragged writes many times, and one undo takes it back to before the drag."""
    drag = [step("size", b"1", b"2", gesture="drag 7"), step("size", b"2", b"3", gesture="drag 7")]
    both = history((ONE,)).with_step(drag[0]).with_step(drag[1])
    assert steps(both) == [[ONE, step("size", b"1", b"3", gesture="drag 7")], []]
    other = step("size", b"3", b"4", gesture="drag 8")
    assert steps(history(tuple(drag[:1])).with_step(other)) == [[drag[0], other], []]
    assert steps(history((ONE,)).with_step(TWO)) == [[ONE, TWO], []], "edits without a gesture stay apart"


def test_a_gesture_may_touch_several_files() -> None:
    """The joined step has each file as it was before the first edit and after the last."""
    first = step("size", b"1", b"2", gesture="drag")
    second = Step("size", (FileChange("game.yaml", b"2", b"3"), FileChange("theme.yaml", None, b"t")), "drag")
    assert second.after(first) == Step(
        "size", (FileChange("game.yaml", b"1", b"3"), FileChange("theme.yaml", None, b"t")), "drag"
    )


def test_a_gesture_that_ends_where_it_began_leaves_no_step() -> None:
    """There is nothing to undo then; the steps before it stay."""
    there, back = step("size", b"1", b"2", gesture="drag"), step("size", b"2", b"1", gesture="drag")
    assert steps(history((ONE,)).with_step(there).with_step(back)) == [[ONE], []]


@pytest.mark.parametrize(
    ("before", "after", "size"), [(b"12345", b"123", 8), (None, b"123", 3), (b"12345", None, 5), (b"", b"", 0)]
)
def test_a_step_is_as_large_as_the_contents_it_keeps(before: bytes | None, after: bytes | None, size: int) -> None:
    """Both the bytes before and those after count; a missing file has none."""
    both = Step("both", (FileChange("a", before, after), FileChange("b", b"x", b"yz")))
    assert kept(step("one", before, after)).size == size
    assert (kept(both).size, kept(both).whole) == (size + 3, both)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r", b""])
def test_lines_that_stay_are_kept_once(end: bytes) -> None:
    """A hundred edits of a table take little more than the table, and each is undone to its very bytes."""
    table = [b"card %d" % number + end for number in range(500)]
    versions = [b"".join([*table[:at], b"edited %d" % at + end, *table[at + 1 :]]) for at in range(100)]
    of = History()
    for before, after in pairwise(versions):
        of = of.with_step(step("theme", b"a", b"b", file="theme.yaml")).with_step(step("edit", before, after))
    assert [one.whole.changes[0][1:] for one in of.done if one.label == "edit"] == [*pairwise(versions)]
    if end:
        assert sum(one.size for one in of.done) < 3 * len(versions[0])


def test_the_oldest_steps_are_forgotten_beyond_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long session must not fill the memory; the step just made can be undone however large it is."""
    monkeypatch.setattr(game_files, "MAX_BYTES", 4)
    both = History().with_step(ONE).with_step(TWO)
    assert steps(both.with_step(THREE)) == [[ONE, TWO, THREE], []], "four bytes are kept: a, b, c and d"
    wide = step("wide", b"c", b"ddd")
    assert steps(both.with_step(wide)) == [[TWO, wide], []]
    large = step("large", b"c", bytes(100))
    assert steps(both.with_step(large)) == [[large], []]


def test_a_gesture_ends_when_something_is_undone():
    """A later step of its name stands alone: it is not the same drag any more."""
    first, other = ONE._replace(gesture="drag"), TWO._replace(gesture="")
    undone = History().with_step(first).with_step(other).after_undo()
    again = Step("again", (FileChange(ONE.changes[0].file, ONE.changes[0].after, b"again"),), "drag")
    assert len(History().with_step(first).with_step(again).done) == 1
    assert [step.label for step in undone.with_step(again).done] == [ONE.label, "again"]
    redone = History().with_step(first).after_undo().after_redo()
    assert [step.label for step in redone.with_step(again).done] == [ONE.label, "again"]
    settled = History().with_step(first).with_step(other).without_last("undo")
    assert [step.label for step in settled.with_step(again).done] == [ONE.label, "again"]
