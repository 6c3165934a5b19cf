"""The studio: games read when they are asked for, read again when their files change, told of, checked by helpers."""

from __future__ import annotations

import asyncio
import gc
import json
import time
import weakref

import pytest

from punchboard.server import preview_games as studio_module

PATIENCE = 60
"""Seconds until a helper must have started and told."""


@pytest.fixture
def at_work(preview_games, done_with):
    """Runs a test's work with the preview_games, and closes it."""
    return lambda work: done_with(preview_games, work)


@pytest.fixture
def without_helpers(monkeypatch):
    """Long checks never begin."""
    monkeypatch.setattr(studio_module, "QUIET", 3600)


def told(preview_games):
    """Return the events that the studio has sent from now on."""
    found = []
    preview_games.events.publish = lambda game, data: found.append((game, dict(data)))
    return found


def pictures(found):
    return [(one["id"], one["front"]["src"], one["back"]["src"]) for one in found["components"]]


async def view(preview_games, game):
    return json.loads(await preview_games.view(game))


async def awaited(preview_games, wanted):
    """Return the view of the grove once it has what is wanted."""
    begun = time.monotonic()
    while not wanted(found := await view(preview_games, "grove")):
        assert time.monotonic() - begun < PATIENCE
        await asyncio.sleep(0.05)
    return found


@pytest.mark.usefixtures("without_helpers")
def test_an_edited_row_is_told_with_its_component(workspace, at_work):
    """One event names the game, its revision and the card; the view shows another picture for it alone."""

    async def work(preview_games):
        before, events = await view(preview_games, "grove"), told(preview_games)
        await preview_games.change([workspace.edit("catalog/grove/cards.csv", "Win the trick.", "Lose the trick.")])
        after = await view(preview_games, "grove")
        assert events == [("grove", {"game": "grove", "revision": 2, "changed": ("card-3",), "problems": 0})]
        same = [old == new for old, new in zip(pictures(before), pictures(after), strict=True)]
        assert same == [True, True, False]
        assert after["revision"] == 2
        assert after["live"]

    at_work(work)


@pytest.fixture
def nothing_collected():
    """What refers to itself in circles stays, as in the program, until the studio lets it be collected."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_helpers", "nothing_collected")
def test_a_game_that_is_saved_without_a_pause_leaves_little_behind(workspace, at_work):
    """What is kept of past readings does not grow with their number."""

    async def work(preview_games):
        made = weakref.WeakSet()
        for number in range(2 * studio_module.MAX_UNCOLLECTED + 5):
            before, after = ("Win", "Lose") if number % 2 == 0 else ("Lose", "Win")
            await preview_games.change([workspace.edit("catalog/grove/cards.csv", f"{before} the", f"{after} the")])
            good = (await preview_games.state("grove")).good
            made.add(good.composed.composer)
        assert len(made) <= studio_module.MAX_UNCOLLECTED + 2

    at_work(work)


@pytest.mark.usefixtures("without_helpers")
def test_only_the_game_whose_file_changed_is_read_again(workspace, at_work):
    """The other one stays in its state."""

    async def work(preview_games):
        for game in preview_games.games:
            await preview_games.view(game)
        events = told(preview_games)
        await preview_games.change([workspace.edit("catalog/shore/cards.csv", "Root", "Stem")])
        assert [data["game"] for _, data in events] == ["shore"]
        assert preview_games.revisions() == {"grove": 1, "shore": 2}

    at_work(work)


@pytest.mark.usefixtures("without_helpers")
def test_a_shared_layout_concerns_all_games_that_are_shown(workspace, at_work):
    """A game that nobody has looked at is not read."""

    async def work(preview_games):
        await preview_games.view("grove")
        await preview_games.change([workspace.write("layouts/faces/other.yaml", "boxes: {}\n")])
        assert preview_games.revisions() == {"grove": 2}

    at_work(work)


@pytest.mark.usefixtures("without_helpers")
def test_a_broken_file_leaves_the_last_good_pictures(workspace, at_work):
    """The view says that they are old, and what is wrong; mended, it says nothing more of it."""

    async def work(preview_games):
        before = await view(preview_games, "grove")
        path = workspace.edit("catalog/grove/cards.csv", "2,3,Branch", "two,3,Branch")
        await preview_games.change([path])
        broken = await view(preview_games, "grove")
        assert pictures(broken) == pictures(before)
        assert broken["stale"]
        assert [(one["code"], one["file"], one["line"]) for one in broken["problems"]] == [
            ("VALUE001", "catalog/grove/cards.csv", 3)
        ]
        await preview_games.change([workspace.edit("catalog/grove/cards.csv", "two,3,Branch", "2,3,Branch")])
        mended = await view(preview_games, "grove")
        assert (mended["problems"], mended["stale"]) == ([], False)
        assert mended["components"] == before["components"]

    at_work(work)


@pytest.mark.usefixtures("without_helpers")
def test_a_game_that_cannot_be_read_at_first_comes_when_it_is_mended(workspace, at_work):
    """There is a view of it from the beginning, with nothing but its problems."""
    path = workspace.edit("catalog/grove/game.yaml", "title: The Grove", "titel: The Grove")

    async def work(preview_games):
        first = await view(preview_games, "grove")
        assert first["components"] == []
        assert "KEY001" in {one["code"] for one in first["problems"]}
        workspace.edit("catalog/grove/game.yaml", "titel: The Grove", "title: The Grove")
        await preview_games.change([path])
        assert len((await view(preview_games, "grove"))["components"]) == 3

    at_work(work)


@pytest.mark.usefixtures("without_helpers")
def test_a_fault_of_the_program_is_a_problem_and_no_end(monkeypatch, at_work):
    """What cannot be shown is told of, and the next change is tried anew."""

    def broken(*_):
        raise RuntimeError("a fault")

    monkeypatch.setattr(studio_module, "read", broken)

    async def work(preview_games):
        (problem,) = (await view(preview_games, "grove"))["problems"]
        assert problem["message"] == "it cannot be shown: a fault"

    at_work(work)


@pytest.mark.usefixtures("without_helpers")
def test_a_picture_that_was_sent_is_not_drawn_again(workspace, at_work, monkeypatch):
    """It is kept by its key, also when the game's files cannot be read any more."""

    async def work(preview_games):
        key = (await view(preview_games, "grove"))["components"][0]["front"]["key"]
        drawn = await preview_games.face("grove", key, "full")
        monkeypatch.setattr(type((await preview_games.state("grove")).good), "svg", None)
        assert await preview_games.face("grove", key, "full") == drawn
        assert await preview_games.face("grove", "0" * 16, "full") is None

    at_work(work)


@pytest.mark.usefixtures("without_helpers")
def test_a_key_that_is_no_more_leads_to_the_one_in_its_place(workspace, at_work):
    """A page may ask for a picture that was changed while it did."""

    async def work(preview_games):
        old = (await view(preview_games, "grove"))["components"][2]["front"]["key"]
        for text in ("Lose the trick.", "Leave the trick."):
            path = workspace.path / "catalog/grove/cards.csv"
            path.write_text(path.read_text().replace(path.read_text().split(",")[-1], f"{text}\n"))
            await preview_games.change([path])
        new = (await view(preview_games, "grove"))["components"][2]["front"]["key"]
        assert new != old
        assert await preview_games.face("grove", old, "full") is None
        assert preview_games.current_key("grove", old) == new
        assert preview_games.current_key("grove", "0" * 16) is None
        assert preview_games.current_key("fen", old) is None

    at_work(work)


def test_helpers_tell_what_is_wrong_after_the_picture(workspace, at_work):
    """A text that does not fit is told in a later event of the same reading; so are the documents."""
    workspace.edit("catalog/grove/cards.csv", "Win the trick.", "Win the trick. " * 200)

    async def work(preview_games):
        first, events = await view(preview_games, "grove"), told(preview_games)
        assert first["problems"] == []
        found = await awaited(preview_games, lambda found: found["problems"] and found["sheets"])
        assert [(one["code"], one["component"]) for one in found["problems"]] == [("FIT001", "card-3")]
        assert {data["game"] for _, data in events} == {"grove"}
        assert all(data["changed"] == () for _, data in events)
        assert ("Fronts", "A4", 1) in {(one["name"], one["group"], one["count"]) for one in found["sheets"]}
        page = await preview_games.page("grove", "a4-fronts", 1)
        assert page is not None
        assert b"Branch" in page
        assert await preview_games.page("grove", "a4-fronts", 99) is None
        assert await preview_games.page("grove", "../a4-fronts", 1) is None

    at_work(work)


def test_a_rulebook_can_be_read_as_html_and_page_by_page(workspace, at_work):
    """Both are made when they are asked for, of the newest files."""
    workspace.write("catalog/grove/rulebook.md", "---\ntitle: The Grove\n---\n\n# Play\n\nDraw a card.\n")

    async def work(preview_games):
        assert await preview_games.rulebook("grove") is None
        found = await awaited(preview_games, lambda found: found["books"])
        (book,) = (one for one in found["books"] if one["name"] == "Rulebook")
        assert book["html"].startswith("/g/grove/rulebook.html?r=")
        assert b"Draw a card." in await preview_games.rulebook("grove")
        assert b"<svg" in await preview_games.page("grove", "rulebook", 1)
        await preview_games.change([workspace.edit("catalog/grove/rulebook.md", "Draw a card.", "Draw two cards.")])
        assert b"Draw two cards." in await preview_games.rulebook("grove")

    at_work(work)


@pytest.mark.usefixtures("without_helpers")
def test_a_game_is_shown_in_another_language(workspace):
    """Of the texts that its translation has."""
    workspace.write("catalog/grove/locale/de/cards.csv", "id,source,text\n")
    studio = studio_module.PreviewGames(workspace.path, ["grove"], locale="de")

    async def work():
        try:
            return await view(preview_games, "grove")
        finally:
            await preview_games.close()

    assert asyncio.run(work())["game"]["language"] == "de"


@pytest.mark.usefixtures("without_helpers")
def test_a_game_that_is_gone_stays_as_it_was_and_is_told(workspace, at_work):
    """Its last good pictures are there with the reason; back again, it is as before."""

    async def work(preview_games):
        before, folder = await view(preview_games, "grove"), workspace.path / "catalog" / "grove"
        folder.rename(workspace.path / "away")
        await preview_games.change([folder / "game.yaml"])
        gone = await view(preview_games, "grove")
        assert (gone["stale"], pictures(gone)) == (True, pictures(before))
        assert [one["severity"] for one in gone["problems"]] == ["error"]
        assert [one["id"] for one in gone["games"]] == ["shore"]
        (workspace.path / "away").rename(folder)
        await preview_games.change([folder / "game.yaml"])
        back = await view(preview_games, "grove")
        assert (back["stale"], back["problems"], pictures(back)) == (False, [], pictures(before))

    at_work(work)


@pytest.mark.usefixtures("without_helpers")
def test_pages_learn_of_a_game_that_is_new(workspace, at_work, new_game):
    """Those of other games too: it can be gone to without loading the page again."""

    async def work(preview_games):
        await view(preview_games, "grove")
        events = told(preview_games)
        new_game("fen")
        await preview_games.change([workspace.path / "catalog/fen/game.yaml"])
        assert [(data["game"], data["changed"]) for _, data in events] == [("grove", ())]
        assert [one["id"] for one in (await view(preview_games, "grove"))["games"]] == ["fen", "grove", "shore"]

    at_work(work)
