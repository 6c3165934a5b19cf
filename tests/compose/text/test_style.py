import pytest

from punchboard.compose.inks import Palette
from punchboard.compose.text.style import Styles
from punchboard.model.layout.layout import StyleFile
from punchboard.units import MM_PER_POINT

FILES = {
    "body": StyleFile(size=10, colour="red"),
    "title": StyleFile(size=20, bold=True, leading=22),
    "small": StyleFile(extends="title", size=7, tracking=50),
    "circle": StyleFile(extends="round", size=5),
    "round": StyleFile(extends="circle", bold=True),
}


@pytest.fixture
def styles(family):
    """Styles of a theme whose body is red."""
    return Styles(FILES, {"body": family}, Palette({"ink": "#000000", "red": "#c8402f"}))


def test_a_style_inherits_from_body(styles):
    """Sizes are in mm; leading that is not set is in proportion."""
    title = styles.get("title")
    assert (title.size, title.leading) == (pytest.approx(20 * MM_PER_POINT), pytest.approx(22 * MM_PER_POINT))
    assert (title.bold, title.colour) == (True, "#c8402f")
    assert styles.get("body").leading == pytest.approx(12.5 * MM_PER_POINT)


def test_a_style_extends_another(styles):
    """The base style comes first, the own values last; tracking is in em."""
    small = styles.get("small")
    assert (small.size, small.bold, small.tracking) == (pytest.approx(7 * MM_PER_POINT), True, 0.05)


def test_figures_are_lining_unless_a_style_says_otherwise(family):
    """Folios, headings and tables of a theme that is silent show a 1 that is no letter."""
    files = {"body": StyleFile(), "old": StyleFile(figures="oldstyle"), "own": StyleFile(figures="default")}
    styles = Styles(files, {"body": family}, Palette({"ink": "#000000"}))
    assert [styles.get(name).features for name in files] == ["lnum", "onum", ""]


def test_a_cycle_of_styles_ends(styles):
    """Each style of a cycle is used once."""
    assert styles.get("circle").bold
    assert styles.get("circle").size == pytest.approx(5 * MM_PER_POINT)


def test_a_style_is_resolved_once_for_each_colour(styles):
    """The same request gives the same object, so that shaped words are found in the cache."""
    assert styles.get("title", "#123456", "right") is styles.get("title", "#123456", "right")
    changed = styles.get("title", "#123456", "right")
    assert (changed.colour, changed.align) == ("#123456", "right")
    assert styles.get("title").align == "left"


def test_a_missing_style_is_a_key_error(styles):
    """The caller knows the place."""
    assert not styles.has("tilte")
    with pytest.raises(KeyError, match="tilte"):
        styles.get("tilte")


def test_sizes_go_down_by_steps_to_the_floor(text_style):
    """The own size is first, the floor last, even if it is not a whole number of steps away."""
    style = text_style(size=3.0)
    assert [round(tried.size, 3) for tried in style.sizes(2.0, 0.3)] == [3.0, 2.7, 2.4, 2.1, 2.0]
    assert [round(tried.size, 3) for tried in style.sizes(2.4, 0.3)] == [3.0, 2.7, 2.4]
    assert style.sizes(None, 0.3) == style.sizes(4.0, 0.3) == (style,)
    assert all(tried.leading / tried.size == pytest.approx(4 / 3) for tried in style.sizes(2.0, 0.3))


def test_height_is_from_capitals_to_descenders(text_style):
    """No lines have no height; each further line adds its leading."""
    style = text_style()
    assert style.height(0) == 0
    assert style.height(1) == pytest.approx(style.cap_height + style.descent)
    assert style.height(3) - style.height(1) == pytest.approx(2 * style.leading)
