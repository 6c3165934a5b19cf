"""The studio over HTTP: what it changes in a game's files, and who may make it write."""

from __future__ import annotations

import tempfile

import pytest
from patience import eventually
from starlette.testclient import TestClient
from tests.server.http.conftest import FACE, HERE, OURS, PORT, game_view, nothing, seen_in_box

from punchboard.server.http.app import preview_app
from punchboard.server.http.guard import MAX_BODY_BYTES
from punchboard.server.preview_games import PreviewGames


def edit(studio, *edits, label="Move", **headers):
    """Send edits of the first card's front, each with what the page shows of what it replaces."""
    boxes = shown(studio)
    sent = [{"component": "card-1", "side": 0, "seen": seen_in_box(boxes, one), **one} for one in edits]
    return studio.post("/g/grove/edit", json={"label": label, "edits": sent}, headers=OURS | headers)


def shown(studio):
    """Return the boxes of the first card's front, as the page gets them."""
    answer = studio.get("/g/grove/boxes/card-1/0.json")
    return answer.json() if answer.is_success else {"boxes": []}


def area(studio, box):
    """Return the area of a box, as the page gets it."""
    return next(one["area"] for one in shown(studio)["boxes"] if one["name"] == box)


def moved(studio, box, dx=0.0, dy=0.0):
    """Return the edit that moves a box."""
    was = area(studio, box)
    return {"do": "move", "box": box, "was": was, "to": [was[0] + dx, was[1] + dy, *was[2:]]}


def test_a_moved_box_is_one_changed_line(studio, workspace):
    """The file differs in one line, and the page gets the new area."""
    before = (workspace.path / FACE).read_text().splitlines()
    answer = edit(studio, moved(studio, "title", 1.5, 2))
    after = (workspace.path / FACE).read_text().splitlines()
    left = {"at": [7.5, 8], "from": None, "size": [40, 8], "sides": None, "area": None}
    seen = [[[[key], value] for key, value in left.items()]]
    assert answer.json() == {"undo": "Move", "redo": None, "files": [FACE], "picture": None, "seen": seen}
    assert [line for was, line in zip(before, after, strict=True) if was != line] == [
        '  title: {at: [7.5, 8], size: [40, 8], text: "{{ title }}", style: title}'
    ]
    assert area(studio, "title") == [7.5, 8, 40, 8]


def test_a_turned_box_is_resized_along_its_own_sides(studio, workspace):
    """The page gets the area before the turn, so that a wider box is wider in the file, whatever its turn."""
    edit(studio, {"do": "set", "box": "title", "path": ["turn"], "value": 90}, label="Turn")
    was = area(studio, "title")
    assert was == [6, 6, 40, 8]
    edit(studio, {"do": "move", "box": "title", "was": was, "to": [6, 6, 44, 8]})
    assert "title: {at: [6, 6], size: [44, 8]," in (workspace.path / FACE).read_text()


def test_a_box_placed_beside_itself_can_still_be_chosen(studio):
    """Its place is a problem of the build; its panel opens, and the value can be taken back."""
    was = area(studio, "title")
    assert edit(studio, {"do": "set", "box": "title", "path": ["sides"], "value": {"around": ["title"]}}).is_success
    assert area(studio, "title") is not None
    assert edit(studio, {"do": "reset", "box": "title", "path": ["sides"]}).is_success
    assert area(studio, "title") == was


def test_undo_and_redo_go_through_all_steps(studio, workspace):
    """Undo to the start gives the original bytes, redo to the end the edited ones."""
    original = (workspace.path / FACE).read_bytes()
    edit(studio, moved(studio, "title", 1), {"do": "hide", "box": "mark"})
    edit(studio, moved(studio, "text", 0, 1), label="Move text")
    edited = (workspace.path / FACE).read_bytes()
    assert studio.post("/g/grove/undo", json={}, headers=OURS).json()["redo"] == "Move text"
    assert studio.post("/g/grove/undo", json={}, headers=OURS).json()["undo"] is None
    assert (workspace.path / FACE).read_bytes() == original
    for _ in range(3):  # once more than there are steps
        studio.post("/g/grove/redo", json={}, headers=OURS)
    assert (workspace.path / FACE).read_bytes() == edited


def test_each_window_can_ask_what_can_be_undone(studio, workspace):
    """Also while the game cannot be loaded, so that a step can be undone from any of them."""
    edit(studio, moved(studio, "title", 1))
    assert studio.get("/g/grove/history.json").json() == {"undo": "Move", "redo": None, "done": ["Move"], "undone": []}
    studio.post("/g/grove/undo", json={}, headers=OURS)
    workspace.write("catalog/grove/game.yaml", "title: [")
    assert studio.get("/g/grove/history.json").json() == {"undo": None, "redo": "Move", "done": [], "undone": ["Move"]}


def test_undo_never_overwrites_what_another_editor_wrote(studio, workspace):
    """A file that was changed since stays, and the page names it."""
    edit(studio, moved(studio, "title", 1))
    workspace.edit(FACE, "[7, 6]", "[30, 6]")
    answer = studio.post("/g/grove/undo", json={}, headers=OURS)
    assert answer.status_code == 409
    (conflict,) = answer.json()["conflicts"]
    assert conflict["file"] == FACE
    assert [line[0] for line in conflict["lines"]].count("+") == 1
    assert "[30, 6]" in (workspace.path / FACE).read_text()


@pytest.mark.parametrize("take", ["disk", "mine"])
def test_the_user_chooses_between_two_versions(studio, workspace, take):
    """The version on disk stays and the step is forgotten, or the step's is written, and Undo brings the other back."""
    original = (workspace.path / FACE).read_bytes()
    edit(studio, moved(studio, "title", 1))
    workspace.edit(FACE, "[7, 6]", "[30, 6]")
    elsewhere = (workspace.path / FACE).read_bytes()
    (conflict,) = studio.post("/g/grove/undo", json={}, headers=OURS).json()["conflicts"]
    choice = {"of": "undo", "take": take}
    old = studio.post("/g/grove/settle", json=choice | {"seen": {FACE: "0" * 64}}, headers=OURS)
    assert old.status_code == 409  # the user has not seen this version
    answer = studio.post("/g/grove/settle", json=choice | {"seen": {FACE: conflict["seen"]}}, headers=OURS)
    assert answer.status_code == 200
    assert (workspace.path / FACE).read_bytes() == (elsewhere if take == "disk" else original)
    undone = studio.post("/g/grove/undo", json={}, headers=OURS)
    assert undone.json()["undo"] is None
    assert (workspace.path / FACE).read_bytes() == elsewhere


def test_an_edit_of_something_older_is_refused(studio, workspace):
    """A box that has moved since the page showed it is not moved from where it was."""
    late = moved(studio, "title", 1)
    edit(studio, moved(studio, "title", 5))
    before = (workspace.path / FACE).read_bytes()
    answer = edit(studio, late)
    assert answer.status_code == 422
    assert "has moved in the meantime" in answer.json()["message"]
    assert (workspace.path / FACE).read_bytes() == before


def test_a_file_that_is_no_text_any_more_is_reported(studio, workspace):
    """Another editor saved it in another encoding: the page gets the reason, and nothing is written."""
    later = moved(studio, "title", 1)
    (workspace.path / FACE).write_bytes((workspace.path / FACE).read_bytes() + b"# \xe9t\xe9\n")
    before = workspace.tree()
    answers = [studio.get("/g/grove/boxes/card-1/0.json"), edit(studio, later)]
    assert [(one.status_code, "UTF-8" in one.json()["message"]) for one in answers] == [(422, True)] * 2
    assert workspace.tree() == before


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), PermissionError(13, "Permission denied")])
def test_a_disk_that_refuses_is_said(studio, workspace, monkeypatch, error):
    """The page gets the reason, the file is unchanged, and the same edit works later."""
    before, later = workspace.tree(), moved(studio, "title", 1)

    def refuse(*_args, **_options):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "mkstemp", refuse)
        answer = edit(studio, later)
    assert answer.status_code == 422
    assert error.strerror.lower() in answer.json()["message"]
    assert workspace.tree() == before
    assert edit(studio, later).status_code == 200


def test_an_unknown_request_writes_nothing(studio, workspace):
    """A request that is no edit is refused with words, not with a traceback."""
    before = workspace.tree()
    for body in ({"do": "burn", "box": "title"}, {"do": "move", "box": "title"}, {"do": "hide", "box": 3}):
        assert edit(studio, body).status_code == 422
    assert (
        studio.post("/g/grove/edit", content=b"{", headers=OURS | {"Content-Type": "application/json"}).status_code
        == 422
    )
    assert studio.post("/g/nowhere/edit", json={}, headers=OURS).status_code == 404
    assert workspace.tree() == before


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X-Punchboard-Token": ""}, 403),
        ({"X-Punchboard-Token": "guess"}, 403),
        ({"X-Punchboard-Token": "s\u00e9cret"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example:8713"}, 421),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Length": str(MAX_BODY_BYTES + 1)}, 413),
    ],
)
def test_only_the_page_that_the_command_opened_may_write(studio, workspace, headers, status):
    """Other pages, other names of this machine, forms and huge bodies are refused before anything is read."""
    before = workspace.tree()
    given = {name: value.encode("latin-1") for name, value in (OURS | headers).items()}
    assert edit(studio, {"do": "hide", "box": "title"}, **given).status_code == status
    assert workspace.tree() == before


@pytest.mark.parametrize("do", ["move", "copy"])
def test_a_box_beyond_all_measure_is_refused(studio, workspace, do):
    """Numbers that no card can have are refused with words."""
    before = workspace.tree()
    area = [1e308, 0, 40, 8]
    answer = edit(studio, {"do": do, "box": "title", "to": area} | ({"was": area} if do == "move" else {}))
    assert answer.status_code == 422
    assert answer.json()["hint"].startswith("load the page again")
    assert workspace.tree() == before


def test_a_header_of_100_kilobytes_is_refused(studio):
    """Also when it arrives at once."""
    assert studio.get("/view.json?game=grove", headers={"Cookie": "x" * 100_000}).status_code == 431


def test_a_refusal_names_its_file(studio, workspace):
    """In its hint, where neither the message nor the hint has it."""
    (workspace.path / FACE).write_bytes(b"boxes: {}\n# caf\xe9\n")
    answer = edit(studio, {"do": "hide", "box": "title"})
    assert answer.status_code == 422
    assert FACE in answer.json()["message"] + answer.json()["hint"]


@pytest.mark.parametrize("moved", ["catalog/grove", "catalog", ".", "game.yaml"])
def test_a_folder_that_is_moved_while_it_is_open_is_said(workspace, moved):
    """An edit is refused with what happened and what to do, the page shows it too, and all goes on once it is back."""
    games = PreviewGames(workspace.path, salt="salt")
    with TestClient(preview_app(games, PORT, nothing, token="secret"), base_url=HERE) as studio:
        late = {"component": "card-1", "do": "hide", "box": "title", "seen": seen_in_box(shown(studio), {"do": "hide"})}
        folder = workspace.path / ("catalog/grove/game.yaml" if moved == "game.yaml" else moved)
        folder.rename(folder.with_name("elsewhere"))
        lost = f"{workspace.path}/catalog/grove{'/game.yaml' if moved == 'game.yaml' else ''} is not there any more"
        for answer in (
            studio.post("/g/grove/edit", json={"label": "x", "edits": [late]}, headers=OURS),
            studio.get("/g/grove/theme.json"),
        ):
            assert answer.status_code == 422
            assert answer.json()["message"].startswith(lost)
            assert "put it back" in answer.json()["hint"]
        eventually(lambda: game_view(studio)["stale"], "the news")
        assert game_view(studio)["problems"][0]["message"].startswith(lost)
        assert studio.get("/g/nowhere/theme.json").status_code == 404
        folder.with_name("elsewhere").rename(folder)
        studio.portal.call(games.load_changes, [workspace.path / "catalog/grove/game.yaml"])
        assert edit(studio, {"do": "hide", "box": "title"}).status_code == 200


def test_a_write_without_an_origin_is_refused(studio):
    """Browsers always send it with such a request."""
    answer = studio.post("/g/grove/undo", json={}, headers={"X-Punchboard-Token": "secret"})
    assert answer.status_code == 403


def test_the_preview_has_no_addresses_that_write(workspace):
    """Without a token the server is the preview: it refuses the requests, and its page has no studio."""
    with TestClient(preview_app(PreviewGames(workspace.path), PORT, nothing), base_url=HERE) as studio:
        assert studio.post("/g/grove/undo", json={}, headers=OURS).status_code == 405
        assert studio.get("/studio.js").status_code == 404
        assert b"studio" not in studio.get("/").content


def test_a_picture_of_the_shown_side_comes_with_the_answer(studio, monkeypatch):
    """It shows the edit, and is there before the state of the game follows."""
    monkeypatch.setattr("punchboard.server.studio.latest_edits.FOLLOW_DELAY", 1e6)
    of = {"component": "card-1", "side": 0}
    was = studio.get("/view.json").json()["revision"]
    value = next(one["values"] for one in shown(studio)["boxes"] if one["name"] == "title")
    body = {"label": "Hide", "edits": [of | {"do": "hide", "box": "title", "seen": [[[], value]]}], "shown": of}
    result = studio.post("/g/grove/edit", json=body, headers=OURS).json()
    picture = studio.get(result["picture"])
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "default-src 'none'" in picture.headers["content-security-policy"]
    assert studio.get("/view.json").json()["revision"] == was
    back = studio.post("/g/grove/undo", json={"shown": of}, headers=OURS).json()
    assert studio.get(back["picture"]).content != picture.content
    assert studio.get("/g/grove/now/99.svg").status_code == 404
