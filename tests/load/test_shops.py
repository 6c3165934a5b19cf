"""Print shops as files: looked up like other layouts, read on first use, with problems at their places."""

import pytest

from punchboard.load.layout_files import game_search_path
from punchboard.load.layouts.lazy_layouts import lazy_layouts
from punchboard.problem import ProblemsFound

SHOP = """\
name: Corner
form: png
bleed: 2mm
safe: 0.125in
products: [{name: Card, trim: [63mm, 88mm], canvas: [800, 1100]}]
choose: Choose.
"""


@pytest.fixture
def shelf(tmp_path):
    """Return a function that writes shops into the workspace and returns the mapping of shops."""

    def shelf(**files):
        for name, text in files.items():
            path = tmp_path / "layouts" / name.replace("__", "/shops/")
            path = path if "shops" in path.parts else tmp_path / "layouts" / "shops" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.with_suffix(".yaml").write_text(text)
        return lazy_layouts(game_search_path("grove", tmp_path, tmp_path / "nowhere"))["shops"]

    return shelf


def test_lengths_are_mm_whatever_their_unit(shelf):
    """American shops measure in inches."""
    corner = shelf(corner=SHOP)["corner"]
    assert (corner.bleed, corner.safe) == (2, pytest.approx(3.175))
    assert corner.products[0].canvas == (800, 1100)


def test_texts_of_a_shop_are_translated(tmp_path, shelf):
    """Built-in translations extend the shop that they translate; other languages and a game's own shop have none."""
    shelf(corner=SHOP, grove__own=SHOP)
    german = tmp_path / "layouts" / "texts" / "de" / "shops"
    german.mkdir(parents=True)
    for name in ("corner", "own"):
        (german / f"{name}.yaml").write_text("extends: corner\nchoose: Wähle.\n")
    found = {
        language: lazy_layouts(game_search_path("grove", tmp_path, tmp_path / "nowhere", "", language))["shops"]
        for language in ("de-AT", "fr")
    }
    assert (found["de-AT"]["corner"].choose, found["fr"]["corner"].choose) == ("Wähle.", "Choose.")
    assert found["de-AT"]["own"].choose == "Choose."
    assert found["de-AT"]["corner"].safe == pytest.approx(3.175)


def test_a_game_s_own_shop_replaces_the_shared_one(shelf):
    """And may extend it."""
    found = shelf(corner=SHOP, grove__corner="extends: corner\nname: Round the corner\n")
    assert list(found) == ["corner"]
    assert (found["corner"].name, found["corner"].safe) == ("Round the corner", pytest.approx(3.175))


@pytest.mark.parametrize(
    ("change", "rule", "words"),
    [
        (("form: png", "form: gif"), "VALUE001", "'gif'"),
        (("bleed: 2mm", "bleed: 2mm\nblede: 3mm"), "KEY001", "'blede'"),
    ],
)
def test_an_invalid_shop_is_reported_when_it_is_used(shelf, change, rule, words):
    """Not before: a build without files for shops does not read them."""
    found = shelf(corner=SHOP.replace(*change))
    with pytest.raises(ProblemsFound) as told:
        found["corner"]
    (problem,) = told.value.problems
    assert (problem.rule, problem.place.file) == (rule, "layouts/shops/corner.yaml")
    assert words in problem.message


@pytest.mark.parametrize(
    ("key", "names"),
    [("front", "deck, id, slot, copies"), ("backs file", "deck, id, slot, copies"), ("back", "deck"), ("file", "deck")],
)
def test_an_unknown_name_in_a_file_name_is_reported_where_it_is_written(shelf, key, names):
    """The hint lists the names that this file name may use."""
    found = shelf(corner=f"{SHOP}{key}: '{{{{ deck }}}}-{{{{ number }}}}.png'\n")
    with pytest.raises(ProblemsFound) as reported:
        found["corner"]
    (problem,) = reported.value.problems
    assert str(problem.place).startswith(f"layouts/shops/corner.yaml:{SHOP.count(chr(10)) + 1}:")
    assert (problem.rule, problem.hint) == ("VALUE001", f"known names: {names}")
    assert problem.message.startswith("there is nothing called 'number' in")


def test_an_unknown_shop_is_a_key_error(shelf):
    """As in any mapping."""
    with pytest.raises(KeyError):
        shelf(corner=SHOP)["round-the-corner"]
