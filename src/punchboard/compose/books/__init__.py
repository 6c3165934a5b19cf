"""Books and printed sheets of text: Markdown flows through the regions of pages. Start with `book`.

Tables and figures made from data have a module each; `directives` maps a fenced block of a rulebook to its module.
"""
