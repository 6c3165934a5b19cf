import pytest

from punchboard.geometry import Rect
from punchboard.load.icons.icons import icon_from_svg, load_icons
from punchboard.load.icons.sets import IconSets
from punchboard.load.layout_files import game_search_path
from punchboard.problem import Place

HERE = Place("layouts/icons/star.svg")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">%s</svg>'
PATH = '<path d="M0 0H512V512H0Z"/>'


def shelf_of(workspace, stock):
    order = game_search_path("grove", workspace, stock)
    return load_icons(order, IconSets(order))


def test_an_icon_is_its_path():
    """The outline of an icon is on the grid of 512 units."""
    assert icon_from_svg(SVG % PATH, HERE).bounds == Rect(0, 0, 512, 512)


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "not SVG"),
        ("<svg", "not SVG"),
        ("<svg/>", "not an <svg>"),
        (SVG.replace(' viewBox="0 0 512 512"', "") % PATH, "neither 'viewBox' nor 'width'"),
        (SVG.replace("512 512", "0 24") % PATH, "neither 'viewBox' nor 'width'"),
        (SVG.replace("512 512", "1e9 24") % PATH, "too large"),
        (SVG % "", "it contains no filled shape"),
        (SVG % f'{PATH}<path d="M0 0h9v9z" fill="red"/><path d="M9 9h9v9z" fill="blue"/>', "2 colours"),
        (SVG % '<path d="M0 0h9" stroke="#000" stroke-dasharray="3" fill="none"/>', "dashed line"),
        (SVG % "<script>alert(1)</script>", "<script>"),
        (SVG % '<image href="file:///etc/passwd"/>', "<image>"),
        (SVG % '<use href="#a"/>', "<use>"),
        (SVG % PATH.replace("<path", '<path onclick="x()"'), "'onclick'"),
        (SVG.replace("<svg", '<svg onload="x()"') % PATH, "'onload'"),
        ('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + SVG % PATH, "document type"),
        ("<!doctype svg>" + SVG % PATH, "document type"),
        (SVG % '<path d="M0 0 nowhere"/>', "nowhere"),
        (SVG % f'<g style="fill:{"9" * 5000}">{PATH}</g>', "too many digits"),
        (SVG % f"<style>g {{fill:{'(' * 5000}}}</style>{PATH}", "nested too deep"),
        (SVG % f"<!-- {'x' * 200_001} -->{PATH}", "more than 200,000 characters"),
    ],
)
def test_only_filled_shapes_of_one_colour_are_accepted(problem, text, fragment):
    """Anything that could run, read files or draw in other colours is rejected."""
    found = problem(icon_from_svg, text, HERE)
    assert (found.rule, found.place.file) == ("PICT001", HERE.file)
    assert fragment in found.message


@pytest.mark.parametrize(
    "text",
    [
        SVG.replace("512 512", "24 24") % '<path d="M0 0H12V24H0Z"/>',
        SVG % f"<g>{PATH.replace('H512', 'H256')}</g>",
        SVG % '<rect width="256" height="512"/>',
        SVG % '<path d="M0 0H128V512H0Z"/><path d="M128 0H256V512H128Z"/>',
        SVG % '<path d="M0 0H512V512H0Z"/><g fill="#fff"><path d="M0 0H256V512H0Z"/></g>',
        SVG.replace("<svg", '<svg fill="#fff" style="height:512px"') % '<path d="M0 0H256V512H0Z" class=""/>',
        (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="urn:i" width="8mm" height="8mm"><defs/>'
            '<title>Half</title><i:view x="1"/><path i:a="a" style="fill:#123456;stroke:none" d="M0 0H4V8H0Z"/></svg>'
        ),
    ],
)
def test_a_drawing_program_s_file_is_one_outline_on_the_grid(text):
    """Another view box, groups, other shapes, a background, editor metadata: each time the icon fills half the grid."""
    bounds = icon_from_svg(text, HERE).bounds
    assert tuple(map(round, bounds)) == (0, 0, 256, 512)


HALF = '<path {}d="M0 0H256V512H0Z"/>'
WHOLE = '<path {}d="M0 0h500v500h-500z"/>'
HIDDEN = [
    ('<g style="display:none">{whole}</g>{half}', "", ""),
    ('<g display="none">{whole}</g>{half}', "", ""),
    ('<g style="display : none;fill:#fff">{whole}</g><g style="display:inline">{half}</g>', "", ""),
    ('<g visibility="hidden">{whole}<g visibility="visible">{half}</g></g>', "", ""),
    ('<g style="visibility:hidden"><g>{whole}</g></g>{half}', "", ""),
    ("<defs><style>.cls-1 {{fill: none}}</style></defs>{whole}{half}", 'class="cls-1" ', ""),
    ("<style>.a,.b{{display:none;}}/* two */.c{{fill:red}}</style>{whole}{half}", 'class="c a" ', ""),
    ("<style>#back{{fill:none}} path.on{{stroke:none}} *{{opacity:1}}</style>{whole}{half}", 'id="back" ', ""),
    ("<style>path{{fill:none}}.on{{fill:#111}}</style>{whole}{half}", "", 'class="on" '),
    ("<style>.x{{fill:none}}</style>{whole}{half}", 'class="x" ', 'class="x" style="fill:#000" '),
    ("{whole}{half}", 'style="FILL: /* no; fill: red */ none !important" ', ""),
]


@pytest.mark.parametrize(("text", "whole", "half"), HIDDEN)
def test_hidden_parts_of_a_drawing_are_removed(text, whole, half):
    """Hidden layers and shapes that a class leaves unfilled are removed; a style overrides a class."""
    drawn = text.format(whole=WHOLE.format(whole), half=HALF.format(half))
    assert tuple(map(round, icon_from_svg(SVG % drawn, HERE).bounds)) == (0, 0, 256, 512)


@pytest.mark.parametrize(
    ("text", "line", "fragment"),
    [
        (f"\n<style>\ng > path {{fill: none}}</style>{PATH}", 3, "'g > path'"),
        (f"\n<style>@media print {{path {{fill: none}}}}</style>{PATH}", 2, "'@media'"),
        (f"\n<style>path:hover {{fill: none}}</style>{PATH}", 2, "'path:hover'"),
        (f'\n\n<g style="clip-path:url(#a)">{PATH}</g>', 3, "'clip-path'"),
        (f'\n<style>.a {{mask: url(#b)}}</style><g class="a">{PATH}</g>', 2, "'mask'"),
    ],
)
def test_an_unsupported_style_is_reported_with_its_line(problem, text, line, fragment):
    """The hint explains how drawing programs save a file without style sheets."""
    found = problem(icon_from_svg, SVG % text, HERE)
    assert (found.rule, found.place.line) == ("PICT001", line)
    assert fragment in found.message
    assert "Presentation Attributes" in found.hint


def test_icons_are_found_in_the_order_of_folders(write, stock):
    """An icon of the game hides the workspace's, which hides the built-in one."""
    own = SVG % '<path d="M0 0H10V10H0Z"/>'
    workspace = write({"layouts/icons/star.svg": SVG % PATH, "layouts/grove/icons/leaf.svg": SVG % PATH})
    shelf = shelf_of(workspace, stock)
    assert sorted(shelf) == ["leaf", "star"]
    assert shelf["star"].bounds.width == 512
    write({"catalog/grove/layouts/icons/star.svg": own})
    assert shelf_of(workspace, stock)["star"].bounds.width == 10


@pytest.mark.parametrize("name", ["moon", "../star", "", "a/b", "st\x00ar", "moon-" * 60])
def test_an_unknown_icon_is_a_key_error(tmp_path, stock, name):
    """The mapping has the names of files and nothing else."""
    with pytest.raises(KeyError):
        shelf_of(tmp_path, stock)[name]


def test_a_link_out_of_the_game_is_rejected(write, stock, problem):
    """An icon may not be a link to a file outside."""
    workspace = write({"secret.svg": SVG % PATH, "catalog/grove/layouts/icons/x.svg": SVG % PATH})
    (workspace / "catalog/grove/layouts/icons/leak.svg").symlink_to(workspace / "secret.svg")
    assert problem(lambda: shelf_of(workspace, stock)["leak"]).rule == "FILE003"
