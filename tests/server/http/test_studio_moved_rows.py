"""Rows that another program deletes, inserts or sorts between the page's look and its write, in every table format."""

from __future__ import annotations

import csv
import io
import json

import openpyxl
import pytest
from tests.server.http.conftest import OURS, shown_row

from punchboard.edit.yaml_edit import yaml_line

CARDS = [
    {"nr": "1", "title": "Root", "realm": "ember", "text": "Draw, twice."},
    {"nr": "2", "title": "Branch", "realm": "tide", "text": 'Say "now".'},
    {"nr": "3", "title": "Crown", "realm": "tide", "text": "Win."},
]
SPROUT = {"nr": "9", "title": "Sprout", "realm": "ember", "text": "Grow."}


def delimited(rows, separator=","):
    out = io.StringIO()
    writer = csv.DictWriter(out, CARDS[0], delimiter=separator, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def workbook(rows):
    book, out = openpyxl.Workbook(), io.BytesIO()
    for row in (list(CARDS[0]), *(list(row.values()) for row in rows)):
        book.active.append(row)
    book.save(out)
    return out.getvalue()


FORMATS = {
    "csv": delimited,
    "tsv": lambda rows: delimited(rows, "\t"),
    "json": lambda rows: json.dumps(rows).encode(),
    "yaml": lambda rows: "".join(f"- {yaml_line(row)}\n" for row in rows).encode(),
    "xlsx": workbook,
}
ELSEWHERE = {
    "delete": lambda rows: rows[1:],
    "insert": lambda rows: [SPROUT, *rows],
    "sort": lambda rows: rows[::-1],
}


@pytest.mark.parametrize("how", ELSEWHERE)
@pytest.mark.parametrize("suffix", FORMATS)
def test_a_moved_row_is_the_one_that_is_written(workspace, open_studio, suffix, how):
    """The shown row gets the text, wherever it lies by then; all others stay as the other program wrote them."""
    file = workspace.path / f"catalog/grove/cards.{suffix}"
    workspace.edit("catalog/grove/game.yaml", "rows: cards.csv", f"rows: cards.{suffix}")
    file.write_bytes(FORMATS[suffix](CARDS))
    studio = open_studio()
    shown = studio.get("/g/grove/cards/card.json").json()
    (row,) = (one for one in shown["rows"] if "Branch" in one["cells"])
    rows = ELSEWHERE[how](CARDS)
    file.write_bytes(FORMATS[suffix](rows))
    cell = {"row": row["row"], "column": "title", "value": "Twig", "was": "Branch"}
    body = {"label": "x", "kind": "card", "rows": [shown_row(row)], "change": {"do": "set", "cells": [cell]}}
    answer = studio.post("/g/grove/edit-cards", json=body, headers=OURS)
    assert answer.status_code == 200, answer.json()
    now = studio.get("/g/grove/cards/card.json").json()
    names = [column["column"] for column in now["columns"]]
    found = [{name: text for name, text in zip(names, one["cells"], strict=True) if text} for one in now["rows"]]
    assert found == [one | {"title": "Twig"} if one["nr"] == "2" else one for one in rows]
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert file.read_bytes() == FORMATS[suffix](rows) or suffix == "xlsx"
