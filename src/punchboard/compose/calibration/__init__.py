"""Printer calibration: the target sheet, the arithmetic from readings to a profile, and corrected pages."""
