"""Font files, found in installed packages or in the game's folder and opened on first use."""
