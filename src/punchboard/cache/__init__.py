"""The build cache in ``.cache`` beside the outputs, by which a build skips games whose inputs have not changed.

It can be deleted at any time: a build without it makes the same bytes. Records that are damaged, or that another
version of the program wrote, are ignored.
"""

from punchboard.cache.build_inputs import Inputs, fingerprint_inputs, inputs_timestamp
from punchboard.cache.build_record import load_record, store_record
from punchboard.cache.file_hashes import FileHashes

__all__ = ["FileHashes", "Inputs", "fingerprint_inputs", "inputs_timestamp", "load_record", "store_record"]
