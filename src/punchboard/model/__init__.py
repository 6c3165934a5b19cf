"""Frozen models of everything that designers write."""
