"""How much work a deck makes, counted: what a slow or busy machine cannot change."""

import subprocess
import sys

import pikepdf
import pytest

CARDS = 54


@pytest.fixture(scope="module")
def deck(bench, tmp_path_factory):
    """A workspace with the deck of 54 cards, built once, with counts of what was shaped."""
    from punchboard.fonts import Typeface
    from punchboard.pipeline import Options, build

    path = tmp_path_factory.mktemp("deck")
    bench.write_game(path, CARDS)
    shaped = []
    shape = Typeface._shape

    def counted(face, text, features):
        shaped.append((face.name, text, features))
        return shape(face, text, features)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Typeface, "_shape", counted)
        built = build("deck", Options(path, path / "output", ("sheets/fronts",), ("a4",)))
    assert not built.failed, built.problems
    return path / "output" / "deck" / "print-and-play" / "a4-fronts.pdf", shaped


def test_each_distinct_word_is_shaped_once(deck, bench):
    """HarfBuzz sees each word of a face once, and no more words than the table, the labels and the measures have."""
    from deck import rows

    _, shaped = deck
    assert len(shaped) == len(set(shaped))
    table = {word for row in rows(CARDS) for cell in row.values() for word in cell.split()}
    labels = 24
    assert len(shaped) <= 2 * len(table) + labels


def test_a_deck_of_54_is_small(deck):
    """The file of 54 cards has at most 700 bytes a card, fonts included."""
    path, _ = deck
    assert path.stat().st_size <= 700 * CARDS


def test_a_deck_of_54_has_few_objects(deck):
    """Pages, contents and what the fixed parts and fonts need: at most 60 objects for six pages."""
    path, _ = deck
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 6
        assert len(pdf.objects) <= 60


def test_fixed_parts_are_drawn_once(deck):
    """Border, ring and icon are in a form that each card places: no page draws a curve, a card takes 2.6 kB at most."""
    path, _ = deck
    with pikepdf.open(path) as pdf:
        contents = [page.Contents.read_bytes() for page in pdf.pages]
    assert sum(content.count(b" Do\n") for content in contents) >= CARDS
    assert [content for content in contents if b" c\n" in content] == []
    assert max(map(len, contents)) <= 9 * 2600


def test_a_deck_is_built_without_jinja_or_the_rulebook(bench, tmp_path):
    """A deck of plain look-ups imports neither Jinja2 nor the composer of books: they are half of a small build."""
    bench.write_game(tmp_path, 2)
    script = (
        "import sys; from punchboard.cli import main\n"
        "sys.argv[1:] = ['build', '--only', 'sheets/fronts', '--paper', 'a4']\n"
        "try:\n    main()\nfinally:\n    print('modules', *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=bench.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    modules = set(done.stderr.split("modules ", 1)[1].split())
    for heavy in ("jinja2", "punchboard.compose.book", "markdown_it", "svgwrite", "pypdfium2", "rich", "pikepdf"):
        assert heavy not in modules, heavy
