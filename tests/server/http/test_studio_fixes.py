"""Quick fixes of the studio: offered where there is one right answer, written by a button, and undone."""

from __future__ import annotations

from patience import eventually
from tests.server.http.conftest import FACE, OURS, game_view

from punchboard.problem import Place, Problem
from punchboard.server.game_snapshot import read_snapshot
from punchboard.server.studio.session import WordFix, fix_of, with_word


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


def fix(studio, key):
    """Press the button."""
    return studio.post("/g/grove/fix", json={"key": key}, headers=OURS)


def test_a_misspelt_name_is_written_right_even_when_the_game_cannot_be_loaded(workspace, open_studio):
    """The word that was meant is the only change, and undo gives the original bytes."""
    right = (workspace.path / FACE).read_bytes()
    workspace.edit(FACE, "style: title", "style: titel")
    wrong = (workspace.path / FACE).read_bytes()
    studio = open_studio()
    found = fixes(studio, "REF001")[0]
    assert found["label"] == "Write 'title'"
    assert fix(studio, found["key"]).json()["files"] == [FACE]
    assert (workspace.path / FACE).read_bytes() == right
    eventually(lambda: game_view(studio)["components"], "the game's cards")
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert (workspace.path / FACE).read_bytes() == wrong


def test_a_text_that_may_shrink_below_what_people_can_read_is_raised(workspace, open_studio):
    """The size in ``fit`` becomes the smallest one that the check allows."""
    workspace.edit(FACE, "style: title}", "style: title, fit: shrink to 4pt}")
    workspace.edit("catalog/grove/cards.csv", "Branch", "Branch" + " of all the old trees" * 12)
    studio = open_studio()
    found = fixes(studio, "TYPE001")[0]
    assert found["label"] == "Raise title to 7 pt"
    assert fix(studio, found["key"]).status_code == 200
    assert "fit: shrink to 7pt" in (workspace.path / FACE).read_text()


def test_a_fix_changes_a_whole_word_at_its_place():
    """A longer word that another program has put there is none of it."""
    fix = WordFix("Write 'tide'", Place("cards.csv", 2, 3), "tid", "tide")
    assert with_word("a,b\n1,tid,tidy\n", fix) == "a,b\n1,tide,tidy\n"
    assert with_word("a,b\n1,tidy,\n", fix) is None
    assert with_word("a,b\n", fix) is None


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
    assert fix(studio, found["key"]).status_code == 200
    eventually(lambda: not has(studio, "REF001"), "the problem to go")
    before = workspace.tree()
    assert fix(studio, found["key"]).status_code == 422
    assert fix(studio, "nothing").status_code == 422
    assert workspace.tree() == before
