"""Text in columns: blocks to slices with a height, tables, and their flow through regions. Start with `blocks`."""
