"""Printing over HTTP: what there is to print, the build with its steps, and its files; nothing is written."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from punchboard.server.http import print_app

HOME = "/g/grove/"
FRONTS = {"only": "sheets/fronts"}


@pytest.fixture(autouse=True)
def settings(tmp_path, monkeypatch):
    """The user's settings, in which the last print is kept."""
    monkeypatch.setenv("PUNCHBOARD_CONFIG", str(tmp_path / "settings"))


def events(answer):
    """Return the events of a stream as (name, data)."""
    blocks = [dict(line.split(": ", 1) for line in block.split("\n")) for block in answer.text.strip().split("\n\n")]
    return [(block.get("event", "message"), json.loads(block["data"])) for block in blocks]


def last_event(client, **asked):
    """Return the last event of a build, and those before it."""
    *steps, last = events(client.get(f"{HOME}print", params=asked))
    return *last, steps


def test_what_is_asked_for_is_built_and_nothing_is_written(client, workspace):
    """The steps end with the file, which is a PDF with the chosen cards only; the folder stays as it was."""
    before = workspace.tree()
    plan = client.get(f"{HOME}print.json", params=FRONTS | {"paper": "letter"}).json()
    assert plan["cards"] == ["card-1", "card-2", "card-3"]
    assert {"duplex", "fronts", "gutterfold"} <= {one["id"] for one in plan["sheets"]}
    assert [(one["title"], one["sheets"], one["flip"]) for one in plan["files"]] == [("Fronts only", 1, "")]
    name, made, steps = last_event(client, **FRONTS, first="card-3", last="card-2", ink="low")
    assert name == "made"
    assert [one["done"] for _, one in steps] == sorted(one["done"] for _, one in steps)
    (file,) = made["files"]
    assert file["address"].endswith("/print-and-play/a4-fronts-chosen.pdf")
    found = client.get(file["address"])
    assert (found.headers["content-type"], found.content[:5]) == ("application/pdf", b"%PDF-")
    with zipfile.ZipFile(io.BytesIO(client.get(made["all"]).content)) as archive:
        assert archive.namelist() == ["grove/print-and-play/a4-fronts-chosen.pdf"]
    assert client.get(file["address"].replace("a4-", "a3-")).status_code == 404
    assert workspace.tree() == before


def test_a_game_with_errors_is_not_printed(client, workspace):
    """The first errors are listed with their number, in the plan and instead of the file."""
    workspace.edit("catalog/grove/cards.csv", "\n2,3,", "\ntwo,3,")
    name, refused, _ = last_event(client, **FRONTS)
    assert (name, refused["errors"]) == ("refused", 1)
    assert refused["problem"]["place"].startswith("catalog/grove/cards.csv:3")
    assert "'two'" in refused["problem"]["message"]
    assert client.get(f"{HOME}print.json", params=FRONTS).json()["problem"] == refused["problem"]
    assert last_event(client, **FRONTS, since="build")[0] == "refused"


def test_only_what_changed_since_the_last_print_is_printed(client, workspace):
    """All cards are printed, one is changed, and only its sheet is made. Some cards are no such print."""
    last_event(client, **FRONTS, first="card-3", last="card-2")
    assert client.get(f"{HOME}print.json", params=FRONTS).json()["since"] == []
    assert last_event(client, **FRONTS)[0] == "made"
    plan = client.get(f"{HOME}print.json", params=FRONTS | {"since": "print"}).json()
    assert (plan["since"], plan["files"]) == (["print"], [])
    workspace.edit("catalog/grove/cards.csv", "Branch", "Twig")
    name, made, _ = last_event(client, **FRONTS, since="print")
    assert (name, [one["address"].rpartition("/")[2] for one in made["files"]]) == ("made", ["a4-fronts-changed.pdf"])


def test_what_cannot_be_compared_is_not_offered(client, monkeypatch):
    """In the sandbox of an untrusted folder git cannot be started: the plan comes all the same."""

    def refused(_workspace):
        raise PermissionError

    monkeypatch.setattr(print_app, "has_repository", refused)
    plan = client.get(f"{HOME}print.json", params=FRONTS).json()
    assert (plan["since"], len(plan["files"])) == ([], 1)


@pytest.mark.parametrize(
    "asked",
    [{}, {"only": "nothing"}, {"only": "../sheets"}, {"only": "sheets", "since": "/etc"}, {"only": "sheets", "x": "1"}],
)
def test_other_requests_are_refused(client, asked):
    """What is no product, or compares with a place of the requester's choice, is not built."""
    assert client.get(f"{HOME}print", params=asked).status_code == 422
    assert client.get("/g/other/print", params=asked).status_code == 404


def test_an_unknown_product_is_named(client):
    """In words of the program, not in those of a library."""
    assert client.get(f"{HOME}print", params={"only": "nothing"}).text == "there is no product 'nothing'\n"
