"""Colours: names of a theme resolved to ``#rrggbb``, in full colour, greys or low ink. Start with `inks`."""
