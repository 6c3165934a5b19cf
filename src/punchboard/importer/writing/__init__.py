"""The files of a new game as text: game.yaml, face layouts, and the starter game."""
