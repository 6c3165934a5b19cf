"""States of a table: piles as counts of component classes, and the values of dice and seats. Start with `table`."""
