"""Checks that need every face and page of a game: backs, colours, icon credits, rule coverage.

One rule a file. `punchboard.pipeline.build` calls them.
"""
