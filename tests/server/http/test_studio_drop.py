"""Pictures dropped on cards over HTTP: the file is copied, the cell is set, and both are one step."""

from __future__ import annotations

import json
import tempfile
from io import BytesIO

import pytest
from openpyxl import Workbook, load_workbook
from PIL import Image
from tests.server.http.conftest import OURS, game_view, shown_row
from yaml import safe_load

from punchboard.server.studio.requests import MAX_PICTURE_BYTES

CARDS = "catalog/grove/cards.csv"
GAME = "catalog/grove/game.yaml"
FACE = "catalog/grove/layouts/faces/card.yaml"
RAW = OURS | {"Content-Type": "application/octet-stream"}


def picture(colour="red", form="PNG", size=(60, 40)):
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, form)
    return out.getvalue()


DRAWING = b"""<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 30 20'>
<script>alert(1)</script><circle r='9' fill='red'/></svg>"""


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
    for name, data, file in (
        ("ROOT.webp", picture("green", "JPEG"), "ROOT-2.jpg"),  # a cell 'root' still means root.png
        ("ROOT.jpeg", picture("white"), "ROOT-3.png"),
        ("Oak.JPEG", picture("blue", "JPEG"), "Oak.jpeg"),
    ):
        assert drop(studio, 2, name, data).json()["files"][0] == f"catalog/grove/pictures/{file}"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("notes.png", b"not a picture", "not a PNG, JPEG, SVG, WebP, GIF, TIFF or BMP picture"),
        ("notes.svg", b"<html>no svg</html>", "is not SVG"),
        (
            "spy.svg",
            DRAWING.replace(b"<circle", b"<image href='file:///etc/passwd'/><circle"),
            "refers to another file",
        ),
        ("half.png", picture(size=(300, 300))[:-30], "is damaged"),
        ("half.bmp", picture(form="BMP", size=(300, 300))[:-30], "is damaged"),
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


@pytest.mark.parametrize(
    ("name", "data", "file"),
    [
        ("wolf.svg", DRAWING, "wolf.svg"),
        ("wolf.webp", picture(form="WEBP"), "wolf.webp"),
        ("wolf.GIF", picture(form="GIF"), "wolf.gif"),
        ("wolf.tiff", picture(form="TIFF"), "wolf.tiff"),
        ("wolf", picture(form="TIFF"), "wolf.tif"),
        ("wolf.bmp", picture(form="BMP"), "wolf.bmp"),
        ("wolf.png", picture(form="WEBP"), "wolf.webp"),
    ],
)
def test_what_a_build_prints_can_be_dropped(painted, open_studio, name, data, file):
    """The file is copied as it is, with its own suffix; the card shows it, a stranger's drawing where nothing runs."""
    studio = open_studio()
    answer = drop(studio, 1, name, data)
    assert answer.json()["files"] == [f"catalog/grove/pictures/{file}", CARDS]
    assert (painted.path / "catalog/grove/pictures" / file).read_bytes() == data
    shown = studio.get("/g/grove/on-card/card-2/0/art")
    is_drawing = file.endswith(".svg")
    assert shown.headers["Content-Type"].startswith("image/svg" if is_drawing else "image/png")
    assert "sandbox" in shown.headers["Content-Security-Policy"]
    assert b"alert" not in studio.get(game_view(studio)["components"][1]["front"]["src"]).content


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


def boxes_of(workspace):
    return safe_load((workspace.path / FACE).read_text())["boxes"]


def table_of(workspace):
    """Return the header and the first row of the cards, whatever file they are in."""
    home = workspace.path / "catalog/grove"
    if (home / "cards.xlsx").exists():
        return [[cell.value for cell in row] for row in load_workbook(home / "cards.xlsx").active.iter_rows(max_row=2)]
    kind = safe_load((home / "game.yaml").read_text())["kinds"]["card"]
    if isinstance(kind["rows"], list):
        return [[*kind["rows"][0]], [*kind["rows"][0].values()]]
    return [line.split(",") for line in (home / "cards.csv").read_text().splitlines()[:2]]


def into_workbook(workspace):
    book = Workbook()
    for line in rows(workspace):
        book.active.append([int(cell) if cell.isdigit() else cell for cell in line.split(",")])
    book.save(workspace.path / "catalog/grove/cards.xlsx")
    workspace.edit(GAME, "cards.csv", "cards.xlsx")


def into_game(workspace):
    header, *lines = [line.split(",") for line in rows(workspace)]
    listed = "".join(f"      - {json.dumps(dict(zip(header, line, strict=True)))}\n" for line in lines)
    workspace.edit(GAME, "    rows: cards.csv\n", f"    rows:\n{listed}")


@pytest.mark.parametrize("convert", [lambda _workspace: None, into_workbook, into_game], ids=["csv", "xlsx", "yaml"])
def test_a_place_that_the_face_leaves_out_is_brought_back_by_the_first_picture(workspace, open_studio, convert):
    """As in a game made from a table without pictures: the face, the field, the column and the file are one step."""
    convert(workspace)
    workspace.write(FACE, "extends: framed\nboxes:\n  value: null\n  picture: null  # none yet\n  icon: null\n")
    studio, before = open_studio(), workspace.tree()
    answer = drop(studio, 0, "wolf.png", picture(), column=None)
    assert answer.json()["files"][:3] == ["catalog/grove/art/wolf.png", FACE, GAME]
    assert boxes_of(workspace) == {"value": None, "icon": None}
    header, first = table_of(workspace)
    assert (header[-1], first[-1]) == ("picture", "art/wolf.png")
    assert (workspace.path / "catalog/grove/art/wolf.png").read_bytes() == picture()
    boxes = studio.get("/g/grove/boxes/card-1/0.json").json()["boxes"]
    assert next(one for one in boxes if one["name"] == "picture")["picture"]["field"] == "picture"
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert workspace.tree() == before


def test_a_face_without_a_place_for_pictures_gets_a_box_where_it_covers_least(workspace, studio):
    """The box lies within the safe area and on no words; undo takes it back with the rest."""
    before, answer = workspace.tree(), drop(studio, 0, "wolf.png", picture(), column=None)
    assert answer.json()["files"] == ["catalog/grove/art/wolf.png", FACE, GAME, CARDS]
    boxes = {one["name"]: one for one in studio.get("/g/grove/boxes/card-1/0.json").json()["boxes"]}
    x, y, width, height = boxes["picture"]["area"]
    assert (width, height) == (24, 18)
    assert boxes["picture"]["picture"]["path"] == "art/wolf.png"
    for name in ("title", "text"):
        left, top, across, down = boxes[name]["area"]
        assert x >= left + across or x + width <= left or y >= top + down or y + height <= top, name
    studio.post("/g/grove/undo", json={}, headers=OURS)
    assert workspace.tree() == before


def test_an_empty_column_for_texts_becomes_that_of_the_pictures_and_a_filled_one_stays(workspace, open_studio):
    """A column 'Picture' that is planned is read as texts; where it has some, the pictures get a field of their own."""
    workspace.write(FACE, "extends: framed\nboxes:\n  picture: null\n")
    text = "      text: {type: text}\n"
    workspace.edit(GAME, text, f"{text}      picture: {{type: text, column: Picture, optional: true}}  # planned\n")
    planned = [f"{line}," for line in rows(workspace)[1:]]
    for header, lines in (("Picture", planned), ("Picture", [f"{planned[0]}A wolf", *planned[1:]])):
        workspace.write(CARDS, "\n".join([f"{rows(workspace)[0].removesuffix(',Picture')},{header}", *lines]) + "\n")
        studio, before = open_studio(), workspace.tree()
        assert drop(studio, 1, "wolf.png", picture(), column=None).status_code == 200
        if lines is planned:
            assert (
                "picture: {type: picture, column: Picture, optional: true}  # planned"
                in (workspace.path / GAME).read_text()
            )
            assert rows(workspace)[2].endswith(",art/wolf.png")
        else:
            assert boxes_of(workspace).keys() == {"picture", "picture-2"}
            assert rows(workspace)[1].endswith(",A wolf")
            assert rows(workspace)[0].endswith(",Picture,picture_2")
        studio.post("/g/grove/undo", json={}, headers=OURS)
        assert workspace.tree() == before


def test_a_place_on_the_back_takes_the_picture_before_the_front_gets_one(workspace, open_studio):
    """A box that was added to the back for it is meant."""
    workspace.edit(
        "catalog/grove/layouts/faces/back.yaml",
        "boxes:\n",
        "boxes:\n  portrait: {at: [6, 10], size: [40, 30], slot: picture}\n",
    )
    answer = drop(open_studio(), 0, "wolf.png", picture(), column=None)
    assert answer.json()["files"] == ["catalog/grove/art/wolf.png", GAME, CARDS]
    assert rows(workspace)[0].endswith(",portrait")


def test_a_second_first_picture_is_outdated(workspace, studio):
    """Another tab still shows no column for pictures: the cell of the first one is not replaced unseen."""
    drop(studio, 0, "wolf.png", picture(), column=None)
    before, answer = workspace.tree(), drop(studio, 0, "bear.png", picture("blue"), column=None)
    assert "was changed elsewhere" in answer.json()["message"]
    assert workspace.tree() == before
