"""Decks of any size: cache limits change no byte, time grows in proportion to the cards, and memory grows less."""

import json
import subprocess
import sys
from functools import cache
from hashlib import sha256
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from punchboard.build.options import BuildOptions
from punchboard.build.pipeline import build
from punchboard.compose.text import inline
from punchboard.fonts import typeface
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


@pytest.fixture(scope="module")
def cost(root, bench, tmp_path_factory):
    """Return a function from the size of a deck to the memory and the work of a clean build.

    A small process starts the build, because a child's peak memory is at least that of its parent.
    """
    script = (
        "import json, sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])\n"
        "from programs import OURS, tools\n"
        "tool = next(tool for tool in tools() if tool.name == OURS)\n"
        "print(json.dumps(tool.run_clean(Path(sys.argv[2]))._asdict()))"
    )

    @cache
    def workspace(cards):
        return bench.workspace(tmp_path_factory.mktemp(f"of-{cards}"), cards)

    def cost(cards):
        command = [sys.executable, "-c", script, str(root / "benchmarks"), str(workspace(cards))]
        done = subprocess.run(command, env=bench.environment(), capture_output=True, text=True, check=True)
        return SimpleNamespace(**json.loads(done.stdout))

    return cost


SIZES = [(2000, 20_000), pytest.param(20_000, 200_000, marks=pytest.mark.long)]


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.parametrize(("few", "many"), SIZES)
def test_ten_times_the_cards_take_at_most_eleven_times_the_work(at_best, cost, few, many):
    """In proportion to the number of cards, with a tenth of tolerance."""
    assert at_best(11, lambda: cost(many).work, lambda: cost(few).work, rounds=4) <= 11


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.parametrize(("few", "many"), SIZES)
def test_ten_times_the_cards_take_at_most_four_times_the_memory(cost, few, many):
    """20,000 cards take at most 400 MB."""
    less, more = cost(few).memory, cost(many).memory
    assert (less if few == 20_000 else more) <= 400
    assert more <= 4 * less
