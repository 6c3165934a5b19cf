import pytest

from punchboard.geometry import Rect
from punchboard.load.icons import icon_from_svg, icons
from punchboard.load.lookup import lookup
from punchboard.problem import Place

HERE = Place("layouts/icons/star.svg")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">%s</svg>'
PATH = '<path d="M0 0H512V512H0Z"/>'


def test_an_icon_is_its_path():
    """The outline of an icon lies on the grid of 512 units."""
    assert icon_from_svg(SVG % PATH, HERE).bounds == Rect(0, 0, 512, 512)


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "not SVG"),
        ("<svg", "not SVG"),
        ("<svg/>", "no <svg> with viewBox"),
        (SVG.replace("512 512", "24 24") % PATH, "no <svg> with viewBox"),
        (SVG % "", "0 elements"),
        (SVG % (PATH + PATH), "2 elements"),
        (SVG % "<script>alert(1)</script>", "not one path"),
        (SVG % f"<g>{PATH}</g>", "not one path"),
        (SVG % '<image href="file:///etc/passwd"/>', "not one path"),
        (SVG % PATH.replace("<path", '<path onclick="x()"'), "an attribute 'onclick'"),
        (SVG % PATH.replace("<path", '<path style="fill:url(http://x)"'), "an attribute 'style'"),
        (SVG.replace("<svg", '<svg onload="x()"') % PATH, "an attribute 'onload'"),
        ('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + SVG % PATH, "document type"),
        ("<!doctype svg>" + SVG % PATH, "document type"),
        (SVG % '<path d="M0 0 nowhere"/>', "nowhere"),
        (SVG % f"<!-- {'x' * 200_001} -->{PATH}", "more than 200,000 characters"),
    ],
)
def test_anything_but_one_path_is_refused(problem, text, fragment):
    """What could run, read files or draw in other colours does not pass."""
    found = problem(icon_from_svg, text, HERE)
    assert (found.rule, found.place.file) == ("PICT001", HERE.file)
    assert fragment in found.message


def test_icons_are_found_in_the_order_of_folders(write, stock):
    """An icon of the game hides that of the workspace, and that the one of the stock."""
    own = SVG % '<path d="M0 0H10V10H0Z"/>'
    workspace = write({"layouts/icons/star.svg": SVG % PATH, "layouts/grove/icons/leaf.svg": SVG % PATH})
    shelf = icons(lookup("grove", workspace, stock))
    assert sorted(shelf) == ["leaf", "star"]
    assert shelf["star"].bounds.width == 512
    write({"catalog/grove/layouts/icons/star.svg": own})
    assert icons(lookup("grove", workspace, stock))["star"].bounds.width == 10


@pytest.mark.parametrize("name", ["moon", "../star", "", "a/b", "st\x00ar"])
def test_an_icon_that_is_not_there_is_a_key_error(tmp_path, stock, name):
    """The shelf knows the names of files and nothing else."""
    with pytest.raises(KeyError):
        icons(lookup("grove", tmp_path, stock))[name]


def test_a_link_out_of_the_game_is_refused(write, stock, problem):
    """An icon may not be a link to a file of somebody else."""
    workspace = write({"secret.svg": SVG % PATH, "catalog/grove/layouts/icons/x.svg": SVG % PATH})
    (workspace / "catalog/grove/layouts/icons/leak.svg").symlink_to(workspace / "secret.svg")
    assert problem(lambda: icons(lookup("grove", workspace, stock))["leak"]).rule == "FILE003"
