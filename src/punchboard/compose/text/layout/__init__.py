"""Text in columns: blocks as slabs with a height, tables, and their flow through regions. Start with `block_layout`."""
