"""A game built in parts has the same bytes as one built as a whole, or nothing is written."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from types import MappingProxyType

import pytest

from punchboard.model.print_options import PrintOptions
from punchboard.pipeline.build import build
from punchboard.workers.job import Dispatcher, collect_game, compose_before_fork, is_done, release_composed, submit_game

pytestmark = pytest.mark.slow


class InlineExecutor(Executor):
    """Runs each job when it is submitted."""

    def __init__(self):
        self.done = []

    def submit(self, fn, /, *args, **kwargs):
        """Run it."""
        future = Future()
        self.done.append(args)
        future.set_result(fn(*args, **kwargs))
        return future


class LosingExecutor(InlineExecutor):
    """Loses one of its jobs."""

    def __init__(self, number, error):
        super().__init__()
        self.number, self.error = number, error

    def submit(self, fn, /, *args, **kwargs):
        """Run it, or lose it."""
        if len(self.done) == self.number:
            self.done.append(args)
            future = Future()
            future.set_exception(self.error)
            return future
        return super().submit(fn, *args, **kwargs)


@pytest.fixture(autouse=True)
def no_cached_game():
    """Let no test find the game that another test composed."""
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


@pytest.mark.parametrize(("options", "in_parts"), [*((options, True) for options in SPLITS), (SPLITS[0], False)])
def test_a_game_built_in_parts_has_the_same_bytes(order, alone, read_output, options, in_parts):
    """With any options: every file, the manifest, and the messages in their order."""
    built, expected = alone(**options)
    assert not built.has_errors
    with ThreadPoolExecutor(2) as pool:
        one = order(**options)
        assert collect_game(submit_game(Dispatcher(pool, "run"), one, in_parts=in_parts)) == built
    assert read_output(one) == expected


def test_all_products_built_in_parts_have_the_same_bytes(order, alone, read_output):
    """Those for shops, virtual tables and cutting machines, and pictures, too."""
    options = {"print_options": PrintOptions(everything=True, dpi=72)}
    built, expected = alone(**options)
    with ThreadPoolExecutor(2) as pool:
        one = order(**options)
        assert collect_game(submit_game(Dispatcher(pool, "run"), one)) == built
    assert read_output(one) == expected


def test_a_game_built_in_processes_has_the_same_bytes(order, alone, read_output):
    """Jobs and results are pickled."""
    built, expected = alone()
    with ProcessPoolExecutor(2) as pool:
        one = order()
        assert collect_game(submit_game(Dispatcher(pool, "run"), one)) == built
    assert read_output(one) == expected


def test_a_game_is_composed_once_for_all_its_parts(order, monkeypatch):
    """A process reuses the game that it composed for an earlier job, or that was composed before it was forked."""
    loads = []
    from punchboard.workers import job

    monkeypatch.setattr(
        job, "load_and_compose", lambda *args, known=job.load_and_compose: loads.append(args) or known(*args)
    )
    one = order()
    read = compose_before_fork("run", one)
    assert any(name.endswith("cards.csv") for name in read)
    assert not collect_game(submit_game(Dispatcher(InlineExecutor(), "run"), one, read)).has_errors
    assert len(loads) == 1
    assert not collect_game(submit_game(Dispatcher(InlineExecutor(), "another"), one)).has_errors
    assert len(loads) == 2


def test_nothing_is_written_when_the_checks_find_an_error(order, workspace, alone):
    """The problems are those of a build in one process, and the parts that have not started are cancelled."""
    folder = workspace("grove")
    (folder / "cards.csv").write_text("nr,suit,copies,title\n1,sun,2,{{ nobody }}\n1,sun,1,Twice\n", encoding="utf-8")
    built, _ = alone()
    assert built.has_errors
    one = order()
    submitted = submit_game(Dispatcher(InlineExecutor(), "run"), one)
    assert is_done(submitted)
    assert collect_game(submitted) == built
    assert not one.options.out.exists()


def test_a_product_that_cannot_be_made_is_reported_as_in_one_process(order, alone):
    """A paper that no card fits on is found when its sheets are made."""
    options = {"papers": ("50x60mm", "a4"), "only": ("sheets", "components")}
    built, _ = alone(**options)
    assert [problem.rule for problem in built.problems if problem.rule == "SHEET001"]
    assert collect_game(submit_game(Dispatcher(InlineExecutor(), "run"), order(**options))) == built


@pytest.mark.parametrize(("number", "error"), [(0, CancelledError()), (2, BrokenExecutor("killed by signal 9"))])
def test_a_lost_job_leaves_the_last_good_output(order, workspace, read_output, number, error):
    """It is reported in one line, whichever part was lost."""
    one = order()
    build(*one)
    before = read_output(one)
    (workspace.path / "catalog/grove/cards.csv").write_text("nr,suit,copies,title\n1,sun,2,New\n", encoding="utf-8")
    (problem,) = collect_game(submit_game(Dispatcher(LosingExecutor(number, error), "run"), one)).problems
    assert (problem.rule, problem.place.file) == ("BUILD001", "catalog/grove")
    assert str(error) in problem.message
    assert read_output(one) == before


def test_a_game_whose_files_change_between_two_parts_is_rebuilt(order, workspace, read_output):
    """No output mixes two states of a game."""
    cards = workspace("grove") / "cards.csv"

    class SavingExecutor(InlineExecutor):
        def submit(self, fn, /, *args, **kwargs):
            if len(self.done) == 2:
                cards.write_text("nr,suit,copies,title\n1,sun,2,Late\n", encoding="utf-8")
                release_composed()
            return super().submit(fn, *args, **kwargs)

    one = order()
    assert not collect_game(submit_game(Dispatcher(SavingExecutor(), "run"), one)).has_errors
    mixed = read_output(one)
    other = order(out="after")
    build(*other)
    assert mixed == read_output(other)


def test_a_game_whose_output_changes_during_the_build_is_rebuilt(order, read_output):
    """Otherwise the page of one build would not list the files of the other."""
    one = order(only=("sheets", "page"))
    submitted = submit_game(Dispatcher(InlineExecutor(), "run"), one)
    build(*order(only=("rulebook",)))
    assert not collect_game(submitted).has_errors
    assert b"rulebook.pdf" in read_output(one)["index.html"]


def test_the_page_lists_kept_files(order, alone, read_output):
    """They are in the output from an earlier build."""
    for out in ("output", "alone"):
        build(*order(out=out, only=("rulebook",)))
    built, expected = alone(only=("sheets", "page"))
    one = order(only=("sheets", "page"))
    assert collect_game(submit_game(Dispatcher(InlineExecutor(), "run"), one)) == built
    assert read_output(one) == expected


def test_read_only_mappings_can_be_pickled():
    """They arrive as read-only mappings."""
    import pickle

    sent = MappingProxyType({"a": MappingProxyType({"b": 1})})
    arrived = pickle.loads(pickle.dumps(sent))
    assert arrived == sent
    assert isinstance(arrived["a"], MappingProxyType)
