"""The page and the chart of the results, from figures that are made up; and one real run of a few cards."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

SVG = "{http://www.w3.org/2000/svg}"
MACHINE = {"date": "2026-01-02", "revision": "0123456789", "machine": "an abacus, 2 processors", "peers": "none"}
SECONDS = {54: (0.3, 0.05, 0.11, 0.2), 2000: (0.8, 0.135, 0.25, 0.9), 20_000: (6.5, 0.9, 1.9, 8.0)}
BUILDS = {"games, table set": 9.0, "games, nothing changed": 0.3, "deck, one card edited": 0.9}


@pytest.fixture
def results(bench):
    """What Punchboard, the floor and two programs with reportlab took for three decks; and three builds."""
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
    """Return the first row of the page that begins with these cells."""
    start = f"| {' | '.join(cells)} |"
    return next(line for line in page.splitlines() if line.startswith(start))


def test_the_page_says_on_what_was_measured(page):
    """Machine, day, revision, peers: each on a line."""
    for name, value in MACHINE.items():
        assert row(page, name, value)


def test_the_page_gives_every_tool_with_ratios_memory_and_bytes(page):
    """Seconds, in times of the floor and of Punchboard, MB, and bytes a card."""
    assert row(page, "2,000", "reportlab, Paragraph") == (
        "| 2,000 | reportlab, Paragraph | 0.90 | 6.7 | 1.12 | 60 | 300 | 9 |"
    )


def test_bars_are_carried_over_by_tuned_reportlab(page, judged, results, bench):
    """What fell short is told as missed; a machine half as fast is given twice the seconds."""
    assert row(page, "2,000 cards").endswith("| held |")
    assert row(page, "20,000 cards").endswith("| **missed** |")
    assert row(page, "2,000 cards, one edited").endswith("| **missed** |")
    slower = [one._replace(seconds=2 * one.seconds) for one in results]
    assert {name: one.holds for name, one in judged(slower).items()} == {
        name: one.holds for name, one in judged(results).items()
    }
    heavier = [one._replace(memory=401.0) for one in results]
    assert not judged(heavier)["20,000 cards, memory"].holds


def test_a_small_deck_is_carried_over_by_the_small_deck_of_the_yardstick(judged, results):
    """To start takes both longer where Python starts slowly; three times as long as tuned reportlab is the bar."""
    found = judged(results)["54 cards"]
    assert found.converted == f"{0.3 / 0.11 * 0.40 / 3:.2f} s"
    assert found.holds
    alone = judged([one for one in results if (one.tool, one.cards) != ("reportlab, tuned", 54)])["54 cards"]
    assert alone.converted == "0.30 s"


def test_what_fell_short_is_told_with_its_reason(page):
    """And nothing is told of what holds."""
    reasons = page.partition("### Missed bars")[2].partition("## Text cards")[0]
    assert "- **2,000 cards, one edited**: " in reasons
    assert "table set" not in reasons


def test_the_page_gives_the_seconds_of_each_stage(benchmark, results, bench):
    """A row for a build, with their sum."""
    stages = [
        bench.Result(stage, 0, seconds, 0.0, 0.0, 0, "stages: nine cards")
        for stage, seconds in (("imports", 0.25), ("load", 0.5), ("rest", 1.0))
    ]
    page = benchmark("report").report((*results, *stages), MACHINE)
    assert row(page, "build", "imports", "load", "rest", "total")
    assert row(page, "nine cards") == "| nine cards | 0.25 | 0.50 | 1.00 | 1.75 |"


def test_tools_that_were_not_there_are_named_as_measured_elsewhere(page, benchmark, results, bench):
    """Their figures are those of an earlier day and another machine; what is there today is not among them."""
    assert "**not measured in this run**" in page
    assert row(page, "protograf 0.5.2").startswith("| protograf 0.5.2 | 1.79 | 5.57 | 40.20 |")
    here = (*results, bench.Result("protograf", 2000, 40.0, 300.0, 350.0, 2_700_000))
    assert "protograf 0.5.2" not in benchmark("report").report(here, MACHINE)


def test_the_chart_is_well_formed_and_names_every_tool(benchmark, results):
    """Each tool that was measured stands at its line, those of other machines as that, and every build has its row."""
    root = ET.fromstring(benchmark("chart").chart(results))
    said = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert {"Punchboard: 6.5 s", "floor: 0.90 s", "reportlab, Paragraph: 8.0 s"} <= set(said)
    assert [text for text in said if text.startswith("Squib")] == ["Squib: 52 s, on another machine"]
    assert "five games, table set" in said
    assert root.find(f"{SVG}title") is not None


def test_names_at_the_ends_of_lines_stand_apart(benchmark):
    """No two are nearer than the gap, the order stays, and what has room stays where it was."""
    spread = benchmark("chart_ink").spread
    placed = spread((100, 102, 103, 300), 18)
    assert placed[3] == 300
    assert all(lower - upper >= 18 - 1e-9 for upper, lower in pairwise(placed))
    assert sum(placed[:3]) == pytest.approx(305)


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ((10, 2000), "0.0%"),
        ((15, 3000), "0.5%"),
        ((60, 3000), "5.0%: **other machines were busy**, so ratios are rough"),
    ],
)
def test_what_other_machines_took_meanwhile_is_told(benchmark, monkeypatch, now, told):
    """Of a host that is shared; a system that does not tell says the same as one where nobody did."""
    machine = benchmark("machine")
    assert machine.processor_ticks()[0] <= machine.processor_ticks()[1]
    monkeypatch.setattr(machine, "processor_ticks", lambda: now)
    assert machine.stolen_share((10, 2000)) == told


def test_a_picture_is_the_same_each_time_and_another_for_each_card(benchmark, tmp_path):
    """A PNG that Pillow reads, of the pixels that the page tells of."""
    from PIL import Image

    write = benchmark("pictures").write_picture
    for name, seed in (("one", 1), ("again", 1), ("two", 2)):
        write(tmp_path / name, seed)
    one, again, two = ((tmp_path / name).read_bytes() for name in ("one", "again", "two"))
    assert one == again != two
    with Image.open(tmp_path / "one") as picture:
        picture.load()
        assert picture.size == (590, 236)


@pytest.mark.slow
def test_a_clone_alone_measures_and_writes_page_chart_and_data(bench, root, tmp_path):
    """A few cards, with and without pictures: three files, and the page can be written again from the data."""
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
