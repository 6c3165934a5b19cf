"""The previewed games: loaded on request, loaded again when files change, and checked by workers."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref

import pytest
from patience import eventually_async

from punchboard.server import preview_games as preview_games_module


@pytest.fixture
def at_work(preview_games, done_with):
    """Runs a test's work with the preview_games, and closes it."""
    return lambda work: done_with(preview_games, work)


@pytest.fixture
def without_checks(monkeypatch):
    """Background checks never start."""
    monkeypatch.setattr(preview_games_module, "CHECK_DELAY", 3600)


def record_events(preview_games):
    """Return the list of events that are published from now on."""
    found = []
    preview_games.events.publish = lambda game, data: found.append((game, dict(data)))
    return found


def pictures(found):
    return [(one["id"], one["front"]["src"], one["back"]["src"]) for one in found["components"]]


async def view(preview_games, game):
    return json.loads(await preview_games.view(game))


async def view_when(preview_games, wanted):
    """Return the view of the grove once it meets a condition."""
    await view(preview_games, "grove")

    def found():
        shown = json.loads(preview_games._views["grove"][1])
        return wanted(shown) and shown

    return await eventually_async(found, "the view")


@pytest.mark.usefixtures("without_checks")
def test_an_edited_row_is_reported_with_its_component(workspace, at_work):
    """One event names the game, its revision and the card; only that card has another picture in the view."""

    async def work(preview_games):
        before, events = await view(preview_games, "grove"), record_events(preview_games)
        await preview_games.apply_changes(
            [workspace.edit("catalog/grove/cards.csv", "Win the trick.", "Lose the trick.")]
        )
        after = await view(preview_games, "grove")
        assert events == [("grove", {"game": "grove", "revision": 2, "changed": ("card-3",), "problems": 0})]
        same = [old == new for old, new in zip(pictures(before), pictures(after), strict=True)]
        assert same == [True, True, False]
        assert after["revision"] == 2
        assert after["live"]

    at_work(work)


@pytest.fixture
def without_gc():
    """Reference cycles stay, as in the program, until the previewed games collect them."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.slow
@pytest.mark.usefixtures("without_checks", "without_gc")
def test_repeated_saving_does_not_leak_memory(workspace, at_work):
    """What is kept of past readings does not grow with their number."""

    async def work(preview_games):
        made = weakref.WeakSet()
        for number in range(2 * preview_games_module.MAX_UNCOLLECTED + 5):
            before, after = ("Win", "Lose") if number % 2 == 0 else ("Lose", "Win")
            await preview_games.apply_changes(
                [workspace.edit("catalog/grove/cards.csv", f"{before} the", f"{after} the")]
            )
            good = (await preview_games.state("grove")).snapshot
            made.add(good.composed.composer)
        assert len(made) <= preview_games_module.MAX_UNCOLLECTED + 2

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_a_change_that_is_named_twice_is_loaded_once(workspace, at_work):
    """The studio names what it writes, and the watch sees it, too; a file that is removed is always news."""

    async def work(preview_games):
        await view(preview_games, "grove")
        events = record_events(preview_games)
        path = workspace.edit("catalog/grove/cards.csv", "Branch", "Bough")
        for _ in range(3):
            await preview_games.apply_changes({path})
        assert len(events) == 1
        workspace.edit("catalog/grove/cards.csv", "Bough", "Limb")
        await preview_games.apply_changes({path})
        path.unlink()
        await preview_games.apply_changes({path})
        assert len(events) == 3

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_only_the_changed_game_is_loaded_again(workspace, at_work):
    """The other one keeps its state."""

    async def work(preview_games):
        for game in preview_games.games:
            await preview_games.view(game)
        events = record_events(preview_games)
        await preview_games.apply_changes([workspace.edit("catalog/shore/cards.csv", "Root", "Stem")])
        assert [data["game"] for _, data in events] == ["shore"]
        assert preview_games.revisions() == {"grove": 1, "shore": 2}

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_a_shared_layout_affects_all_games_that_are_shown(workspace, at_work):
    """A game that was never requested is not loaded."""

    async def work(preview_games):
        await preview_games.view("grove")
        await preview_games.apply_changes([workspace.write("layouts/faces/other.yaml", "boxes: {}\n")])
        assert preview_games.revisions() == {"grove": 2}

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_an_invalid_file_leaves_the_last_valid_pictures(workspace, at_work):
    """The view marks them as stale and shows the problem, until the file is fixed."""

    async def work(preview_games):
        before = await view(preview_games, "grove")
        path = workspace.edit("catalog/grove/cards.csv", "2,3,Branch", "two,3,Branch")
        await preview_games.apply_changes([path])
        broken = await view(preview_games, "grove")
        assert pictures(broken) == pictures(before)
        assert broken["stale"]
        assert [(one["code"], one["file"], one["line"]) for one in broken["problems"]] == [
            ("VALUE001", "catalog/grove/cards.csv", 3)
        ]
        await preview_games.apply_changes([workspace.edit("catalog/grove/cards.csv", "two,3,Branch", "2,3,Branch")])
        mended = await view(preview_games, "grove")
        assert (mended["problems"], mended["stale"]) == ([], False)
        assert mended["components"] == before["components"]

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_a_game_that_is_invalid_at_first_appears_once_fixed(workspace, at_work):
    """There is a view of it from the beginning, with nothing but its problems."""
    path = workspace.edit("catalog/grove/game.yaml", "title: The Grove", "titel: The Grove")

    async def work(preview_games):
        first = await view(preview_games, "grove")
        assert first["components"] == []
        assert "KEY001" in {one["code"] for one in first["problems"]}
        workspace.edit("catalog/grove/game.yaml", "titel: The Grove", "title: The Grove")
        await preview_games.apply_changes([path])
        assert len((await view(preview_games, "grove"))["components"]) == 3

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_a_bug_is_reported_as_a_problem(monkeypatch, at_work):
    """The server continues, and tries again after the next change."""

    def broken(*_):
        raise RuntimeError("a fault")

    monkeypatch.setattr(preview_games_module, "read_snapshot", broken)

    async def work(preview_games):
        (problem,) = (await view(preview_games, "grove"))["problems"]
        assert problem["message"] == "the preview cannot show this game: a fault"

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_a_picture_is_drawn_once(workspace, at_work, monkeypatch):
    """It is kept by its key, even when the game's files become invalid."""

    async def work(preview_games):
        key = (await view(preview_games, "grove"))["components"][0]["front"]["key"]
        drawn = await preview_games.face("grove", key, "full")
        monkeypatch.setattr(type((await preview_games.state("grove")).snapshot), "svg", None)
        assert await preview_games.face("grove", key, "full") == drawn
        assert await preview_games.face("grove", "0" * 16, "full") is None

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_an_old_key_leads_to_the_card_that_got_another_id(workspace, at_work):
    """The value that an id is made of was edited, twice and back; a card that was deleted has no picture."""

    async def work(preview_games):
        path, keys = workspace.path / "catalog/grove/cards.csv", []
        before = path.read_text()
        for number in ("3", "7", "8", "3"):
            path.write_text(before.replace("3,1,Crown", f"{number},1,Crown of {number}"))
            await preview_games.apply_changes([path])
            shown = {one["name"]: one for one in (await view(preview_games, "grove"))["components"]}
            keys.append(shown[f"Crown of {number}"]["front"]["key"])
            for old in keys:
                assert old == keys[-1] or preview_games.current_key("grove", old) == keys[-1]
        path.write_text(before[: before.index("3,1,Crown")])
        await preview_games.apply_changes([path])
        assert preview_games.current_key("grove", keys[-1]) is None

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_an_old_key_leads_to_the_current_one(workspace, at_work):
    """A page may request a picture that has just changed."""

    async def work(preview_games):
        old = (await view(preview_games, "grove"))["components"][2]["front"]["key"]
        for text in ("Lose the trick.", "Leave the trick."):
            path = workspace.path / "catalog/grove/cards.csv"
            path.write_text(path.read_text().replace(path.read_text().split(",")[-1], f"{text}\n"))
            await preview_games.apply_changes([path])
        new = (await view(preview_games, "grove"))["components"][2]["front"]["key"]
        assert new != old
        assert await preview_games.face("grove", old, "full") is None
        assert preview_games.current_key("grove", old) == new
        assert preview_games.current_key("grove", "0" * 16) is None
        assert preview_games.current_key("fen", old) is None

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_an_old_key_of_a_card_with_a_new_id_leads_to_its_picture(workspace, at_work):
    """A page that has not heard of the new id yet may request its picture under the old one."""

    async def work(preview_games):
        path = workspace.path / "catalog/grove/cards.csv"
        before = path.read_text()
        first = (await view(preview_games, "grove"))["components"][0]
        old = first["front"]["key"]
        path.write_text(before.replace("1,1,Root", "9,1,Bole"))
        await preview_games.apply_changes([path])
        now = (await view(preview_games, "grove"))["components"][0]
        assert now["id"] != first["id"]
        assert preview_games.current_key("grove", old) == now["front"]["key"]
        path.write_text(before)
        await preview_games.apply_changes([path])
        assert preview_games.current_key("grove", now["front"]["key"]) == old

    at_work(work)


def test_workers_report_problems_after_the_picture(workspace, at_work):
    """A text that does not fit is reported in a later event of the same snapshot; so are the documents."""
    workspace.edit("catalog/grove/cards.csv", "Win the trick.", "Win the trick. " * 200)

    async def work(preview_games):
        first, events = await view(preview_games, "grove"), record_events(preview_games)
        assert first["problems"] == []
        found = await view_when(preview_games, lambda found: found["problems"] and found["sheets"])
        assert [(one["code"], one["component"]) for one in found["problems"]] == [("FIT001", "card-3")]
        assert {data["game"] for _, data in events} == {"grove"}
        assert all(data["changed"] == () for _, data in events)
        assert ("Fronts only", "A4", 1) in {(one["name"], one["group"], one["count"]) for one in found["sheets"]}
        page = await preview_games.page("grove", "a4-fronts", 1)
        assert page is not None
        assert b"Branch" in page
        assert await preview_games.page("grove", "a4-fronts", 99) is None
        assert await preview_games.page("grove", "../a4-fronts", 1) is None

    at_work(work)


def test_a_rulebook_is_served_as_html_and_as_pages(workspace, at_work):
    """Both are made on request, from the newest files."""
    workspace.write("catalog/grove/rulebook.md", "---\ntitle: The Grove\n---\n\n# Play\n\nDraw a card.\n")

    async def work(preview_games):
        assert await preview_games.rulebook("grove") is None
        found = await view_when(preview_games, lambda found: found["books"])
        (book,) = (one for one in found["books"] if one["name"] == "Rulebook")
        assert book["html"].startswith("g/grove/rulebook.html?r=")
        assert b"Draw a card." in await preview_games.rulebook("grove")
        assert b"<svg" in await preview_games.page("grove", "rulebook", 1)
        await preview_games.apply_changes(
            [workspace.edit("catalog/grove/rulebook.md", "Draw a card.", "Draw two cards.")]
        )
        assert b"Draw two cards." in await preview_games.rulebook("grove")

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_a_game_is_shown_in_another_language(workspace):
    """With the texts that its translation has."""
    workspace.write("catalog/grove/locale/de/cards.csv", "id,source,text\n")
    preview_games = preview_games_module.PreviewGames(workspace.path, ["grove"], locale="de")

    async def work():
        try:
            return await view(preview_games, "grove")
        finally:
            await preview_games.close()

    assert asyncio.run(work())["game"]["language"] == "de"


@pytest.mark.usefixtures("without_checks")
def test_a_deleted_game_stays_visible_with_a_problem(workspace, at_work):
    """Its last good pictures are there with the reason; back again, it is as before."""

    async def work(preview_games):
        before, folder = await view(preview_games, "grove"), workspace.path / "catalog" / "grove"
        folder.rename(workspace.path / "away")
        await preview_games.apply_changes([folder / "game.yaml"])
        gone = await view(preview_games, "grove")
        assert (gone["stale"], pictures(gone)) == (True, pictures(before))
        assert [one["severity"] for one in gone["problems"]] == ["error"]
        assert [one["id"] for one in gone["games"]] == ["shore"]
        (workspace.path / "away").rename(folder)
        await preview_games.apply_changes([folder / "game.yaml"])
        back = await view(preview_games, "grove")
        assert (back["stale"], back["problems"], pictures(back)) == (False, [], pictures(before))

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_a_new_game_appears_in_all_pages(workspace, at_work, new_game):
    """Pages of other games list it without being loaded again."""

    async def work(preview_games):
        await view(preview_games, "grove")
        events = record_events(preview_games)
        new_game("fen")
        await preview_games.apply_changes([workspace.path / "catalog/fen/game.yaml"])
        assert [(data["game"], data["changed"]) for _, data in events] == [("grove", ())]
        assert [one["id"] for one in (await view(preview_games, "grove"))["games"]] == ["fen", "grove", "shore"]

    at_work(work)


@pytest.mark.usefixtures("without_checks")
def test_closing_waits_until_all_work_has_stopped(preview_games):
    """Also work that is about to load a game; none is begun later."""
    stopped = []

    async def work():
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            stopped.append(await preview_games.view("grove"))

    async def run():
        await preview_games.view("grove")
        preview_games.start_task(work())
        await asyncio.sleep(0)
        await preview_games.close()
        assert len(stopped) == 1

    asyncio.run(run())
