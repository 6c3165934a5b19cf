"""Credits of icons: the sets of which one is shown, with those who must be named, and no others."""

import json

import pytest

from punchboard.compose.books.listings import credit_paragraph, icon_credits
from punchboard.compose.faces.composer import FaceComposer
from punchboard.compose.text.atoms import Span

BODY = {"body": '<path d="M0 0h16v16H0z"/>'}
SETS = {
    name: json.dumps({"prefix": name, "info": info, "icons": {"disc": BODY, "bar": BODY}})
    for name, info in {
        "hollow": {
            "name": "Hollow *Signs*",
            "author": "A. Nybody",
            "license": {"title": "CC BY", "url": "https://e.org/by"},
        },
        "spare": {"name": "Spare"},
    }.items()
}
FILES = {f"layouts/icons/{name}.json": text for name, text in SETS.items()}
FACE = 'boxes: {sign: {icon: "{{ text }}", at: [5, 5], size: [9, 9]}}'


@pytest.fixture
def credited(tiny_game):
    """Return a function that composes all cards and returns the icon credits."""

    def credited(rows, more=None):
        loaded = tiny_game(FACE, rows=rows, files={**FILES, **(more or {})})
        composer = FaceComposer(loaded)
        for component in loaded.game.components:
            assert not composer.front_face(component).faults  # which draws it
        return icon_credits(loaded)

    return credited


def test_only_sets_that_are_used_are_credited(credited):
    """A set file whose icons are not used is not credited."""
    (found,) = credited("[{name: alder, text: 'hollow:disc'}, {name: birch, text: 'hollow:bar'}]")
    assert (found.set.prefix, found.icons) == ("hollow", ("bar", "disc"))


def test_icons_in_texts_count(credited):
    """Existing icons that a text of the game names count, even before the text is composed."""
    rulebook = {"rulebook.md": "Take :spare:bar:, not :spare:nothing: or :other:thing:.\n"}
    first, second = credited("[{name: alder, text: 'hollow:bar'}]", rulebook)
    assert (first.icons, second.set.name, second.icons) == (("bar",), "Spare", ("bar",))


@pytest.mark.parametrize(
    ("artists", "named"),
    [
        ("", ()),
        ("artists: [Ada, Bo]", ("Ada", "Bo")),
        ("artists: [Ada, Bo], by icon: {bar: Cleo}", ("Ada", "Bo")),
        ("artists: [Ada, Bo], by icon: {bar: Cleo, disc: Ada}", ("Cleo", "Ada")),
        ("by icon: {bar: Cleo}", ("Cleo",)),
    ],
)
def test_all_artists_of_a_set_are_named_if_some_are_unknown(credited, artists, named):
    """If the artist of any icon is unknown, all artists of the set are named."""
    files = {"layouts/icons/artists.yaml": f"hollow: {{{artists}}}\n"}
    (found,) = credited("[{name: alder, text: 'hollow:disc'}, {name: birch, text: 'hollow:bar'}]", files)
    assert found.artists == named


def test_a_credit_is_text_and_links(credited, english):
    """A set's name is not markup."""
    (found,) = credited("[{name: alder, text: 'hollow:disc'}]")
    spans = credit_paragraph(found, english).spans
    said = "".join(span.text for span in spans)
    expected = (
        "Icon (disc) from Hollow *Signs* by A. Nybody; licence CC BY, https://e.org/by; changed in size and colour."
    )
    assert said == expected
    assert Span("https://e.org/by", link="https://e.org/by") in spans


def test_another_language_has_its_own_credit_phrase(credited):
    """The phrase comes from the words of the language."""
    (found,) = credited("[{name: alder, text: 'hollow:disc'}]")
    words = {"phrases": {"icons by": "{{ set }} von {{ author }}"}}
    assert credit_paragraph(found, words).spans[-1].text == "Hollow *Signs* von A. Nybody"
