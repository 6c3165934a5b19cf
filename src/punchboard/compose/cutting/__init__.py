"""Sheets for cutting machines: cut and fold paths, and the registration marks that a machine looks for."""
