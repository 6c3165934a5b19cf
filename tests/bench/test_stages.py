"""Where the time goes: each moment of a build is one stage's, and all of them together are the build's."""

import json
import subprocess
import sys
from types import SimpleNamespace

import pytest


@pytest.fixture
def sampled(benchmark):
    """The sampler's module."""
    return benchmark("sampled")


def frames(*files):
    """Return the innermost of frames in files, the outermost named first."""
    frame = None
    for file in files:
        frame = SimpleNamespace(f_code=SimpleNamespace(co_filename=file), f_back=frame)
    return frame


@pytest.mark.parametrize(
    ("files", "stage"),
    [
        (("cli/build/run.py", "build/pipeline.py", "checks/walk.py"), "check"),
        (("checks/faces/fit.py", "compose/boxes/drawing.py", "geometry/outline.py"), "compose"),
        (("render/svg/writer.py", "scene.py"), "render"),
        (("load/layouts/templates.py", "expression/sandbox.py"), "load"),
        (("build/artifacts.py", "cache/digests.py"), "remember"),
        (("build/artifacts.py", "verify/proof.py"), "prove"),
        (("build/pipeline.py", "cli/output/progress_bar.py"), "rest"),
        (("model/game/game.py",), "rest"),
        ((), "rest"),
    ],
)
def test_a_moment_is_that_of_the_innermost_function_of_a_stage(sampled, files, stage):
    """What has no stage works for whoever called it."""
    assert sampled.stage_of(frames(*(f"/src/punchboard/{file}" for file in files), "/lib/zlib.py")) == stage


def test_a_module_that_is_loaded_is_an_import_whoever_needs_it(sampled):
    """And whatever of ours is run while it is."""
    found = frames(
        "/src/punchboard/render/svg/writer.py", "<frozen importlib._bootstrap>", "/src/punchboard/checks/walk.py"
    )
    assert sampled.stage_of(found) == "imports"


def test_every_part_of_the_package_that_is_named_is_there(sampled, root):
    """Or its time would silently become that of others."""
    parts = {part for parts in sampled.STAGES.values() for part in parts}
    assert {part for part in parts if not (root / "src/punchboard" / part).exists()} == set()


def test_all_of_a_builds_time_is_shared_out(bench, root, tmp_path):
    """A dozen cards: most is imports, every stage has its place, and the output is there."""
    where = bench.workspace(tmp_path, 12)
    command = [sys.executable, str(root / "benchmarks/sampled.py"), str(tmp_path / "stages.json"), "build"]
    subprocess.run([*command, "--jobs", "1"], cwd=where, env=bench.environment(), capture_output=True, check=True)
    taken = json.loads((tmp_path / "stages.json").read_text(encoding="utf-8"))
    assert set(taken) == {"imports", "load", "check", "compose", "render", "prove", "write", "remember", "rest"}
    assert min(taken.values()) >= 0
    assert taken["imports"] > taken["write"]
    assert list((where / "output").rglob("*.pdf"))


def test_a_command_that_fails_is_told_as_failed(bench, root, tmp_path):
    """What is timed must have been built."""
    command = [sys.executable, str(root / "benchmarks/sampled.py"), str(tmp_path / "stages.json"), "build"]
    done = subprocess.run(command, cwd=tmp_path, env=bench.environment(), capture_output=True, check=False)
    assert done.returncode != 0
