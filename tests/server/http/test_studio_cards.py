"""The table of cards over HTTP: cells and rows are changed in the game's own table, and refused values are not."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from patience import eventually
from tests.server.conftest import CARDS as CARDS_TEXT
from tests.server.http.conftest import OURS, game_view, shown_row

CARDS = "catalog/grove/cards.csv"
GAME = "catalog/grove/game.yaml"


def table(studio, kind="card"):
    return studio.get(f"/g/grove/cards/{kind}.json").json()


def change(studio, do, label="Change", shown=None, **more):
    """Send a change of the cards; ``shown`` is the table as the page has it."""
    rows = [shown_row(row) for row in (shown or table(studio))["rows"]]
    body = {"label": label, "kind": "card", "rows": rows, "change": {"do": do, **more}}
    return studio.post("/g/grove/edit-cards", json=body, headers=OURS)


def put(studio, row, column, value, shown=None, **more):
    shown = shown or table(studio)
    at = [one["column"] for one in shown["columns"]].index(column)
    cell = {"row": row, "column": column, "value": value, "was": shown["rows"][row]["cells"][at]}
    return change(studio, "set", shown=shown, cells=[cell], **more)


def fronts(studio):
    """Return the key of each card's picture."""
    return {one["id"]: one["front"]["key"] for one in game_view(studio)["components"]}


def lines(workspace):
    return (workspace.path / CARDS).read_text().splitlines()


def test_the_table_has_the_text_of_each_cell_and_what_it_may_hold(studio):
    """Columns come in the order of the file, with choices and limits; each row names its cards."""
    shown = table(studio)
    assert [column["column"] for column in shown["columns"]] == ["nr", "copies", "title", "realm", "text"]
    assert shown["columns"][0]["help"] == "integer, at least 1"
    assert shown["columns"][3]["choices"][1] == {"value": "tide", "name": "Tide"}
    row = shown["rows"][1]
    assert len({one["mark"] for one in shown["rows"]}) == 3
    assert row | {"mark": ""} == {
        "mark": "",
        "id": "2",
        "row": 1,
        "cells": ["2", "3", "Branch", "tide", "Discard a card."],
        "cards": ["card-2"],
        "place": f"{CARDS}:3",
    }


def test_a_changed_cell_is_one_changed_line_and_a_new_picture(studio, workspace):
    """One line of the file differs, the card has another picture, and undo gives the original bytes."""
    before = (workspace.path / CARDS).read_bytes()
    before_edit = fronts(studio)
    answer = put(studio, 1, "text", 'Discard a card, or "two".', label="Change text")
    row = {**shown_row(table(studio)["rows"][1]), "cells": {"text": 'Discard a card, or "two".'}}
    assert answer.json() == {"undo": "Change text", "redo": None, "files": [CARDS], "picture": None, "rows": [row]}
    assert lines(workspace)[2] == '2,3,Branch,tide,"Discard a card, or ""two""."'
    now = eventually(lambda: (found := fronts(studio)) != before_edit and found, "another picture")
    assert [name for name in now if now[name] != before_edit[name]] == ["card-2"]
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert (workspace.path / CARDS).read_bytes() == before


def test_only_the_rows_that_differ_are_sent_again(studio, workspace):
    """A page that names the rows it has gets the numbers of those that stayed, also when a row is gone."""
    first = table(studio)
    address = f"/g/grove/cards/card.json?since={first['seen']}"
    assert studio.get(address).json() == {**first, "rows": [0, 1, 2]}
    put(studio, 1, "title", "Twig", shown=first)
    second = studio.get(address).json()
    assert second["rows"] == [0, table(studio)["rows"][1], 2]
    assert second["seen"] != first["seen"]
    workspace.edit(CARDS, "3,1,Crown,tide,Win the trick.\n", "")
    assert studio.get(f"/g/grove/cards/card.json?since={second['seen']}").json()["rows"] == [0, 1]
    assert studio.get("/g/grove/cards/card.json?since=unknown").json() == table(studio)


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("nr", "many", "whole number"),
        ("nr", "0", "1"),
        ("nr", "3", "duplicate id"),
        ("realm", "air", "air"),
        ("title", "", ""),
    ],
)
def test_a_value_that_the_model_refuses_is_not_written(studio, workspace, column, value, said):
    """The page gets the message of the check, and the file is unchanged."""
    before = workspace.tree()
    answer = put(studio, 1, column, value)
    assert answer.status_code == 422
    assert said in answer.json()["message"]
    assert workspace.tree() == before


def test_new_rows_copies_and_removed_rows_are_steps(studio, workspace):
    """A new row has what is required, a copy an id of its own; undo takes them back one by one."""
    before = (workspace.path / CARDS).read_bytes()
    assert change(studio, "add", after=0).status_code == 200
    assert lines(workspace)[2] == "4,,New card,,New card"
    assert change(studio, "copy", rows=[0, 3]).status_code == 200
    assert [line.split(",")[0] for line in lines(workspace)[1:]] == ["1", "6", "4", "2", "3", "5"]
    assert lines(workspace)[2] == "6,1,Root,ember,Draw two cards."
    assert change(studio, "delete", rows=[1, 2, 5]).status_code == 200
    assert (workspace.path / CARDS).read_bytes() == before
    for _ in range(3):
        studio.post("/g/grove/undo", json={}, headers=OURS)
    assert (workspace.path / CARDS).read_bytes() == before


ELSEWHERE = {
    "delete": lambda rows: rows[1:],
    "insert": lambda rows: ["9,1,Sprout,ember,Grow.", *rows],
    "sort": lambda rows: rows[::-1],
    "change": lambda rows: [rows[0], rows[1].replace("Discard a card.", "Burn."), rows[2]],
}


@pytest.mark.parametrize("how", ELSEWHERE)
@pytest.mark.parametrize("do", ["set", "copy", "delete", "add"])
def test_a_row_that_another_program_moves_is_followed(studio, workspace, how, do):
    """The row is found by its cells, or by its id where another cell has changed; no other row is touched."""
    shown = table(studio)
    head, *rows = lines(workspace)
    rows = ELSEWHERE[how](rows)
    workspace.write(CARDS, "\n".join([head, *rows]) + "\n")
    at = next(number for number, line in enumerate(rows) if line.startswith("2,3,Branch"))
    if do == "set":
        answer = put(studio, 1, "title", "Twig", shown=shown)
        rows[at] = rows[at].replace("Branch", "Twig")
    elif do == "add":
        answer = change(studio, "add", after=1, shown=shown)
        number = {"insert": 10, "delete": 1}.get(how, 4)
        rows.insert(at + 1, f"{number},,New card,,New card")
    else:
        shown["rows"] = [shown["rows"][1]]
        answer = change(studio, do, rows=[1], shown=shown)
        number = 10 if how == "insert" else 4
        if do == "copy":
            rows.insert(at + 1, rows[at].replace("2,3", f"{number},3"))
        elif how != "change":
            del rows[at]
    refused = do == "delete" and how == "change"
    assert answer.status_code == (422 if refused else 200), answer.json()
    assert lines(workspace) == [head, *rows]
    if refused:
        assert "'2' has other cells in the file now" in answer.json()["message"]


def test_a_cell_that_another_program_has_changed_is_refused_with_both_texts(studio, workspace):
    """Also when its row has moved; done again, with the new text seen, it is written."""
    shown = table(studio)
    workspace.edit(CARDS, "1,1,Root,ember,Draw two cards.\n", "")
    workspace.edit(CARDS, "Branch", "Bough")
    answer = put(studio, 1, "title", "Twig", shown=shown)
    assert answer.status_code == 422
    assert "'title' was 'Branch' here, and is 'Bough' in the file now" in answer.json()["message"]
    assert "Twig" not in (workspace.path / CARDS).read_text()
    assert put(studio, 0, "title", "Twig").status_code == 200
    assert lines(workspace)[1] == "2,3,Twig,tide,Discard a card."


def test_a_row_that_is_gone_is_refused(studio, workspace):
    """Nothing is written into the row that has its number now."""
    shown = table(studio)
    workspace.edit(CARDS, "2,3,Branch,tide,Discard a card.\n", "")
    before = (workspace.path / CARDS).read_bytes()
    answer = put(studio, 1, "title", "Twig", shown=shown)
    assert answer.status_code == 422
    assert "'2' is not in" in answer.json()["message"]
    assert (workspace.path / CARDS).read_bytes() == before


def test_edits_that_follow_each_other_know_the_row_by_the_last_answer(studio, workspace):
    """A row whose id was changed here can be changed again before the page has read the table again."""
    shown = table(studio)
    answer = put(studio, 1, "nr", "7", shown=shown).json()
    shown["rows"][1] |= answer["rows"][0]
    shown["rows"][1]["cells"] = ["7", "3", "Branch", "tide", "Discard a card."]
    assert put(studio, 1, "title", "Twig", shown=shown).status_code == 200
    assert lines(workspace)[2] == "7,3,Twig,tide,Discard a card."


def test_two_studios_of_one_game_lose_nothing(open_studio, workspace):
    """Each writes its own row many times, as fast as it can: all saves are accepted, and the last are in the file."""
    studios = [open_studio(), open_studio()]

    def save(row):
        return [put(studios[row], row, "text", f"Turn {turn}").status_code for turn in range(15)]

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(save, (0, 1))) == [[200] * 15] * 2
    assert [line.rsplit(",", 1)[1] for line in lines(workspace)[1:]] == ["Turn 14", "Turn 14", "Win the trick."]


def test_rows_name_the_cards_of_the_file_as_it_is(studio, workspace):
    """A row that has moved since the pictures were drawn has its own card, also while another value is wrong."""
    assert [row["cards"] for row in table(studio)["rows"]] == [["card-1"], ["card-2"], ["card-3"]]
    workspace.edit(CARDS, "1,1,Root,ember,Draw two cards.\n", "")
    assert [row["cards"] for row in table(studio)["rows"]] == [["card-2"], ["card-3"]]
    workspace.edit(CARDS, "3,1,Crown,tide", "3,1,Crown,air")
    workspace.edit(CARDS, "2,3,Branch,tide,Discard a card.\n", "")
    assert [row["cards"] for row in table(studio)["rows"]] == [["card-3"]]


def test_copies_get_a_column_where_there_is_none(open_studio, workspace):
    """The header and one row are longer; the other lines stay."""
    text = (workspace.path / CARDS).read_text().replace("copies,", "", 1)
    workspace.write(CARDS, "\n".join([text.splitlines()[0], *(f"{n},Card,tide,Win." for n in (1, 2))]) + "\n")
    page = open_studio()
    assert table(page)["columns"][-1] | {"help": ""} == {
        "column": "copies", "known": False, "type": "integer", "choices": [], "required": False, "help": "",
        "field": "", "copies": True,
    }  # fmt: skip
    assert put(page, 0, "copies", "4").status_code == 200
    assert lines(workspace) == ["nr,title,realm,text,copies", "1,Card,tide,Win.,4", "2,Card,tide,Win."]


def test_a_name_with_its_number_of_copies_is_one_text(open_studio, workspace):
    """The cell is shown and written as it is, and its row keeps its card."""
    workspace.edit(GAME, "rows: cards.csv", "rows: {table: cards.csv, copies: title}")
    workspace.edit(GAME, 'id: "card-{{ nr }}"', 'id: "{{ title | slug }}"')
    workspace.write(CARDS, "nr,title,realm,text\n1,3x Owl,tide,Win.\n2,Fox,tide,Win.\n")
    page = open_studio()
    shown = table(page)
    assert [one["column"] for one in shown["columns"] if one.get("copies")] == []
    assert (shown["columns"][1]["field"], shown["columns"][1]["type"]) == ("title", "text")
    assert [row["cards"] for row in shown["rows"]] == [["owl"], ["fox"]]
    assert put(page, 0, "title", "4x Owl").status_code == 200
    assert lines(workspace)[1] == "1,4x Owl,tide,Win."
    eventually(lambda: [one["copies"] for one in game_view(page)["components"]] == [4, 1])


@pytest.mark.parametrize(
    "body",
    [
        {"do": "set", "cells": [{"row": 9, "column": "title", "value": "x", "was": ""}]},
        {"do": "set", "cells": []},
        {"do": "delete", "rows": [9]},
        {"do": "burn", "rows": [0]},
    ],
)
def test_rows_that_are_not_there_are_refused(studio, workspace, body):
    """Requests that name no row of the table write nothing."""
    before = workspace.tree()
    assert change(studio, **body).status_code == 422
    assert workspace.tree() == before


def test_a_table_outside_the_game_is_not_written(studio, workspace, tmp_path):
    """A link that leads out of the game's folder is refused, as for reading."""
    shown = table(studio)
    outside = workspace.write("elsewhere/cards.csv", (workspace.path / CARDS).read_text())
    (workspace.path / CARDS).unlink()
    (workspace.path / CARDS).symlink_to(outside)
    answer = put(studio, 0, "title", "Leaf", shown=shown)
    assert answer.status_code == 422
    assert "Leaf" not in outside.read_text()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X-Punchboard-Token": "guess"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Content-Type": "text/plain"}, 415),
    ],
)
def test_only_the_page_that_the_command_opened_may_change_cards(studio, workspace, headers, status):
    """The guard covers this address as it covers the others."""
    before = workspace.tree()
    answer = studio.post("/g/grove/edit-cards", json={}, headers=OURS | headers)
    assert answer.status_code == status
    assert studio.get("/g/grove/cards/no.json").status_code == 422
    assert studio.get("/g/nowhere/cards/card.json").status_code == 404
    assert workspace.tree() == before


@pytest.mark.parametrize(
    ("cells", "chosen", "written"),
    [
        (("Ember", "Tide", "Tide"), "ember", "Ember"),
        (("EMBER", "tide", "tide"), "ember", "EMBER"),
        (("Tide", "Tide", "Tide"), "ember", "Ember"),
        (("TIDE", "TIDE", "TIDE"), "ember", "EMBER"),
        (("tide", "tide", "tide"), "ember", "ember"),
        (("tide", "Tide", "tide"), "ember", "ember"),
    ],
)
def test_a_choice_is_written_as_the_sheet_writes_it(workspace, open_studio, cells, chosen, written):
    """As its other rows write this choice, else as they write the others; the page calls it by its id."""
    head, *rows = CARDS_TEXT.splitlines()
    rows = [row.replace(old, new, 1) for row, old, new in zip(rows, ("ember", "tide", "tide"), cells, strict=True)]
    workspace.write(CARDS, "\n".join([head, *rows]) + "\n")
    studio = open_studio()
    assert put(studio, 2, "realm", chosen).status_code == 200
    assert lines(workspace)[3].split(",")[3] == written
    assert change(studio, "set", cells=[], added=[{"title": "Leaf", "realm": chosen, "text": "x"}]).status_code == 200
    assert lines(workspace)[4].split(",")[3] == written


@pytest.mark.parametrize(
    ("cells", "value", "written"),
    [
        (("Yes", "No"), "true", "Yes"),
        (("no", "no"), "true", "yes"),
        (("TRUE", "TRUE"), "false", "FALSE"),
        (("1", ""), "false", "0"),
    ],
)
def test_yes_and_no_are_written_as_the_sheet_writes_them(workspace, open_studio, cells, value, written):
    """The page sends true or false."""
    workspace.edit(
        GAME, "      text: {type: text}\n", "      text: {type: text}\n      rare: {type: boolean, optional: true}\n"
    )
    head, *rows = CARDS_TEXT.splitlines()
    rows = [f"{row},{cell}" for row, cell in zip(rows, (*cells, ""), strict=True)]
    workspace.write(CARDS, "\n".join([f"{head},rare", *rows]) + "\n")
    assert put(open_studio(), 2, "rare", value).status_code == 200
    assert lines(workspace)[3].endswith(f",{written}")


@pytest.mark.parametrize("lock", [".~lock.cards.csv#", "~$cards.csv"])
def test_a_table_that_a_spreadsheet_program_has_open_is_said_once(studio, workspace, lock):
    """The cell is written all the same; said again when the program has opened the file again."""
    path = workspace.write(f"catalog/grove/{lock}", "")
    assert put(studio, 1, "title", "Twig").json()["open"] == [CARDS]
    assert "open" not in put(studio, 1, "title", "Bough").json()
    path.unlink()
    assert "open" not in put(studio, 1, "title", "Leaf").json()
    workspace.write(f"catalog/grove/{lock}", "")
    assert studio.post("/g/grove/undo", json={}, headers=OURS).json()["open"] == [CARDS]
    assert lines(workspace)[2].startswith("2,3,Bough")
