"""`punchboard sync` and `new --from` with a link, against a server on this machine."""

import pytest
from tests.download import conftest as local

from .conftest import CARDS, GAME

CHANGED = CARDS.replace("Draw two cards.", "Draw three cards.").replace(
    "3,1,Crown,Win the trick.\n", "4,1,Leaf,Fall.\n"
)
ALLOWED = ("--allow-http", "--allow-private")
server = local.server


@pytest.fixture
def linked(workspace, server):
    """A workspace with one game whose table has a link; the server has a changed table."""
    server.answers["/cards.csv"] = local.Answer(CHANGED.encode())
    game = GAME.format(name="Grove") + f"sources:\n  cards.csv: {server.address}/cards.csv\n"
    workspace.add("grove", game=game)
    return workspace


def table(workspace, name="cards.csv"):
    return (workspace.path / "catalog" / "grove" / name).read_text(encoding="utf-8")


def test_changes_are_shown_and_not_written_without_a_yes(linked):
    """The status says that changes are pending; rows are named by what makes their id."""
    ran = linked.run("sync", "grove", *ALLOWED)
    assert (ran.status, ran.err) == (3, "")
    assert "catalog/grove/cards.csv would change\n  1 new, 1 changed, 1 gone\n" in ran.out
    assert "Draw two cards." in ran.out
    assert "Draw three cards." in ran.out
    assert ran.out.endswith("nothing was written; add --yes to write it\n")
    assert table(linked) == CARDS
    assert not (linked.path / "catalog" / "grove" / "cards.csv.bak").exists()


def test_a_yes_writes_the_table_and_keeps_the_last_one(linked):
    """A second sync finds nothing to do, and leaves the copy alone."""
    ran = linked.run("sync", "grove", "--yes", *ALLOWED)
    assert (ran.status, ran.err) == (0, "")
    assert (table(linked), table(linked, "cards.csv.bak")) == (CHANGED, CARDS)
    again = linked.run("sync", "grove", "--yes", *ALLOWED)
    assert (again.status, again.out) == (0, "grove: catalog/grove/cards.csv is up to date\n")
    assert table(linked, "cards.csv.bak") == CARDS


def test_undo_restores_the_last_table_and_a_second_undo_takes_that_back(linked, server):
    """Without the network."""
    linked.run("sync", "grove", "--yes", *ALLOWED)
    server.requests.clear()
    ran = linked.run("sync", "grove", "--undo")
    assert (ran.status, ran.err, table(linked)) == (0, "", CARDS)
    assert linked.run("sync", "grove", "--undo").status == 0
    assert table(linked) == CHANGED
    assert server.requests == []


def test_undo_without_a_copy_is_a_problem(linked):
    """At the link of the table."""
    ran = linked.run("sync", "grove", "--undo")
    assert ran.status == 1
    assert "error FILE001: there is no cards.csv.bak to restore" in ran.err


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (local.Answer(b"", status=404), "LINK001"),
        (local.Answer(b"<!doctype html><p>Please log in"), "LINK003"),
        (local.Answer(b"nr,title\n"), "TABLE001"),
        (local.Answer(length=10**12), "LINK001"),
    ],
)
def test_a_failed_sync_leaves_the_table_as_it_is(linked, server, answer, code):
    """Also with --yes: a page that is no table never replaces one."""
    server.answers["/cards.csv"] = answer
    ran = linked.run("sync", "grove", "--yes", *ALLOWED)
    assert (ran.status, table(linked)) == (1, CARDS)
    assert f"error {code}: " in ran.err


def test_a_link_into_the_own_network_needs_permission(linked, server):
    """No request is sent without it."""
    ran = linked.run("sync", "grove", "--yes", "--allow-http")
    assert (ran.status, table(linked), server.requests) == (1, CARDS, [])
    assert "catalog/grove/game.yaml:18:14: error LINK002: " in ran.err


def test_columns_that_are_new_or_gone_are_named(linked, server):
    """With the fields that they fill."""
    server.answers["/cards.csv"] = local.Answer(CARDS.replace("text\n", "rules\n", 1).encode())
    ran = linked.run("sync", "grove", *ALLOWED)
    assert ran.status == 3
    assert "warning LINK004: the column 'text' is gone; it fills 'text' of 'card'" in ran.err
    assert "warning LINK004: the column 'rules' is new; no field reads it" in ran.err


def test_a_game_without_links_says_how_to_add_one(grove):
    """It is no error."""
    ran = grove.run("sync")
    assert (ran.status, ran.err) == (0, "")
    assert "no table of grove has a link; add `sources: " in ran.out


def test_a_new_game_from_a_link_keeps_it_for_sync(workspace, server):
    """Its table is a file of the game, so that a build needs no network."""
    server.answers["/My%20Cards.csv?key=7"] = local.Answer(CARDS.encode(), {"Content-Type": "text/csv"})
    link = f"{server.address}/My%20Cards.csv?key=7"
    ran = workspace.run("new", "grove", "--from", link, "--no-build", *ALLOWED)
    assert (ran.status, ran.err) == (0, "")
    assert table(workspace, "my-cards.csv") == CARDS
    assert link in table(workspace, "game.yaml")
    assert workspace.run("sync", "grove", *ALLOWED).out == "grove: catalog/grove/my-cards.csv is up to date\n"
    server.answers.clear()
    assert workspace.run("check", "grove").status == 0


def test_a_link_that_gives_no_table_makes_no_game(workspace, server):
    """The message names the option, as it does for a file that is missing."""
    ran = workspace.run("new", "grove", "--from", f"{server.address}/cards.csv", *ALLOWED)
    assert ran.status == 2
    assert ran.err.startswith("--from: error LINK001: ")
    assert not (workspace.path / "catalog" / "grove").exists()
