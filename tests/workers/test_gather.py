"""A game that is built in parts is the game that is built as a whole, or nothing at all is written."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from types import MappingProxyType

import pytest

from punchboard.build.pipeline import build
from punchboard.model.options import PrintOptions
from punchboard.workers.gather import Dispatcher, collect_game, is_done, submit_game
from punchboard.workers.job import compose_before_fork, release_composed


class Here(Executor):
    """Does what it is given at once."""

    def __init__(self):
        self.done = []

    def submit(self, fn, /, *args, **kwargs):
        """Do it."""
        future = Future()
        self.done.append(args)
        future.set_result(fn(*args, **kwargs))
        return future


class Losing(Here):
    """Loses one of its jobs."""

    def __init__(self, number, error):
        super().__init__()
        self.number, self.error = number, error

    def submit(self, fn, /, *args, **kwargs):
        """Do it, or lose it."""
        if len(self.done) == self.number:
            self.done.append(args)
            future = Future()
            future.set_exception(self.error)
            return future
        return super().submit(fn, *args, **kwargs)


@pytest.fixture(autouse=True)
def nothing_kept():
    """Let no test find what another has composed."""
    yield
    release_composed()


SPLITS = [
    {},
    {"only": ("sheets", "rulebook", "page")},
    {"only": ("sheets/fronts", "cutting"), "papers": ("a4", "letter", "200x250mm")},
    {"papers": ("a4",), "formats": ("pdf", "svg")},
    {"papers": ("a4", "a4", "letter"), "only": ("sheets", "page")},
    {"print_options": PrintOptions(ink="low", players=3)},
]


@pytest.mark.parametrize(("asked", "in_parts"), [*((asked, True) for asked in SPLITS), (SPLITS[0], False)])
def test_parts_make_the_bytes_of_the_whole(order, alone, read_output, asked, in_parts):
    """Whatever is asked for: every file, the manifest, and what is said of them in its order."""
    built, expected = alone(**asked)
    assert not built.has_errors
    with ThreadPoolExecutor(2) as pool:
        one = order(**asked)
        assert collect_game(submit_game(Dispatcher(pool, "run"), one, in_parts=in_parts)) == built
    assert read_output(one) == expected


@pytest.mark.slow
def test_parts_make_the_bytes_of_all_products(order, alone, read_output):
    """Shops, tables, pictures and cutting machines too."""
    asked = {"print_options": PrintOptions(everything=True, dpi=72)}
    built, expected = alone(**asked)
    with ThreadPoolExecutor(2) as pool:
        one = order(**asked)
        assert collect_game(submit_game(Dispatcher(pool, "run"), one)) == built
    assert read_output(one) == expected


def test_processes_make_the_bytes_of_the_whole(order, alone, read_output):
    """Plain values go to them, and plain values come back."""
    built, expected = alone()
    with ProcessPoolExecutor(2) as pool:
        one = order()
        assert collect_game(submit_game(Dispatcher(pool, "run"), one)) == built
    assert read_output(one) == expected


def test_a_game_is_composed_once_for_all_its_parts(order, monkeypatch):
    """A process keeps what it has composed for its next job, and what was composed before it began."""
    loads = []
    from punchboard.workers import job

    monkeypatch.setattr(
        job, "load_and_compose", lambda *args, known=job.load_and_compose: loads.append(args) or known(*args)
    )
    one = order()
    read = compose_before_fork("run", one)
    assert any(name.endswith("cards.csv") for name in read)
    assert not collect_game(submit_game(Dispatcher(Here(), "run"), one, read)).has_errors
    assert len(loads) == 1
    assert not collect_game(submit_game(Dispatcher(Here(), "another"), one)).has_errors
    assert len(loads) == 2


def test_what_the_checks_find_keeps_all_from_being_written(order, workspace, alone):
    """The problems are those of the whole build, and the parts that are not begun yet are dropped."""
    folder = workspace("grove")
    (folder / "cards.csv").write_text("nr,suit,copies,title\n1,sun,2,{{ nobody }}\n1,sun,1,Twice\n", encoding="utf-8")
    built, _ = alone()
    assert built.has_errors
    one = order()
    begun = submit_game(Dispatcher(Here(), "run"), one)
    assert is_done(begun)
    assert collect_game(begun) == built
    assert not one.options.out.exists()


def test_a_product_that_cannot_be_made_is_told_as_in_the_whole_build(order, alone):
    """A paper that no card fits on is found where sheets are made."""
    asked = {"papers": ("50x60mm", "a4"), "only": ("sheets", "components")}
    built, _ = alone(**asked)
    assert [problem.rule for problem in built.problems if problem.rule == "SHEET001"]
    assert collect_game(submit_game(Dispatcher(Here(), "run"), order(**asked))) == built


@pytest.mark.parametrize(("number", "error"), [(0, CancelledError()), (2, BrokenExecutor("killed by signal 9"))])
def test_a_lost_job_leaves_the_last_good_output(order, workspace, read_output, number, error):
    """It is told in one line, whichever part was lost."""
    one = order()
    build(*one)
    before = read_output(one)
    (workspace.path / "catalog/grove/cards.csv").write_text("nr,suit,copies,title\n1,sun,2,New\n", encoding="utf-8")
    (problem,) = collect_game(submit_game(Dispatcher(Losing(number, error), "run"), one)).problems
    assert (problem.rule, problem.place.file) == ("BUILD001", "catalog/grove")
    assert str(error) in problem.message
    assert read_output(one) == before


def test_files_that_change_between_two_parts_are_built_anew(order, workspace, read_output):
    """Of two states of a game no output is made."""
    cards = workspace("grove") / "cards.csv"

    class Saving(Here):
        def submit(self, fn, /, *args, **kwargs):
            if len(self.done) == 2:
                cards.write_text("nr,suit,copies,title\n1,sun,2,Late\n", encoding="utf-8")
                release_composed()
            return super().submit(fn, *args, **kwargs)

    one = order()
    assert not collect_game(submit_game(Dispatcher(Saving(), "run"), one)).has_errors
    mixed = read_output(one)
    other = order(out="after")
    build(*other)
    assert mixed == read_output(other)


def test_an_output_that_changes_between_asking_and_writing_is_built_anew(order, read_output):
    """The page of one build would list the files of another."""
    one = order(only=("sheets", "page"))
    begun = submit_game(Dispatcher(Here(), "run"), one)
    build(*order(only=("rulebook",)))
    assert not collect_game(begun).has_errors
    assert b"rulebook.pdf" in read_output(one)["index.html"]


def test_kept_files_are_told_of(order, alone, read_output):
    """The page lists what is there already."""
    for out in ("output", "alone"):
        build(*order(out=out, only=("rulebook",)))
    built, expected = alone(only=("sheets", "page"))
    one = order(only=("sheets", "page"))
    assert collect_game(submit_game(Dispatcher(Here(), "run"), one)) == built
    assert read_output(one) == expected


def test_read_only_mappings_travel():
    """What is frozen here is frozen where it arrives."""
    import pickle

    sent = MappingProxyType({"a": MappingProxyType({"b": 1})})
    arrived = pickle.loads(pickle.dumps(sent))
    assert arrived == sent
    assert isinstance(arrived["a"], MappingProxyType)
