"""Checks of finished files by independent tools: qpdf and poppler."""

import re
import subprocess
from itertools import pairwise

import pytest
from patience import PATIENCE

pytestmark = pytest.mark.slow
PT = 25.4 / 72


LONGEST_NAME = 30
"""Letters of the longest name of an icon."""


def letters(text):
    """Keep only letters and digits, because typesetting changes spaces, markup and hyphens."""
    return re.sub(r"[\W_]+", "", text.casefold())


def is_in(said, text):
    """Tell whether a text has these words; an icon is its name there, or nothing where its name follows."""
    words = [letters(part) for part in re.split(r":[\w-]+:", said)]
    while words and not words[0]:  # an icon at the beginning may be nothing, and a search for it takes long
        del words[0]
    return re.search(rf"\w{{0,{LONGEST_NAME}}}?".join(words), text) is not None


@pytest.fixture(scope="session")
def run(need):
    """Return a function that runs a tool and returns its output."""

    def start(*command):
        need(command[0])
        done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert (done.returncode, done.stderr) == (0, ""), (command, done.stdout, done.stderr)
        return done.stdout

    return start


@pytest.fixture
def texts_of_components(words, lots):
    """Return a function to the texts of all cards, tiles and boards, each with its component."""

    def texts_of_components(game):
        lying = [lot for lot in lots(game, "fronts") if lot.trim.form not in {"circle", "square"}]
        pieces = {piece.id: piece for lot in lying for piece in lot.components}
        return [(name, said) for name, piece in pieces.items() for said in words(game, piece)]

    return texts_of_components


def test_qpdf_reports_no_problem(output, run):
    """`qpdf --check` passes every PDF without a warning."""
    for path in output.pdfs():
        assert "No syntax or stream encoding errors" in run("qpdf", "--check", path)


def test_every_font_is_an_embedded_subset_with_a_text_map(output, run):
    """`pdffonts` prints yes for embedded, subset and ToUnicode in every line."""
    for path in output.pdfs():
        lines = run("pdffonts", path).splitlines()[2:]
        assert lines, path
        for line in lines:
            name, *_, embedded, subset, unicode, _object, _generation = line.split()
            assert (embedded, subset, unicode) == ("yes", "yes", "yes"), (path, line)
            assert re.match(r"[A-Z]{6}\+", name), (path, line)


def test_pdfinfo_shows_trim_and_bleed_of_every_page(output, run):
    """`pdfinfo -box` prints TrimBox and BleedBox for each page: A5 and 3 mm bleed for rulebooks, paper for sheets."""
    papers = {"a4": (210, 297), "letter": (215.9, 279.4)}
    for path in output.pdfs():
        text = run("pdfinfo", "-box", "-f", "1", "-l", "9999", path)
        count = int(re.search(r"^Pages:\s+(\d+)", text, re.MULTILINE)[1])
        sizes = {}
        for name in ("TrimBox", "BleedBox"):
            found = re.findall(rf"^Page +\d+ {name}: +(.+)$", text, re.MULTILINE)
            assert len(found) == count, path
            sizes[name] = {
                (round((right - left) * PT, 1), round((top - bottom) * PT, 1))
                for left, bottom, right, top in (map(float, box.split()) for box in found)
            }
        if path.name in {"rulebook.pdf", "design-notes.pdf"}:
            assert sizes == {"TrimBox": {(148.0, 210.0)}, "BleedBox": {(154.0, 216.0)}}
        elif path.name == "reference.pdf":
            assert sizes == {"TrimBox": {(69.8, 120.6)}, "BleedBox": {(75.9, 126.7)}}
        else:
            paper = papers[path.name.split("-")[0]]
            size = paper[::-1] if "booklet" in path.name else paper
            assert sizes == {"TrimBox": {size}, "BleedBox": {size}}


@pytest.mark.parametrize("sheets", [f"{paper}-{x}" for paper in ("a4", "letter") for x in ("fronts", "duplex")])
def test_pdftotext_finds_every_name_and_rule(output, run, texts_of_components, game, sheets):
    """The text of the sheets contains the texts of each card and tile, letter by letter."""
    path = output.path / game / "print-and-play" / f"{sheets}.pdf"
    text = letters(run("pdftotext", "-raw", "-enc", "UTF-8", path, "-"))
    assert [(name, said) for name, said in texts_of_components(game) if not is_in(said, text)] == []


def test_pdftotext_copies_the_text_of_the_rulebook(output, run, loaded, game):
    """Sentences of rulebook.md without markup, marks or expressions are in the text, letter by letter.

    One may begin on a page and end on the next.
    """
    source = re.sub(r"\s*\[#[^]]*\]", "", loaded(game).game.texts["rulebook"])
    paragraphs = [" ".join(text.split()) for text in re.split(r"\n\s*\n", source) if re.match("[A-Z]", text)]
    plain = r"(?<=[.!?] )[A-Z][^.!?()\[\]{}<>*_^`|#:~\"'-]{30,}[.!?](?= |$)"
    sentences = {sentence for text in paragraphs for sentence in re.findall(plain, text)}
    assert len(sentences) > 5
    read = run("pdftotext", "-raw", output.path / game / "rulebook.pdf", "-")
    pages = [re.sub(r"[\s\u00ad-]+", "", page) for page in read.split("\f")]

    def is_read(letters):
        return any(letters in page for page in pages) or any(
            letters[:cut] in page and letters[cut:] in other
            for page, other in pairwise(pages)
            for cut in range(5, len(letters) - 5)
        )

    assert [sentence for sentence in sentences if not is_read(re.sub(r"[\s-]+", "", sentence))] == []
