"""Text layout: Markdown to blocks, words to atoms, atoms to lines. Start with `inline` and `lines`.

`bidi` handles text of several scripts and directions, `block_layout` stacks the lines.
"""
