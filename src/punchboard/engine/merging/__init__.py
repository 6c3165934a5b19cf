"""When two states of a script are one: which facts still matter, and who acts."""
