"""The sampler assigns all time of a build to its stages."""

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest


@pytest.fixture
def sampled(benchmark):
    """The module benchmarks/sampled.py."""
    return benchmark("sampled")


def frames(*files):
    """Return the innermost of frames in the given files, the outermost file first."""
    frame = None
    for file in files:
        frame = SimpleNamespace(f_code=SimpleNamespace(co_filename=file), f_back=frame)
    return frame


@pytest.mark.parametrize(
    ("files", "stage"),
    [
        (("cli/build/run.py", "pipeline/build.py", "checks/walk.py"), "check"),
        (("checks/faces/fit.py", "compose/boxes/drawing.py", "geometry/basics.py"), "compose"),
        (("render/svg/writer.py", "scene.py"), "render"),
        (("load/layouts/references.py", "expression/sandbox.py"), "load"),
        (("pipeline/artifacts.py", "cache/digests.py"), "cache"),
        (("pipeline/artifacts.py", "verify/__init__.py"), "verify"),
        (("pipeline/build.py", "cli/build/parallel.py"), "rest"),
        (("model/game/game.py",), "rest"),
        ((), "rest"),
    ],
)
def test_time_counts_for_the_innermost_stage(sampled, files, stage):
    """Code that belongs to no stage counts for its caller."""
    assert sampled.stage_of(frames(*(f"/src/punchboard/{file}" for file in files), "/lib/zlib.py")) == stage


def test_loading_a_module_counts_as_import(sampled):
    """With all code that runs during the import."""
    found = frames(
        "/src/punchboard/render/svg/writer.py", "<frozen importlib._bootstrap>", "/src/punchboard/checks/walk.py"
    )
    assert sampled.stage_of(found) == "imports"


def test_every_part_of_a_stage_exists(sampled, root):
    """Otherwise its time would count for other stages."""
    parts = {part for parts in sampled.STAGES.values() for part in parts}
    assert {part for part in parts if not (root / "src/punchboard" / part).exists()} == set()


def test_a_build_has_time_in_every_stage(bench, root, tmp_path):
    """For a dozen cards, most is imports; the output is written."""
    where = bench.workspace(tmp_path, 12)
    command = [sys.executable, str(root / "benchmarks/sampled.py"), str(tmp_path / "stages.json"), "build"]
    subprocess.run([*command, "--jobs", "1"], cwd=where, env=bench.environment(), capture_output=True, check=True)
    taken = json.loads((tmp_path / "stages.json").read_text(encoding="utf-8"))
    assert set(taken) == {"imports", "load", "check", "compose", "render", "verify", "write", "cache", "rest"}
    assert min(taken.values()) >= 0
    assert taken["imports"] > taken["write"]
    assert list((where / "output").rglob("*.pdf"))


def test_the_status_of_a_failed_command_is_returned(bench, root, tmp_path):
    """So that only complete builds are timed."""
    command = [sys.executable, str(root / "benchmarks/sampled.py"), str(tmp_path / "stages.json"), "build"]
    done = subprocess.run(command, cwd=tmp_path, env=bench.environment(), capture_output=True, check=False)
    assert done.returncode != 0
