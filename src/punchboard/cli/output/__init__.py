"""Printing problems, results, tables and progress on the command line."""
