"""Instructions for a cutting machine: which cut file belongs to which page, and the machine's steps."""

from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Final, NamedTuple

from punchboard.expression import ExpressionError, template
from punchboard.model.printing.cutting_machine import MachineFile
from punchboard.model.printing.sheet import PaperFile
from punchboard.problem import Place, fail
from punchboard.products.cutting.prints import PrintFile

_WIDTH: Final = 96


class InstructionContext(NamedTuple):
    """What the instructions are about: the game, the machine, the paper, and the prints (sheets, then nets)."""

    game: str
    name: str
    machine: MachineFile
    paper: PaperFile
    prints: tuple[PrintFile, ...]

    @property
    def values(self) -> dict[str, object]:
        """The names that a machine's steps can use."""
        marks = self.machine.registration
        return {
            "paper": self.paper.name,
            "width": f"{self.paper.width:g}",
            "height": f"{self.paper.height:g}",
            "print": " and ".join(f"{one.name}.pdf" for one in self.prints),
            "plate": self.machine.plate,
            **({key: f"{value:g}" for key, value in marks.model_dump().items()} if marks else {}),
        }


def instructions(work: InstructionContext) -> str:
    """Return the text of the instructions.

    Raises:
        ProblemsFound: EXPR001 if a step of the machine file uses an unknown name.
    """
    title = f"{work.game}, {work.paper.name}: {work.name}"
    parts = [
        f"{title}\n{'=' * len(title)}",
        _filled(work.machine.about),
        "\n".join(line for one in work.prints for line in _files(one, work.machine)),
        "\n".join(_layers(work)),
        "\n".join(_steps(work)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _files(one: PrintFile, machine: MachineFile) -> Iterator[str]:
    """Yield lines that say which cut files belong to which pages of a print."""
    fronts = sum(cut is not None for cut in one.cuts)
    backs = len(one.cuts) - fronts
    sides = f", {fronts} fronts and {backs} backs" if backs else ""
    yield _filled(f"{one.name}.pdf is a print of {len(one.cuts)} {'page' if len(one.cuts) == 1 else 'pages'}{sides}.")
    if machine.cut == "spot":
        return
    for cut, name in one.patterns.items():
        numbers = [number for number, other in enumerate(one.cuts, 1) if other == cut]
        endings = " or ".join(f"{name}.{form}" for form in machine.files)
        yield _filled(f"{endings}: {_pages(numbers)}; {one.contents[numbers[0] - 1]}.", "  ")


def _pages(numbers: Sequence[int]) -> str:
    return f"page{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def _layers(work: InstructionContext) -> Iterator[str]:
    """Yield lines that describe the layers of the cut files."""
    if work.machine.cut == "spot":
        return
    machine = work.machine
    yield "Layers of the cut files, in SVG by small letters, and their colours there:"
    yield f"  CUT {machine.colour('cut')}: the cut paths"
    if any(cut is not None and cut.folds for one in work.prints for cut in one.cuts):
        yield f"  FOLD {machine.colour('fold')}: folds, to be scored"
    if machine.registration:
        yield f"  MARKS {machine.colour('marks')}: the registration marks as they are printed"
    yield f"  PAGE {machine.colour('page')}: the edges of the sheet"


def _steps(work: InstructionContext) -> Iterator[str]:
    values = work.values
    for number, step in enumerate(work.machine.steps, 1):
        try:
            text = str(template(step)(values))
        except ExpressionError as error:
            place = Place(f"layouts/machines/{work.name}.yaml")
            raise fail(
                "EXPR001", place, f"step {number}: {error}", f"known names: {', '.join(sorted(values))}"
            ) from error
        yield _filled(f"{number}. {text}", "   ")


def _filled(text: str, indent: str = "") -> str:
    first = "" if not indent or text[:1].isdigit() else indent
    return fill(text.strip(), _WIDTH, initial_indent=first, subsequent_indent=indent)
