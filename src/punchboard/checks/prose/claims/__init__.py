"""Numbers that sentences, tables and lists state: component counts, deals, player numbers and others."""
