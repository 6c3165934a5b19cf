"""All games, built once, and a reader of PDF pages that shares no code with the program.

A test with an argument ``game`` runs for every game of the catalog.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from subprocess import PIPE
from typing import NamedTuple

import pikepdf
import pytest

from punchboard.compose.faces.composer import game_values
from punchboard.expression import template
from punchboard.load import find_games, load
from punchboard.model.game.game import Component
from punchboard.model.layout.trim import Trim

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PT = 25.4 / 72
GAMES = find_games(ROOT)
# counts of the rule documents, not of the program: pieces of a size in mm, the flats of a hexagon upright
FACTS = {
    "atmosfear": [((63.5, 88.9), 79)],
    "alpha-and-omega": [((50.0, 50 / 3**0.5 * 2), 73)],
    "vortex": [((63.5, 88.9), 242)],
}
WATCHED_BUILD = """
import sys
from punchboard.cli.main import main
sys.argv = ["punchboard", "build", "--jobs", "1", *sys.argv[1:]]
try:
    main()
finally:
    print("modules", *sorted(sys.modules), file=sys.stderr)
"""


def pytest_generate_tests(metafunc):
    """Run tests with a ``game`` argument once for each game."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", GAMES)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark tests of the built games as slow."""
    for item in items:
        if item.path.parent == HERE and "output" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


class Matrix(NamedTuple):
    """The six numbers of a PDF transform; ``inner @ outer`` applies ``inner`` first."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __matmul__(self, outer):
        """Return the transform that applies this one, then the outer one."""
        a, b, c, d, e, f = self
        k, m, n, p, q, r = outer
        return Matrix(
            a * k + b * n,
            a * m + b * p,
            c * k + d * n,
            c * m + d * p,
            e * k + f * n + q,
            e * m + f * p + r,
        )

    def __call__(self, x, y):
        """Return the transformed point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    @property
    def scale(self):
        """The factor by which lengths grow."""
        return abs(self.a * self.d - self.b * self.c) ** 0.5


class Run(NamedTuple):
    """A piece of text: its characters, size on paper in points, scale relative to the page, and position in mm."""

    text: str
    size: float
    scale: float
    x: float
    y: float


class Placed(NamedTuple):
    """A clipped group of a page: corners of the clip (mm), transform from its own mm onto the page, text, operators.

    ``id`` and ``side`` are those in the mark of a component; empty without a mark.
    """

    clip: tuple[tuple[float, float], ...]
    place: Matrix
    runs: tuple[Run, ...]
    drawing: str
    id: str = ""
    side: str = ""

    @property
    def text(self):
        """All text, in drawing order."""
        return " ".join(run.text for run in self.runs)

    @property
    def box(self):
        """The bounding box of the clip: left, top, right, bottom in mm."""
        xs, ys = zip(*self.clip, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


class Read(NamedTuple):
    """A page as the reader found it: its size in mm, all its text, and its clipped groups in order."""

    width: float
    height: float
    runs: tuple[Run, ...]
    placed: tuple[Placed, ...]

    @property
    def text(self):
        """All text, in drawing order."""
        return " ".join(run.text for run in self.runs)


class PageReader:
    """Interprets the operators of a page: graphics state, clips, nested forms, text by its ToUnicode map."""

    def __init__(self, forms, fonts):
        self.forms, self.fonts = forms, fonts

    def read(self, page):
        """Return a page of an open file."""
        left, bottom, right, top = (float(value) for value in page.MediaBox)
        flip = Matrix(PT, 0, 0, -PT, -left * PT, top * PT)
        self.runs, self.placed = [], []
        self.opened = None
        self._follow(pikepdf.parse_content_stream(page), page.obj.Resources, flip, level=0)
        return Read((right - left) * PT, (top - bottom) * PT, tuple(self.runs), tuple(self.placed))

    def _follow(self, instructions, resources, matrix, level):  # noqa: C901, PLR0912 - a case for each operator
        stack, path, clipping, text = [], [], False, Text()
        font = size = None
        for operands, operator in instructions:
            name = str(operator)
            if self.opened is not None and level == 0:
                self.opened.note(name, operands, matrix)
            match name:
                case "q":
                    stack.append((matrix, font, size))
                case "Q":
                    matrix, font, size = stack.pop()
                    if level == 0 and self.opened is not None and len(stack) < self.opened.depth:
                        self.placed.append(self.opened.close(self.runs))
                        self.opened = None
                case "cm":
                    matrix = Matrix(*map(float, operands)) @ matrix
                case "m" | "l" | "c" if level == 0:
                    path.append(matrix(*map(float, operands[-2:])))
                case "W" | "W*":
                    clipping = True
                case "n" | "f" | "f*" | "S" | "B" | "B*" | "s" | "b" | "b*":
                    if clipping and level == 0 and self.opened is None:
                        self.opened = Opened(tuple(path), len(stack), matrix, len(self.runs))
                    path, clipping = [], False
                case "Tf":
                    font, size = self.fonts(resources.Font[str(operands[0])]), float(operands[1])
                case "BT":
                    text = Text()
                case "Tm":
                    text.set(Matrix(*map(float, operands)))
                case "Td":
                    text.move(*map(float, operands))
                case "Tj" | "TJ":
                    whole = text.matrix @ matrix
                    parts = operands if name == "Tj" else [part for part in operands[0] if hasattr(part, "unparse")]
                    words = "".join(font(bytes(part)) for part in parts if isinstance(part, pikepdf.String))
                    scale = whole.scale
                    self.runs.append(Run(words, size * scale / PT, scale, *whole(0, 0)))
                case "Do":
                    form = resources.XObject[str(operands[0])]
                    if form.Subtype == "/Form":
                        inner = Matrix(*map(float, form.get("/Matrix", Matrix()))) @ matrix
                        self._follow(self.forms(form), form.get("/Resources", resources), inner, level + 1)


class Text:
    """The text line matrix."""

    def __init__(self):
        self.matrix = Matrix()

    def set(self, matrix):
        """Begin a line at a matrix (Tm)."""
        self.matrix = matrix

    def move(self, x, y):
        """Begin a line relative to the last one (Td)."""
        self.matrix = Matrix(1, 0, 0, 1, x, y) @ self.matrix


class Opened:
    """A clipped group while it is being read."""

    def __init__(self, clip, depth, matrix, first):
        self.clip, self.depth, self.matrix, self.first = clip, depth, matrix, first
        self.place, self.operators = None, []
        self.id = self.side = ""

    def note(self, name, operands, matrix):
        """Read an operator: the first transform is the position, later operators are the drawing."""
        if name in {"BDC", "BMC"}:
            if operands[0] != "/Component":
                return
            self.id, self.side = str(operands[1].Id), str(operands[1].Side).removeprefix("/")
        elif name == "EMC":
            return
        elif self.place is None and name == "cm":
            self.place = Matrix(*map(float, operands)) @ matrix
        elif self.place is not None:
            self.operators.append(f"{' '.join(map(str, operands))} {name}")

    def close(self, runs):
        """Return the finished group."""
        place = self.place or self.matrix
        return Placed(self.clip, place, tuple(runs[self.first :]), "\n".join(self.operators), self.id, self.side)


def read_pages(path):
    """Return every page of a file as `Read`."""

    @cache
    def codes(number):
        table = pdf.get_object(number).ToUnicode.read_bytes().decode("ascii")
        pairs = re.findall(r"<(\w{4})> <(\w*)>", table.split("endcodespacerange")[1])
        known = {int(code, 16): bytes.fromhex(text).decode("utf-16-be") for code, text in pairs}
        known = defaultdict(str, known)
        return lambda data: "".join(known[int.from_bytes(data[at : at + 2], "big")] for at in range(0, len(data), 2))

    @cache
    def operators(number):
        return pikepdf.parse_content_stream(pdf.get_object(number), operators="q Q cm BT Tf Tm Td Tj TJ Do")

    with pikepdf.open(path) as pdf:
        reader = PageReader(lambda form: operators(form.objgen), lambda font: codes(font.objgen))
        return tuple(reader.read(page) for page in pdf.pages)


def child_env(**more):
    """Return an environment that runs the program of this checkout as a user would."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return env | {"PYTHONPATH": str(ROOT / "src"), **more}


def build_all(games, out, *options, **env):
    """Build games into a folder and return the names of all modules that the build imported.

    Two processes build half of the games each, and each reports what it imported.
    """
    command = [sys.executable, "-c", WATCHED_BUILD, "--workspace", str(ROOT), "--out", str(out), *options]
    running = [
        subprocess.Popen([*command, *half], env=child_env(**env), stdout=PIPE, stderr=PIPE, text=True)
        for half in (games[0::2], games[1::2])
        if half
    ]
    modules = set()
    try:
        for process in running:
            told, _, imported = process.communicate()[1].rpartition("modules ")
            assert process.returncode == 0, told
            modules.update(imported.split())
    finally:
        for process in running:
            process.kill()
    return frozenset(modules)


class Output(NamedTuple):
    """The folder of a build of all games, and the modules that it imported."""

    path: Path
    modules: frozenset[str]

    def pdfs(self):
        """Return the paths of all PDF files."""
        return sorted(self.path.glob("**/*.pdf"))


@pytest.fixture(scope="session")
def output(made_once):
    """The games with all products, built once."""
    path, modules = made_once("output", lambda path: sorted(build_all(GAMES, path, PYTHONHASHSEED="1", TZ="UTC")))
    return Output(path, frozenset(modules))


@pytest.fixture
def again(tmp_path):
    """Return a function that builds games a second time with build.py and returns the folder.

    Input and output folders, hash seed and time zone are different.
    """

    def again(*games):
        path = tmp_path / "deeper"
        env = child_env(PYTHONHASHSEED="2", TZ="Pacific/Auckland")
        del env["PYTHONPATH"]  # build.py finds its own source
        command = [sys.executable, str(ROOT / "build.py"), *games, "--out", str(path)]
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return path

    return again


@pytest.fixture(scope="session")
def read(output):
    """Return a function from a file's path within the output to its pages, read once."""
    return cache(lambda path: read_pages(output.path / path))


@pytest.fixture(scope="session")
def root():
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def facts():
    """The numbers of pieces of each size that rule documents state, for games whose documents state them."""
    return FACTS


@pytest.fixture(scope="session")
def loaded():
    """Return a function from a game's name to the loaded game."""
    return cache(lambda name: load(name, ROOT))


@pytest.fixture(scope="session")
def words(loaded):
    """Return a function from a component to all text of its row: names, rules and flavour, filled in, icons as written.

    A single word may be the name of a drawing. A name without other text may be drawn, on a token that has no words.
    """

    def words(name, component):
        game = loaded(name).game
        known = {**game_values(game), **component.values}
        fields = game.kinds[component.kind].file.fields
        found = {
            key: str(template(value)(known))
            for key, value in component.values.items()
            if key in fields and fields[key].type in {"text", "markdown"} and value
        }
        return [text for key, text in found.items() if key == "name" or " " in text.strip()]

    return words


class Lot(NamedTuple):
    """Components that share sheets: their trim, and each piece in order."""

    trim: Trim
    components: tuple[Component, ...]


@pytest.fixture(scope="session")
def lots(loaded):
    """Return a function from game and sheet layout to the lots on its sheets, in order.

    Pieces of one shape lie together, in the order of the catalog. Without a gap and back to back, so do pieces with the
    same back.
    """

    @cache
    def lots(name, layout):
        game = loaded(name).game
        found = {}
        for component in game.components:
            kind = game.kinds[component.kind]
            if not kind.trim.is_folded:
                back = kind.file.back if layout == "duplex" else None
                found.setdefault((kind.trim, back), []).extend([component] * component.copies)
        return tuple(Lot(trim, tuple(pieces)) for (trim, _), pieces in found.items())

    return lots


class Side(NamedTuple):
    """The fronts or the backs on a page of sheets: each piece, its trim and its position."""

    page: Read
    components: tuple[Component, ...]
    trims: tuple[Trim, ...]
    placed: tuple[Placed, ...]

    @property
    def pairs(self):
        """Each piece with its position."""
        return tuple(zip(self.components, self.placed, strict=True))

    @property
    def cut(self):
        """Each trim with its position."""
        return tuple(zip(self.trims, self.placed, strict=True))

    @property
    def trim(self):
        """The trim of all pieces, if they share one."""
        return self.trims[0] if len(set(self.trims)) == 1 else None


EXTRA = ("bleed", "gutterfold", "duplex-short")
"""The sheet layouts that are not default products."""


@pytest.fixture(scope="session")
def sheet_file(output, made_once):
    """Return a function from game, paper and sheet layout to the file; the extra ones are built when one is wanted."""

    @cache
    def extra(name, paper, layout):
        options = ("--only", f"sheets/{layout}", "--paper", paper)
        return made_once(f"{name}-{paper}-{layout}", lambda path: sorted(build_all((name,), path, *options)))[0]

    def sheet_file(name, paper, layout):
        folder = extra(name, paper, layout) if layout in EXTRA else output.path
        return folder / name / "print-and-play" / f"{paper}-{layout}.pdf"

    return sheet_file


@pytest.fixture(scope="session")
def pages_of(read, sheet_file):
    """Return a function from game, paper and sheet layout to the pages of the file."""
    return lambda name, paper, layout: read(sheet_file(name, paper, layout))


@pytest.fixture(scope="session")
def sides(pages_of, loaded):
    """Return a function from game, paper and layout to the fronts and the backs of each sheet.

    The marks in the file say which component lies at which position.
    """

    @cache
    def sides(name, paper, layout):
        game = loaded(name).game
        known = {component.id: component for component in game.components}
        found = {"front": [], "back": []}
        for page in pages_of(name, paper, layout):
            shown = {placed.side for placed in page.placed}
            for side in sorted(shown) or ["back"]:  # pieces without backs have a blank page behind them
                placed = tuple(one for one in page.placed if one.side == side)
                lying = tuple(known[one.id] for one in placed)
                found[side].append(Side(page, lying, tuple(game.kinds[one.kind].trim for one in lying), placed))
        return tuple(found["front"]), tuple(found["back"])

    return sides
