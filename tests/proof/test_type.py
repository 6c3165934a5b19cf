"""Type sizes, read from the finished files: no type is too small to read."""

from collections import Counter

import pytest

ROUNDING = 0.005
PT = 25.4 / 72


def true_size(runs):
    """Leave out the text in reduced pictures of components."""
    return [run for run in runs if abs(run.scale - 1) < 0.001 and run.text.strip()]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_text_on_components_is_seven_points_or_more(read, game, paper):
    """On every front and back; labels beside the components may be smaller."""
    for layout in ("fronts", "duplex"):
        for page in read(f"{game}/print-and-play/{paper}-{layout}.pdf"):
            small = [run for placed in page.placed for run in placed.runs if run.size < 7 - ROUNDING]
            assert small == []


def test_text_on_reference_cards_is_seven_points_or_more(read, game):
    """On every reference card."""
    small = [run for page in read(f"{game}/reference.pdf") for run in page.runs if run.size < 7 - ROUNDING]
    assert small == []


def test_the_rulebook_is_set_in_nine_points_or_more(read, game):
    """The most frequent type size of the rulebook is at least 9 pt."""
    sizes = Counter()
    for page in read(f"{game}/rulebook.pdf"):
        for run in true_size(page.runs):
            sizes[round(run.size, 2)] += len(run.text)
    ((body, _),) = sizes.most_common(1)
    assert body >= 9


def test_captions_tables_and_running_heads_are_eight_points_or_more(read, loaded, game):
    """Only the labels in figures of the rulebook may be smaller, down to 7 pt."""
    from punchboard.compose.faces.composer import FaceComposer

    label = FaceComposer(loaded(game)).tools.styles.get("label").size / PT
    small = []
    for number, page in enumerate(read(f"{game}/rulebook.pdf"), 1):
        for run in true_size(page.runs):
            least = 7 if run.size == pytest.approx(label, abs=0.01) else 8
            if run.size < least - ROUNDING:
                small.append((number, round(run.size, 2), run.text))
    assert small == []
