"""A build of all games as a whole: its files, their bytes, and the modules that it imports."""

import hashlib
import json

import pytest

from punchboard.load import find_games
from punchboard.model.game.game import TEXT_SHEETS


def files(folder):
    """Return the bytes of every file of a folder, by path."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    "names",
    [
        ("alpha-and-omega", "atmosfear"),
        pytest.param(("alpha-omega", "alter-ego", "vortex"), marks=pytest.mark.long),  # they take twice as long
    ],
)
def test_two_builds_of_the_same_input_are_byte_identical(output, again, names):
    """A second build in other folders, with another hash seed and time zone, changes no byte of any file."""
    folder = again(*names)
    for name in names:
        first, second = files(output.path / name), files(folder / name)
        assert sorted(first) == sorted(second)
        assert [path for path, data in first.items() if second[path] != data] == []


def test_a_full_build_imports_no_platypus(output):
    """It never imports `reportlab.platypus`, nor the canvas, which takes twice the time."""
    assert "reportlab.pdfbase.pdfdoc" in output.modules
    assert [name for name in sorted(output.modules) if name.startswith("reportlab.platypus")] == []
    assert "reportlab.pdfgen.canvas" not in output.modules


def test_every_default_product_is_built(output, loaded, game):
    """Both papers have all sheets, a booklet, and nets for folded components; books have one file."""
    catalog = loaded(game).game
    sheets = ["fronts", "duplex", "reference"]
    sheets += [name for name, sheet in TEXT_SHEETS.items() if sheet.is_for(catalog) and not sheet.is_extra]
    if catalog.file.dice or any(kind.trim.is_folded for kind in catalog.kinds.values()):
        sheets.append("nets")
    expected = {f"print-and-play/{paper}-{sheet}.pdf" for paper in ("a4", "letter") for sheet in sheets}
    expected |= {f"print-and-play/{paper}-rulebook-booklet.pdf" for paper in ("a4", "letter")}
    expected |= {"reference.pdf", "rulebook.pdf", "design-notes.pdf"}
    found = files(output.path / game)
    assert {path for path in found if path.endswith(".pdf")} == expected


def test_the_manifest_is_correct(output, loaded, game):
    """The manifest lists exactly the files, with size and hash, and its copies add up to the pieces."""
    found = files(output.path / game)
    manifest = json.loads(found.pop("manifest.json"))
    listed = {file["path"]: (file["size"], file["sha256"]) for file in manifest["files"]}
    assert listed == {path: (len(data), hashlib.sha256(data).hexdigest()) for path, data in found.items()}
    copies = {component.id: component.copies for component in loaded(game).game.components}
    assert {component["id"]: component["copies"] for component in manifest["components"]} == copies
    assert manifest["game"]["id"] == game


def test_the_manifest_has_the_page_count_of_each_pdf(output, game):
    """It is the number of pages in the file."""
    import pikepdf

    manifest = json.loads((output.path / game / "manifest.json").read_text(encoding="utf-8"))
    for file in manifest["files"]:
        if file["path"].endswith(".pdf"):
            with pikepdf.open(output.path / game / file["path"]) as pdf:
                assert len(pdf.pages) == file["pages"], file["path"]


def test_the_output_contains_only_the_games(output, root):
    """After a build, the output folder contains games, locks and the cache: no temporary folder, no old output."""
    assert sorted(path.name for path in output.path.iterdir()) == [".cache", ".locks", *find_games(root)]


@pytest.mark.parametrize(("having", "pawns", "dice"), [("alpha-and-omega", 8, 0), ("atmosfear", 0, 3)])
def test_the_output_has_the_pawns_and_dice_that_the_rules_count(loaded, having, pawns, dice):
    """Two pawns for each of four players; a die for the exchange, one for the Realm, one for the symbol."""
    catalog = loaded(having).game
    folded = [one for one in catalog.components if catalog.kinds[one.kind].trim.is_folded]
    assert sum(one.copies for one in folded) == pawns
    assert sum(die.copies for die in catalog.file.dice.values()) == dice
