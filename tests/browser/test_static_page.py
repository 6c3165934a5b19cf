"""``index.html`` opened from the disk, as by somebody who was sent a game."""

import re
from pathlib import Path

import pytest
from tests.browser.conftest import READY, wait_until

from punchboard.pipeline import BuildOptions
from punchboard.pipeline.build import build

pytestmark = pytest.mark.slow
sync_api = pytest.importorskip("playwright.sync_api")

GAME = """\
title: The Grove
version: "2.1"
players: {range: 2-4, prototype: for a test}
tagline: A small wood, <b>much</b> grown
kinds:
  card:
    name: Leaf card
    shape: poker
    face: card
    back: back
    id: "leaf-{{ '%02d' % number }}"
    prototype: made for a test
    fields: {number: {type: integer}, title: {type: text}, text: {type: text, default: ""}}
    rows: cards.csv
  tile:
    name: Tile
    shape: hex 50mm
    face: tile
    id: "{{ wood }}"
    prototype: made for a test
    fields: {wood: {one of: wood}}
    rows: [{wood: oak, copies: 3}, {wood: elm}]
lists: {wood: {prototype: for a test, entries: {oak: {name: Oak}, elm: {name: Elm}}}}
decks: {pack: {name: the pack, contains: card}}
checks: {FIT001: {warning: The page shows it beside its card.}}
"""
ROWS = [f"{number},Leaf {number},It falls as number {number} of all" for number in range(1, 41)]
ROWS[6] = "7,Élan <i>vital</i>,Grows & grows"
ROWS[11] = f"12,Too long,{'A text that finds no room on its card. ' * 12}"
FILES = {
    "game.yaml": GAME,
    "cards.csv": "\n".join(["number,title,text", *ROWS, ""]),
    "layouts/faces/card.yaml": """\
ground: "#ffffff"
boxes:
  title: {at: [6, 6], size: [51, 9], text: "{{ title }}", style: title}
  text: {at: [6, 30], size: [51, 20], text: "{{ text }}"}
""",
    "layouts/faces/back.yaml": 'boxes: {ground: {area: bleed, fill: "#345678"}}\n',
    "layouts/faces/tile.yaml": """\
boxes: {ground: {area: bleed, fill: "{{ '#aa3322' if wood == 'oak' else '#228833' }}"}}
""",
}


@pytest.fixture(scope="module")
def grove(made_once):
    """The address of the page of a small game, built with no other product."""

    def fill(workspace):
        for name, text in FILES.items():
            path = workspace / "catalog" / "grove" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        built = build("grove", BuildOptions(workspace, workspace / "output", ("page",)))
        assert {problem.rule for problem in built.problems} == {"FIT001"}

    return (made_once("grove-page", fill)[0] / "output" / "grove" / "index.html").as_uri()


def names(page):
    """Return the names of the visible cards."""
    return page.locator("#cards li:visible .name").all_text_contents()


def test_the_table_shows_every_component_by_kind(grove, visit):
    """Forty cards and two tiles, with their copies; pictures in the window are loaded."""
    page = visit(grove)
    assert page.locator("h1").text_content() == "The Grove"
    assert page.locator("#facts").text_content() == "Version 2.1 · 44 pieces"
    assert page.locator("#cards h2").all_text_contents() == ["Leaf cards", "Tiles"]
    assert page.locator("#cards .group p").all_text_contents() == ["40", "2 different, 4 in all"]
    assert len(names(page)) == 42
    wait_until(page, "document.querySelector('#cards img').naturalWidth > 0")
    box = page.locator("#cards .face").first.bounding_box()
    assert box["width"] / box["height"] == pytest.approx(63.5 / 88.9, rel=0.01)
    later = page.locator("#cards img").nth(39)
    assert later.evaluate("image => image.naturalWidth") == 0


def test_search_finds_names_ids_and_texts_as_they_are_typed(grove, visit):
    """Every word must match, ignoring case and accents; screen readers hear the number of matches."""
    page = visit(grove)
    status = page.locator("#status")
    page.keyboard.press("/")
    page.keyboard.type("elan grows")
    assert names(page) == ["Élan <i>vital</i>"]
    assert status.text_content() == "1 of 42 on the table"
    assert status.get_attribute("aria-live") == "polite"
    page.keyboard.press("Escape")
    assert len(names(page)) == 42
    page.fill("#search", "leaf-03")
    assert names(page) == ["Leaf 3"]
    page.fill("#search", '"number 4 of"')
    assert names(page) == ["Leaf 4"]
    page.fill("#search", "hornbeam")
    assert page.locator("#nothing").is_visible()


def test_filters_by_kind_and_deck(grove, visit):
    """Each choice shows its number of matches; all are cleared at once, and are part of the address."""
    page = visit(grove)
    page.locator("#kinds label", has_text="Tiles").click()
    assert names(page) == ["Oak", "Elm"]
    assert "kind=tile" in page.url
    page.locator("#kinds label", has_text="All").click()
    page.locator("#decks label", has_text="The pack").click()
    assert len(names(page)) == 40
    page.reload()
    page.wait_for_selector(READY)
    assert len(names(page)) == 40
    page.click("#clear")
    assert len(names(page)) == 42


def test_a_card_opens_large_with_its_fields(grove, visit):
    """Problems are shown beside it: code, file and line, message; markup in a title is text."""
    page = visit(grove)
    page.locator("#cards .card", has_text="Too long").click()
    dialog = page.get_by_role("dialog", name="Too long")
    assert dialog.is_visible()
    facts = dict(zip(dialog.locator("dt").all_text_contents(), dialog.locator("dd").all_text_contents(), strict=True))
    assert facts["Id"] == "leaf-12"
    assert (facts["Kind"], facts["Deck"], facts["Copies"]) == ("Leaf cards", "The pack", "1")
    assert facts["Size"] == "63.5 \N{MULTIPLICATION SIGN} 88.9 mm"
    dialog.get_by_role("button", name="Flip", exact=True).click()
    assert dialog.locator("img").get_attribute("src") == "components/back.svg"
    page.keyboard.press("Escape")
    sync_api.expect(dialog).not_to_be_visible()
    wait_until(page, "document.activeElement.textContent.startsWith('Too long')")


@pytest.mark.parametrize("place", ["", "#tab=problems"])
def test_problems_are_for_the_designer(grove, visit, place):
    """The published page shows none: neither in a tab nor beside the card that has one."""
    page = visit(grove + place)
    assert not page.locator("#tab-problems").is_visible()
    assert not page.locator("#codes").is_visible()
    page.locator("#cards .card", has_text="Too long").click()
    assert page.locator(".problem, [data-wrong=warning]").count() == 0
    assert "FIT001" not in page.content()


def test_sides_are_front_back_or_both(grove, visit):
    """A tile without a back has a placeholder."""
    page = visit(grove)
    page.locator("#sides label", has_text="Back").click()
    first = page.locator("#cards li").first.locator("img")
    assert first.get_attribute("src") == "components/back.svg"
    assert page.locator("#cards .none").all_text_contents() == ["no back", "no back"]
    page.locator("#sides label", has_text="Both").click()
    sources = first.evaluate_all("images => images.map((image) => image.getAttribute('src'))")
    assert sources == ["components/leaf-01-front.svg", "components/back.svg"]


def test_trim_and_safe_area_are_drawn_to_scale(grove, visit):
    """The trim lies 3 mm inside the picture, the safe area 3 mm further; "as cut" hides the bleed."""
    page = visit(grove)
    page.click("#looks")
    for line in ("trim", "bleed", "safe"):
        page.check(f"#line-{line}")
    lines = page.locator("#cards li").first.locator(".lines")
    assert lines.get_attribute("viewBox") == "0 0 69.5 94.9"
    assert lines.locator(".safe").get_attribute("d").startswith("M6 6h57.5v82.9")
    hexagon = page.locator("#cards li").last.locator(".lines .trim").get_attribute("d")
    assert hexagon.startswith("M28 3.464L53 ")
    page.locator("#cuts label", has_text="Trimmed").click()
    assert lines.get_attribute("viewBox") == "3 3 63.5 88.9"
    assert lines.locator(".bleed").count() == 0


def test_colour_vision_is_simulated_on_the_pictures(grove, visit):
    """The cards have the filter; the page itself does not."""
    page = visit(grove)
    page.keyboard.press("c")
    image = page.locator("#cards img").first
    assert "see-protanopia" in image.evaluate("image => getComputedStyle(image).filter")
    page.click("#looks")
    page.locator("#eyes label", has_text="Normal vision").click()
    assert image.evaluate("image => getComputedStyle(image).filter") == "none"
    assert not page.locator("#ink").is_visible()


def test_true_size_follows_a_bank_card_and_is_remembered(grove, visit):
    """An outline of 428 px for 85.6 mm gives 5 px per mm: a card of 63.5 mm is 317.5 px wide, also tomorrow."""
    page = visit(grove)
    page.click("#looks")
    page.click("#measure")
    page.locator("#bank-width").evaluate("input => { input.value = '428'; input.dispatchEvent(new Event('input')); }")
    page.click("#bank-done")
    wide = "() => Math.abs(document.querySelector('#cards .face').getBoundingClientRect().width - 317.5) < 0.5"
    page.wait_for_function(wide)
    page.reload()
    page.wait_for_selector(READY)
    page.wait_for_function(wide)


def test_a_seed_repeats_a_hand(grove, visit):
    """The same seed gives the same hand, another seed another hand; copies are separate cards."""
    page = visit(f"{grove}#tab=hand&seed=41&from=deck+pack")
    hand = page.locator("#hand .name")
    first = hand.all_text_contents()
    assert len(first) == len(set(first)) == 5
    page.get_by_role("button", name="Draw again").click()
    assert page.locator("#deal-seed").input_value() != "41"
    page.fill("#deal-seed", "41")
    page.keyboard.press("Tab")
    assert hand.all_text_contents() == first
    page.select_option("#deal-from", "kind tile")
    assert sorted(hand.all_text_contents()) == ["Elm", "Oak", "Oak", "Oak"]


def test_everything_can_be_done_with_keys(grove, visit):
    """Arrows move over the table, f flips, Enter opens, Escape closes; one card at a time is in the tab order."""
    page = visit(grove)
    focus = "document.activeElement.querySelector('.name')?.textContent"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focus) == "Leaf 1"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focus) == "Leaf 2"
    page.keyboard.press("ArrowDown")
    below = page.evaluate(focus)
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focus) == "Leaf 2"
    assert int(re.sub(r"\D", "", below)) > 3
    page.keyboard.press("End")
    assert page.evaluate(focus) == "Elm"
    page.keyboard.press("Home")
    assert page.locator('#cards [tabindex="0"]').count() == 1
    page.keyboard.press("f")
    assert page.locator("#cards li").first.locator("img").get_attribute("src") == "components/back.svg"
    page.keyboard.press("Enter")
    assert page.locator("#open-name").text_content() == "Leaf 1"
    page.keyboard.press("ArrowRight")
    assert page.locator("#open-name").text_content() == "Leaf 2"
    page.keyboard.press("Escape")
    wait_until(page, f"{focus} === 'Leaf 2'")  # the browser reports the end of a dialog with a delay
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name="Keyboard shortcuts").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    sync_api.expect(page.locator("#hand li")).to_have_count(5)
    page.keyboard.press("]")
    assert page.evaluate("document.activeElement.id") == "tab-cards"


def test_focus_is_visible(grove, visit):
    """The element with keyboard focus has an outline."""
    page = visit(grove)
    for _ in range(8):
        page.keyboard.press("Tab")
        style = page.evaluate(
            """() => { const element = document.activeElement;
            const shown = element.matches('.segments input, .choice input') ? element.nextElementSibling : element;
            const around = [shown, element, element.parentElement];
            return [element.tagName, ...around.map((one) => getComputedStyle(one).outlineStyle)]; }"""
        )
        assert "solid" in style, style


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 360])
@pytest.mark.parametrize("place", ["", "#card=leaf-12", "#tab=hand&seed=3"])
def test_axe_finds_nothing_serious(grove, visit, axe, *, place, width, scheme):
    """Names, roles, contrasts and order, on a desktop and on a phone, in light and dark mode."""
    page = visit(grove + place, width=width, policy=False, color_scheme=scheme)
    assert axe(page) == []


def test_panels_and_dialogs_are_accessible_too(grove, visit, axe):
    """The panel of looks, the screen size dialog and the help."""
    page = visit(grove, policy=False)
    page.click("#looks")
    assert axe(page) == []
    page.click("#measure")
    assert axe(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert axe(page) == []


@pytest.mark.parametrize("place", ["", "#card=leaf-12", "#tab=hand&seed=3"])
def test_the_page_works_on_a_phone_of_360_px(grove, visit, place):
    """Nothing overflows the window, and touch targets are at least 24 px."""
    page = visit(grove + place, width=360, height=740, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, select, input:not([type=radio]):not([type=checkbox]), a')]
          .filter((one) => one.checkVisibility({contentVisibilityAuto: true}) && !one.matches('.skip'))
          .map((one) => [one.id || one.className, one.getBoundingClientRect()])
          .filter(([, box]) => Math.min(box.width, box.height) < 24).map(([name]) => name)"""
    )
    assert small == []
    if not place:
        page.locator("#filters").tap()
        page.locator("#kinds label", has_text="Tiles").tap()
        page.locator("#cards .card", has_text="Oak").tap()
        sync_api.expect(page.locator("#open-name")).to_have_text("Oak")


def test_the_page_prints_cards_in_true_size(grove, visit):
    """On paper a millimetre is a millimetre, and the page's controls are not printed."""
    page = visit(grove)
    page.emulate_media(media="print")
    width = page.evaluate("document.querySelector('#cards .face').getBoundingClientRect().width")
    assert width == pytest.approx(63.5 * 96 / 25.4, abs=0.5)
    assert not page.locator("#tools").is_visible()


def test_the_page_fetches_only_its_own_pictures(grove, new_page):
    """The page requests nothing from the network, and only its pictures from the disk."""
    page, asked = new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(grove)
    page.wait_for_selector(READY)
    folder = grove.rpartition("/")[0]
    assert asked[0] == grove
    assert all(url.startswith(f"{folder}/components/") for url in asked[1:])


def test_the_game_folder_can_be_moved(grove):
    """All addresses in the page are relative to it."""
    text = Path(grove.removeprefix("file://")).read_text(encoding="utf-8")
    assert "file:///" not in text
