"""`punchboard build`, run as a user runs it."""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress

import pytest
from tests.file_data import file_data

from punchboard.products import PRODUCT_BY_FOLDER, PRODUCTS

ALL_SHEETS = {f"print-and-play/{paper}-{layout}.pdf" for paper in ("a4", "letter") for layout in ("duplex", "fronts")}


def paths(workspace, game="grove"):
    """Return the paths of a game's built files, without the manifest."""
    return {path for path in workspace.snapshot(f"output/{game}") if path != "manifest.json"}


def test_a_plain_build_makes_everything_and_ends_with_a_table(grove):
    """All products on both papers; a line for each game with files, pages, components and size; status 0."""
    ran = grove.run("build")
    assert (ran.status, ran.err) == (0, "")
    assert paths(grove) >= ALL_SHEETS
    assert {path for path in paths(grove) if path.endswith(".svg")} == {
        "components/back.svg",
        *(f"components/card-{number}-front.svg" for number in (1, 2, 3)),
    }
    head, row = ran.out.splitlines()[-2:]
    assert head.split() == ["game", "files", "pages", "components", "size"]
    assert re.fullmatch(r"grove +12 +6 +5 +0\.\d MB", row)


def test_the_page_of_checks_lists_every_problem(grove):
    """With --only checks the game is composed and checked, and the page shows its warning."""
    game = grove.path / "catalog" / "grove" / "game.yaml"
    game.write_text(game.read_text() + 'checks: {PROSE001: {off: "There is no text."}}\n')
    ran = grove.run("build", "--only", "checks")
    assert ran.status == 0
    assert "warning CHECK002" in ran.err
    assert paths(grove) == {"checks.html"}
    page = (grove.output / "grove" / "checks.html").read_text(encoding="utf-8")
    assert "PROSE001 is turned off, but no problem has this code" in page


def test_every_game_is_built_when_none_is_named(grove):
    """Two games in the catalog give two outputs and two lines, by name."""
    grove.add("alder")
    ran = grove.run("build", "--only", "sheets/fronts")
    assert ran.status == 0
    assert [line.split()[0] for line in ran.out.splitlines()[-2:]] == ["alder", "grove"]
    assert paths(grove, "alder") == paths(grove)


def test_a_sheet_that_is_too_large_for_a_paper_is_left_out(grove):
    """The rest of the build is made; alone, it is wrong use of the option that asks for the paper."""
    (grove.path / "catalog" / "grove" / "score.md").write_text("# Score\n\nLeaves.\n")
    small = ("build", "--paper", "182x250mm")
    message = "SHEET001: 182x250mm is too small for the score sheet, which is left out"
    ran = grove.run(*small, "--only", "sheets", "--only", "score")
    assert (ran.status, f"--paper: warning {message}" in ran.err) == (0, True)
    assert paths(grove) == {"print-and-play/182x250mm-duplex.pdf", "print-and-play/182x250mm-fronts.pdf"}
    ran = grove.run(*small, "--only", "score")
    assert (ran.status, f"--paper: error {message}" in ran.err) == (2, True)


NEW_SHEET = """
from types import MappingProxyType
from punchboard.model.game import game as models

sheet = models.TextSheet("what goes into the box", lambda game: "packing-list" in game.texts, is_extra=True)
models.TEXT_SHEETS = MappingProxyType({**models.TEXT_SHEETS, "packing-list": sheet})

from punchboard.cli.main import main
"""


def test_a_sheet_made_from_a_text_is_one_row_with_a_text_and_a_book_layout(grove):
    """It is built, listed on the static page, and one of the documents of the preview."""
    game = grove.path / "catalog" / "grove"
    (game / "packing-list.md").write_text("# In the box\n\nFive cards.\n")
    (game / "layouts" / "books").mkdir()
    (game / "layouts" / "books" / "packing-list.yaml").write_text("extends: sheet\n")
    build = "import sys; sys.argv[1:] = ['build', '--paper', 'a4', '--only', 'packing-list', '--only', 'page']; main()"
    ran = subprocess.run([sys.executable, "-c", NEW_SHEET + build], cwd=grove.path, env=grove.env(), check=False)
    assert ran.returncode == 0
    assert "print-and-play/a4-packing-list.pdf" in paths(grove)
    assert "print-and-play/a4-packing-list.pdf" in (grove.output / "grove" / "index.html").read_text(encoding="utf-8")
    preview = "from punchboard.server.full_check import BOOKS; assert 'packing-list' in BOOKS"
    subprocess.run([sys.executable, "-c", NEW_SHEET + preview], env=grove.env(), check=True)


@pytest.mark.parametrize("name", ["grove", "catalog/grove", "catalog/grove/"])
def test_only_the_named_game_is_built(grove, name):
    """A game can be named by its folder, with catalog/ before it as a shell completes it."""
    grove.add("alder")
    assert grove.run("build", name, "--only", "sheets/fronts").status == 0
    assert sorted(path.name for path in grove.output.iterdir() if not path.name.startswith(".")) == ["grove"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--only", "sheets"], ALL_SHEETS),
        (["--only", "sheets/fronts"], {"print-and-play/a4-fronts.pdf", "print-and-play/letter-fronts.pdf"}),
        (["--only", "sheets/fronts", "--paper", "a4"], {"print-and-play/a4-fronts.pdf"}),
        (
            ["--only", "sheets/fronts", "--paper", "a4", "--paper", "a3"],
            {"print-and-play/a4-fronts.pdf", "print-and-play/a3-fronts.pdf"},
        ),
        (
            ["--only", "sheets/fronts", "--only", "sheets/duplex", "--paper", "letter"],
            {"print-and-play/letter-fronts.pdf", "print-and-play/letter-duplex.pdf"},
        ),
        (
            ["--only", "components"],
            {"components/back.svg", *(f"components/card-{number}-front.svg" for number in (1, 2, 3))},
        ),
    ],
)
def test_only_and_paper_choose_the_files(grove, options, expected):
    """--only names products or a layout of a product, --paper the papers; both can be repeated."""
    assert grove.run("build", *options).status == 0
    assert paths(grove) == expected


def test_only_leaves_the_other_products_as_they_were(grove):
    """After a full build, --only rebuilds one product, keeps the others, and the manifest still lists all files."""
    grove.run("build")
    before = grove.snapshot()
    cards = grove.path / "catalog" / "grove" / "cards.csv"
    cards.write_text(cards.read_text().replace("Draw two", "Draw three"))
    assert grove.run("build", "--only", "sheets/fronts", "--paper", "a4").status == 0
    after = grove.snapshot()
    assert sorted(after) == sorted(before)
    changed = {path for path in before if before[path] != after[path]}
    assert changed == {"grove/manifest.json", "grove/print-and-play/a4-fronts.pdf"}
    listed = {file["path"] for file in json.loads(after["grove/manifest.json"])["files"]}
    assert listed == paths(grove)


def test_rebuilding_a_product_removes_files_of_deleted_components(grove):
    """Files of the same product for another paper stay."""
    grove.run("build")
    cards = grove.path / "catalog" / "grove" / "cards.csv"
    cards.write_text("".join(cards.read_text().splitlines(keepends=True)[:-1]))
    before = paths(grove)
    assert grove.run("build", "--only", "components", "--only", "sheets", "--paper", "a4").status == 0
    assert before - paths(grove) == {"components/card-3-front.svg"}
    assert paths(grove) <= before
    listed = {file["path"] for file in json.loads(grove.snapshot()["grove/manifest.json"])["files"]}
    assert listed == paths(grove)


def test_rebuilding_a_product_keeps_files_of_other_formats_and_layouts(grove):
    """With --only, all products of an unchanged game leave every file where it was."""
    grove.run("build", "--all", "--format", "svg", "--format", "png", "--dpi", "36")
    grove.run("build", "--only", "pictures/trim", "--dpi", "36")
    before = paths(grove)
    assert {"shops/european/card-png/001.png", "pictures/trim/card-1-front.png"} <= before
    only = [word for name in PRODUCTS for word in ("--only", name)]
    assert grove.run("build", *only, "--dpi", "36").status == 0
    assert before <= paths(grove)


def test_an_output_folder_suggests_its_product(grove):
    """Each folder is called like a product, or is in the table of the other folders."""
    ran = grove.run("build", "--only", "print-and-play")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "error: 'print-and-play' is not a product\n    did you mean 'sheets'?\n"
    assert "did you mean 'rulebook'?" in grove.run("build", "--only", "rulebok").err
    grove.run("build", "--all", "--dpi", "36")
    folders = {path.partition("/")[0] for path in paths(grove) if "/" in path}
    assert folders - PRODUCTS.keys() == set(PRODUCT_BY_FOLDER)
    assert PRODUCTS.keys() >= set(PRODUCT_BY_FOLDER.values())


def test_rebuilding_a_shop_removes_deleted_cards(grove):
    """Its folder is uploaded as it is."""
    only = ("--only", "shops/makeplayingcards", "--only", "pictures", "--dpi", "36")
    grove.run("build", *only)
    cards = grove.path / "catalog" / "grove" / "cards.csv"
    cards.write_text("".join(cards.read_text().splitlines(keepends=True)[:-1]))
    assert grove.run("build", *only).status == 0
    after = paths(grove)
    assert grove.run("build", *only, "--out", "anew").status == 0
    assert after == {path.removeprefix("grove/") for path in grove.snapshot("anew")} - {"manifest.json"}


def test_a_full_build_removes_obsolete_files(grove):
    """A component that has left the catalog leaves the output."""
    grove.run("build", "--only", "components")
    cards = grove.path / "catalog" / "grove" / "cards.csv"
    cards.write_text("".join(cards.read_text().splitlines(keepends=True)[:-1]))
    assert grove.run("build").status == 0
    assert "components/card-2-front.svg" in paths(grove)
    assert "components/card-3-front.svg" not in paths(grove)


def test_out_puts_the_output_elsewhere(grove, tmp_path):
    """--out names the folder of all outputs; output/ is not created."""
    elsewhere = tmp_path / "somewhere" / "deep"
    assert grove.run("build", "--only", "sheets/fronts", "--out", elsewhere).status == 0
    assert (elsewhere / "grove" / "print-and-play" / "a4-fronts.pdf").read_bytes().startswith(b"%PDF-1.7")
    assert not grove.output.exists()


def test_format_svg_adds_every_page_as_svg(grove):
    """With --format svg each page of each PDF also becomes an SVG file; the PDF stays."""
    assert grove.run("build", "--only", "sheets/duplex", "--paper", "a4", "--format", "svg").status == 0
    assert paths(grove) == {
        "print-and-play/a4-duplex.pdf",
        "print-and-play/a4-duplex-svg/001.svg",
        "print-and-play/a4-duplex-svg/002.svg",
    }


def test_a_product_that_makes_nothing_is_a_warning(grove):
    """By name: the game has no dice and no boards. Files of earlier builds do not count."""
    grove.run("build", "--only", "sheets")
    ran = grove.run("build", "--only", "nets", "--only", "boards", "--only", "components")
    assert ran.status == 0
    assert [line for line in ran.err.splitlines() if "BUILD003" in line] == [
        f"--only: warning BUILD003: product '{name}' made no file for 'grove'" for name in ("boards", "nets")
    ]


def test_a_product_is_not_reported_again_when_another_warning_says_why_it_has_no_files(grove):
    """A shop that prints in CMYK needs a profile, and its warning says so."""
    ran = grove.run("build", "--only", "shops/drivethrucards", "--only", "components")
    assert ran.status == 0
    assert "SHOP001" in ran.err
    assert "BUILD003" not in ran.err


def test_a_format_that_makes_nothing_is_a_warning(grove):
    """The hint names the product that makes what was probably meant."""
    ran = grove.run("build", "--only", "components", "--format", "png")
    assert ran.status == 0
    assert "--format: warning BUILD003: no PNG file was made for 'grove'" in ran.err
    assert "for a PNG of each component: --only pictures" in ran.err


@pytest.mark.parametrize(
    "words", [("--only", "components", "--format", "svg"), ("--only", "sheets/fronts", "--format", "png"), ("--all",)]
)
def test_what_makes_a_file_needs_no_warning(grove, words):
    """Nor do default products that a game has nothing for."""
    ran = grove.run("build", "--paper", "a4", *words)
    assert (ran.status, "BUILD003" in ran.err) == (0, False)


def test_the_table_counts_what_was_made_now_and_what_was_kept(grove):
    """With --only, the files of earlier builds stay, and are counted in a column of their own."""
    grove.run("build", "--only", "sheets")
    ran = grove.run("build", "--only", "components", "--paper", "a4")
    line, head, row = ran.out.splitlines()
    assert line == "grove: 4 files and 4 older ones in output/grove"
    assert head.split() == ["game", "files", "kept", "pages", "components", "size"]
    assert re.fullmatch(r"grove +4 +4 +0 +5 +0\.0 MB", row)
    again = grove.run("build", "--only", "components", "--paper", "a4")
    assert again.out.splitlines() == ["grove: nothing has changed, 4 files and 4 older ones in output/grove", head, row]


def test_json_names_the_files_that_were_kept(grove):
    """The list of files has them, too."""
    grove.run("build", "--only", "sheets/fronts", "--paper", "a4")
    (built,) = json.loads(grove.run("build", "--only", "components", "--json").out)["built"]
    assert built["kept"] == ["print-and-play/a4-fronts.pdf"]
    assert {file["path"] for file in built["files"]} > {*built["kept"]}


@pytest.mark.unix
@pytest.mark.parametrize(
    ("only", "place"), [(("--only", "page"), "output/grove/index.html"), (("--only", "sheets"), "output/grove")]
)
def test_a_terminal_shows_where_to_look(grove, only, place):
    """After the table, once; without a terminal, the line before the table has named the folder."""
    import pty

    master, terminal = pty.openpty()
    command = grove.command("build", "--paper", "a4", *only)
    with subprocess.Popen(command, cwd=grove.path, env=grove.env(), stdout=subprocess.PIPE, stderr=terminal) as ran:
        os.close(terminal)
        with suppress(OSError):  # the end of a terminal
            while os.read(master, 65536):
                pass
        out = ran.stdout.read().decode("utf-8")
    os.close(master)
    assert ran.returncode == 0
    assert out.splitlines()[-1] == f"grove: see {place}"
    assert out.count("output/grove") == 1


def test_json_is_one_object_of_a_known_shape(grove):
    """--json prints one object with what was built, file by file, and no problems; nothing else is printed."""
    ran = grove.run("build", "--only", "sheets/fronts", "--paper", "a4", "--json")
    assert (ran.status, ran.err) == (0, "")
    data = json.loads(ran.out)
    assert sorted(data) == ["built", "problems", "set_aside"]
    assert data["problems"] == data["set_aside"] == []
    (built,) = data["built"]
    assert (built["game"], built["pieces"]) == ("grove", 5)
    (file,) = built["files"]
    assert sorted(file) == ["pages", "path", "pieces", "product", "proof", "sha256", "size"]
    assert (file["path"], file["product"], file["pages"]) == ("print-and-play/a4-fronts.pdf", "sheets", 1)
    assert file["size"] == len((grove.output / "grove" / file["path"]).read_bytes())


def test_json_holds_problems_with_their_places(grove):
    """A problem is an object with rule, severity, file, line, column, message and hint; the status is still 1."""
    cards = grove.path / "catalog" / "grove" / "cards.csv"
    cards.write_text(cards.read_text().replace("2,3,Branch", "two,3,Branch"))
    ran = grove.run("build", "--json")
    assert ran.status == 1
    data = json.loads(ran.out)
    (problem,) = data["problems"]
    assert sorted(problem) == ["column", "file", "hint", "line", "message", "rule", "severity"]
    assert (problem["rule"], problem["severity"]) == ("VALUE001", "error")
    assert (problem["file"], problem["line"]) == ("catalog/grove/cards.csv", 3)
    assert "'two'" in problem["message"]


def test_plain_lines_when_standard_error_is_no_terminal(grove):
    """Without a terminal there is no progress bar: no escape code and no carriage return in anything printed."""
    ran = grove.run("build", "--only", "sheets/fronts")
    assert "\033" not in ran.out + ran.err
    assert "\r" not in ran.out + ran.err


@pytest.mark.slow
def test_build_py_is_punchboard_build_on_its_own_repository(root, tmp_path):
    """`python build.py`, from any folder, builds games of its repository, as `punchboard build` does there."""
    made = {}
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    options = ["alpha-and-omega", "--only", "reference", "--paper", "a4"]
    for name, command, where, path in (
        ("script", [sys.executable, str(root / "build.py")], tmp_path, {}),
        ("module", [sys.executable, "-m", "punchboard", "build"], root, {"PYTHONPATH": str(root / "src")}),
    ):
        out = tmp_path / name
        done = subprocess.run(
            [*command, *options, "--out", str(out)], cwd=where, env=env | path, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr
        files = (file.relative_to(out) for file in out.rglob("*") if file.is_file())
        made[name] = {str(file): file_data(out / file) for file in files if not str(file).startswith(".")}
    assert {path.split("/")[0] for path in made["script"]} == {"alpha-and-omega"}
    assert made["script"] == made["module"]


def test_the_output_does_not_depend_on_the_place_of_the_workspace(grove, tmp_path):
    """A workspace elsewhere gives the same bytes."""
    grove.run("build")
    other = tmp_path / "other"
    shutil.copytree(grove.path / "catalog", other / "catalog")
    assert grove.run("build", "--workspace", other).status == 0
    assert grove.snapshot("other/output") == grove.snapshot()
