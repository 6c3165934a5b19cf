"""Inks: sRGB colours converted to the inks of a press, within the ink limit of a print shop."""
