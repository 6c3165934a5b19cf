"""The proof of finished files: what is printed is read from the file alone and held against what was to be printed."""

from punchboard.verify.proof import Proof, prove

__all__ = ["Proof", "prove"]
