"""Face specs: everything that a face is drawn from, known before it is drawn."""

from dataclasses import dataclass

from punchboard.compose.faces.compiled_layout import BoxSpecs, CompactBoxSpecs, FaceProgram
from punchboard.model.game.game import Component
from punchboard.model.layout.face import CardData, Fault
from punchboard.model.layout.trim import Trim
from punchboard.problem import Place


@dataclass(frozen=True, eq=False, slots=True)
class FaceSpec:
    """One face before it is drawn: a compiled layout, and what its boxes show.

    Faces that show the same share one spec. `FaceComposer.draw` makes the face.
    """

    program: FaceProgram
    compact_specs: CompactBoxSpecs
    source: Component | CardData
    """The component, or the plain values, that the face was first made for."""
    place: Place
    """Where the source is written."""
    name: str
    faults: tuple[Fault, ...] = ()
    """What is wrong with the templates of the source; a spec with faults is shared with no other source."""

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
        return self.program.room.bleed

    @property
    def safe(self) -> float:
        """How far from the trim content must stay, in mm."""
        return self.program.room.safe

    @property
    def box_specs(self) -> BoxSpecs:
        """What each box was asked to show: all that the drawing depends on."""
        return self.program.expand(self.compact_specs)
