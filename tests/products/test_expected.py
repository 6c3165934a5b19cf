"""Every PDF is held against what the catalog says of it."""

import json

import pytest

from punchboard.model.print_options import ChangedParts, PrintOptions
from punchboard.model.printing.expected_pdf import ExpectedPart
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build
from punchboard.products import PRODUCTS
from punchboard.products.expected import expected_file, expected_nets, expected_sheets
from punchboard.render.pdf.writer import render_pdf
from punchboard.verify import prove

PARTS = {"root": (1, 1), "branch": (3, 3), "crown": (1, 1), "marker": (2, 0)}


def made(composed, names=PRODUCTS):
    """Return the products that are PDF files."""
    return [product for name in names for product in PRODUCTS[name].make(composed) if product.format == "pdf"]


def test_every_pdf_has_an_expectation_and_meets_it(folded):
    """This holds for every product."""
    composed = folded(("a4",), texts=("rulebook", "reference", "turn", "score"))
    products = made(composed, [name for name in PRODUCTS if name != "cutting"])
    assert [product.path for product in products if product.expected is None] == []
    assert {"print-and-play/a4-duplex.pdf", "print-and-play/a4-nets.pdf", "rulebook.pdf", "reference.pdf"} <= {
        product.path for product in products
    }
    for product in products:
        expected = expected_file(product, len(product.document.pages), PrintOptions())
        assert prove(product.path, render_pdf(product.document), expected).problems == ()


def test_sheets_show_each_component_as_often_as_the_catalog_has_it(composed):
    """Backs are expected where the layout prints them and the kind has one."""
    game = composed(("a4",))
    files = game.loaded.layouts.sheets
    for layout, backs in (("fronts", False), ("duplex", True)):
        expected = expected_sheets(game, game.papers["a4"], files[layout])
        found = {id_: (part.fronts, part.backs) for id_, part in expected.parts.items()}
        assert found == {id_: (many, behind if backs else 0) for id_, (many, behind) in PARTS.items()}
        assert expected.paper == (210, 297)
        assert expected.backing == ("long edge" if backs else "")


def test_sheets_of_changed_components_show_only_these(composed):
    """Other components must not be there."""
    game = composed(("a4",))
    game.print_options = PrintOptions(changed=ChangedParts("1.0", {"branch": 2}))
    expected = expected_sheets(game, game.papers["a4"], game.loaded.layouts.sheets["fronts"])
    assert {id_: part.fronts for id_, part in expected.parts.items()} == {"branch": 2}


def test_nets_show_every_side_of_every_die_and_both_of_a_pawn(folded):
    """Once for each copy."""
    game = folded(("a4",))
    parts = expected_nets(game, game.papers["a4"]).parts
    assert parts["fate-6"] == ExpectedPart((16, 16), 3)
    assert parts["wits-1"] == ExpectedPart((20, 20), 1)
    assert parts["bo"][1:3] == (2, 2)
    assert len(parts) == 3 * 6 + 2


def test_a_booklet_is_verified_leaf_by_leaf(composed):
    """Page 2 is behind page 1, and all leaves are there."""
    game = composed(("a4",), ["booklet"])
    products = made(game, ["booklet"])
    assert products
    for product in products:
        proof = prove(product.path, render_pdf(product.document), product.expected)
        assert proof.problems == ()
        assert proof.record["pairs"] == len(product.expected.parts) > 0


@pytest.fixture
def grove(composed, tmp_path):
    """Return a function that builds the game's sheets and returns the result and its folder."""
    composed(texts=())

    def grove(**changes):
        out = tmp_path / "output"
        options = BuildOptions(tmp_path, out, ("sheets/duplex",), ("a4",))._replace(**changes)
        return build("grove", options), out / "grove"

    return grove


def test_the_manifest_records_the_proof_of_each_pdf(grove):
    """Pages, components, backs behind fronts, and the largest offset."""
    built, folder = grove()
    assert not built.has_errors
    (file,) = json.loads((folder / "manifest.json").read_text())["files"]
    assert file["proof"] == {"pages": file["pages"], "components": 7, "pairs": 5, "worst_mm": 0.0, "fonts": 2}


def test_a_file_that_fails_its_proof_fails_the_build(grove, monkeypatch):
    """The last good output stays, and every wrong file is reported."""
    from punchboard.compose.sheets.imposition import Plan, Slot

    _, folder = grove()
    before = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    backs = Plan.back_plan

    def shifted(plan, *args):
        found = backs(plan, *args)
        slots = tuple(Slot(slot.middle._replace(x=slot.middle.x + 0.2), slot.turn) for slot in found.slots)
        return found._replace(slots=slots)

    monkeypatch.setattr(Plan, "back_plan", shifted)
    built, _ = grove()
    assert built.has_errors
    assert {problem.rule for problem in built.problems} == {"PROOF006"}
    assert {problem.place.file for problem in built.problems} == {"grove/print-and-play/a4-duplex.pdf"}
    assert {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
