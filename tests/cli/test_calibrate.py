"""`punchboard calibrate`: the calibration sheet, the printer profile from its readings, and builds with it."""

import pikepdf
import pytest
import yaml

READ = (
    "--a",
    "5.3",
    "4.9",
    "--b",
    "5.1",
    "4.8",
    "--across",
    "169.8",
    "--down",
    "259.5",
    "--margins",
    "4",
    "4",
    "5",
    "4",
)


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    """The user's settings folder."""
    monkeypatch.setenv("PUNCHBOARD_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def words_of(workspace, path):
    """Return the text of a PDF's pages, without white space."""
    import pypdfium2

    document = pypdfium2.PdfDocument(workspace.path / path)
    try:
        return ["".join(page.get_textpage().get_text_range().split()) for page in document]
    finally:
        document.close()


def test_the_sheet_has_two_pages_and_prints_a_valid_command(workspace):
    """A4 by default, no game needed; the command of step 6 is one that the program takes."""
    ran = workspace.run("calibrate")
    assert (ran.status, ran.err) == (0, "")
    assert "calibrate-a4.pdf" in ran.out
    assert "actual size" in ran.out
    with pikepdf.open(workspace.path / "calibrate-a4.pdf") as pdf:
        assert [[round(float(value), 1) for value in page.mediabox] for page in pdf.pages] == [[0, 0, 595.3, 841.9]] * 2
    front, back = words_of(workspace, "calibrate-a4.pdf")
    assert "punchboardcalibrate--setNAME--aACROSSDOWN--bACROSSDOWN" in front
    assert "--acrossWIDTH--downHEIGHT--marginsTOPRIGHTBOTTOMLEFT" in front
    assert "Theback" in back


@pytest.mark.parametrize(
    ("options", "size", "again"),
    [
        (("--paper", "letter", "--flip", "short"), (612, 792), "--paperletter--flipshort--set"),
        (("--landscape",), (841.9, 595.3), "calibrate--landscape--set"),
        (("--paper", "320x450mm"), (907.1, 1275.6), "--paper320x450mm--set"),
    ],
)
def test_the_printed_command_repeats_the_options_of_the_sheet(workspace, options, size, again):
    """Readings belong to one paper and one edge, so the command names both."""
    assert workspace.run("calibrate", *options, "--out", "marks.pdf").status == 0
    with pikepdf.open(workspace.path / "marks.pdf") as pdf:
        assert [float(value) for value in pdf.pages[0].mediabox][2:] == pytest.approx(size, abs=0.1)
    assert again in words_of(workspace, "marks.pdf")[0]


@pytest.mark.parametrize(
    ("options", "edge"),
    [((), "long edge"), (("--landscape",), "short edge"), (("--landscape", "--flip", "long"), "long edge")],
)
def test_pages_flip_on_the_long_edge_or_in_landscape_on_the_short_edge(workspace, config, options, edge):
    """--flip chooses another edge."""
    assert f"flipped on the {edge}" in workspace.run("calibrate", *options, "--out", "marks.pdf").out
    workspace.run("calibrate", *options, "--set", "laser", "--a", "5.4", "5.1", "--b", "5.4", "5.1")
    found = yaml.safe_load((config / "printers" / "laser.yaml").read_text(encoding="utf-8"))
    assert (found["flip"], found["landscape"]) == (edge, "--landscape" in options)
    assert (found["x"], found["y"]) == ((0.4, -0.1) if len(options) == 3 else (-0.4, 0.1))


def test_readings_are_stored_and_shown(workspace, config):
    """The file is YAML with the meaning of each number; it is listed and shown by its name."""
    ran = workspace.run("calibrate", "--set", "laser", *READ)
    assert (ran.status, ran.err) == (0, "")
    assert "backs lie 0.20 mm left of and 0.15 mm above their place" in ran.out
    text = (config / "printers" / "laser.yaml").read_text(encoding="utf-8")
    assert "# how far backs lie to the right; negative: to the left" in text
    assert yaml.safe_load(text) == {
        "name": "laser",
        "x": -0.2,
        "y": -0.15,
        "angle": -0.0407,
        "scale x": 0.99882,
        "scale y": 0.99808,
        "margins": [4, 4, 5, 4],
        "flip": "long edge",
        "landscape": False,
    }
    assert workspace.run("calibrate", "--list").out.startswith("laser: backs lie 0.20 mm left of")
    assert "blank: 4, 4, 5, 4 mm" in workspace.run("calibrate", "--show", "laser").out


def test_an_invalid_profile_does_not_hide_the_others(workspace, config):
    """The valid ones are listed, then the problems of the invalid file."""
    for name in ("ash", "oak"):
        assert workspace.run("calibrate", "--set", name, "--across", "170", "--down", "260").status == 0
    (config / "printers" / "ash.yaml").write_text("x: far\n", encoding="utf-8")
    ran = workspace.run("calibrate", "--list")
    assert ran.status == 1
    assert ran.out.startswith("oak: ")
    assert "ash.yaml:1:4: error VALUE001: 'far' is not a length" in ran.err


def test_a_page_that_was_probably_fitted_to_the_paper_gets_a_warning(workspace):
    """Both sides of the frame are 3 % short: the profile is stored all the same."""
    ran = workspace.run("calibrate", "--set", "laser", "--across", "165", "--down", "252")
    assert ran.status == 0
    assert "Was it printed at actual size?" in ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "laser"), "--set needs readings"),
        (READ, "add --set NAME"),
        (("--set", "laser", "--list", *READ), "cannot be combined"),
        (("--flip", "top"), "'top' is not an edge"),
        (("--paper", "a44"), "'a44' is not a paper"),
        (("--paper", "148x210mm"), "too small for the calibration sheet"),
        (("--set", "My Printer", *READ), "'My Printer' is not a valid printer name"),
        (("--set", "../laser", *READ), "'../laser' is not a valid printer name"),
        (("--set", "laser", "--a", "5", "5"), "--b is missing"),
        (("--set", "laser", "--a", "5", "15", "--b", "5", "5"), "15 is not on the scale"),
        (("--set", "laser", "--across", "6.7"), "cannot be 6.7 mm long"),
        (("--set", "laser", "--margins", "4", "4", "4", "99"), "99 is not on the stairs"),
        (("--show", "lazer"), "there is no printer 'lazer'"),
    ],
)
def test_invalid_options_are_usage_errors(workspace, config, words, said):
    """Status 2 and a message; no file is written."""
    ran = workspace.run("calibrate", *words)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert not config.exists()
    assert list(workspace.path.glob("*.pdf")) == []


def test_the_nearest_name_is_suggested(workspace):
    """An unknown printer is most often a typing mistake."""
    workspace.run("calibrate", "--set", "laser", *READ)
    for words in (("calibrate", "--show", "lasr"), ("build", "--printer", "lasr")):
        ran = workspace.run(*words)
        assert ran.status == 2
        assert "did you mean 'laser'?" in ran.err


def test_a_folder_that_cannot_be_written_is_a_problem(workspace):
    """FILE004 and status 1."""
    (workspace.path / "marks.pdf").mkdir()
    ran = workspace.run("calibrate", "--out", "marks.pdf")
    assert ran.status == 1
    assert "FILE004" in ran.err


def test_a_build_for_a_printer_moves_the_backs_of_vector_pages(grove):
    """Fronts keep their places and sizes stay; backs are shifted, and nothing becomes a picture."""
    grove.run("calibrate", "--set", "laser", "--a", "5.4", "4.9", "--b", "5.4", "4.9")
    places = {}
    for printer in ((), ("--printer", "laser")):
        ran = grove.run("build", "--only", "sheets/duplex", "--paper", "a4", *printer)
        assert ran.status == 0, ran.err
        with pikepdf.open(grove.output / "grove" / "print-and-play" / "a4-duplex.pdf") as pdf:
            assert not any("/Image" in str(found.get("/Subtype")) for found in pdf.objects if hasattr(found, "get"))
            places[printer] = [(page.mediabox, page.trimbox, matrices(page)) for page in pdf.pages]
    plain, moved = places.values()
    for index, (before, after) in enumerate(zip(plain, moved, strict=True)):
        assert before[:2] == after[:2]
        if index % 2 == 0:
            assert before[2] == after[2]
        else:
            # seen from the back, they lie 0.4 mm left of and 0.1 mm above their place: drawn so far right and down
            assert after[2][0][4:] == pytest.approx((0.4, 0.1), abs=0.002)


def matrices(page):
    """Return the matrices of a page's content in their order, without that of the whole page."""
    found = [operands for operands, operator in pikepdf.parse_content_stream(page) if str(operator) == "cm"]
    return [tuple(float(value) for value in operands) for operands in found[1:]]
