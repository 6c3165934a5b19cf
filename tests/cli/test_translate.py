"""Translating a game and building it in a second language."""

import csv
import json


def rows(path):
    return list(csv.DictReader(path.read_text("utf-8-sig").splitlines()))


def fill(path, **said):
    """Translate some rows of a table by what they say."""
    found = rows(path)
    for row in found:
        row["translation"] = said.get(row["source"].split()[0].rstrip("."), row["translation"])
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(found[0]))
        writer.writeheader()
        writer.writerows(found)


def test_a_game_is_translated_step_by_step(grove):
    """The table is started, filled in, updated after a card has changed, and the game is built in both languages."""
    table = grove.path / "catalog/grove/locale/de/texts.csv"
    ran = grove.run("translate", "grove", "de")
    assert ran.status == 0
    assert "to translate" in ran.out
    assert {"title", "kinds.card.name", "card-1.title", "card-1.text"} <= {row["id"] for row in rows(table)}

    fill(table, A="Der Hain", Card="Karte", Root="Wurzel", Branch="Zweig", Draw="Zieh zwei Karten.")
    ran = grove.run("build", "grove", "--locale", "de", "--only", "sheets/fronts", "--paper", "a4")
    assert ran.status == 0, ran.err
    assert "LOCALE001" in ran.err + ran.out
    assert "card-3.title" in ran.err + ran.out
    manifest = json.loads((grove.output / "grove-de/manifest.json").read_text())
    assert manifest["game"]["title"] == "Der Hain"
    assert not (grove.output / "grove").exists()

    cards = grove.path / "catalog/grove/cards.csv"
    cards.write_text(cards.read_text().replace("Draw two cards.", "Draw three cards."))
    ran = grove.run("check", "grove", "--locale", "de")
    assert "LOCALE002" in ran.err + ran.out
    assert grove.run("translate", "grove", "de").status == 0
    (row,) = [row for row in rows(table) if row["id"] == "card-1.text"]
    assert (row["source"], row["translation"], row["was"]) == (
        "Draw three cards.",
        "Zieh zwei Karten.",
        "Draw two cards.",
    )


def test_languages_are_listed_and_unknown_ones_reported(grove):
    """The list names them; a language that no game has is a usage error."""
    grove.run("translate", "grove", "de")
    assert "grove, also in de" in grove.run("list").out
    ran = grove.run("build", "--locale", "fr")
    assert (ran.status, "no game has a translation 'fr'" in ran.err + ran.out) == (2, True)
    ran = grove.run("translate", "grove", "German!")
    assert (ran.status, "'German!' is not a language" in ran.err + ran.out) == (1, True)
