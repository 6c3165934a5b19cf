"""Jobs for workers on other machines make the same files, or report why they would not."""

from __future__ import annotations

import pickle
import shutil
import zlib
from concurrent.futures import Executor, Future, ProcessPoolExecutor

import pytest

from punchboard.load.files import display_path
from punchboard.pipeline.build import build
from punchboard.workers import remote
from punchboard.workers.job import Dispatcher, collect_game, release_composed, submit_game
from punchboard.workers.remote import JobSender, first_difference, pack_game
from punchboard.workspace import builtin_folder, use_builtin_folder


class RemoteExecutor(Executor):
    """A worker on another machine: it runs a pickled job while the workspace is moved away."""

    def __init__(self, root):
        self.root, self.gone = root, root.with_name("gone")

    def submit(self, fn, /, *args, **kwargs):
        """Run it without the workspace."""
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
    """Return a function that builds an order on another machine."""

    def build_far(order, executor=None, *, in_parts=True):
        sender = JobSender()
        sender.pack(order)
        dispatcher = Dispatcher(executor or RemoteExecutor(workspace.path), "run", sender.submit)
        return collect_game(submit_game(dispatcher, order, in_parts=in_parts))

    yield build_far
    release_composed()
    remote._remove_unpacked()


def test_files_built_on_another_machine_have_the_same_bytes(order, alone, read_output, far):
    """The game, its layouts and the built-in layouts are sent with the job."""
    built, expected = alone()
    one = order()
    assert far(one) == built
    assert read_output(one) == expected


def test_a_game_without_a_workspace_is_built_on_another_machine(workspace, order, read_output, far):
    """It is named after its folder there, too."""
    folder = workspace("grove")
    one = order()
    build(*one)
    expected = read_output(one)
    lone = one._replace(options=one.options._replace(workspace=folder, out=folder / "output"))
    assert not far(lone, RemoteExecutor(folder)).has_errors
    assert read_output(lone).keys() == expected.keys()


def test_problems_name_the_users_own_files(workspace, order, alone, far):
    """No message names a folder on another machine."""
    folder = workspace("grove")
    (folder / "cards.csv").write_text("nr,suit,copies,title\n1,stars,2,Root\n", encoding="utf-8")
    (folder / "layouts" / "faces" / "back.yaml").write_text("extends: nothing\n", encoding="utf-8")
    built, _ = alone()
    assert {problem.place.file for problem in built.problems} >= {"catalog/grove/cards.csv"}
    assert far(order()) == built


def test_an_error_in_a_built_in_layout_names_its_local_path(order, alone, far, tmp_path):
    """The built-in layouts lie outside the workspace on both machines."""
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


def test_links_are_packed_as_links(workspace, tmp_path):
    """A link out of the folder is refused on the other machine, too, and its target is not packed."""
    folder = workspace("grove")
    (tmp_path / "secret.csv").write_text("canary", encoding="utf-8")
    (folder / "out.csv").symlink_to(tmp_path / "secret.csv")
    (folder / "in.csv").symlink_to("cards.csv")
    payload, _ = pack_game("grove", workspace.path, workspace.path / "output")
    links = {one.path: one.link for one in payload.files if one.link}
    assert links == {"catalog/grove/out.csv": str(tmp_path / "secret.csv"), "catalog/grove/in.csv": "cards.csv"}
    assert b"canary" not in b"".join(one.data for one in payload.files)
    root = payload.unpack(tmp_path / "far")
    assert (root / "catalog/grove/in.csv").read_text() == (folder / "cards.csv").read_text()


def test_other_games_and_outputs_are_not_packed(workspace):
    """A payload has one game, the shared layouts and the built-in layouts."""
    for name in ("grove", "heath"):
        workspace(name)
    for path in ("output/grove/x.pdf", "layouts/heath/faces/x.yaml", "layouts/faces/y.yaml", "catalog/grove/.git/z"):
        (workspace.path / path).parent.mkdir(parents=True, exist_ok=True)
        (workspace.path / path).write_text("x", encoding="utf-8")
    payload, _ = pack_game("grove", workspace.path, workspace.path / "output")
    ours = {one.path for one in payload.files if not one.path.startswith(".stock/")}
    assert ours == {
        *(f"catalog/grove/{name}" for name in ("game.yaml", "cards.csv", "rulebook.md", "reference.md")),
        *(f"catalog/grove/layouts/faces/{name}.yaml" for name in ("card", "back")),
        "layouts/faces/y.yaml",
    }


def test_a_worker_with_another_version_is_reported(order, far, monkeypatch):
    """The job is not even unpickled."""
    one = order()
    versions = {**remote.installed_versions(), "reportlab": "1.0"}
    monkeypatch.setattr(remote, "installed_versions", lambda: versions)
    sender = JobSender()
    monkeypatch.undo()
    sender.pack(one)
    submitted = submit_game(Dispatcher(RemoteExecutor(one.options.workspace), "run", sender.submit), one)
    (problem,) = collect_game(submitted).problems
    assert (problem.rule, problem.place.file) == ("BUILD002", "--cluster")
    assert "reportlab" in problem.message
    assert "1.0 here" in problem.message
    assert not one.options.out.exists()


def test_an_error_of_an_executor_is_reported_in_one_line(order, far):
    """A worker may lack this program, for example."""

    class BareExecutor(RemoteExecutor):
        def submit(self, fn, /, *args, **kwargs):
            return super().submit(lambda *_args: (_ for _ in ()).throw(ModuleNotFoundError("No module\nat all")))

    one = order()
    (problem,) = far(one, BareExecutor(one.options.workspace)).problems
    assert problem.rule == "BUILD001"
    assert problem.message == "the process that built this game was lost: ModuleNotFoundError: No module"


@pytest.mark.parametrize(
    ("theirs", "difference"),
    [
        ({"a": "1", "b": "2"}, ""),
        ({"a": "1", "b": "3"}, "b 3 there, 2 here"),
        ({"a": "1"}, "b none there, 2 here"),
        ({"a": "1", "b": "2", "font-x": "1"}, "font-x 1 there, none here"),
    ],
)
def test_the_first_difference_is_reported_by_name(theirs, difference):
    """A font that only one machine has is a difference, too."""
    assert first_difference({"a": "1", "b": "2"}, theirs) == difference


def test_versions_include_program_python_and_fonts():
    """All of them affect the bytes of files."""
    versions = remote.installed_versions()
    assert {"punchboard", "Python", "reportlab", "uharfbuzz"} <= versions.keys()
    assert any(name.startswith("fontpkg-") for name in versions)
    assert "none" not in versions.values()


def test_a_worker_removes_the_files_of_the_last_game(order, far, tmp_path, monkeypatch):
    """It unpacks one game at a time."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    far(order(only=("sheets/fronts",)))
    far(order("heath", only=("sheets/fronts",)))
    assert len(list((tmp_path / "temporary").iterdir())) == 1


def test_a_payload_is_small(order, workspace):
    """Layouts are text and compress well."""
    workspace("grove")
    payload, _ = pack_game("grove", workspace.path, workspace.path / "output")
    assert len(zlib.compress(pickle.dumps(payload), 1)) < 3_000_000


def test_a_pool_of_processes_runs_remote_jobs(order, alone, read_output, far):
    """As any executor does."""
    built, expected = alone(only=("sheets", "reference", "page"))
    one = order(only=("sheets", "reference", "page"))
    with ProcessPoolExecutor(1) as pool:
        assert far(one, pool) == built
    assert read_output(one) == expected
