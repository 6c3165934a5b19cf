"""Warnings about what a screen reader cannot read well: pictures, headings, tables, and hyphenation."""
