"""Which kinds of component a table holds: their names, fields, shapes and built-in layouts."""
