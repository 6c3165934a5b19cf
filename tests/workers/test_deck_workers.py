"""Twins check and draw a share of a deck; whatever becomes of them, what is built is what one process builds."""

import os
import signal
from multiprocessing import active_children

import pytest

from punchboard.build.pipeline import ALONE, Options, build, composed_of
from punchboard.load.files.snapshot import UnsteadyError
from punchboard.model.layout.icon_set import IconSet
from punchboard.render.pdf import sections
from punchboard.workers import deck_workers
from punchboard.workers.deck_workers import with_twins
from punchboard.workers.forked_copy import Copy

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no copies of a process here")

DECK = 90


@pytest.fixture
def deck(workspace, monkeypatch):
    """Return a workspace with a deck of 90 cards, on ten sheets; a section is at least two pages, and none is kept."""
    workspace("ash")
    rows = "".join(f"{number},sun,1,Root {number}\n" for number in range(1, DECK + 1))
    (workspace.path / "catalog/ash/cards.csv").write_text(f"nr,suit,copies,title\n{rows}", encoding="utf-8")
    monkeypatch.setattr(sections, "PAGES", 2)
    monkeypatch.setattr(deck_workers, "PAGES", 5)
    return workspace.path


@pytest.fixture
def made(deck, tmp_path):
    """Return a function that builds the deck with so many processes, and returns its files, or what is wrong."""

    def made(processes, only=("sheets",), papers=("a4",)):
        out = tmp_path / f"out-{processes}"
        options = Options(deck, out, only, papers)
        helped = {"helped": lambda *game: with_twins(processes, *game)} if processes > 1 else {}
        built = build("ash", options, **helped)
        assert active_children() == []
        if built.failed:
            return built.problems
        paths = sorted(path for path in (out / "ash").rglob("*") if path.is_file())
        return {path.relative_to(out).as_posix(): path.read_bytes() for path in paths}

    return made


@pytest.fixture
def sent(monkeypatch):
    """What came from twins, by the classes of it."""
    found = []

    def noted(twin, known=Copy.next):
        one = known(twin)
        found.append(type(one).__name__)
        return one

    monkeypatch.setattr(Copy, "next", noted)
    return found


@pytest.mark.parametrize("processes", [2, 3, 8])
@pytest.mark.parametrize("asked", [{}, {"only": (), "papers": ("a4", "letter")}])
def test_a_deck_is_the_same_with_any_number_of_processes(made, sent, processes, asked):
    """Every file, byte for byte; and twins did their share of it."""
    assert made(processes, **asked) == made(1, **asked)
    assert sent.count("_Checked") == processes - 1
    assert sent.count("_Drawn") >= 1
    assert "NoneType" not in sent


def test_a_twin_draws_half_of_the_sections(made, sent):
    """Of the fronts on ten sheets four sections are drawn, of sheets for both sides eight."""
    made(2, only=("sheets/fronts", "sheets/duplex"))
    assert sent == ["_Checked", *["_Drawn"] * (4 // 2 + 8 // 2)]


def ended(*_args):
    os.kill(os.getpid(), signal.SIGKILL)


def failed(*_args):
    raise RuntimeError("no more memory")


@pytest.mark.parametrize("how", [ended, failed])
@pytest.mark.parametrize("when", ["_check", "_draw"])
def test_what_does_not_come_from_a_twin_is_done_here(made, monkeypatch, how, when):
    """It is killed, or it fails, before it has checked or before it has drawn: nobody is told, and nothing is lost."""
    whole = made(1)
    monkeypatch.setattr(deck_workers, when, how)
    assert made(3) == whole


def test_a_twin_that_sends_what_was_not_asked_is_not_listened_to(made, monkeypatch):
    """A section of another file is not put into this one."""
    whole = made(1)

    def others(*given, known=deck_workers._draw):
        yield from (one._replace(path="another.pdf") for one in known(*given))

    monkeypatch.setattr(deck_workers, "_draw", others)
    assert made(2) == whole


def test_faults_are_told_in_their_order_whoever_found_them(deck, made):
    """Titles that do not fit, in both halves of the deck."""
    table = deck / "catalog/ash/cards.csv"
    lines = table.read_text(encoding="utf-8").splitlines()
    for number in (3, 40, 60, 88):
        lines[number] = lines[number].replace("Root", "Root of the tallest tree that ever grew in any forest")
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    alone = made(1)
    assert [(one.rule, one.place.line) for one in alone if one.rule == "FIT001"] == [
        ("FIT001", line) for line in (4, 41, 61, 89)
    ]
    assert made(2) == made(4) == alone


def test_a_deck_that_changes_while_a_twin_reads_is_built_anew(made, monkeypatch):
    """Once: what the twin has read is of another state."""
    whole, told = made(1, ("sheets/fronts",)), []

    def changed(files):
        told.append(files)
        if len(told) == 1:
            raise UnsteadyError

    monkeypatch.setattr(deck_workers, "note_elsewhere", changed)
    assert made(2, ("sheets/fronts",)) == whole
    assert len(told) == 1 + 1 + 4 // 2  # once in vain, then of what is checked and of half of four sections


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_no_twin_is_left_behind(deck, tmp_path, error):
    """However the work ends."""
    options = Options(deck, tmp_path / "out", ("sheets",), ("a4",))
    with pytest.raises(error), with_twins(3, composed_of("ash", options), options):
        raise error
    assert active_children() == []


@pytest.mark.parametrize("why", ["icons of sets", "no fork"])
def test_what_cannot_be_shared_is_done_alone(deck, tmp_path, monkeypatch, why):
    """What is counted while faces are drawn; systems where a process does not begin as a copy."""
    options = Options(deck, tmp_path / "out", ("sheets",), ("a4",))
    composed = composed_of("ash", options)
    if why == "icons of sets":
        object.__setattr__(composed.material, "icon_sets", {"game": IconSet})
    else:
        monkeypatch.setattr("multiprocessing.get_start_method", lambda: "spawn")
    with with_twins(2, composed, options) as help_:
        assert help_ is ALONE


def test_a_deck_that_cannot_be_composed_is_told_as_ever(deck, made):
    """No twin is begun for it."""
    (deck / "catalog/ash/layouts/faces/card.yaml").write_text("boxes: {title: {at: [6, 6], size: [50, 8], of: none}}\n")
    alone = made(1)
    assert alone
    assert made(2) == alone
