"""What a build keeps for the next one, in ``.cache`` beside its outputs: all of it can be deleted at any time.

Nothing here is needed for a right result: what is damaged, of another program or not understood is as if it were not
there, and a build without it makes the same bytes.
"""

from punchboard.keeping.files import Seen
from punchboard.keeping.inputs import Inputs, inputs_of, touched_of
from punchboard.keeping.stamps import remember, remembered

__all__ = ["Inputs", "Seen", "inputs_of", "remember", "remembered", "touched_of"]
