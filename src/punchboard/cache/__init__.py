"""What a build keeps for the next one, in ``.cache`` beside its outputs: all of it can be deleted at any time.

Nothing here is needed for a right result: what is damaged, of another program or not understood is as if it were not
there, and a build without it makes the same bytes.
"""

from punchboard.cache.build_inputs import Inputs, inputs_of, touched_of
from punchboard.cache.build_record import remember, remembered
from punchboard.cache.file_hashes import Seen

__all__ = ["Inputs", "Seen", "inputs_of", "remember", "remembered", "touched_of"]
