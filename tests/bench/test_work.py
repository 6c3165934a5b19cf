"""Counts of the work of a build, which a slow or busy machine cannot change."""

import csv
import subprocess
import sys
from typing import NamedTuple

import pikepdf
import pytest

from punchboard.render.pdf.drawing.sections import section_page_ranges

FRONTS = ("print-and-play", "a4-fronts.pdf")
SLOW = pytest.mark.slow


class Work(NamedTuple):
    """The work of a build: shaped words, composed faces, pieces on its sheets, and the file."""

    shaped: list
    composed: list
    pieces: int
    path: object


def build_and_count(workspace, out, game="deck"):
    """Build a game's fronts on A4, and return the work."""
    from punchboard.compose.faces.compiled_layout import FaceProgram
    from punchboard.fonts import Typeface
    from punchboard.pipeline import BuildOptions
    from punchboard.pipeline.build import build

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
    """The size of a deck of different text cards, and the work of building it."""
    path = bench.write_game(tmp_path_factory.mktemp("deck"), request.param)
    return request.param, build_and_count(path, path / "output")


@pytest.fixture(scope="module")
def game(root, tmp_path_factory):
    """A game of the catalog in which many pieces look alike, and the work of building it."""
    return build_and_count(root, tmp_path_factory.mktemp("game"), "alpha-and-omega")


def words_of(benchmark, cards):
    """Return the distinct words of a deck."""
    return {word for row in benchmark("deck").rows(cards) for cell in row.values() for word in cell.split()}


def test_each_distinct_word_is_shaped_once(deck, benchmark):
    """HarfBuzz shapes each word of a face once, and only words of the table, labels and measurements."""
    cards, work = deck
    assert len(work.shaped) == len(set(work.shaped))
    labels = 24 + cards // 9  # one page number for each page
    assert len(work.shaped) <= 2 * len(words_of(benchmark, cards)) + labels


def test_each_different_card_is_composed_once(deck):
    """Checking, drawing and verifying share it; only a sheet at the seam of two chunks is drawn again."""
    cards, work = deck
    assert len(set(work.composed)) == cards == work.pieces
    seams = len(section_page_ranges(cards // 9)) - 1
    assert len(work.composed) <= cards + 9 * seams


def test_a_card_takes_few_bytes(deck):
    """Fonts and what is read aloud included: at most 800 bytes per card for 54, at most 600 for more."""
    cards, work = deck
    assert work.path.stat().st_size <= (600 if cards > 54 else 800) * cards


def test_a_page_takes_few_objects(deck):
    """At most four objects per page beside 40 for fonts, fixed parts and the document; none per card."""
    cards, work = deck
    with pikepdf.open(work.path) as pdf:
        assert len(pdf.pages) == -(-cards // 9)
        assert len(drawn_objects(pdf)) <= 4 * len(pdf.pages) + 40


def drawn_objects(pdf):
    """Return the objects of a file without the parts of its structure, which are small and compressed together."""
    return [one for one in pdf.objects if not (isinstance(one, pikepdf.Dictionary) and "/S" in one and "/P" in one)]


def test_fixed_parts_are_drawn_once(deck):
    """Border, ring and icon are forms that each card places: no page draws curves, a card takes at most 2.6 kB."""
    cards, work = deck
    with pikepdf.open(work.path) as pdf:
        contents = [page.Contents.read_bytes() for page in pdf.pages]
        forms = [one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"]
    assert sum(content.count(b" Do\n") for content in contents) >= cards
    assert [content for content in contents if b" c\n" in content] == []
    assert max(map(len, contents)) <= 9 * 2600
    assert len(forms) <= 5  # icon; border and ring, and the marks of a sheet, in each of two sections


def test_equal_faces_are_composed_and_drawn_once(bench, tmp_path):
    """Ten copies of 54 cards compose no more faces; a copy takes at most 190 bytes, with its page."""
    once = build_and_count(bench.write_game(tmp_path / "once", 54), tmp_path / "once" / "output")
    workspace = bench.write_game(tmp_path / "often", 54)
    table = workspace / "catalog" / "deck" / "cards.csv"
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0], "copies"])
        writer.writeheader()
        writer.writerows(row | {"copies": "10"} for row in rows)
    often = build_and_count(workspace, workspace / "output")
    assert often.pieces == 540
    assert len(often.composed) == len(set(often.composed)) == 54
    assert len(often.shaped) <= len(once.shaped) + 54  # the page numbers of more pages
    assert often.path.stat().st_size <= once.path.stat().st_size + 190 * (540 - 54)


def test_a_game_shapes_no_word_and_composes_no_face_twice(game):
    """Pieces that look alike share a face, so fewer are composed than lie on the sheets."""
    assert len(game.shaped) == len(set(game.shaped))
    assert len(game.composed) == len(set(game.composed))
    assert 0 < len(game.composed) < game.pieces


def test_a_face_takes_few_objects(game):
    """At most three objects of a PDF with its icons, however often it is placed."""
    with pikepdf.open(game.path) as pdf:
        assert len(drawn_objects(pdf)) <= 3 * len(game.composed) + 4 * len(pdf.pages) + 40


def test_a_deck_is_built_without_jinja_or_the_rulebook(bench, tmp_path):
    """A deck of plain look-ups imports neither Jinja2 nor the composer of books, half of a small build's time."""
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
