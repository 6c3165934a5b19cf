"""How much work is done, counted: laws that a slow or busy machine cannot change."""

import csv
import subprocess
import sys
from typing import NamedTuple

import pikepdf
import pytest

from punchboard.render.pdf.sections import section_page_ranges

FRONTS = ("print-and-play", "a4-fronts.pdf")
SLOW = pytest.mark.slow


class Work(NamedTuple):
    """What a build did: the words that it shaped, the faces that it composed, the pieces on its sheets; the file."""

    shaped: list
    composed: list
    pieces: int
    path: object


def worked(workspace, out, game="deck"):
    """Build a game's fronts on A4, and return what was done for it."""
    from punchboard.build.options import BuildOptions
    from punchboard.build.pipeline import build
    from punchboard.compose.faces.compiled_layout import FaceProgram
    from punchboard.fonts import Typeface

    shaped, composed = [], []
    shape, draw = Typeface._shape, FaceProgram.draw

    def shapes(face, text, features):
        shaped.append((face.name, text, features))
        return shape(face, text, features)

    def draws(program, key, *rest):
        composed.append((program, key))
        return draw(program, key, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Typeface, "_shape", shapes)
        patch.setattr(FaceProgram, "draw", draws)
        built = build(game, BuildOptions(workspace, out, ("sheets/fronts",), ("a4",)))
    assert not built.has_errors, built.problems
    return Work(shaped, composed, built.pieces, out.joinpath(game, *FRONTS))


@pytest.fixture(scope="module", params=[54, 242, pytest.param(2000, marks=SLOW)])
def deck(request, bench, tmp_path_factory):
    """A deck of so many different text cards, and what was done for it."""
    path = bench.write_game(tmp_path_factory.mktemp("deck"), request.param)
    return request.param, worked(path, path / "output")


@pytest.fixture(scope="module")
def game(root, tmp_path_factory):
    """A game of the catalog in which many pieces look alike, and what was done for it."""
    return worked(root, tmp_path_factory.mktemp("game"), "alpha-and-omega")


def words_of(benchmark, cards):
    """Return the distinct words of a deck."""
    return {word for row in benchmark("deck").rows(cards) for cell in row.values() for word in cell.split()}


def test_each_distinct_word_is_shaped_once(deck, benchmark):
    """HarfBuzz sees each word of a face once, and no more words than the table, the labels and the measures have."""
    cards, work = deck
    assert len(work.shaped) == len(set(work.shaped))
    labels = 24 + cards // 9  # of each page its number
    assert len(work.shaped) <= 2 * len(words_of(benchmark, cards)) + labels


def test_each_different_card_is_composed_once(deck):
    """However often it is checked, drawn and proved; only a sheet at the seam of two chunks is drawn again."""
    cards, work = deck
    assert len(set(work.composed)) == cards == work.pieces
    seams = len(section_page_ranges(cards // 9)) - 1
    assert len(work.composed) <= cards + 9 * seams


def test_a_card_takes_few_bytes(deck):
    """Fonts included: at most 700 bytes a card of 54, at most 600 of more."""
    cards, work = deck
    assert work.path.stat().st_size <= (600 if cards > 54 else 700) * cards


def test_a_page_takes_few_objects(deck):
    """Four objects a page at most, beside 40 for fonts, the fixed parts and the document: none for a card."""
    cards, work = deck
    with pikepdf.open(work.path) as pdf:
        assert len(pdf.pages) == -(-cards // 9)
        assert len(pdf.objects) <= 4 * len(pdf.pages) + 40


def test_fixed_parts_are_drawn_once(deck):
    """Border, ring and icon are in forms that each card places: no page draws a curve, a card takes 2.6 kB at most."""
    cards, work = deck
    with pikepdf.open(work.path) as pdf:
        contents = [page.Contents.read_bytes() for page in pdf.pages]
        forms = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
    assert sum(content.count(b" Do\n") for content in contents) >= cards
    assert [content for content in contents if b" c\n" in content] == []
    assert max(map(len, contents)) <= 9 * 2600
    assert len(forms) <= 5  # icon; border and ring, and the marks of a sheet, in each of two sections


def test_equal_faces_are_composed_and_drawn_once(bench, tmp_path):
    """Ten copies of each of 54 cards: no more faces are composed; a copy takes 150 bytes at most, with its page."""
    once = worked(bench.write_game(tmp_path / "once", 54), tmp_path / "once" / "output")
    workspace = bench.write_game(tmp_path / "often", 54)
    table = workspace / "catalog" / "deck" / "cards.csv"
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0], "copies"])
        writer.writeheader()
        writer.writerows(row | {"copies": "10"} for row in rows)
    often = worked(workspace, workspace / "output")
    assert often.pieces == 540
    assert len(often.composed) == len(set(often.composed)) == 54
    assert len(often.shaped) <= len(once.shaped) + 54  # the numbers of more pages
    assert often.path.stat().st_size <= once.path.stat().st_size + 150 * (540 - 54)


def test_a_game_shapes_no_word_and_composes_no_face_twice(game):
    """Pieces that look alike share a face: fewer are composed than lie on the sheets, each word is shaped once."""
    assert len(game.shaped) == len(set(game.shaped))
    assert len(game.composed) == len(set(game.composed))
    assert 0 < len(game.composed) < game.pieces


def test_a_face_brings_few_objects(game):
    """A face of a game takes three objects of a PDF at most, with its icons, however often it is placed."""
    with pikepdf.open(game.path) as pdf:
        assert len(pdf.objects) <= 3 * len(game.composed) + 4 * len(pdf.pages) + 40


def test_a_deck_is_built_without_jinja_or_the_rulebook(bench, tmp_path):
    """A deck of plain look-ups imports neither Jinja2 nor the composer of books: they are half of a small build."""
    bench.write_game(tmp_path, 2)
    script = (
        "import sys; from punchboard.cli.main import main\n"
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
    for heavy in ("jinja2", "punchboard.compose.books.book", "markdown_it", "svgwrite", "pypdfium2", "rich", "pikepdf"):
        assert heavy not in modules, heavy
