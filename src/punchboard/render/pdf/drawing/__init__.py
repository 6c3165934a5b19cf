"""Scenes as content streams: pages in sections, the operators of each, and what they use. Open `sections` first."""
