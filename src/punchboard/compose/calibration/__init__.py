"""Printer calibration: the printed target, the calculation of a printer profile from readings, corrected pages."""
