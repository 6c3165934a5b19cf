"""The proof finds what a screen reader would stumble over in the structure tree of a file."""

import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from punchboard.model.printing.expected_pdf import ANY_PDF
from punchboard.verify import prove


@pytest.fixture
def tagged():
    """Return a function from changes of a structure tree to the codes and messages of the proof of such a file."""

    def tagged(change):
        pdf = pikepdf.new()
        pdf.add_blank_page(page_size=(200, 200))
        pdf.pages[0].Contents = pdf.make_stream(b"q Q")
        cells = [pdf.make_indirect(Dictionary(S=Name.TD)) for _ in range(4)]
        rows = [pdf.make_indirect(Dictionary(S=Name.TR, K=Array(cells[at : at + 2]))) for at in (0, 2)]
        table = pdf.make_indirect(Dictionary(S=Name.Table, K=Array(rows)))
        figure = pdf.make_indirect(Dictionary(S=Name.Figure, Alt="Four cards"))
        body = pdf.make_indirect(Dictionary(S=Name.LBody))
        item = pdf.make_indirect(Dictionary(S=Name.LI, K=body))
        listed = pdf.make_indirect(Dictionary(S=Name.L, K=Array([item])))
        top = pdf.make_indirect(Dictionary(S=Name.Document, K=Array([table, figure, listed])))
        pdf.Root.StructTreeRoot = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot, K=top))
        pdf.Root.Lang = "en"
        change({"root": pdf.Root, "rows": rows, "figure": figure, "list": listed, "item": item, "cell": cells[0]})
        data = io.BytesIO()
        pdf.save(data, compress_streams=False)
        return [(problem.rule, problem.message) for problem in prove("grove.pdf", data.getvalue(), ANY_PDF).problems]

    return tagged


def test_a_whole_tree_has_no_fault(tagged):
    """A table, a figure with words, a list."""
    assert tagged(lambda file: None) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda file: file["root"].__delitem__("/Lang"), "the file does not say what language it is in"),
        (lambda file: file["figure"].__delitem__("/Alt"), "a figure has no words that say what it shows"),
        (lambda file: file["rows"][0].K.append(file["cell"]), "the rows of a table have 2 to 3 cells"),
        (lambda file: file["list"].__setitem__("/K", file["cell"]), "an element 'L' contains 'TD'"),
        (lambda file: file["item"].__setitem__("/K", file["cell"]), "an element 'LI' contains 'TD'"),
        (lambda file: file["rows"][1].__setitem__("/K", Array([file["item"]] * 2)), "an element 'TR' contains 'LI'"),
    ],
)
def test_a_fault_of_the_tree_is_reported(tagged, change, message):
    """Each says what is wrong with which element."""
    found = tagged(change)
    assert {code for code, _ in found} == {"PROOF008"}
    assert found[0][1] == message


def test_a_tree_without_end_is_unreadable(tagged):
    """An element within itself ends the proof with a message, not with the stack."""

    def loop(file):
        file["list"].K = file["list"]

    assert tagged(loop) == [("PROOF001", "the finished file cannot be read: its structure is nested too deeply")]
