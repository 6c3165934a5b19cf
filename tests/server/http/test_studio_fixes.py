"""Quick fixes of the studio: offered where there is one right answer, written by a button, and undone."""

from __future__ import annotations

import openpyxl
import pytest
from patience import eventually
from starlette.testclient import TestClient
from tests.server.http.conftest import FACE, HERE, OURS, PORT, game_view, nothing
from tests.server.http.test_studio_moved_rows import CARDS, FORMATS, workbook

from punchboard.problem import Place, Problem, ProblemsFound
from punchboard.server.game_snapshot import read_snapshot
from punchboard.server.http.app import preview_app
from punchboard.server.preview_games import PreviewGames
from punchboard.server.studio.fixes import WordFix, fix_of, seen_line, with_word
from punchboard.server.studio.markdown_files import shown_files
from punchboard.server.studio.session import Session


def has(studio, code):
    """Tell whether the page shows a problem with a code."""
    return any(one["code"] == code for one in game_view(studio)["problems"])


def fixes(studio, code):
    """Return the fixes of the problems with a code, once the checks have found one."""

    def found():
        view, answer = game_view(studio), studio.get("/g/grove/fixes.json").json()
        numbers = [f"{number}" for number, one in enumerate(view["problems"]) if one["code"] == code]
        fixes = [answer["fixes"][number] for number in numbers if number in answer["fixes"]]
        return view["revision"] == answer["revision"] and fixes

    return eventually(found, f"a fix of {code}")


def fix(studio, offered):
    """Press the button."""
    wanted = {key: offered[key] for key in ("key", "was")}
    return studio.post("/g/grove/fix", json=wanted, headers=OURS)


def test_a_misspelt_name_is_written_right_even_when_the_game_cannot_be_loaded(workspace, open_studio):
    """The word that was meant is the only change, and undo gives the original bytes."""
    right = (workspace.path / FACE).read_bytes()
    workspace.edit(FACE, "style: title", "style: titel")
    wrong = (workspace.path / FACE).read_bytes()
    studio = open_studio()
    found = fixes(studio, "REF001")[0]
    assert found["label"] == "Write 'title'"
    assert fix(studio, found).json()["files"] == [FACE]
    assert (workspace.path / FACE).read_bytes() == right
    eventually(lambda: game_view(studio)["components"], "the game's cards")
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert (workspace.path / FACE).read_bytes() == wrong


@pytest.mark.parametrize("elsewhere", ["as it was", "sorted", "changed"])
def test_a_misspelt_word_in_a_workbook_is_written_right_in_its_row(workspace, elsewhere):
    """The cell of the row is changed wherever it lies by then; a row that another program has changed is not."""
    file = workspace.path / "catalog/grove/cards.xlsx"
    workspace.edit("catalog/grove/game.yaml", "rows: cards.csv", "rows: cards.xlsx")
    file.write_bytes(workbook(CARDS))
    games = PreviewGames(workspace.path, salt="salt")
    with TestClient(preview_app(games, PORT, nothing, token="secret"), base_url=HERE) as studio:
        assert game_view(studio)["components"]
        wrong = [CARDS[0], CARDS[1] | {"realm": "tid"}, *CARDS[2:]]
        file.write_bytes(workbook(wrong))
        studio.portal.call(games.load_changes, [file])
        offered = fixes(studio, "VALUE001")[0]
        assert offered["label"] == "Write 'tide'"
        if elsewhere == "sorted":
            file.write_bytes(workbook(wrong[::-1]))
        elif elsewhere == "changed":
            file.write_bytes(workbook([wrong[0], wrong[1] | {"title": "Twig"}, *wrong[2:]]))
        answer = fix(studio, offered)
    if elsewhere == "changed":
        assert (answer.status_code, "Twig" in answer.json()["message"]) == (422, True)
        return
    assert answer.json()["files"] == ["catalog/grove/cards.xlsx"]
    rows = openpyxl.load_workbook(file).active.iter_rows(min_row=2, values_only=True)
    assert {row[0]: row[2] for row in rows} == {row["nr"]: row["realm"] for row in CARDS}


def test_a_misspelt_word_in_a_workbook_is_written_right_before_the_game_was_ever_loaded(workspace, open_studio):
    """A game that is opened with the fault in its sheet has no pictures yet, and the fix is offered all the same."""
    file = workspace.path / "catalog/grove/cards.xlsx"
    workspace.edit("catalog/grove/game.yaml", "rows: cards.csv", "rows: cards.xlsx")
    file.write_bytes(workbook([CARDS[0], CARDS[1] | {"realm": "tid"}, *CARDS[2:]]))
    studio = open_studio()
    offered = fixes(studio, "VALUE001")[0]
    assert fix(studio, offered).json()["files"] == ["catalog/grove/cards.xlsx"]
    eventually(lambda: game_view(studio)["components"], "the game's cards")


def test_a_text_that_may_shrink_below_what_people_can_read_is_raised(workspace, open_studio):
    """The size in ``fit`` becomes the smallest one that the check allows."""
    workspace.edit(FACE, "style: title}", "style: title, fit: shrink to 4pt}")
    workspace.edit("catalog/grove/cards.csv", "Branch", "Branch" + " of all the old trees" * 12)
    studio = open_studio()
    found = fixes(studio, "TYPE001")[0]
    assert found["label"] == "Raise title to 7 pt"
    assert fix(studio, found).status_code == 200
    assert "fit: shrink to 7pt" in (workspace.path / FACE).read_text()


TIDE = WordFix("Write 'tide'", Place("cards.csv", 2, 3), "tid", "tide")
SHOWN = "a,b\n1,tid,tidy\n2,tid,x\n"


@pytest.mark.parametrize(
    ("now", "written"),
    [
        (SHOWN, "a,b\n1,tide,tidy\n2,tid,x\n"),
        ("a,b\n2,tid,x\n1,tid,tidy\n", "a,b\n2,tid,x\n1,tide,tidy\n"),
        ("a,b\n0,tid,new\n1,tid,tidy\n", "a,b\n0,tid,new\n1,tide,tidy\n"),
        ("a,b\n2,tid,x\n", None),
        ("a,b\n1,tid,other\n2,tid,x\n", None),
        ("a,b\n1,tid,tidy\n1,tid,tidy\n", None),
        ("", None),
    ],
)
def test_a_fix_changes_a_whole_word_in_the_line_that_was_offered(now, written):
    """It follows the line; one that is gone, has changed or is there twice is refused with both versions."""
    seen = seen_line(SHOWN.splitlines(), TIDE)
    if written is None:
        with pytest.raises(
            ProblemsFound, match=r"was '1,tid,tidy' here, and is '.*' in the file now; nothing is written"
        ):
            with_word(now, TIDE, seen)
    else:
        assert with_word(now, TIDE, seen) == written


def test_a_longer_word_is_not_the_one_that_a_fix_is_for():
    """Another program has put it there, or the line is gone: nothing is offered."""
    assert seen_line(["a,b", "1,tidy,"], TIDE) is None
    assert seen_line(["a,b"], TIDE) is None


ELSEWHERE = {
    "delete": lambda lines: [lines[0], *lines[2:]],
    "insert": lambda lines: [lines[0], lines[1].replace("1,", "9,").replace("ember", "embr"), *lines[1:]],
    "sort": lambda lines: [lines[0], *reversed(lines[1:])],
}


@pytest.mark.parametrize("how", ELSEWHERE)
def test_a_fix_follows_the_row_that_another_program_moves(workspace, open_studio, how):
    """The row of the problem is mended, wherever it lies when the button is pressed; the others stay."""
    cards = "catalog/grove/cards.csv"
    studio = open_studio()
    eventually(lambda: game_view(studio)["components"], "the game's cards")
    workspace.edit(cards, "2,3,Branch,tide", "2,3,Branch,tid")
    studio = open_studio()
    (offer,) = fixes(studio, "VALUE001")
    assert offer["label"] == "Write 'tide'"
    path = workspace.path / cards
    moved = "".join(ELSEWHERE[how](path.read_text().splitlines(keepends=True)))
    path.write_text(moved)
    assert fix(studio, offer).status_code == 200
    assert path.read_text() == moved.replace("2,3,Branch,tid,", "2,3,Branch,tide,")


def test_a_fix_of_a_row_that_has_changed_is_refused_with_both_versions(workspace, open_studio):
    """Nothing is written."""
    cards = "catalog/grove/cards.csv"
    workspace.edit(cards, "2,3,Branch,tide", "2,3,Branch,tid")
    studio = open_studio()
    (offer,) = fixes(studio, "VALUE001")
    workspace.edit(cards, "2,3,Branch,tid", "2,3,Twig,tid")
    before = workspace.tree()
    answer = fix(studio, offer)
    assert answer.status_code == 422
    assert "2,3,Branch,tid" in answer.json()["message"]
    assert "2,3,Twig,tid" in answer.json()["message"]
    assert workspace.tree() == before


def test_a_box_that_has_changed_keeps_its_own_fit(workspace, open_studio):
    """The fix of a text that shrinks too far names the size that it was offered for."""
    workspace.edit(FACE, "style: title}", "style: title, fit: shrink to 4pt}")
    workspace.edit("catalog/grove/cards.csv", "Branch", "Branch" + " of all the old trees" * 12)
    studio = open_studio()
    (offer, *_) = fixes(studio, "TYPE001")
    workspace.edit(FACE, "shrink to 4pt", "shrink to 5pt")
    answer = fix(studio, offer)
    assert answer.status_code == 422
    assert (
        "'fit' of box 'title' was 'shrink to 4pt' here, and is 'shrink to 5pt' in the file now"
        in answer.json()["message"]
    )
    assert "shrink to 5pt" in (workspace.path / FACE).read_text()


@pytest.mark.parametrize("how", ELSEWHERE)
def test_a_problem_of_a_moved_row_leads_to_its_own_card(workspace, how):
    """The pictures are those of the last good files, where another row lay on that line."""
    path = workspace.path / "catalog/grove/cards.csv"
    lines = path.read_text().splitlines(keepends=True)
    games = PreviewGames(workspace.path, salt="salt")
    with TestClient(preview_app(games, PORT, nothing, token="secret"), base_url=HERE) as studio:
        (branch,) = (one["id"] for one in game_view(studio)["components"] if one["name"] == "Branch")
        moved = "".join(ELSEWHERE[how](lines)).replace("embr,", "ember,")
        path.write_text(moved.replace("2,3,Branch,tide", "2,3,Branch,tid"))
        studio.portal.call(games.load_changes, [path])
        view = game_view(studio)
        assert view["stale"]
        assert [(one["code"], one["component"]) for one in view["problems"]][:1] == [("VALUE001", None)]
        assert studio.get("/g/grove/fixes.json").json()["cards"]["0"] == branch


def test_a_problem_of_a_text_or_of_game_yaml_leads_to_its_place(workspace, open_studio):
    """A text is named, for its editor; of other files the page reads the lines around; of a workbook neither."""
    settings, book, sheet = (f"catalog/grove/{name}" for name in ("game.yaml", "rulebook.md", "cards.xlsx"))
    (workspace.path / sheet).write_bytes(workbook(CARDS))
    workspace.edit(settings, "rows: cards.csv", "rows: cards.csv\n    colour: red")
    studio = open_studio()
    (wrong,) = (one for one in game_view(studio)["problems"] if one["file"] == settings)
    assert studio.get("/g/grove/fixes.json").json()["files"] == {settings: ""}
    around = studio.get(f"/g/grove/lines/{wrong['line']}.json", params={"file": settings}).json()
    assert around["lines"][wrong["line"] - around["first"]] == "    colour: red"
    assert len(around["lines"]) <= 13
    others = "layouts/papers.yaml"
    assert studio.get("/g/grove/lines/1.json", params={"file": others}).status_code == 422
    (workspace.path / book).write_text("# The grove\n", encoding="utf-8")
    assert shown_files(Session(workspace.path, "grove"), (book, sheet, others, "gone.csv")) == {book: "rulebook"}


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_problem_of_a_row_without_a_card_leads_to_its_cell(workspace, suffix):
    """A row that was never a card is shown in the table, also of a workbook, at the cell that is wrong."""
    file = workspace.path / f"catalog/grove/cards.{suffix}"
    workspace.edit("catalog/grove/game.yaml", "rows: cards.csv", f"rows: cards.{suffix}")
    file.write_bytes(FORMATS[suffix](CARDS))
    games = PreviewGames(workspace.path, salt="salt")
    with TestClient(preview_app(games, PORT, nothing, token="secret"), base_url=HERE) as studio:
        assert game_view(studio)["components"]
        file.write_bytes(FORMATS[suffix]([*CARDS, CARDS[0] | {"nr": "9", "realm": "moss"}]))
        studio.portal.call(games.load_changes, [file])
        (number,) = (at for at, one in enumerate(game_view(studio)["problems"]) if one["code"] == "VALUE001")
        offers = studio.get("/g/grove/fixes.json").json()
    assert offers["cells"] == {str(number): {"kind": "card", "row": len(CARDS), "column": "realm"}}
    assert offers["cards"] == {}


def ignore(studio, code, because, was=None):
    """Give a reason and press the button; ``was`` is what the page has seen in game.yaml."""
    body = {"label": f"Ignore {code}", "code": code, "because": because, "was": was}
    return studio.post("/g/grove/ignore", json=body, headers=OURS)


def test_a_problem_is_ignored_with_a_reason_and_comes_back_with_undo(workspace, open_studio):
    """Its code is turned off in game.yaml, below those that are there; the other lines stay."""
    path = workspace.path / "catalog/grove/game.yaml"
    before = path.read_bytes()
    workspace.edit("catalog/grove/cards.csv", "Branch", "Branch" + " of all the old trees" * 12)
    studio = open_studio()
    eventually(lambda: has(studio, "FIT001"), "the text that does not fit")
    assert "FIT001" in studio.get("/g/grove/fixes.json").json()["optional"]
    assert ignore(studio, "FIT001", "it ends: so it should ").status_code == 200
    assert path.read_bytes() == before + b'checks:\n  FIT001: {off: "it ends: so it should"}\n'
    eventually(lambda: not has(studio, "FIT001"), "the problem to go")
    assert ignore(studio, "TYPE001", "it is a poster").status_code == 200
    assert path.read_bytes().endswith(b'so it should"}\n  TYPE001: {off: it is a poster}\n')
    for _ in range(2):
        studio.post("/g/grove/undo", json={}, headers=OURS)
    assert path.read_bytes() == before
    eventually(lambda: has(studio, "FIT001"), "the problem to come back")


@pytest.mark.parametrize(("code", "because"), [("VALUE001", "so"), ("NONE", "so"), ("x: y\n", "so"), ("FIT001", "")])
def test_what_no_game_can_be_built_with_is_not_ignored(workspace, studio, code, because):
    """Nor a code that does not exist, nor without a reason; nothing is written."""
    before = workspace.tree()
    assert ignore(studio, code, because).status_code == 422
    assert workspace.tree() == before


def test_small_type_in_the_rulebook_has_no_fix(workspace):
    """A page of a book is no layout with boxes; it once kept the fixes of all other problems away."""
    snapshot = read_snapshot("grove", workspace.path, "")
    message = "text 'Draw' of box 'body' of face 'book rulebook body' is set in 6 pt; the minimum is 9 pt"
    assert fix_of(Problem("TYPE001", Place("rulebook.md", 1), message, "give it a larger style"), snapshot) is None


def test_a_fix_of_a_problem_that_is_gone_is_refused(workspace, open_studio):
    """Another editor fixed it after the page showed it; nothing is written."""
    workspace.edit(FACE, "style: title", "style: titel")
    studio = open_studio()
    (found,) = fixes(studio, "REF001")
    assert fix(studio, found).status_code == 200
    eventually(lambda: not has(studio, "REF001"), "the problem to go")
    before = workspace.tree()
    assert fix(studio, found).status_code == 422
    assert fix(studio, found | {"key": "nothing"}).status_code == 422
    assert workspace.tree() == before


@pytest.mark.parametrize("suffix", ["csv", "xlsx"])
def test_a_slip_in_a_symbol_is_written_right_in_its_cell(workspace, open_studio, suffix):
    """The problem is at the text, and its fix writes the symbol that was meant."""
    file = workspace.path / f"catalog/grove/cards.{suffix}"
    rows = [CARDS[0], CARDS[1] | {"title": "Leaf [sprak]"}, *CARDS[2:]]
    workspace.edit("catalog/grove/game.yaml", "lists:", 'symbols: {"[spark]": star}\nlists:')
    workspace.edit("catalog/grove/game.yaml", "rows: cards.csv", f"rows: {file.name}")
    file.write_bytes(FORMATS[suffix](rows))
    studio = open_studio()
    offered = fixes(studio, "SYMBOL001")[0]
    assert offered["label"] == "Write '[spark]'"
    assert fix(studio, offered).json()["files"] == [f"catalog/grove/cards.{suffix}"]
    shown = [cell for row in studio.get("/g/grove/cards/card.json").json()["rows"] for cell in row["cells"]]
    assert ("Leaf [spark]" in shown, "Leaf [sprak]" in shown) == (True, False)
