"""Text layout: Markdown to blocks, words to atoms, atoms to lines. Start with `inline` and `lines`.

`punchboard.compose.text.bidi` handles text of several scripts and directions, `punchboard.compose.text.block_layout` stacks
the lines.
"""
