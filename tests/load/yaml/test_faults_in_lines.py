"""A fault in a line of a script is reported at the word, however deep in groups and options the line stands."""

import pytest

from punchboard.problem import ProblemsFound

LINES = {
    "an unknown word": "{draw: 1, from: deck, ^frm: deck}",
    "an unknown verb": "{^drew: 1, from: deck}",
    "a word of another verb": "{draw: 1, from: deck, ^times: 2}",
    "a word that is no text": "{draw: 1, from: ^3}",
    "an amount that is none": "{each player draws: ^[1], from: deck}",
    "all of a deck for the first player": "{deal: ^all, from: deck, to: hand}",
    "a pile that is no text": "{shuffle: [deck, ^3]}",
}
GROUPS = ("LINE", "{do: [{shuffle: deck}, LINE]}", "{each player does: [{one of: [LINE, [{shuffle: deck}, LINE]]}]}")


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_fault_is_reported_where_it_is_written(tiny_game, line, group):
    """Each place of the line in the group has its own."""
    text = f"  - {group.replace('LINE', line)}"
    parts = text.split("^")
    columns = [len("".join(parts[: number + 1])) + 1 for number in range(len(parts) - 1)]
    with pytest.raises(ProblemsFound) as found:
        tiny_game(more=f"setup:\n{text.replace('^', '')}\n")
    assert [one.place.column for one in found.value.problems] == columns
