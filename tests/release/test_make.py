"""The last judgement on speed before a release is made, and its files for browsers."""

import sys
import tarfile
import zipfile

import pytest


def judge(printed, status):
    """Return a command in place of benchmarks/judge.py."""
    return (sys.executable, "-c", f"print({printed!r}); raise SystemExit({status})")


def test_the_table_of_speed_is_told(make):
    """Also if limits are not judged, which is for a person to decide."""
    assert make.measure_speed(judge("| 54 cards | not judged |", 0)) == "| 54 cards | not judged |"


def test_a_missed_limit_stops_the_release(make):
    """With the table."""
    with pytest.raises(SystemExit, match="54 cards: missed"):
        make.measure_speed(judge("54 cards: missed", 1))


def test_a_release_has_the_files_for_browsers_packed_with_its_own_wheel(make, web, tmp_path, monkeypatch):
    """Of the same files the archive has the same bytes."""
    wheel = tmp_path / "punchboard-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as made:
        made.writestr("punchboard/__init__.py", "")
    monkeypatch.setattr(web, "needed_packages", tuple)
    monkeypatch.setattr(web, "fetch", lambda kept: kept.mkdir(exist_ok=True))
    monkeypatch.setattr(web, "kept_interpreter", lambda _kept: interpreter(tmp_path / "pyodide.tgz", web))
    for name in ("one.zip", "two.zip"):
        make.browser_files(wheel, tmp_path / "kept", tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.read("packages/punchboard.zip") == wheel.read_bytes()
        names = {
            "index.html",
            "start.css",
            "packages.json",
            "interpreter/pyodide.mjs",
            "samples/vortex.zip",
            "licences.txt",
        }
        assert names <= {*archive.namelist()}


def interpreter(path, web):
    """Write an archive with the names of an interpreter's files, and return its path."""
    with tarfile.open(path, "w:gz") as archive:
        for name in web.settings()["interpreter"]["files"]:
            archive.addfile(tarfile.TarInfo(f"package/{name}"))
    return path
