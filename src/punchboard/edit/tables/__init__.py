"""Cells and rows of a game's tables, changed where they are written: CSV, TSV, YAML, JSON and XLSX.

Open `table_file.py` first: it picks the format by the file's suffix, and checks that nothing else has changed.
"""
