"""Font files: found in installed packages or in the game's folder, opened on first use."""
