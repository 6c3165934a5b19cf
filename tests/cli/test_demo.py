"""`punchboard demo`: a first minute that needs no file of one's own."""

from punchboard.cli.commands.demo import GAME, PAGES, demo_files
from punchboard.load import load
from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build

OUTPUT = f"punchboard-demo/output/{GAME}"


def test_the_demo_is_made_built_and_opened(workspace, monkeypatch):
    """Without a problem; the browser gets the page of all cards, and each announced file is there."""
    monkeypatch.setenv("BROWSER", "echo opened %s")
    ran = workspace.run("demo")
    assert (ran.status, ran.err) == (0, "")
    assert f"opened {(workspace.path / OUTPUT / 'index.html').resolve().as_uri()}" in ran.out
    assert [name for name in PAGES if not (workspace.path / OUTPUT / name).exists()] == []
    assert [name for name in PAGES if f"{OUTPUT}/{name}" not in ran.out] == []


def make(folder):
    """Write the sample game into a workspace, and return its table of cards."""
    game = folder / "catalog" / GAME
    for name, data in demo_files():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_bytes(data)
    return game / "cards.csv"


def test_no_browser_is_no_failure(workspace, monkeypatch):
    """It names the file to open."""
    monkeypatch.setenv("BROWSER", "false %s")
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("DISPLAY", raising=False)
    ran = workspace.run("demo")
    assert (ran.status, ran.err, "no browser was found" in ran.out) == (0, "", True)


def test_a_second_demo_keeps_what_was_changed(workspace):
    """A renamed card stays, and is built; with --no-open, no browser is looked for."""
    cards = make(workspace.path / "mine")
    cards.write_text(cards.read_text(encoding="utf-8").replace("Beacon", "Bonfire"), encoding="utf-8")
    ran = workspace.run("demo", "mine", "--no-open")
    assert (ran.status, ran.err, ran.out.partition("/")[0], "browser was" in ran.out) == (0, "", "kept mine", False)
    assert (workspace.path / "mine/output" / GAME / "components/bonfire-front.svg").is_file()


def test_a_demo_that_was_broken_names_the_fault(workspace):
    """With its place, what to do, and status 1."""
    cards = make(workspace.path / "mine")
    cards.write_text(cards.read_text(encoding="utf-8").replace(",lamp,5,", ",lamp,five,"), encoding="utf-8")
    ran = workspace.run("demo", "mine", "--no-open")
    assert (ran.status, "cards.csv:4:17: error VALUE001" in ran.err, "run the demo again" in ran.out) == (1, True, True)


def test_a_folder_that_cannot_be_written_is_reported(workspace):
    """As a problem with its place: a file is no folder, and a game has no catalog."""
    (workspace.path / "file").write_text("a file", encoding="utf-8")
    (workspace.path / "game").mkdir()
    (workspace.path / "game/game.yaml").write_text("title: A game\n", encoding="utf-8")
    refused = [workspace.run("demo", name, "--no-open").without_traceback() for name in ("file", "game")]
    assert [(ran.status, "error FILE004" in ran.err) for ran in refused] == [(1, True), (1, True)]


def test_the_sample_game_can_be_played_by_every_number_of_players(tmp_path):
    """No check finds anything, none is silenced, and its files are data without a program."""
    make(tmp_path)
    assert build(GAME, BuildOptions(tmp_path, tmp_path / "output", ("table",))).problems == ()
    file = load(GAME, tmp_path).game.file
    assert (dict(file.checks), bool(file.aim)) == ({}, True)
    assert {name.rpartition(".")[2] for name, _ in demo_files()} == {"csv", "md", "yaml"}
