"""Face specs: everything that a face is drawn from."""

from dataclasses import dataclass

from punchboard.compose.faces.compiled_layout import BoxSpecs, CompactBoxSpecs, FaceProgram
from punchboard.model.game.game import Component
from punchboard.model.layout.face import CardData, Fault
from punchboard.model.layout.trim import Trim
from punchboard.problem import Place


@dataclass(frozen=True, eq=False, slots=True)
class FaceSpec:
    """One face that is not drawn yet: a compiled layout, and what its boxes show.

    Equal faces share one spec. `FaceComposer.draw` draws the face.
    """

    program: FaceProgram
    compact_specs: CompactBoxSpecs
    source: Component | CardData
    """The component, or the card values, that the spec was first made for."""
    place: Place
    """Where the source is written."""
    name: str
    faults: tuple[Fault, ...] = ()
    """Faults of the source's templates; a spec with faults is not shared."""

    @property
    def layout(self) -> str:
        """The name of the layout."""
        return self.program.layout

    @property
    def trim(self) -> Trim:
        """The finished size."""
        return self.program.trim

    @property
    def bleed(self) -> float:
        """How far the face is drawn beyond the trim, in mm."""
        return self.program.area.bleed

    @property
    def safe(self) -> float:
        """The least distance of content from the trim, in mm."""
        return self.program.area.safe

    @property
    def box_specs(self) -> BoxSpecs:
        """What each box shows, which determines the drawing."""
        return self.program.expand(self.compact_specs)
