"""Checks that need every face and page of a game: backs, colours, icon credits, coverage of the document's rules.

One rule a file. `punchboard.build.checking` calls them.
"""
