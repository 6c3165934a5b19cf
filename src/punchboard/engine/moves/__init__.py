"""What one step of a script does to a state: every outcome with its exact chance. Start with `moves`."""
