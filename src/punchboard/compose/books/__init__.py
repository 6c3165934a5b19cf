"""Books and printed sheets of text: Markdown flows through the regions of pages. Start with `book`.

Each table or figure that is made from data has its own module; `directives` maps fenced blocks of a rulebook to them.
"""
