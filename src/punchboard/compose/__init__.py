"""Composing: a game, its layouts and font measures become scenes. Pure: no disk, no clock, no environment."""
