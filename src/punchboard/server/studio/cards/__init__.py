"""The table of cards: its rows for the page, and what is written into its file.

Open `rows.py` first.
"""
