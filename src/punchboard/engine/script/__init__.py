"""Scripts before they run: named sequences inlined, rounds split into parts, and the fields that scripts can read."""
