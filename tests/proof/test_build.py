"""A build of both games as a whole: its files, its bytes, and what it imports."""

import hashlib
import json

import pytest

GAMES = pytest.mark.parametrize("game", ["alpha-and-omega", "atmosfear"])


def files(folder):
    """Return the bytes of every file of a folder, by path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_two_builds_of_the_same_input_are_byte_identical(output, again):
    """`python build.py` elsewhere, with another hash seed and time zone, changes no byte of any file or manifest."""
    first, second = files(output.path), files(again.path)
    assert sorted(first) == sorted(second)
    assert [path for path, data in first.items() if second[path] != data] == []


def test_a_full_build_imports_no_platypus(output):
    """`reportlab.platypus` is never imported, whatever is built; nor is the canvas, which needs twice the time."""
    assert "reportlab.pdfbase.pdfdoc" in output.modules
    assert [name for name in sorted(output.modules) if name.startswith("reportlab.platypus")] == []
    assert "reportlab.pdfgen.canvas" not in output.modules


@GAMES
def test_every_product_of_the_table_set_is_there(output, game):
    """Both papers have fronts, duplex, bleed and reference sheets; rulebook, booklet and reference are there once."""
    expected = {f"print-and-play/{p}-{x}.pdf" for p in ("a4", "letter") for x in ("fronts", "duplex", "bleed")}
    expected |= {f"print-and-play/{paper}-reference.pdf" for paper in ("a4", "letter")}
    expected |= {"print-and-play/a4-rulebook-booklet.pdf", "reference.pdf", "rulebook.pdf"}
    found = files(output.path / game)
    assert {path for path in found if path.endswith(".pdf")} == expected


@GAMES
def test_the_manifest_tells_the_truth(output, facts, game):
    """Every file stands in the manifest with its size and hash, no other does, and the copies add up to the pieces."""
    found = files(output.path / game)
    manifest = json.loads(found.pop("manifest.json"))
    listed = {file["path"]: (file["size"], file["sha256"]) for file in manifest["files"]}
    assert listed == {path: (len(data), hashlib.sha256(data).hexdigest()) for path, data in found.items()}
    assert sum(component["copies"] for component in manifest["components"]) == facts[game][0]
    assert manifest["game"]["id"] == game


@GAMES
def test_the_manifest_counts_pages_as_the_files_have_them(output, game):
    """The pages of each PDF in the manifest are those that a reader finds in it."""
    import pikepdf

    manifest = json.loads((output.path / game / "manifest.json").read_text(encoding="utf-8"))
    for file in manifest["files"]:
        if file["path"].endswith(".pdf"):
            with pikepdf.open(output.path / game / file["path"]) as pdf:
                assert len(pdf.pages) == file["pages"], file["path"]


def test_nothing_but_the_games_is_left_in_the_output(output):
    """After a build, the output folder holds the games and the lock: no half-made folder, no old one."""
    assert sorted(path.name for path in output.path.iterdir()) == [".locks", "alpha-and-omega", "atmosfear"]
