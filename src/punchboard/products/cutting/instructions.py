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
            "print": " and ".join(f"{printed.name}.pdf" for printed in self.prints),
            "plate": self.machine.plate,
            **({key: f"{value:g}" for key, value in marks.model_dump().items()} if marks else {}),
        }


def instructions(context: InstructionContext) -> str:
    """Return the text of the instructions.

    Raises:
        ProblemsFound: EXPR001 if a step of the machine file uses an unknown name.
    """
    title = f"{context.game}, {context.paper.name}: {context.name}"
    parts = [
        f"{title}\n{'=' * len(title)}",
        _filled(context.machine.about),
        "\n".join(line for printed in context.prints for line in _files(printed, context.machine)),
        "\n".join(_layers(context)),
        "\n".join(_steps(context)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _files(printed: PrintFile, machine: MachineFile) -> Iterator[str]:
    """Yield lines that say which cut files belong to which pages of a print."""
    fronts = sum(cut is not None for cut in printed.cuts)
    backs = len(printed.cuts) - fronts
    sides = f", {fronts} fronts and {backs} backs" if backs else ""
    yield _filled(
        f"{printed.name}.pdf is a print of {len(printed.cuts)} {'page' if len(printed.cuts) == 1 else 'pages'}{sides}."
    )
    if machine.cut == "spot":
        return
    for cut, name in printed.patterns.items():
        numbers = [number for number, other in enumerate(printed.cuts, 1) if other == cut]
        endings = " or ".join(f"{name}.{form}" for form in machine.files)
        yield _filled(f"{endings}: {_pages(numbers)}; {printed.contents[numbers[0] - 1]}.", "  ")


def _pages(numbers: Sequence[int]) -> str:
    return f"page{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def _layers(context: InstructionContext) -> Iterator[str]:
    """Yield lines that describe the layers of the cut files."""
    if context.machine.cut == "spot":
        return
    machine = context.machine
    yield "Layers of the cut files, in SVG by small letters, and their colours there:"
    yield f"  CUT {machine.colour('cut')}: the cut paths"
    if any(cut is not None and cut.folds for printed in context.prints for cut in printed.cuts):
        yield f"  FOLD {machine.colour('fold')}: folds, to be scored"
    if machine.registration:
        yield f"  MARKS {machine.colour('marks')}: the registration marks as they are printed"
    yield f"  PAGE {machine.colour('page')}: the edges of the sheet"


def _steps(context: InstructionContext) -> Iterator[str]:
    values = context.values
    for number, step in enumerate(context.machine.steps, 1):
        try:
            text = str(template(step)(values))
        except ExpressionError as error:
            place = Place(f"layouts/machines/{context.name}.yaml")
            raise fail(
                "EXPR001", place, f"step {number}: {error}", f"known names: {', '.join(sorted(values))}"
            ) from error
        yield _filled(f"{number}. {text}", "   ")


def _filled(text: str, indent: str = "") -> str:
    first = "" if not indent or text[:1].isdigit() else indent
    return fill(text.strip(), _WIDTH, initial_indent=first, subsequent_indent=indent)
