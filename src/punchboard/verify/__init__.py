"""The proof: finished PDF files are read again and compared with what they must show.

It reads only the bytes of the file and shares no code with `render`. Open `proof.py` first, with the checks
of PROOF002 to PROOF007; `pdfx.py` has those of PDF/X.
"""

from punchboard.verify.proof import Proof, prove

__all__ = ["Proof", "prove"]
