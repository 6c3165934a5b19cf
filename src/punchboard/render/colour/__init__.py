"""Inks of a file: what colours become in it, and what a press can take."""
