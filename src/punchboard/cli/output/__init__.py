"""How the command line shows problems, results, tables and progress."""
