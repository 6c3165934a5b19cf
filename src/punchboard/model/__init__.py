"""Frozen models of everything that designers write.

The docstring of a key is its description in editors and in ``docs/reference``. Keys without one have their description
in ``schema/words.yaml``.
"""
