"""`punchboard diff` and `build --changed-since`, run as a user runs them."""

import json
import shutil
import subprocess

import pytest

pytestmark = pytest.mark.slow

SHEET = "output/grove/print-and-play/a4-fronts-changed.pdf"


@pytest.fixture
def built(grove):
    """A workspace with one game that is built."""
    assert grove.run("build", "--paper", "a4").status == 0
    return grove


def edit(workspace, old, new, file="cards.csv"):
    path = workspace.path / "catalog" / "grove" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def git(workspace, *words):
    name = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(("git", *name, "-C", str(workspace.path), *words), check=True, capture_output=True)


def changed_ids(ran):
    (game,) = json.loads(ran.out)["games"]
    return {one["id"]: one for one in game["components"]}


def test_nothing_has_changed_since_a_build(built):
    """One line reports it, with status 0."""
    ran = built.run("diff", "output")
    assert (ran.status, ran.out, ran.err) == (0, "grove 0.1.0: nothing has changed\n", "")


def test_new_changed_and_gone_components_are_listed_with_their_fields(built):
    """One line for each component, and one for each field with its old and new value."""
    edit(built, "Draw two cards.", "Draw three cards.")
    edit(built, "3,1,Crown,Win the trick.\n", "4,1,Seed,Plant it.\n")
    edit(built, "2,3,Branch", "2,4,Branch")
    edit(built, "0.1.0", "0.2.0", "game.yaml")
    ran = built.run("diff", "output")
    assert ran.out.splitlines() == [
        "grove 0.1.0 -> 0.2.0: 1 new, 2 changed, 1 gone; 3 to print",
        "  + card-4",
        "  ~ card-1",
        "      text: Draw two cards. -> Draw three cards.",
        "  ~ card-2  copies 3 -> 4",
        "  - card-3",
    ]


def test_a_changed_layout_is_reported_once_for_all_its_components(built):
    """Three cards that changed in the same way are one line."""
    edit(built, "[6, 6]", "[6.5, 6]", "layouts/faces/card.yaml")
    ran = built.run("diff", "output/grove")
    assert ran.out.splitlines()[1:] == ["  ~ card-1, card-2, card-3  look: face card"]


def test_long_values_are_cut_to_the_difference(built):
    """Control characters of a manifest do not reach the terminal."""
    edit(built, "Draw two cards.", f"{'Say this. ' * 20}Then draw two cards{' and wait' * 20}.")
    assert built.run("build", "--paper", "a4", "--only", "sheets").status == 0
    edit(built, "Then draw two", "Then draw three")
    manifest = built.path / "output" / "grove" / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace("draw two", "draw two\\u001b[31m"), "utf-8")
    ran = built.run("diff", "output")
    (line,) = [line for line in ran.out.splitlines() if "text:" in line]
    assert "draw two" in line
    assert "draw three" in line
    assert len(line) < 110
    assert "\x1b" not in ran.out


def test_json_has_every_field_and_count(built):
    """One object for programs."""
    edit(built, "Draw two cards.", "Draw three cards.")
    (change,) = changed_ids(built.run("diff", "output", "--json")).values()
    assert change["fields"] == [{"field": "text", "old": "Draw two cards.", "new": "Draw three cards."}]
    assert (change["state"], change["copies"], change["to_print"]) == ("changed", {"old": 1, "new": 1}, 1)


def test_revisions_of_a_repository_are_compared(grove):
    """One with the workspace, or two with each other."""
    git(grove, "init", "-q")
    git(grove, "add", "catalog")
    git(grove, "commit", "-qm", "one")
    git(grove, "tag", "v0.1.0")
    edit(grove, "Draw two cards.", "Draw three cards.")
    assert set(changed_ids(grove.run("diff", "v0.1.0", "--json"))) == {"card-1"}
    git(grove, "commit", "-qam", "two")
    assert set(changed_ids(grove.run("diff", "HEAD~1", "HEAD", "--json"))) == {"card-1"}
    assert grove.run("diff", "HEAD").out == "grove 0.1.0: nothing has changed\n"


def test_a_fault_of_an_old_state_says_which(grove):
    """The place of the problem has the revision before it, and first it is said that the state cannot be read."""
    git(grove, "init", "-q")
    edit(grove, "min: 1", "min: nonsense", "game.yaml")
    git(grove, "add", "catalog")
    git(grove, "commit", "-qm", "bad")
    edit(grove, "min: nonsense", "min: 1", "game.yaml")
    ran = grove.run("diff", "HEAD")
    assert ran.status == 1
    first, hint, second, *_ = ran.err.splitlines()
    assert first == "HEAD: error CHANGE001: this version of punchboard cannot read 'grove' in 'HEAD'"
    assert "manifest.json" in hint
    assert second.startswith("HEAD:catalog/grove/game.yaml:")


@pytest.mark.parametrize("words", [("nowhere",), ("output", "nowhere"), ("output", "--game", "nowhere")])
def test_what_is_not_there_is_wrong_use(built, words):
    """Status 2, and a message that says what could be named."""
    ran = built.run("diff", *words)
    assert (ran.status, ran.out) == (2, "")
    assert "CHANGE001" in ran.err


def test_a_game_that_is_new_is_one_line(built):
    """Its components are all new; none is listed."""
    built.add("heath")
    lines = built.run("diff", "output").out.splitlines()
    assert "heath nothing -> 0.1.0: 3 new, 0 changed, 0 gone; 5 to print" in lines
    assert len(lines) == 2


def test_only_what_changed_is_laid_on_sheets(built):
    """The files have names of their own; all others stay, and what was printed is still known."""
    before = built.snapshot("output/grove")
    edit(built, "Draw two cards.", "Draw three cards.")
    edit(built, "2,3,Branch", "2,5,Branch")
    ran = built.run("build", "--paper", "a4", "--changed-since", "output")
    assert ran.status == 0
    assert "grove: 3 to print since 0.1.0" in ran.out.splitlines()
    after = built.snapshot("output/grove")
    kept = {path: data for path, data in before.items() if path != "manifest.json"}
    assert {path: after[path] for path in kept} == kept
    assert {path for path in after if "-changed" in path} >= {"print-and-play/a4-fronts-changed.pdf"}
    files = {one["path"]: one for one in json.loads(after["manifest.json"])["files"]}
    assert files["print-and-play/a4-fronts-changed.pdf"]["pieces"] == 3
    assert set(changed_ids(built.run("diff", "output", "--json"))) == {"card-1", "card-2"}


def test_without_changes_no_sheets_are_made(built):
    """The build reports it, and removes the sheets of an earlier change."""
    edit(built, "Draw two cards.", "Draw three cards.")
    built.run("build", "--paper", "a4", "--changed-since", "output")
    assert (built.path / SHEET).exists()
    edit(built, "Draw three cards.", "Draw two cards.")
    ran = built.run("build", "--paper", "a4", "--changed-since", "output")
    assert ran.status == 0
    assert "grove: nothing to print since 0.1.0" in ran.out.splitlines()
    assert not (built.path / SHEET).exists()


def test_a_whole_build_begins_a_new_state(built):
    """After it nothing has changed, and there are no sheets of changes."""
    edit(built, "Draw two cards.", "Draw three cards.")
    built.run("build", "--paper", "a4", "--changed-since", "output")
    built.run("build", "--paper", "a4")
    assert not (built.path / SHEET).exists()
    assert built.run("diff", "output").out == "grove 0.1.0: nothing has changed\n"


def test_a_build_of_other_products_keeps_the_state_of_the_sheets(built):
    """Components that are not on sheets yet still count as changed."""
    edit(built, "Draw two cards.", "Draw three cards.")
    built.run("build", "--only", "components")
    assert set(changed_ids(built.run("diff", "output", "--json"))) == {"card-1"}


@pytest.mark.parametrize("option", ["--low-ink", "--grey"])
def test_faces_do_not_differ_by_ink(built, option):
    """A low-ink print of the same cards is not a change."""
    built.run("build", "--paper", "a4", "--out", "cheap", option)
    assert built.run("diff", "output", "cheap").out == "grove 0.1.0: nothing has changed\n"


def test_the_state_of_another_game_is_a_problem(built):
    """A manifest belongs to one game; other games are not new because it does not contain them."""
    built.add("heath")
    ran = built.run("build", "heath", "--changed-since", "output/grove")
    assert ran.status == 2
    assert "'output/grove' belongs to the game 'grove', not to 'heath'" in ran.err


def test_a_new_large_board_is_printed_over_several_pages(built):
    """A component that does not fit on a sheet counts as changed until it is printed."""
    board = "  mat:\n    {name: Mat, shape: mat 400mm x 250mm, face: card, id: mat, prototype: p,\n"
    board += "      fields: {title: {type: text}, text: {type: text}}, rows: [{title: Mat, text: Lie flat.}]}\n"
    edit(built, "kinds:\n", f"kinds:\n{board}", "game.yaml")
    ran = built.run("build", "--paper", "a4", "--changed-since", "output")
    assert (ran.status, ran.err) == (0, "")
    assert "grove: 1 to print since 0.1.0" in ran.out.splitlines()
    made = {path for path in built.snapshot("output/grove") if "-changed" in path}
    assert made == {"print-and-play/a4-boards-changed.pdf"}


def copied(workspace):
    """Return a folder with the games as they are now."""
    old = workspace.path / "as-it-was"
    shutil.copytree(workspace.path / "catalog", old / "catalog")
    return old


def test_a_page_shows_what_changed_before_and_after(grove):
    """It lies beside the outputs of the games, its path is printed last, and it tells old and new values."""
    old = copied(grove)
    edit(grove, "Draw two cards.", "Draw three cards.")
    ran = grove.run("diff", old, "--pictures")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "before and after: output/changes.html"
    page = (grove.output / "changes.html").read_text("utf-8")
    assert page.count('alt="Before: front of Root"') == page.count('alt="After: front of Root"') == 1
    assert "Draw <mark>two</mark> cards." in page
    assert "Branch" not in page
    ran = grove.run("diff", old, "--pictures", "--out", "elsewhere", "--json")
    assert json.loads(ran.out)["page"] == "elsewhere/changes.html"
    assert (grove.path / "elsewhere" / "changes.html").read_text("utf-8") == page


def test_a_page_can_say_that_nothing_has_changed(grove):
    """The command says so, too."""
    ran = grove.run("diff", copied(grove), "--pictures")
    assert ran.out == "grove 0.1.0: nothing has changed\nbefore and after: output/changes.html\n"
    assert "Nothing has changed." in (grove.output / "changes.html").read_text("utf-8")


def test_a_page_needs_states_whose_faces_can_be_drawn(built):
    """An output has none; a state that cannot be read is named with the place of its fault; no page is written."""
    ran = built.run("diff", "output", "--pictures")
    assert ran.status == 2
    assert ran.err.splitlines()[0].startswith("output: error CHANGE001: 'output' is an output, ")
    old = copied(built)
    game = old / "catalog" / "grove" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("min: 1", "min: nonsense"), "utf-8")
    ran = built.run("diff", old, "--pictures")
    assert ran.status == 1
    assert "this version of punchboard cannot read 'grove' in" in ran.err
    assert "catalog/grove/game.yaml:13:" in ran.err
    assert "compare with a state" in ran.err
    assert not (built.output / "changes.html").exists()
    assert built.run("diff", old, "--out", "elsewhere").status == 2


def test_only_the_cards_from_one_to_another_are_laid_on_sheets(built):
    """The sheets have a name of their own and the whole ones stay; an id that is not there is refused."""
    before = built.snapshot("output/grove")
    ran = built.run("build", "--paper", "a4", "--cards", "card-2", "card-1")
    assert ran.status == 0
    after = built.snapshot("output/grove")
    assert {path: after[path] for path in before if path != "manifest.json"} == {
        path: data for path, data in before.items() if path != "manifest.json"
    }
    files = {one["path"]: one for one in json.loads(after["manifest.json"])["files"]}
    assert files["print-and-play/a4-fronts-chosen.pdf"]["pieces"] == 4
    assert "nothing has changed" not in built.run("build", "--paper", "a4").out
    assert "there is no component 'card-l'" in built.run("build", "--cards", "card-2", "card-l").err
