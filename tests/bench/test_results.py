"""The page and the chart of the results, from made-up figures, and one real run of a few cards."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

SVG = "{http://www.w3.org/2000/svg}"
MACHINE = {"date": "2026-01-02", "revision": "0123456789", "machine": "an abacus, 2 processors", "peers": "none"}
SECONDS = {54: (0.3, 0.05, 0.11, 0.2), 2000: (0.8, 0.135, 0.25, 0.9), 20_000: (6.5, 0.9, 1.9, 8.0)}
BUILDS = {"games, clean build": 9.0, "games, nothing changed": 0.3, "deck, one card edited": 0.9}


@pytest.fixture
def results(bench):
    """Made-up results of Punchboard, the floor and two reportlab programs for three decks, and of three builds."""
    tools = ("Punchboard", "floor", "reportlab, tuned", "reportlab, Paragraph")
    decks = [
        bench.Result(tool, cards, taken, taken / times[1], 60.0, 300 * cards, "text", taken, 9)
        for cards, times in SECONDS.items()
        for tool, taken in zip(tools, times, strict=True)
    ]
    builds = [
        bench.Result("Punchboard", 0, taken, taken / 0.25, 90.0, 5_000_000, task, taken, 9)
        for task, taken in BUILDS.items()
    ]
    return (*decks, *builds)


@pytest.fixture
def page(benchmark, results):
    """The page of the results."""
    return benchmark("report").report(results, MACHINE)


def row(page, *cells):
    """Return the first table row of the page that begins with these cells."""
    start = f"| {' | '.join(cells)} |"
    return next(line for line in page.splitlines() if line.startswith(start))


def test_the_page_describes_the_machine(page):
    """Machine, date, revision and peers have a line each."""
    for name, value in MACHINE.items():
        assert row(page, name, value)


def test_the_page_gives_every_tool_with_ratios_memory_and_bytes(page):
    """Seconds, multiples of the floor and of Punchboard, MB, and bytes per card."""
    assert row(page, "2,000", "reportlab, Paragraph") == (
        "| 2,000 | reportlab, Paragraph | 0.90 | 6.7 | 1.12 | 60 | 300 | 9 |"
    )


def test_bars_are_converted_by_tuned_reportlab(page, bar_results, results, bench):
    """Missed bars are marked; a machine of half the speed gives the same verdicts."""
    assert row(page, "2,000 cards").endswith("| held |")
    assert row(page, "20,000 cards").endswith("| **missed** |")
    assert row(page, "2,000 cards, one edited").endswith("| **missed** |")
    slower = [one._replace(seconds=2 * one.seconds) for one in results]
    assert {name: one.holds for name, one in bar_results(slower).items()} == {
        name: one.holds for name, one in bar_results(results).items()
    }
    heavier = [one._replace(memory=401.0) for one in results]
    assert not bar_results(heavier)["20,000 cards, memory"].holds


def test_a_small_deck_is_converted_by_the_small_deck_of_the_yardstick(bar_results, results):
    """For both, most of the time is the start of Python; the bar is three times that of tuned reportlab."""
    found = bar_results(results)["54 cards"]
    assert found.converted == f"{0.3 / 0.11 * 0.40 / 3:.2f} s"
    assert found.holds
    alone = bar_results([one for one in results if (one.tool, one.cards) != ("reportlab, tuned", 54)])["54 cards"]
    assert alone.converted == "0.30 s"


def test_missed_bars_are_listed_with_their_reasons(page):
    """Bars that hold are not listed."""
    reasons = page.partition("### Missed bars")[2].partition("## Text cards")[0]
    assert "- **2,000 cards, one edited**: " in reasons
    assert "table set" not in reasons


def test_the_page_gives_the_seconds_of_each_stage(benchmark, results, bench):
    """A row for each build, with the total."""
    stages = [
        bench.Result(stage, 0, seconds, 0.0, 0.0, 0, "stages: nine cards")
        for stage, seconds in (("imports", 0.25), ("load", 0.5), ("rest", 1.0))
    ]
    page = benchmark("report").report((*results, *stages), MACHINE)
    assert row(page, "build", "imports", "load", "rest", "total")
    assert row(page, "nine cards") == "| nine cards | 0.25 | 0.50 | 1.00 | 1.75 |"


def test_recorded_tools_are_marked_as_measured_elsewhere(page, benchmark, results, bench):
    """A tool that was measured now is not among them."""
    assert "**not measured in this run**" in page
    assert row(page, "protograf 0.5.2").startswith("| protograf 0.5.2 | 1.79 | 5.57 | 40.20 |")
    here = (*results, bench.Result("protograf", 2000, 40.0, 300.0, 350.0, 2_700_000))
    assert "protograf 0.5.2" not in benchmark("report").report(here, MACHINE)


def test_the_chart_is_well_formed_and_names_every_tool(benchmark, results):
    """Each tool has a label at its line, recorded ones say so, and every build has a row."""
    root = ET.fromstring(benchmark("chart").chart(results))
    said = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert {"Punchboard: 6.5 s", "floor: 0.90 s", "reportlab, Paragraph: 8.0 s"} <= set(said)
    assert [text for text in said if text.startswith("Squib")] == ["Squib: 52 s, on another machine"]
    assert "five games, clean build" in said
    assert root.find(f"{SVG}title") is not None


def test_labels_of_lines_do_not_overlap(benchmark):
    """They keep their order and are at least the gap apart; a label with enough room is not moved."""
    spread = benchmark("chart_ink").spread
    placed = spread((100, 102, 103, 300), 18)
    assert placed[3] == 300
    assert all(lower - upper >= 18 - 1e-9 for upper, lower in pairwise(placed))
    assert sum(placed[:3]) == pytest.approx(305)


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ((10, 2000, 900, 900), "0.0%"),
        ((15, 3000, 900, 900), "0.5%"),
        ((60, 3000, 900, 900), "5.0%: **other machines were busy**, so ratios are rough"),
    ],
)
def test_the_share_of_stolen_processor_time_is_reported(benchmark, monkeypatch, now, told):
    """With a warning when it is high; a system that does not count it reports 0."""
    machine = benchmark("machine")
    ticks = machine.processor_ticks()
    assert ticks.stolen + ticks.busy <= ticks.whole
    monkeypatch.setattr(machine, "processor_ticks", lambda: machine.Ticks(*now))
    assert machine.stolen_share(machine.Ticks(10, 2000)) == told


def test_pictures_are_reproducible_and_different_for_each_card(benchmark, tmp_path):
    """Pillow reads each as a PNG of the documented size."""
    from PIL import Image

    write = benchmark("sample_picture").write_picture
    for name, seed in (("one", 1), ("again", 1), ("two", 2)):
        write(tmp_path / name, seed)
    one, again, two = ((tmp_path / name).read_bytes() for name in ("one", "again", "two"))
    assert one == again != two
    with Image.open(tmp_path / "one") as picture:
        picture.load()
        assert picture.size == (590, 236)


@pytest.mark.slow
def test_a_run_writes_page_chart_and_data(bench, root, tmp_path):
    """For a few cards with and without pictures; the page can be written again from the data."""
    command = [sys.executable, str(root / "benchmarks" / "run.py"), "--results", str(tmp_path), "--parts", "text"]
    asked = ["pictures", "--runs", "1", "--cards", "9", "18", "--pictures", "9", "--no-peer"]
    subprocess.run([*command, *asked], env=bench.environment(), check=True, capture_output=True)
    page = (tmp_path / "results.md").read_text(encoding="utf-8")
    kept = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert row(page, "18", "**Punchboard**")
    assert {one["task"] for one in kept["results"]} == {"text", "pictures"}
    ET.fromstring((tmp_path / "results.svg").read_text(encoding="utf-8"))
    again = [sys.executable, str(root / "benchmarks" / "run.py"), "--from", str(tmp_path / "results.json")]
    subprocess.run([*again, "--results", str(tmp_path / "again")], env=bench.environment(), check=True)
    assert (tmp_path / "again" / "results.md").read_text(encoding="utf-8") == page
