"""Sheets for cutting machines: cut and fold paths, and registration marks. Start with `cutting_pages`."""
