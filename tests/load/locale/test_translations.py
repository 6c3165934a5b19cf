from punchboard.load.locale.locale_files import Row, read_text_table, text_table_csv
from punchboard.load.locale.sources import SourceText
from punchboard.load.locale.translations import match_translations, missing_problem, stale_problem, unknown_problems
from punchboard.load.locale.translator_files import UNCERTAIN_NOTE, update_rows, update_text
from punchboard.problem import Place, Severity

DRAW = SourceText("ember-01.text", "Draw two.", "card.text")
SAME = SourceText("ember-02.text", "Draw two.", "card.text")
FIRST = SourceText("open.1.question", "Who begins?", "open.#.question")
SECOND = SourceText("open.2.question", "Who ends?", "open.#.question")


def test_equal_texts_are_translated_once():
    """One row serves every card with the same text; a card's own row takes precedence."""
    rows = (Row("ember-01.text", "Draw two.", "Zieh zwei."),)
    assert match_translations((DRAW, SAME), rows).translated == {
        "ember-01.text": "Zieh zwei.",
        "ember-02.text": "Zieh zwei.",
    }
    rows += (Row("ember-02.text", "Draw two.", "Ziehe zwei."),)
    assert match_translations((DRAW, SAME), rows).translated["ember-02.text"] == "Ziehe zwei."


def test_a_missing_text_is_reported_once():
    """By the first id that has it. An empty cell is not a translation; the source is printed."""
    found = match_translations((DRAW, SAME, FIRST), (Row("ember-01.text", "Draw two.", ""),))
    assert found.missing == ("ember-01.text", "open.1.question")
    (problem,) = missing_problem(found.missing, Place("texts.csv"), "punchboard translate grove de")
    assert problem.severity is Severity.WARNING
    assert "2 texts have no translation" in problem.message
    assert "ember-01.text, open.1.question" in problem.message


def test_a_text_that_changed_is_stale_and_keeps_its_translation():
    """The old translation is printed, and the id is reported."""
    found = match_translations((DRAW,), (Row("ember-01.text", "Draw one.", "Zieh eine."),))
    assert found.translated == {"ember-01.text": "Zieh eine."}
    assert found.stale == ("ember-01.text",)


def test_a_text_is_stale_until_it_is_reviewed():
    """An updated row has the new source, and in ``was`` the translated one; clearing that cell marks it as reviewed."""
    row = Row("ember-01.text", "Draw two.", "Zieh eine.", was="Draw one.")
    assert match_translations((DRAW,), (row,)).stale == ("ember-01.text",)
    assert match_translations((DRAW,), (row._replace(was=""),)).stale == ()


def test_lines_that_move_within_a_list_keep_their_translations():
    """A question inserted before others shifts their numbers; no answer is printed under the wrong question."""
    rows = (Row("open.1.question", "Who ends?", "Wer hört auf?"),)
    found = match_translations((FIRST, SECOND), rows)
    assert found.translated == {"open.2.question": "Wer hört auf?"}
    assert found.missing == ("open.1.question",)


def test_stale_texts_are_reported_at_their_first_row():
    """So that an editor opens it there."""
    rows = tuple(Row(name, "", "x", place=Place("texts.csv", line)) for line, name in enumerate("abc", 2))
    (problem,) = stale_problem(("c", "b"), rows)
    assert (problem.place.line, problem.message) == (3, "2 texts have changed since translation: c, b")


def test_unknown_ids_are_reported_with_the_nearest():
    """A typing error in an id leads to the right one."""
    (problem,) = unknown_problems((Row("embr-01.text", "", "x", place=Place("texts.csv", 7)),), ["ember-01.text"])
    assert (problem.rule, problem.place.line) == ("LOCALE003", 7)
    assert problem.hint == "did you mean 'ember-01.text'?"
    (gone,) = unknown_problems((Row("ghost.name", "", "x"),), ["ember-01.text"])
    assert gone.hint.startswith("delete the row")


def test_a_table_survives_spreadsheets():
    """Quotes, line breaks and separators within cells are kept; extra columns and semicolons do not matter."""
    rows = (Row("a.text", 'Say "no",\nthen go.', "Sag „nein“;\ndann geh.", "", "short"),)
    assert [row._replace(place=Place("")) for row in read_text_table("\ufeff" + text_table_csv(rows), "t")] == list(
        rows
    )
    found = read_text_table("translation;who;id;source\nZieh.;me;a.text;Draw.\n", "t")
    assert found[0][:3] == ("a.text", "Draw.", "Zieh.")


def test_updating_loses_nothing():
    """New texts get rows, changed ones keep the old source, moved ones keep theirs, gone ones stay at the end."""
    rows = (
        Row("ember-01.text", "Draw one.", "Zieh eine.", note="mine"),
        Row("open.1.question", "Who ends?", "Wer hört auf?"),
        Row("ember-09.text", "Burn.", "Brenne."),
    )
    new = update_rows((DRAW, SAME, FIRST, SECOND), rows, {})
    assert [row[:4] for row in new.rows] == [
        ("ember-01.text", "Draw two.", "Zieh eine.", "Draw one."),
        ("open.1.question", "Who begins?", "", ""),
        ("open.2.question", "Who ends?", "Wer hört auf?", ""),
        ("ember-09.text", "Burn.", "Brenne.", ""),
    ]
    assert (new.todo, new.stale, new.gone) == (("open.1.question",), ("ember-01.text",), ("ember-09.text",))
    assert new.rows[0].note == "mine"


def test_updating_twice_changes_nothing():
    """An updated table stays the same."""
    once = update_rows((DRAW, FIRST), (Row("ember-01.text", "Draw one.", "Zieh eine."),), {}).rows
    assert update_rows((DRAW, FIRST), once, {}).rows == once


def test_properties_that_may_be_words_are_optional():
    """Only a person can tell ``breath`` from the name of an icon."""
    myth = SourceText("lists.element.entries.air.myth", "breath", "x", is_required=False, is_uncertain=True)
    new = update_rows((myth,), (), {})
    assert (new.rows[0].note, new.todo) == (UNCERTAIN_NOTE, ())
    assert match_translations((myth,), new.rows).missing == ()


def test_markdown_files_are_created_and_updated():
    """A new section waits as ``todo``; a reviewed one without fingerprint gets that of its source."""
    begun = update_text("rulebook", "# Deal\n\nTen.\n", None)
    assert begun.text == "<!-- source: deal todo -->\n# Deal\n\nTen.\n"
    assert begun.todo == ("rulebook.md#deal",)
    done = update_text("rulebook", "# Deal\n\nTen.\n", "<!-- source: deal -->\n# Geben\n\nZehn.\n")
    assert (done.todo, done.stale) == ((), ())
    changed = update_text("rulebook", "# Deal\n\nNine.\n\n# End\n\nStop.\n", done.text)
    assert (changed.stale, changed.todo) == (("rulebook.md#deal",), ("rulebook.md#end",))
    assert "Zehn." in changed.text
