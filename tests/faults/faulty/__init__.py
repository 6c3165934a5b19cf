"""What can go wrong while a game is built, done to it on purpose, and what must be so afterwards."""
