"""Scripts before they run: named sequences inlined, rounds laid out, and what they ask of a game."""
