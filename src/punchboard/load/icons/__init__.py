"""Icons from SVG files and Iconify sets, as outlines on a grid of 512 units. Start with `icons`."""
