"""States of a table: piles as counts of component classes, and what dice have fixed. Start with `state`."""
