"""What a build keeps for the next one, in ``.cache`` beside its outputs: all of it can be deleted at any time.

Nothing here is needed for a right result: what is damaged, of another program or not understood is as if it were not
there, and a build without it makes the same bytes.
"""

from punchboard.cache.build_inputs import Inputs, fingerprint_inputs, inputs_timestamp
from punchboard.cache.build_record import load_record, store_record
from punchboard.cache.file_hashes import FileHashes

__all__ = ["FileHashes", "Inputs", "fingerprint_inputs", "inputs_timestamp", "load_record", "store_record"]
