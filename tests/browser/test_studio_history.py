"""Steps across all files of a game: undone, done again, settled when another program wrote, fixed, committed."""

from __future__ import annotations

from itertools import pairwise

import pytest
from patience import eventually
from tests.browser.conftest import saved
from tests.browser.hand import Picture, box, drag, open_layout
from tests.git_repository import new_repository

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
]  # run before a release: the flows of the other modules are run for each change
pytest.importorskip("playwright.sync_api")

PLAIN = """\
boxes:
  red: {at: [8, 10], size: [16, 8], fill: "#b03030"}
  name: {at: [8, 30], size: [48, 10], text: "{{ name }}", style: card-title}
"""


@pytest.fixture(scope="module")
def shared_studio(studio_with_git):
    """The studio of this module: its folder becomes a repository."""
    return studio_with_git


@pytest.fixture
def face(game):
    """The layout of the cards: a plain box, and the card's name."""
    file = game / "layouts" / "faces" / "card.yaml"
    file.write_text(PLAIN, encoding="utf-8")
    return file


def contents(game):
    """Return the bytes of all files of a game by name."""
    return {str(path.relative_to(game)): path.read_bytes() for path in game.rglob("*") if path.is_file()}


def test_steps_in_three_files_are_undone_and_done_again(enter, game, face):
    """A box, a cell and a colour: back to the first bytes, forward to the last, and the card shows each."""
    page = enter()
    states = [contents(game)]
    open_layout(page)
    first = Picture(page)
    drag(page, "red", 4, 0)
    saved(page, "Move red")
    states.append(contents(game))
    page.keyboard.press("e")
    page.fill("#open-fields textarea[aria-label^='name of']", "Wayfinder")
    page.keyboard.press("Tab")
    saved(page, "Change name of Pathfinder")
    states.append(contents(game))
    page.wait_for_function("() => document.getElementById('open-name').textContent === 'Wayfinder'")  # with a new id
    page.click("#open-close")
    page.click("#tab-theme")
    page.fill("[aria-label='Value of ink']", "#204060")
    page.keyboard.press("Tab")
    saved(page, "Set colour ink")
    states.append(contents(game))
    assert [sorted(name for name in one if one[name] != other[name]) for one, other in pairwise(states)] == [
        ["layouts/faces/card.yaml"],
        ["cards.csv"],
        ["layouts/theme.yaml"],
    ]
    for label, state in zip(("Set colour", "Change name", "Move red"), states[-2::-1], strict=True):
        page.click("#studio-undo")
        saved(page, f"Undone: {label}")
        assert contents(game) == state
    page.wait_for_selector("#studio-undo:disabled")
    for label, state in zip(("Move red", "Change name", "Set colour"), states[1:], strict=True):
        page.click("#studio-redo")
        saved(page, f"Done again: {label}")
        assert contents(game) == state
    page.wait_for_selector("#studio-redo:disabled")
    page.click("#tab-cards")
    page.click("#cards li button >> nth=0")
    page.wait_for_function("() => document.getElementById('open-name').textContent === 'Wayfinder'")
    first.changes_within(7.5, 9.5, 56.5, 40.5)


def test_a_new_step_after_undo_is_the_only_way_on(enter, game, face):
    """What was undone cannot be done again once something else was done."""
    page = enter()
    open_layout(page)
    picture = Picture(page)
    drag(page, "red", 4, 0)
    saved(page, "Move red")
    page.keyboard.press("Control+z")
    saved(page, "Undone: Move red")
    page.wait_for_selector("#studio-redo:enabled")
    drag(page, "red", 0, 40)
    saved(page, "Move red")
    page.wait_for_selector("#studio-redo:disabled")
    assert face.read_text() == PLAIN.replace("at: [8, 10]", "at: [8, 50]")
    picture.changes(8, 10, 24, 58)


@pytest.mark.parametrize("choice", ["Keep what is on disk", "Decide later"])
def test_a_conflict_writes_nothing_over_the_other_version(enter, game, face, choice):
    """Kept, the step is forgotten and the next one can be undone; decided later, the user is asked again."""
    page = enter()
    open_layout(page)
    picture = Picture(page)
    page.locator(box("name")).focus()
    page.keyboard.press("Shift+ArrowDown")
    saved(page, "Move name")
    elsewhere = face.read_text().replace("size: [16, 8]", "size: [16, 12]")
    face.write_text(elsewhere, encoding="utf-8")
    eventually(lambda: "16 by 12" in page.get_attribute(box("red"), "aria-label"))
    page.click("#studio-undo")
    page.wait_for_selector(".conflict .disk >> text=size: [16, 12]")
    page.click(f".conflict >> text={choice}")
    page.wait_for_selector(".conflict", state="detached")
    assert face.read_text() == elsewhere
    if choice == "Decide later":
        page.click("#studio-undo")
        page.wait_for_selector(".conflict")
        page.keyboard.press("Escape")
        page.wait_for_selector(".conflict", state="detached")
        page.wait_for_selector("#studio-undo:enabled")
    else:
        page.wait_for_selector("#studio-undo:disabled")
        drag(page, "red", 0, 40)
        saved(page, "Move red")
        page.click("#studio-undo")
        saved(page, "Undone: Move red")
    assert face.read_text() == elsewhere
    assert page.evaluate("document.activeElement.closest('#open') !== null || document.activeElement === document.body")
    picture.changes_within(8, 10, 56, 41.5)


def test_a_conflict_in_the_table_is_settled_where_it_is_seen(enter, game):
    """Another program changed the same row: its version is kept, and shown in the cell."""
    table = game / "cards.csv"
    page = enter()
    page.click("#tab-table")
    cell = page.locator(".line[aria-rowindex='2'] [role=gridcell]").first
    cell.click()
    page.keyboard.type("Wayfinder")
    page.keyboard.press("Enter")
    saved(page, "Change name of Pathfinder")
    elsewhere = table.read_text().replace("Wayfinder,finder,1", "Wayfarer,finder,1")
    table.write_text(elsewhere, encoding="utf-8")
    page.wait_for_function("() => document.querySelector('.sheet').textContent.includes('Wayfarer')")
    page.click("#studio-undo")
    page.wait_for_selector(".conflict .disk >> text=Wayfarer")
    page.click("text=Write mine over it")
    saved(page, "Written: ")
    assert table.read_text() == elsewhere.replace("Wayfarer", "Pathfinder")
    page.wait_for_function("() => document.querySelector('.sheet').textContent.includes('Pathfinder')")
    page.click("#studio-undo")
    saved(page, "Undone: Undo Change name")
    assert table.read_text() == elsewhere


FITS = {"Let rules shrink to 7 pt": "", "Raise rules to 7 pt": ", fit: shrink to 4pt"}


@pytest.mark.parametrize("label", FITS)
def test_a_text_gets_its_fit_rule_by_a_button(enter, game, face, label):
    """The problem leads to its box; the fix is one key of it, seen on the card, and undo takes it back."""
    text = f"""\
boxes:
  red: {{at: [8, 10], size: [16, 8], fill: "#b03030"}}
  rules: {{at: [8, 30], size: [20, 9], text: "{{{{ text }}}}", style: card-text{FITS[label]}}}
"""
    face.write_text(text, encoding="utf-8")
    page = enter()
    page.click("#tab-problems")
    fix = page.locator("#panel-problems button.fix", has_text=label).first
    fix.wait_for()
    page.locator("#panel-problems >> text=Show box rules").first.click()
    page.wait_for_selector(f"{box('rules')}[aria-pressed=true]")
    page.click("#open-close")
    page.click("#tab-cards")
    page.click("#cards li button >> nth=2")
    unfit = Picture(page)
    page.click("#open-close")
    page.click("#tab-problems")
    fix.click()
    saved(page, label)
    assert face.read_text() == text.replace(FITS[label] + "}\n", "}\n").replace(
        "style: card-text}", "style: card-text, fit: shrink to 7pt}"
    )
    page.click("#tab-cards")
    page.click("#cards li button >> nth=2")
    unfit.changes_within(7.5, 29, 29, 45)
    picture = Picture(page)
    page.click("#studio-undo")
    saved(page, f"Undone: {label}")
    assert face.read_text() == text
    picture.changes_within(7.5, 29, 29, 45)


def test_a_changed_row_is_seen_before_and_after_and_committed(shared_studio, enter, game, monkeypatch):
    """The dialog names the changed value; the commit has just this game's file; the next change is a new list."""
    git = new_repository(shared_studio.workspace, monkeypatch)
    git("add", ".")
    git("commit", "-qm", "one")
    page = enter()
    page.click("#tab-table")
    page.locator(".line[aria-rowindex='2'] [role=gridcell]").nth(2).click()
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    saved(page, "Change cost of Pathfinder")
    page.click("#studio-changes")
    page.wait_for_function("() => [...document.querySelectorAll('#changes img')].some((one) => one.naturalWidth > 0)")
    assert page.inner_text("#changes del").split() == ["Before:", "1"]
    assert page.inner_text("#changes ins").split() == ["After:", "8"]
    before, after = page.locator("#changes img").evaluate_all("all => all.slice(0, 2).map((one) => one.src)")
    assert before != after
    page.fill("#commit-message", "Make the pathfinder dear")
    page.click("#changes button[type=submit]")
    page.wait_for_function("() => document.getElementById('changes-status').textContent.startsWith('Committed as')")
    page.click("#changes >> text=Close")
    name = f"catalog/{game.name}/cards.csv"
    assert git("show", "--format=%s", "--name-only").split("\n") == ["Make the pathfinder dear", "", name, ""]
    page.click("#studio-undo")
    saved(page, "Undone: Change cost")
    assert git("diff", "--name-only").split() == [name]
