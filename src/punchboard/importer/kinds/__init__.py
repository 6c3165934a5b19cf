"""The kinds of component in an imported table: their names, fields, shapes and built-in layouts."""
