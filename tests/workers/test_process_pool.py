"""Workers draw chunks of a deck: the files are those of one process, even when workers are lost."""

import os
import signal
from multiprocessing import active_children

import pytest
from tests.file_data import file_data

from punchboard.load.files import FilesChangedError
from punchboard.model.layout.icon_set import IconSet
from punchboard.pipeline import BuildOptions, deck_chunks
from punchboard.pipeline.build import BuildHooks, build, load_and_compose
from punchboard.render.pdf.drawing import sections
from punchboard.workers import process_pool
from punchboard.workers.process_pool import map_in_workers

pytestmark = pytest.mark.unix

DECK = 90


@pytest.fixture
def deck(workspace, monkeypatch):
    """Return a workspace with a deck of 90 cards on ten sheets; a section has at least two pages."""
    workspace("ash")
    rows = "".join(f"{number},sun,1,Root {number}\n" for number in range(1, DECK + 1))
    (workspace.path / "catalog/ash/cards.csv").write_text(f"nr,suit,copies,title\n{rows}", encoding="utf-8")
    monkeypatch.setattr(sections, "MIN_PAGES", 2)
    monkeypatch.setattr(deck_chunks, "MIN_SPLIT_FACES", 5)
    return workspace.path


@pytest.fixture
def made(deck, tmp_path):
    """Return a function that builds the deck with N workers, and returns its files or its problems."""

    def made(workers, only=("sheets",), papers=("a4",)):
        out = tmp_path / f"out-{workers}"
        hooks = BuildHooks(map_chunks=map_in_workers(workers)) if workers else BuildHooks()
        built = build("ash", BuildOptions(deck, out, only, papers), hooks)
        assert active_children() == []
        if built.has_errors:
            return built.problems
        paths = sorted(path for path in (out / "ash").rglob("*") if path.is_file())
        return {path.relative_to(out).as_posix(): file_data(path) for path in paths}

    return made


@pytest.fixture
def unsplit(made, monkeypatch):
    """Return a function that builds the deck as a single chunk."""

    def unsplit(**options):
        with monkeypatch.context() as patch:
            patch.setattr(deck_chunks, "MIN_SPLIT_FACES", 10_000)
            return made(0, **options)

    return unsplit


@pytest.fixture
def section_counts(monkeypatch):
    """Return the list of the number of sections in each chunk that a worker drew."""
    found = []

    def recorded(future, number, draw, known=process_pool._result_or_draw):
        drawn_here = []
        chunk = known(future, number, lambda at: drawn_here.append(at) or draw(at))
        found.extend([] if drawn_here else [len(chunk.sections)])
        return chunk

    monkeypatch.setattr(process_pool, "_result_or_draw", recorded)
    return found


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
@pytest.mark.parametrize("options", [{}, {"only": (), "papers": ("a4", "letter")}])
def test_a_deck_is_the_same_with_any_number_of_workers(made, unsplit, workers, options):
    """Every file has the same bytes, drawn in chunks or as a whole."""
    assert made(workers, **options) == unsplit(**options)


def test_workers_draw_every_section_once(made, section_counts):
    """Ten sheets of fronts have four sections, sheets for both sides eight: of the eight chunks, four draw two."""
    made(2, only=("sheets/fronts", "sheets/duplex"))
    assert sorted(section_counts) == [1, 1, 1, 1, 2, 2, 2, 2]


def test_a_check_draws_no_sections(deck, tmp_path):
    """It draws the faces in chunks all the same."""
    composed = load_and_compose("ash", BuildOptions(deck, tmp_path / "out", (), ("a4",)))
    drawn = deck_chunks.draw_deck(composed, None)
    assert len(drawn.sections) == 0


def kill_process(*_args):
    os.kill(os.getpid(), signal.SIGKILL)


def fail(*_args):
    raise RuntimeError("no more memory")


@pytest.mark.parametrize("how", [kill_process, fail])
def test_the_parent_draws_the_chunk_of_a_lost_worker(made, monkeypatch, section_counts, how):
    """Nothing is reported when a worker is killed or fails."""
    whole = made(0)
    monkeypatch.setattr(process_pool, "_draw_chunk", how)
    assert made(3) == whole
    assert section_counts == []


@pytest.mark.parametrize("why", ["icons of sets", "no fork", "no processes"])
def test_the_parent_draws_all_chunks_without_workers(deck, made, monkeypatch, section_counts, why):
    """Icons of sets are counted while faces are drawn, and some systems cannot fork or start processes."""
    whole = made(0)
    if why == "icons of sets":
        monkeypatch.setattr(deck_chunks, "_can_be_split", lambda _composed: False)
        composed = load_and_compose("ash", BuildOptions(deck, deck))
        assert len(deck_chunks.draw_deck(composed, BuildOptions(deck, deck)).sections) == 0
    elif why == "no fork":
        monkeypatch.setattr(process_pool, "start_method", lambda: "spawn")
    else:
        monkeypatch.setattr("os.fork", fail)
    assert made(2) == whole
    assert section_counts == []


def test_icons_of_sets_are_counted_in_one_process(deck):
    """A game with icon sets is not split."""
    composed = load_and_compose("ash", BuildOptions(deck, deck))
    assert deck_chunks._can_be_split(composed)
    object.__setattr__(composed.loaded, "icon_sets", {"game": IconSet})
    assert not deck_chunks._can_be_split(composed)


def test_faults_are_reported_in_order_with_any_number_of_workers(deck, made, unsplit):
    """Titles that do not fit, in several chunks of the deck."""
    table = deck / "catalog/ash/cards.csv"
    lines = table.read_text(encoding="utf-8").splitlines()
    for number in (3, 40, 60, 88):
        lines[number] = lines[number].replace("Root", "Root of the tallest tree that ever grew in any forest")
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    alone = unsplit()
    assert [(one.rule, one.place.line) for one in alone if one.rule == "FIT001"] == [
        ("FIT001", line) for line in (4, 41, 61, 89)
    ]
    assert made(1) == made(2) == made(4) == alone


def test_a_deck_that_changes_while_a_worker_reads_it_is_rebuilt(made, monkeypatch):
    """The worker has read another state of its files."""
    whole, calls = made(0, ("sheets/fronts",)), []

    def changed(files):
        calls.append(files)
        if len(calls) == 1:
            raise FilesChangedError

    monkeypatch.setattr(process_pool, "record_reads_elsewhere", changed)
    assert made(2, ("sheets/fronts",)) == whole
    assert len(calls) == 1 + 4  # the failed attempt, then each of four chunks


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_no_worker_outlives_the_pool(error):
    """Also when the work ends with an error."""
    with pytest.raises(error), process_pool.worker_pool(3):
        raise error
    assert active_children() == []


def test_a_deck_that_cannot_be_composed_is_reported_the_same(deck, made):
    """With and without workers."""
    (deck / "catalog/ash/layouts/faces/card.yaml").write_text("boxes: {title: {at: [6, 6], size: [50, 8], of: none}}\n")
    alone = made(0)
    assert alone
    assert made(2) == alone
