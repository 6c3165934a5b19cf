"""Text layout: Markdown to blocks, words to atoms, atoms to lines. Start with `inline` and `lines`.

The `bidi_` modules handle text of several scripts and directions. `punchboard.compose.text.layout` stacks the lines.
"""
