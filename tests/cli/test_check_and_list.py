"""`punchboard check`, `punchboard list`, `punchboard version` and `--help`."""

import json
import re

import pytest

from punchboard import __version__
from punchboard.cli.report_formats import FORMATS
from punchboard.load import builtin_folder
from punchboard.load.layouts.raw_layouts import builtin_themes
from punchboard.ornament import KINDS, kind_description, params_model
from punchboard.products import PRODUCTS


def test_check_of_a_good_game_prints_one_line_and_writes_nothing(grove):
    """Status 0, one line, nothing on standard error, and no output folder."""
    ran = grove.run("check")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "1 game checked: no problems\n"
    assert not grove.output.exists()


def test_check_as_json(grove):
    """--json prints one object with the names of the checked games and their problems."""
    grove.add("alder", cards="nr,copies,title,text\n1,1,Root,Draw {{ many }}.\n0,1,Leaf,Fall.\n")
    ran = grove.run("check", "--json")
    assert (ran.status, ran.err) == (1, "")
    data = json.loads(ran.out)
    assert data["checked"] == ["alder", "grove"]
    assert {problem["file"] for problem in data["problems"]} == {"catalog/alder/cards.csv"}
    assert {problem["severity"] for problem in data["problems"]} == {"error"}


@pytest.mark.parametrize("form", [name for name in FORMATS if name != "text"])
def test_a_report_format_is_all_that_is_printed(grove, form):
    """Nothing on standard error; the status is 0 for a good game and 1 for a bad one, as in text."""
    assert grove.run("check", "--format", form).status == 0
    grove.add("alder", cards="nr,copies,title,text\n1,1,Root,Draw {{ many }}.\n0,1,Leaf,Fall.\n")
    ran = grove.run("check", "--format", form)
    assert (ran.status, ran.err) == (1, "")
    assert "VALUE001" in ran.out
    assert "catalog/alder/cards.csv" in ran.out


def test_an_unknown_format_is_a_usage_error(grove):
    """Status 2, its name, and the known formats."""
    ran = grove.run("check", "--format", "xml")
    assert (ran.status, ran.out) == (2, "")
    assert "'xml'" in ran.err
    assert ", ".join(FORMATS) in ran.err


def test_a_game_can_override_severities(grove):
    """Problems that are off count as suppressed, warnings do not fail the check, and --json has the reasons."""
    game = grove.path / "catalog" / "grove" / "game.yaml"
    numbers = "numbers: {hand: {value: 5}, deal: {value: 2, stated: Dealing}}\n"
    text = f"{game.read_text()}expect: [{{count: all, is: 7}}]\n{numbers}"
    game.write_text(text)
    assert grove.run("check").status == 1
    game.write_text(f'{text}checks:\n  COUNT001: {{off: "Two are lost."}}\n  STAND001: {{warning: "We try."}}\n')
    ran = grove.run("check")
    assert ran.status == 0
    assert ran.err.splitlines()[-1] == "1 game checked: 2 warnings, 1 suppressed"
    (aside,) = json.loads(grove.run("check", "--json").out)["set_aside"]
    assert (aside["rule"], aside["reason"]) == ("COUNT001", "Two are lost.")
    built = grove.run("build", "--only", "sheets/fronts")
    assert built.status == 0
    assert built.err.splitlines()[-1] == "2 warnings, 1 suppressed"


def test_list_names_games_and_products(grove):
    """Every game of the workspace and every product with what it is."""
    grove.add("alder")
    ran = grove.run("list")
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[: lines.index("products")] == ["games", "  alder", "  grove"]
    listed = lines[lines.index("products") + 1 : lines.index("papers")]
    told = {line.split()[0]: line.split(maxsplit=1)[1] for line in listed}
    assert {name: told[name] for name in PRODUCTS} == {name: maker.about for name, maker in PRODUCTS.items()}


def test_list_names_the_layouts_of_products_and_the_papers(grove):
    """The names for --only after a product, each with a description, and the names for --paper."""
    lines = grove.run("list").out.splitlines()
    (fold,) = (line for line in lines if line.startswith("    sheets/gutterfold: "))
    assert "glue" in fold
    assert {"booklet/booklet-a6", "shops/drivethrucards", "cutting/silhouette"} <= {
        line.strip().partition(":")[0] for line in lines
    }
    assert lines[lines.index("papers") :][:3] == ["papers", "  a4: 210 x 297 mm", "  letter: 215.9 x 279.4 mm"]
    data = json.loads(grove.run("list", "--json").out)
    assert data["papers"]["a3"] == [297, 420]
    assert "glue" in data["layouts"]["sheets"]["gutterfold"]


def test_list_names_faces_themes_icons_and_ornaments(grove):
    """Faces and themes with a description each, built-in icons and those of games; nothing else."""
    (grove.path / "layouts" / "grove" / "icons").mkdir(parents=True)
    (grove.path / "layouts" / "grove" / "icons" / "lantern.svg").write_text("<svg/>")
    data = json.loads(grove.run("list", "faces", "themes", "icons", "ornaments", "--json").out)
    first_line = (builtin_folder() / "layouts" / "faces" / "wordy.yaml").read_text().splitlines()[0]
    assert first_line.startswith(f"# {data['faces']['wordy']}")
    assert list(data["themes"]) == [*builtin_themes()]
    assert "hourglass" in data["icons"]
    assert data["icons of games"] == {"grove": ["lantern"]}
    assert "waves" in data["ornaments"]
    lines = grove.run("list", "icons").out.splitlines()
    assert lines[0] == "icons"
    assert lines[-2:] == ["  grove: 1 more", "    lantern"]
    assert "games" not in lines


def test_list_explains_ornaments_and_their_parameters(grove):
    """Each parameter has its values and its default; the texts are those of the program's models."""
    lines = grove.run("list", "ornaments").out.splitlines()
    (at,) = (number for number, line in enumerate(lines) if line.startswith("  skyline: "))
    assert "    depth     rows of buildings (1 to 2; default 2)" in lines[at:]
    assert "    shape    the area's hexagon, or the area itself (hex, rect; default hex)" in lines
    data = json.loads(grove.run("list", "ornaments", "--json").out)
    assert data["ornaments"] == [*KINDS]
    for kind in KINDS:
        assert kind_description(kind) in " ".join(" ".join(lines).split())
        assert data["parameters of ornaments"][kind].keys() == params_model(kind).model_fields.keys()
    assert all(len(line) <= 96 for line in lines)


def test_list_suggests_a_known_part(grove):
    """A typing mistake is a usage error."""
    ran = grove.run("list", "icns")
    assert (ran.status, ran.out) == (2, "")
    assert "did you mean 'icons'?" in ran.err


def test_list_reports_an_invalid_layout(grove):
    """A mistake in a sheet layout is a problem with its place, and no traceback."""
    file = grove.path / "layouts" / "sheets" / "mine.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("fases: duplex\n")
    ran = grove.run("list")
    assert ran.status == 1
    assert "layouts/sheets/mine.yaml:1:1: error KEY001: unknown key 'fases'" in ran.err


def test_list_as_json(grove):
    """--json prints one object with the same data."""
    data = json.loads(grove.run("list", "--json").out)
    assert data["games"] == ["grove"]
    assert data["products"] == {name: maker.about for name, maker in PRODUCTS.items()}


def test_list_works_in_an_empty_folder(workspace):
    """Without a catalog there are no games, but products."""
    ran = workspace.run("list")
    assert (ran.status, ran.err) == (0, "")
    assert "sheets" in ran.out


def test_version(workspace):
    """`punchboard version` prints the name and the version."""
    ran = workspace.run("version")
    assert (ran.status, ran.out) == (0, f"punchboard {__version__}\n")


def test_help_names_every_command(workspace):
    """--help prints the commands, and that of build its options; both end with status 0."""
    ran = workspace.run("--help")
    assert ran.status == 0
    assert {"build", "check", "explain", "list", "version"} <= set(re.findall(r"^  (\w+) ", ran.out, re.MULTILINE))
    options = workspace.run("build", "--help").out
    assert {"--only", "--paper", "--format", "--out", "--json"} <= set(re.findall(r"--\w+", options))


def test_main_works_within_a_running_python(grove, monkeypatch, capsys):
    """It ends by SystemExit with the status."""
    import pytest

    from punchboard.cli.main import main

    monkeypatch.chdir(grove.path)
    monkeypatch.setattr("sys.argv", ["punchboard", "check"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert capsys.readouterr().out == "1 game checked: no problems\n"
