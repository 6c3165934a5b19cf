"""Text of several scripts and directions. Start with `inline`."""
