"""Pictures dropped on cards over HTTP: the file is copied, the cell is set, and both are one step."""

from __future__ import annotations

import json
import tempfile
from io import BytesIO

import pytest
from PIL import Image
from tests.server.http.conftest import OURS, shown_row

from punchboard.server.studio.requests import MAX_PICTURE_BYTES

CARDS = "catalog/grove/cards.csv"
GAME = "catalog/grove/game.yaml"
FACE = "catalog/grove/layouts/faces/card.yaml"
RAW = OURS | {"Content-Type": "application/octet-stream"}


def picture(colour="red", form="PNG", size=(60, 40)):
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, form)
    return out.getvalue()


@pytest.fixture
def painted(workspace):
    """The game grove with a field for pictures and a box that shows it; the first card has a picture."""
    workspace.edit(
        GAME, "      text: {type: text}\n", "      text: {type: text}\n      art: {type: picture, optional: true}\n"
    )
    workspace.edit(FACE, "boxes:\n", "boxes:\n  art: {at: [6, 10], size: [40, 30], slot: picture}\n")
    text = (workspace.path / CARDS).read_text().splitlines()
    workspace.write(CARDS, "\n".join([f"{text[0]},art", f"{text[1]},pictures/root.png", *text[2:]]) + "\n")
    home = workspace.path / "catalog/grove/pictures"
    home.mkdir()
    (home / "root.png").write_bytes(picture())
    return workspace


def drop(studio, row, name, data, column="art", **more):
    table = studio.get("/g/grove/cards/card.json").json()
    shown = table["rows"][row]
    known = [one["column"] for one in table["columns"]]
    where = {"row": shown_row(shown), "column": column, "was": shown["cells"][known.index(column)] if column else ""}
    head = {"label": "Picture", "kind": "card", **where, "name": name, **more}
    return studio.post("/g/grove/drop", content=json.dumps(head).encode() + b"\n" + data, headers=RAW)


def rows(workspace):
    return (workspace.path / CARDS).read_text().splitlines()


def test_a_dropped_picture_is_copied_to_the_others_and_named_in_its_row(painted, open_studio):
    """One line of the table differs; undo takes the file away again, redo brings it back."""
    studio, before, new = open_studio(), painted.tree(), picture("blue", size=(80, 50))
    answer = drop(studio, 1, "../../Old Wolf.v2.png", new)
    assert answer.json()["files"] == ["catalog/grove/pictures/Old Wolf-v2.png", CARDS]
    assert rows(painted)[2] == "2,3,Branch,tide,Discard a card.,pictures/Old Wolf-v2.png"
    assert (painted.path / "catalog/grove/pictures/Old Wolf-v2.png").read_bytes() == new
    after = painted.tree()
    box = next(one for one in studio.get("/g/grove/boxes/card-2/0.json").json()["boxes"] if one["name"] == "art")
    assert (box["fields"], box["picture"]) == (
        ["art"],
        {
            "path": "pictures/Old Wolf-v2.png",
            "focus": [50, 50],
            "zoom": 1.0,
            "size": [80, 50],
            "field": "art",
            "fixed": False,
        },
    )
    assert studio.get("/g/grove/on-card/card-2/0/art").content == new
    assert studio.get("/g/grove/on-card/card-2/0/title").status_code == 404
    assert studio.post("/g/grove/undo", json={}, headers=OURS).json()["redo"] == "Picture"
    assert painted.tree() == before
    studio.post("/g/grove/redo", json={}, headers=OURS)
    assert painted.tree() == after


def test_pictures_of_one_gesture_are_one_step_and_others_their_own(painted, open_studio):
    """Undo takes both of a gesture back at once, and then the one before them."""
    studio, before = open_studio(), painted.tree()
    drop(studio, 1, "first.png", picture("blue"))
    alone = painted.tree()
    drop(studio, 1, "wolf.png", picture("green"), gesture="pictures-1", label="Picture of Branch")
    answer = drop(studio, 2, "bear.png", picture("white"), gesture="pictures-1", label="Pictures of 2 cards")
    assert answer.json()["undo"] == "Pictures of 2 cards"
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert painted.tree() == alone
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert painted.tree() == before


def test_a_picture_that_the_game_has_is_not_copied_and_a_taken_name_is_not_used(painted, open_studio):
    """The same bytes under another name are the same picture; other bytes under a known name get a number."""
    studio = open_studio()
    assert drop(studio, 1, "again.png", picture()).json()["files"] == [CARDS]
    assert rows(painted)[2].endswith(",pictures/root.png")
    assert (
        drop(studio, 2, "ROOT.webp", picture("green", "JPEG")).json()["files"][0] == "catalog/grove/pictures/ROOT.jpg"
    )
    assert drop(studio, 2, "ROOT.jpeg", picture("white")).json()["files"][0] == "catalog/grove/pictures/ROOT-2.png"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("notes.png", b"not a picture", "not a PNG or JPEG"),
        ("art.webp", picture(form="WEBP"), "not a PNG or JPEG"),
        ("half.png", picture(size=(300, 300))[:-30], "is damaged"),
        ("long.png", picture(size=(21_000, 1)), "21,000"),
        ("big.png", picture() + b"\0" * MAX_PICTURE_BYTES, "larger than 20 MB"),
    ],
)
def test_what_a_build_cannot_print_is_refused_with_words(painted, open_studio, name, data, said):
    """Nothing is written; the page gets the reason."""
    before, answer = painted.tree(), drop(open_studio(), 1, name, data)
    assert answer.status_code == 422
    assert said in answer.json()["message"]
    assert painted.tree() == before


def test_a_huge_body_a_form_and_a_foreign_page_are_refused_before_they_are_read(painted, studio):
    """The guard covers this address as it covers the others."""
    before = painted.tree()
    huge = RAW | {"Content-Length": "200000000"}
    assert studio.post("/g/grove/drop", content=b"{}", headers=huge).status_code == 413
    assert studio.post("/g/grove/drop", content=b"{}", headers=RAW | {"X-Punchboard-Token": "no"}).status_code == 403
    assert studio.post("/g/grove/drop", content=b"{}", headers=RAW | {"Content-Type": "image/png"}).status_code == 415
    assert studio.post("/g/grove/drop", content=b"{}", headers=RAW).status_code == 422
    assert painted.tree() == before


@pytest.mark.parametrize("call", [1, 2])
def test_a_disk_that_refuses_one_of_the_files_leaves_all_as_they_were(painted, open_studio, monkeypatch, call):
    """Neither a copied picture nor a half-written table stays."""
    studio, before, real, calls = open_studio(), painted.tree(), tempfile.mkstemp, []

    def refuse(*args, **options):
        calls.append(args)
        if len(calls) == call:
            raise OSError(28, "No space left on device")
        return real(*args, **options)

    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "mkstemp", refuse)
        answer = drop(studio, 1, "wolf.png", picture("blue"))
    assert "no space left" in answer.json()["message"]
    assert painted.tree() == before


def test_the_first_picture_of_a_kind_brings_the_field_for_it(workspace, open_studio):
    """A face with a free slot for a picture shows it: game.yaml gets the field, the table a column, in one step."""
    workspace.edit(FACE, "boxes:\n", "boxes:\n  art: {at: [6, 10], size: [40, 30], slot: picture}\n")
    studio, before = open_studio(), workspace.tree()
    answer = drop(studio, 0, "wolf.png", picture(), column=None)
    assert answer.json()["files"] == ["catalog/grove/art/wolf.png", GAME, CARDS]
    assert "      art: {type: picture, optional: true}\n" in (workspace.path / GAME).read_text()
    assert rows(workspace)[:3] == [
        "nr,copies,title,realm,text,art",
        "1,1,Root,ember,Draw two cards.,art/wolf.png",
        "2,3,Branch,tide,Discard a card.",
    ]
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert workspace.tree() == before


def test_a_face_without_a_place_for_pictures_is_said(workspace, studio):
    """The page gets a hint how to make one."""
    before, answer = workspace.tree(), drop(studio, 0, "wolf.png", picture(), column=None)
    assert answer.json()["message"] == "the face of Card has no place for a picture"
    assert workspace.tree() == before
