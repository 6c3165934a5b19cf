"""The first proof of a table of 30,000 cards is there in seconds, in a bounded memory."""

import csv
import json
import os
import subprocess
import sys

import pytest

WORDS = ("ember", "hollow", "lantern", "brass", "river", "fox", "thorn", "candle", "harbour", "moss", "drift", "quarry")
CARDS = 30_000

MEASURED = """
import json, resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=sys.stderr).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([status, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))
"""


def rows():
    """Yield the cards of a table, no two alike."""
    for at in range(CARDS):
        words = [WORDS[at * step // 7 % len(WORDS)] for step in (3, 5, 11, 17, 23, 41)]
        yield {
            "name": f"{words[0]} {words[1]} {at}".title(),
            "type": ("Action", "Event", "Ally")[at % 3],
            "cost": at % 7,
            "text": f"{' '.join(words)} {at}.".capitalize(),
        }


def write_csv(path):
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, ["name", "type", "cost", "text"])
        table.writeheader()
        table.writerows(rows())


def write_json(path):
    cards = [{**row, "cost": {"gold": row["cost"], "wood": 1}, "tags": row["text"].split()[:2]} for row in rows()]
    path.write_text(json.dumps({"data": cards}), encoding="utf-8")


@pytest.mark.slow
@pytest.mark.timed
@pytest.mark.parametrize(("name", "write"), [("cards.csv", write_csv), ("cards.json", write_json)])
def test_thirty_thousand_cards_take_ten_seconds_and_400_mb(root, tmp_path, name, write):
    """Seconds of a processor, so that other programs on the machine do not count; the best of three runs."""
    write(tmp_path / name)
    best = 99.0
    for turn in range(3):
        new = [sys.executable, "-m", "punchboard", "new", f"game-{turn}", "--from", name]
        env = {**os.environ, "PYTHONPATH": str(root / "src"), "LC_ALL": "C.UTF-8"}
        command = [sys.executable, "-c", MEASURED, *new]
        ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
        status, seconds, memory = json.loads(ran.stdout)
        assert status == 0, ran.stderr
        assert f"all {CARDS}" in ran.stderr
        assert memory <= 400
        best = min(best, seconds)
        if best <= 10:
            break
    assert best <= 10
