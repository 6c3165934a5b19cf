"""Decks of any size: cache limits change no byte."""

from hashlib import sha256

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punchboard.compose.text import inline
from punchboard.fonts import typeface
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build
from punchboard.render.pdf import font


@pytest.fixture(scope="module")
def built(bench, tmp_path_factory):
    """Return a function from a number of cards, and a limit of cached words, to the hash of each file."""
    known = {}

    def workspace(cards):
        if cards not in known:
            known[cards] = tmp_path_factory.mktemp(f"deck-{cards}")
            bench.write_game(known[cards], cards)
        return known[cards]

    def built(cards, words=None):
        path = workspace(cards)
        with pytest.MonkeyPatch.context() as patch:
            for module in (typeface, inline, font) if words else ():
                patch.setattr(module, "MAX_CACHED_WORDS", words)
            out = path / f"output-{words}"
            made = build("deck", BuildOptions(path, out, ("sheets", "components"), ("a4", "letter")))
        assert not made.has_errors, made.problems
        files = sorted(file for file in (out / "deck").rglob("*") if file.is_file())
        return {file.relative_to(out).as_posix(): sha256(file.read_bytes()).hexdigest() for file in files}

    return built


@pytest.mark.slow
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cards=st.sampled_from([1, 9, 23]), words=st.integers(1, 90))
def test_evicted_words_are_shaped_the_same_again(built, cards, words):
    """With any limit of cached words, every file of every product has the same bytes."""
    whole = built(cards)
    assert len(whole) >= cards + 4
    assert built(cards, words) == whole
