"""What sentences, tables and lists state: how many there are, what players are given, for how many it is."""
