"""A table that was imported is exported again over the old file: what is new in it is printed or named."""

import re
import subprocess
import sys

import pypdfium2
import pytest

pytestmark = pytest.mark.slow

TABLE = "Name,Cost,Text\nClay Oven,2,Pay [coin]: bake. Gain 2 [coin].\nSaw Bench,1,Gain [coin] <b>now</b>.\n"


@pytest.fixture
def shop(workspace):
    """The workspace with a game made from the table."""
    (workspace.path / "shop.csv").write_text(TABLE, encoding="utf-8")
    assert workspace.run("new", "shop", "--from", "shop.csv").status == 0
    return workspace


def build(shop, table):
    (shop.path / "catalog" / "shop" / "shop.csv").write_text(table, encoding="utf-8")
    return shop.run("build", "shop", "--only", "sheets/duplex", "--paper", "a4")


def sheet(shop):
    return next((shop.path / "output" / "shop" / "print-and-play").glob("a4-duplex.pdf")).read_bytes()


def test_new_rows_are_printed(shop):
    """With the same markup and symbols."""
    ran = build(shop, TABLE + "Tin Roof,1,Pay [coin] &amp; <i>rest</i>.\n")
    page = pypdfium2.PdfDocument(sheet(shop))[0]
    text = page.get_textpage().get_text_range()
    assert (ran.status, "Tin Roof" in text, "& rest" in text, bool(re.search(r"Pay \[coin\] ?& rest", text))) == (
        0,
        True,
        True,
        True,
    )


def test_a_new_column_is_named_and_the_last_good_sheets_stay(shop):
    """The hint says how to take it and how to leave it; each of them builds."""
    before = sheet(shop)
    wider = TABLE.replace("Text\n", "Text,Guild\n").replace("].\n", "].,Fire\n").replace("</b>.\n", "</b>.,Wood\n")
    ran = build(shop, wider)
    assert (ran.status, ran.err.count("unknown column 'Guild'"), sheet(shop) == before) == (1, 1, True)
    assert "add a field for it, or list it under 'ignore' of 'rows'" in ran.err
    game = shop.path / "catalog" / "shop" / "game.yaml"
    ignoring = game.read_text().replace("rows: shop.csv", "rows: {table: shop.csv, ignore: [Guild]}")
    game.write_text(ignoring)
    assert build(shop, wider).status == 0


NO_SOCKET = """
import socket, sys
def refuse(*args, **how):
    raise AssertionError("a build opened a socket")
socket.socket = socket.create_connection = refuse
from punchboard.cli import run
run()
"""


def test_a_build_opens_no_socket(shop):
    """Even of a game whose table has a link: only `sync` fetches it."""
    game = shop.path / "catalog" / "shop" / "game.yaml"
    game.write_text(game.read_text() + "sources:\n  shop.csv: https://tables.example/shop.csv\n")
    command = [sys.executable, "-c", NO_SOCKET, "build", "shop", "--only", "sheets/duplex", "--paper", "a4"]
    ran = subprocess.run(command, cwd=shop.path, env=shop.env(), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_a_new_symbol_is_named_with_the_line_that_lists_it(shop):
    """It prints as it is written until then; it is named once."""
    ran = build(shop, TABLE + "Tin Roof,1,Pay [gem] and [gem].\n")
    assert ran.status == 0
    assert ran.err.count("[gem]") == 2  # the message, and the line to add
    assert "SYMBOL001" in ran.err
