"""Incremental builds equal clean builds byte for byte, whatever was edited."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.file_data import file_data

from punchboard.cache import CACHE_FOLDER
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build


def change_word(text, pick):
    """Change a word of a random row."""
    lines = text.splitlines()
    at = pick.randrange(1, len(lines))
    lines[at] = lines[at].replace("Draw", pick.choice(["Draw", "Discard", "Lose", "Show *all*"]))
    return "\n".join(lines) + "\n"


def change_copies(text, pick):
    lines = text.splitlines()
    cells = lines[pick.randrange(1, len(lines))].split(",")
    return text.replace(",".join(cells), ",".join([cells[0], str(pick.randrange(1, 5)), *cells[2:]]))


def drop_row(text, pick):
    lines = text.splitlines()
    del lines[pick.randrange(1, len(lines))]
    return "\n".join(lines) + "\n"


def add_row(text, pick):
    nr = pick.randrange(100, 999)
    return f"{text}{nr},1,New {nr},2,Take {nr} of them.\n"


def shuffle_rows(text, pick):
    header, *rows = text.splitlines()
    pick.shuffle(rows)
    return "\n".join([header, *rows]) + "\n"


def change_cell(text, pick):
    """Change the cost or the title of a random row."""
    lines = text.splitlines()
    at = pick.randrange(1, len(lines))
    nr, copies, title, cost, words = lines[at].split(",")
    title, cost = pick.choice([(f"Bush {pick.randrange(9)}", cost), (title, str(pick.randrange(9)))])
    lines[at] = f"{nr},{copies},{title},{cost},{words}"
    return "\n".join(lines) + "\n"


CARDS_IN_RULEBOOK = """
# Cards

```cards
show: "kind == 'card' and nr < 4"
```

{% if count("kind == 'card' and nr == 5") %}{{ row('card-5').title }} costs {{ row('card-5').cost }}.{% endif %}
There are {{ count("kind == 'card' and cost > 4") }} dear cards.

```components
```

```standings
```
"""
"""Rulebook text that depends on cards: it shows some, prints the fields of one and counts others."""


def edit(name, change):
    return lambda grove, pick: grove.change(name, lambda text: change(text, pick))


def damage_cache(grove, pick):
    """Damage a byte of a file in the cache."""
    cached = sorted(path for path in (grove.path / "output" / CACHE_FOLDER).rglob("*") if path.is_file())
    for path in [pick.choice(cached)] if cached else []:
        data = bytearray(path.read_bytes())
        data[pick.randrange(len(data))] ^= 1 << pick.randrange(8)
        path.write_bytes(data)


def meddle_with_output(grove, pick):
    """Change, delete or rewrite a file of the output, except the manifest, which marks the folder as an output."""
    found = sorted(path for path in (grove.path / "output" / "grove").rglob("*") if path.is_file())
    found = [path for path in found if path.name != "manifest.json"]
    if found:
        path = pick.choice(found)
        pick.choice([path.unlink, lambda: path.write_bytes(b"x"), lambda: path.write_bytes(path.read_bytes())])()


EDITS = {
    "a cell": edit("cards.csv", change_word),
    "another cell": edit("cards.csv", change_cell),
    "copies": edit("cards.csv", change_copies),
    "a removed row": edit("cards.csv", drop_row),
    "an added row": edit("cards.csv", add_row),
    "rows in another order": edit("cards.csv", shuffle_rows),
    "the rulebook": edit("rulebook.md", lambda text, pick: text + f"\nFell {pick.randrange(9)}.\n"),
    "the reference": edit("reference.md", lambda text, pick: text.replace("play", pick.choice(["play", "pass"]))),
    "a layout": edit("card.yaml", lambda text, pick: text.replace("[40, 8]", f"[{pick.randrange(36, 42)}, 8]")),
    "a colour": edit(
        "back.yaml", lambda _, pick: f'boxes:\n  g: {{area: bleed, fill: "#{pick.randrange(10**6):06}"}}\n'
    ),
    "a number": edit("game.yaml", lambda text, pick: text.replace("value: 3", f"value: {pick.randrange(1, 4)}")),
    "the title": edit(
        "game.yaml", lambda text, pick: text.replace("title: Grove", f"title: Grove {pick.randrange(9)}")
    ),
    "an error": edit("game.yaml", lambda text, _: text.replace("players:", "playes:")),
    "back to the beginning": lambda grove, _: grove.restore(),
    "nothing": lambda grove, _: None,
    "the cache is deleted": lambda grove, _: shutil.rmtree(grove.path / "output" / CACHE_FOLDER, ignore_errors=True),
    "the cache is damaged": damage_cache,
    "an output is meddled with": meddle_with_output,
}


def check_steps(grove, steps, pick):
    """Edit and build step by step, in one process or two, and compare each build with a clean build."""
    grove.restore()
    if pick.random() < 0.7:
        grove.change("rulebook.md", lambda text: text + CARDS_IN_RULEBOOK)
    shutil.rmtree(grove.path / "output", ignore_errors=True)
    last = {}
    for step in steps:
        EDITS[step](grove, pick)
        meddling = step == "an output is meddled with"
        built, (wanted, files) = grove.build(jobs=pick.choice([1, 2])), grove.clean()
        assert built == wanted
        if not built.has_errors:
            last = files
        if not (built.has_errors and meddling):
            assert grove.files() == last or built.has_errors


@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.sampled_from([*EDITS]), min_size=2, max_size=4), pick=st.randoms(use_true_random=False))
def test_builds_after_random_edits_equal_clean_builds(grove, steps, pick):
    """Builds with errors leave the last good output."""
    check_steps(grove, steps, pick)


@pytest.mark.slow
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.sampled_from([*EDITS]), min_size=4, max_size=10), pick=st.randoms(use_true_random=False))
def test_many_builds_after_random_edits_equal_clean_builds(grove, steps, pick):
    """The same with more steps."""
    check_steps(grove, steps, pick)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "changes"),
    [
        ("alpha-and-omega", ("book",)),
        pytest.param("atmosfear", ("row", "book"), marks=pytest.mark.long),
        pytest.param("vortex", ("row", "book"), marks=pytest.mark.long),
    ],
)
def test_rebuilds_of_a_real_game_equal_clean_builds(game, changes, root, tmp_path):
    """After an edit of a table, and one of the rulebook."""
    for part in ("catalog", "layouts"):
        shutil.copytree(root / part, tmp_path / part)
    pick = random.Random(game)
    book = tmp_path / "catalog" / game / "rulebook.md"
    build(game, BuildOptions(tmp_path, tmp_path / "again", papers=("a4",)))
    for number, change in enumerate(changes):
        if change == "row":
            table = pick.choice(sorted((tmp_path / "catalog" / game).glob("*.csv")))
            lines = table.read_text("utf-8").splitlines()
            lines[1:] = [*lines[2:], lines[1]]
            table.write_text("\n".join(lines) + "\n", "utf-8")
        else:
            book.write_text(book.read_text("utf-8") + "\nOne line more.\n", "utf-8")
        again = build(game, BuildOptions(tmp_path, tmp_path / "again", papers=("a4",)))
        found = again, build(game, BuildOptions(tmp_path, tmp_path / f"clean-{number}", papers=("a4",)))
        assert found[0] == found[1]
        assert not found[0].has_errors
        assert _files(tmp_path / "again" / game) == _files(tmp_path / f"clean-{number}" / game)


def _files(folder: Path):
    return {str(path.relative_to(folder)): file_data(path) for path in sorted(folder.rglob("*")) if path.is_file()}
