"""Jobs that travel: a worker that sees no disk of ours makes the same files, or says why it would not."""

from __future__ import annotations

import pickle
import shutil
import zlib
from concurrent.futures import Executor, Future, ProcessPoolExecutor

import pytest

from punchboard.build.pipeline import build
from punchboard.load.files.paths import display_path
from punchboard.workers import compatibility, remote
from punchboard.workers.compatibility import first_difference
from punchboard.workers.gather import Dispatcher, collect_game, submit_game
from punchboard.workers.payload import pack_game
from punchboard.workers.remote import JobSender
from punchboard.workspace import builtin_folder, use_builtin_folder


class Travelling(Executor):
    """A worker far away: it is given what was sent when the workspace is gone, and sends back bytes."""

    def __init__(self, root):
        self.root, self.gone = root, root.with_name("gone")

    def submit(self, fn, /, *args, **kwargs):
        """Do it without our disk."""
        sent = pickle.loads(pickle.dumps(args))
        future = Future()
        self.root.rename(self.gone)
        try:
            future.set_result(fn(*sent, **kwargs))
        except Exception as error:  # noqa: BLE001 - as an executor does
            future.set_exception(error)
        finally:
            self.gone.rename(self.root)
        return future


@pytest.fixture
def far(workspace):
    """Return a function that has an order built far away."""

    def built_far(order, executor=None, *, in_parts=True):
        sender = JobSender()
        sender.pack(order)
        desk = Dispatcher(executor or Travelling(workspace.path), "run", sender.submit)
        return collect_game(submit_game(desk, order, in_parts=in_parts))

    with remote.unpacked_cleanup():
        yield built_far


def test_what_was_made_far_away_has_the_same_bytes(order, alone, read_output, far):
    """Game, layouts and stock travel with the job."""
    built, expected = alone()
    one = order()
    assert far(one) == built
    assert read_output(one) == expected


def test_a_game_that_travels_alone_is_built_far_away(workspace, order, read_output, far):
    """It is called what its folder is, there as here."""
    folder = workspace("grove")
    one = order()
    build(*one)
    expected = read_output(one)
    lone = one._replace(options=one.options._replace(workspace=folder, out=folder / "output"))
    assert not far(lone, Travelling(folder)).has_errors
    assert read_output(lone).keys() == expected.keys()


def test_problems_name_the_users_own_files(workspace, order, alone, far):
    """Nobody is told of a folder on another machine."""
    folder = workspace("grove")
    (folder / "cards.csv").write_text("nr,suit,copies,title\n1,stars,2,Root\n", encoding="utf-8")
    (folder / "layouts" / "faces" / "back.yaml").write_text("extends: nothing\n", encoding="utf-8")
    built, _ = alone()
    assert {problem.place.file for problem in built.problems} >= {"catalog/grove/cards.csv"}
    assert far(order()) == built


def test_a_fault_of_the_stock_is_told_at_its_own_place(order, alone, far, tmp_path):
    """The layouts of the program lie elsewhere than the workspace, here and there."""
    stock = tmp_path / "stock"
    shutil.copytree(builtin_folder() / "layouts", stock / "layouts", ignore=shutil.ignore_patterns("icons"))
    (stock / "layouts" / "sheets" / "fronts.yaml").write_text("nonsense: true\n", encoding="utf-8")
    with use_builtin_folder(stock):
        one = order()
        built, _ = alone()
        assert {problem.place.file for problem in built.problems} == {
            display_path(stock / "layouts/sheets/fronts.yaml", one.options.workspace)
        }
        assert far(one) == built


def test_links_stay_what_they_are(workspace, tmp_path):
    """One that leads out of the folder leads there too, where it is refused; nothing that it shows is packed."""
    folder = workspace("grove")
    (tmp_path / "secret.csv").write_text("canary", encoding="utf-8")
    (folder / "out.csv").symlink_to(tmp_path / "secret.csv")
    (folder / "in.csv").symlink_to("cards.csv")
    parcel, _ = pack_game("grove", workspace.path, workspace.path / "output")
    links = {one.path: one.link for one in parcel.files if one.link}
    assert links == {"catalog/grove/out.csv": str(tmp_path / "secret.csv"), "catalog/grove/in.csv": "cards.csv"}
    assert b"canary" not in b"".join(one.data for one in parcel.files)
    root = parcel.unpack(tmp_path / "far")
    assert (root / "catalog/grove/in.csv").read_text() == (folder / "cards.csv").read_text()


def test_other_games_and_outputs_stay_at_home(workspace):
    """A parcel holds one game, what is shared, and the stock."""
    for name in ("grove", "heath"):
        workspace(name)
    for path in ("output/grove/x.pdf", "layouts/heath/faces/x.yaml", "layouts/faces/y.yaml", "catalog/grove/.git/z"):
        (workspace.path / path).parent.mkdir(parents=True, exist_ok=True)
        (workspace.path / path).write_text("x", encoding="utf-8")
    parcel, _ = pack_game("grove", workspace.path, workspace.path / "output")
    ours = {one.path for one in parcel.files if not one.path.startswith(".stock/")}
    assert ours == {
        *(f"catalog/grove/{name}" for name in ("game.yaml", "cards.csv", "rulebook.md", "reference.md")),
        *(f"catalog/grove/layouts/faces/{name}.yaml" for name in ("card", "back")),
        "layouts/faces/y.yaml",
    }


def test_another_version_is_a_problem(order, far, monkeypatch):
    """Files of two sorts would come together; the job is not even read."""
    one = order()
    monkeypatch.setattr(
        remote, "installed_versions", lambda: {**compatibility.installed_versions(), "reportlab": "1.0"}
    )
    sender = JobSender()
    monkeypatch.undo()
    sender.pack(one)
    begun = submit_game(Dispatcher(Travelling(one.options.workspace), "run", sender.submit), one)
    (problem,) = collect_game(begun).problems
    assert (problem.rule, problem.place.file) == ("BUILD002", "--cluster")
    assert "reportlab" in problem.message
    assert "1.0 here" in problem.message
    assert not one.options.out.exists()


def test_what_an_executor_says_is_told_in_a_line(order, far):
    """A worker without this program cannot even begin."""

    class Bare(Travelling):
        def submit(self, fn, /, *args, **kwargs):
            return super().submit(lambda *_args: (_ for _ in ()).throw(ModuleNotFoundError("No module\nat all")))

    one = order()
    (problem,) = far(one, Bare(one.options.workspace)).problems
    assert problem.rule == "BUILD001"
    assert problem.message == "the process that worked on it was lost: ModuleNotFoundError: No module"


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        ({"a": "1", "b": "2"}, ""),
        ({"a": "1", "b": "3"}, "b 3 there, 2 here"),
        ({"a": "1"}, "b none there, 2 here"),
        ({"a": "1", "b": "2", "font-x": "1"}, "font-x 1 there, none here"),
    ],
)
def test_differences_are_told_by_name(theirs, said):
    """A font that one machine has alone is a difference, too."""
    assert first_difference({"a": "1", "b": "2"}, theirs) == said


def test_the_state_tells_program_python_and_fonts():
    """What decides on bytes is told."""
    state = compatibility.installed_versions()
    assert {"punchboard", "Python", "reportlab", "uharfbuzz"} <= state.keys()
    assert any(name.startswith("fontpkg-") for name in state)
    assert "none" not in state.values()


def test_a_worker_leaves_nothing_behind(order, far, tmp_path, monkeypatch):
    """What was unpacked for one game is thrown away with the next."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    far(order(only=("sheets/fronts",)))
    far(order("heath", only=("sheets/fronts",)))
    assert len(list((tmp_path / "temporary").iterdir())) == 1


def test_a_parcel_is_small(order, workspace):
    """Layouts are text: a job of a small game does not burden a network."""
    workspace("grove")
    parcel, _ = pack_game("grove", workspace.path, workspace.path / "output")
    assert len(zlib.compress(pickle.dumps(parcel), 1)) < 3_000_000


def test_processes_are_workers_too(order, alone, read_output, far):
    """Any executor does."""
    built, expected = alone(only=("sheets", "reference", "page"))
    one = order(only=("sheets", "reference", "page"))
    with ProcessPoolExecutor(1) as pool:
        assert far(one, pool) == built
    assert read_output(one) == expected
